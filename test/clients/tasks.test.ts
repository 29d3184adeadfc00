import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { read, root } from '../support/documents.ts'
import { python, withoutPython } from '../support/python.ts'
import { cleanEnv } from '../support/run.ts'
import { keyOf } from '../support/service.ts'
import { shareService } from '../support/sharedService.ts'

/** Runs the programs of docs/tasks.md in both languages. */

const folder = mkdtempSync(join(tmpdir(), 'formosa-tasks-'))
let service: Awaited<ReturnType<typeof shareService>>
let settings: Readonly<Record<string, string>>

before(async () => {
  service = await shareService()
  settings = { FORMOSA_URL: service.url, FORMOSA_KEY: await keyOf(service.home, 'plus') }
})
after(async () => {
  await service?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const [, ...sections] = read('docs/tasks.md').split(/^## /m)
const tasks = sections.map((section) => {
  const of = (language: string) => new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'ms').exec(section)![1]!.trimEnd()
  return { name: section.split('\n', 1)[0]!, python: of('python'), ts: of('ts') }
})

test('there are twelve tasks, each of at most ten lines', () => {
  assert.equal(tasks.length, 12)
  for (const { name, ...programs } of tasks)
    for (const [language, text] of Object.entries(programs))
      assert.ok(text.split('\n').length <= 10, `${name}, ${language}`)
})

/** What each task printed: lines between those that name the tasks. */
const printedBy = (out: string): string[] => out.split(/^task \d+\n/m).slice(1)

function assertAnswers(printed: readonly string[]): void {
  assert.equal(printed.length, 12)
  const [closes, momentum, streaks, bonds, tx, options, traders, events, sectors, margin, holders, volatility] = printed
  assert.match(closes!, /^50 stocks 2[3-6]\d\d days/)
  assert.match(momentum!, /2026-08-12 .*2026-09-11 .*2026-10-13 .*'\d{4}'/s)
  assert.match(streaks!, /\d{4,6}.*\d+/s)
  assert.ok(bonds!.trim().split('\n').length >= 1)
  assert.match(tx!, /^\d{3} days .*basis/s)
  assert.ok(options!.trim().split('\n').length > 10 && /\d\.\d/.test(options!), options)
  assert.match(traders!, /2026-11-13 -?\d+ \d+/)
  assert.match(events!, /2026-12-\d\d \w+ /)
  assert.match(sectors!, /-?\d+\.\d/)
  assert.equal(margin!.trim().split('\n').length, 10)
  assert.match(holders!, /2026-\d\d-\d\d \d+ \d/)
  assert.match(volatility!, /2026-11-1\d/)
}

test('every task is done in Python', { skip: withoutPython() }, async () => {
  const program = tasks.map(({ python }, i) => `print("task ${i}")\n${python}`).join('\n')
  const { code, out, err } = await python(`import formosa\nclient = formosa.Client()\n${program}`, settings)
  assert.equal(code, 0, err)
  assertAnswers(printedBy(out))
})

test('every task is done in TypeScript', async () => {
  cpSync(join(root, 'sdk'), join(folder, 'sdk'), { recursive: true, filter: (path) => !path.endsWith('/dist') })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const program = tasks.map(({ ts }, i) => `console.log('task ${i}')\n{\n${ts}\n}`).join('\n')
  const head = "import { createClient } from './sdk/index.ts'\nconst client = createClient()\n"
  writeFileSync(join(folder, 'tasks.mts'), `${head}${program}\n`)
  const options = { strict: true, target: 'es2024', module: 'nodenext', types: ['node'], noEmit: true }
  const compilerOptions = { ...options, allowImportingTsExtensions: true, skipLibCheck: true }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['tasks.mts'] }))
  const run = (words: readonly string[]) =>
    new Promise<{ code: number | null; text: string }>((resolve) => {
      const child = spawn(words[0]!, words.slice(1), { cwd: folder, env: cleanEnv(settings) })
      let text = ''
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => {
          text += chunk
        })
      child.on('close', (code) => resolve({ code, text }))
    })
  const compiled = await run([join(root, 'node_modules/.bin/tsc'), '-p', '.', '--pretty', 'false'])
  assert.equal(compiled.text, '')
  const { code, text } = await run([process.execPath, '--no-warnings', 'tasks.mts'])
  assert.equal(code, 0, text)
  assertAnswers(printedBy(text))
})
