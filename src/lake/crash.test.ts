import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openTestLake, writeVersion, writtenDatasets } from '../../test/support/writer.ts'
import { openEngine } from './engine.ts'
import type { Version } from './lake.ts'
import { verify } from './verify.ts'

/** How many times a writer is killed; `npm run torture` asks for many. */
const kills = Number(process.env.TORTURE ?? 3)

const root = mkdtempSync(join(tmpdir(), 'formosa-lake-crash-'))
after(() => rmSync(root, { recursive: true, force: true }))
const writer = join(import.meta.dirname, '../../test/support/writer.ts')

/** Writes the next version in a process of its own; true where the kill came before its end. */
const write = (lake: string, killAfterMs?: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [writer, 'write', lake], { stdio: 'inherit' })
    const timer = killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs)
    child.on('error', reject)
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      if (code !== 0 && signal !== 'SIGKILL') reject(new Error(`the writer ended with ${code}`))
      else resolve(signal === 'SIGKILL')
    })
  })

const filesIn = ({ folder }: Version): string[] => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()

test(`a writer killed at ${kills} random moments leaves a whole version, and the next run makes the same bytes`, async () => {
  const first = await writeVersion(openTestLake(join(root, 'base')), 20_605, '2026-06-01')
  const copy = (name: string) => {
    rmSync(join(root, name), { recursive: true, force: true })
    cpSync(join(root, 'base'), join(root, name), { recursive: true, verbatimSymlinks: true })
    return join(root, name)
  }
  const calm = copy('calm')
  const began = performance.now()
  assert.equal(await write(calm), false)
  let took = performance.now() - began
  const last = await openTestLake(calm).current()

  const storm = copy('storm')
  const engine = await openEngine({ memory: '256MB', scratch: join(root, 'spill') })
  const faultsOf = (version: Version) => verify(version, writtenDatasets, engine)
  let [killed, torn, late] = [0, 0, 0]
  for (let n = 0; killed < kills; n++) {
    assert.ok(n < kills * 4, 'the kills come too late to hit a writer')
    // The first third is the start of the process.
    const start = performance.now()
    if (await write(storm, took * (0.3 + 0.75 * Math.random()))) killed++
    // The machine may have been busier while the writer was timed.
    else took = 0.8 * Math.min(took, performance.now() - start)
    const version = await openTestLake(storm).current()
    assert.deepEqual(await faultsOf(version!), [])
    if (version!.manifest.version === last!.manifest.version) {
      late++
      copy('storm')
      continue
    }
    assert.equal(version!.manifest.version, first.manifest.version)
    if (readdirSync(storm).includes('tmp')) torn++
    if (killed % 5 !== 0) continue
    await write(storm)
    const mended = await openTestLake(storm).current()
    assert.equal(mended!.manifest.version, last!.manifest.version)
    assert.deepEqual(await faultsOf(mended!), [])
    assert.deepEqual(filesIn(mended!), filesIn(last!))
    copy('storm')
  }
  engine.close()
  console.log(`${killed} kills: ${torn} in the middle of writing, ${late} after the version had turned`)
})
