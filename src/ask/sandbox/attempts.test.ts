import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type Attempt, attempts, heavy, hiddenDataset, shownDataset } from '../../../test/support/attempts.ts'
import { copyOfBrief } from '../../../test/support/fixture.ts'
import { canWatch, megabyte, outcome, silent, versionIn, watchMemory } from '../../../test/support/sandbox.ts'
import { find } from '../../catalogue/index.ts'
import { checksum } from '../../disk.ts'
import type { Version } from '../../lake/lake.ts'
import { createSandbox, type Sandbox } from './sandbox.ts'

const root = mkdtempSync(join(tmpdir(), 'formosa-attempts-'))
const home = join(root, 'home')
const folder = join(root, 'folder')
const token = 'TOPSECRET0451'
const memoryBytes = 384 * megabyte
const options = { size: 1, memoryBytes, deadlineMs: 1_500, log: silent, threads: 2 }
const costly = ['memory', 'time', 'heavy', 'trees too large']
/** Attempts that end at a limit cost a process each: some of them pass the guard in every run, all by `npm run torture`. */
const isMade = ({ kind }: Attempt, at: number): boolean =>
  process.env.TORTURE !== undefined || !costly.includes(kind) || at % 16 === 0
let version: Version
let places: Readonly<Record<string, string>>

before(async () => {
  await copyOfBrief(home)
  version = await versionIn(home)
  mkdirSync(folder)
  const write = (name: string): string => {
    writeFileSync(join(root, name), `${token}\n`, { mode: 0o644 })
    return join(root, name)
  }
  const fileOf = (name: string) => join(version.folder, version.manifest.datasets[name]!.parts.at(-1)!.file)
  places = {
    '{secret}': write('secret.csv'),
    '{control}': write('control.sqlite'),
    '{hidden}': fileOf(hiddenDataset),
    '{shown}': fileOf(shownDataset),
    '{folder}': folder,
  }
  process.env.FORMOSA_SECRET = token
})
after(() => {
  delete process.env.FORMOSA_SECRET
  rmSync(root, { recursive: true, force: true })
})

const ask = (sandbox: Sandbox, sql: string) =>
  outcome(sandbox, { sql, version, datasets: [find(shownDataset)!], maxRows: 100, maxBytes: megabyte })
const tried = (sandbox: Sandbox, { sql }: Attempt) =>
  ask(
    sandbox,
    sql.replaceAll(/\{\w+\}/g, (place) => places[place] ?? place),
  )

async function isAnswered(sandbox: Sandbox, afterWhat: string): Promise<void> {
  const count = () => ask(sandbox, `SELECT count(*) AS n FROM ${shownDataset}`)
  let answer = await count()
  // A busy machine must not be taken for a sandbox that does not answer.
  for (let tries = 0; answer === 'deadline' && tries < 20; tries++) answer = await count()
  const { rows } = version.manifest.datasets[shownDataset]!
  assert.deepEqual(answer, { columns: ['n'], rows: [[rows]], isTruncated: false }, `after ${afterWhat.slice(0, 200)}`)
}

/** The lake's files as the manifest knows them, and nothing new anywhere. */
async function assertUntouched(): Promise<void> {
  assert.deepEqual(readdirSync(folder), [])
  for (const { parts } of Object.values(version.manifest.datasets))
    for (const { file, sha256 } of parts) assert.equal(await checksum(join(version.folder, file)), sha256, file)
  assert.deepEqual(
    readdirSync(tmpdir()).filter((name) => name.startsWith('pwned')),
    [],
  )
}

async function withSandbox(
  isGuarded: boolean,
  work: (sandbox: Sandbox) => Promise<void>,
  deadlineMs = options.deadlineMs,
): Promise<void> {
  const sandbox = createSandbox({ ...options, deadlineMs, isGuarded })
  const memory = watchMemory(sandbox)
  try {
    await isAnswered(sandbox, 'nothing')
    await work(sandbox)
    await isAnswered(sandbox, 'everything')
    await assertUntouched()
    if (!canWatch) return
    // A process looks at its own size from time to time, and may grow between two looks.
    assert.ok(memory.child() <= memoryBytes * 1.3, `a process held ${Math.round(memory.child() / megabyte)} MB`)
    assert.ok(memory.own() <= 150 * megabyte, `the service grew by ${Math.round(memory.own() / megabyte)} MB`)
    console.log(
      `peak ${Math.round(memory.child() / megabyte)} MB in a process of ${memoryBytes / megabyte}, ${Math.round(memory.own() / megabyte)} MB here`,
    )
  } finally {
    memory.stop()
    await sandbox.close()
  }
}

test(`there are ${attempts.length + heavy.length} attempts, each of its own`, () => {
  const all = [...attempts, ...heavy].map(({ sql }) => sql)
  assert.ok(all.length >= 200)
  assert.equal(new Set(all).size, all.length)
})

test('the guard refuses every attempt, and the process that looked at it goes on', () =>
  withSandbox(
    true,
    async (sandbox) => {
      const pids = sandbox.state().pids
      const passed = []
      for (const attempt of attempts)
        if ((await tried(sandbox, attempt)) !== 'refused') passed.push(attempt.sql.slice(0, 200))
      assert.deepEqual(passed, [])
      assert.ok(pids.every((pid) => sandbox.state().pids.includes(pid)))
    },
    // A busy machine must not be taken for an attempt that runs for long.
    60_000,
  ))

test('what looks like an honest question but is too large ends at a limit, and the next question is answered', () =>
  withSandbox(true, async (sandbox) => {
    for (const attempt of heavy.filter(isMade)) {
      const told = await tried(sandbox, attempt)
      if (typeof told !== 'string') assert.ok(told.rows.length <= 100)
      else assert.ok(['deadline', 'memory', 'crashed'].includes(told), `${told}: ${attempt.sql.slice(0, 200)}`)
      await isAnswered(sandbox, attempt.sql)
    }
  }))

test('without the guard the walls hold: no file, no hidden table, no secret, nothing written', () =>
  withSandbox(false, async (sandbox) => {
    const ran: Record<string, number> = {}
    const tries = [...attempts, ...heavy].filter(isMade)
    for (const kind of costly) assert.ok(tries.some((one) => one.kind === kind))
    for (const attempt of tries) {
      const told = await tried(sandbox, attempt)
      const kind = typeof told === 'string' ? told : 'answered'
      ran[kind] = (ran[kind] ?? 0) + 1
      const isHidden = attempt.sql.includes('{hidden}') || attempt.sql.includes(hiddenDataset)
      if (isHidden) assert.equal(typeof told, 'string', attempt.sql)
      const said = JSON.stringify(told)
      assert.ok(!said.includes(token), attempt.sql)
      assert.ok(!said.includes('root:'), attempt.sql)
      if (!['failed', 'invalid', 'refused'].includes(kind)) await isAnswered(sandbox, attempt.sql)
    }
    console.log(ran)
  }))
