import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'

const folder = mkdtempSync(join(tmpdir(), 'formosa-run-twice-'))
after(() => rmSync(folder, { recursive: true }))

const write = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, `import { existsSync, writeFileSync } from 'node:fs'\nimport { test } from 'node:test'\n${text}`)
  return path
}

/** The statement that is run the first time alone. */
const once = (statement: string, mark: string): string =>
  `const mark = ${JSON.stringify(join(folder, mark))}
if (!existsSync(mark)) { writeFileSync(mark, ''); ${statement} }`

/** Runs files as the test command does, in processes that load some files each. */
function runFiles(units: readonly { readonly path: string; readonly members: readonly string[] }[]) {
  const program = `import { Readable } from 'node:stream'
import { spec } from 'node:test/reporters'
import { runTwice } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'runTwice.ts')))}
Readable.from(runTwice(${JSON.stringify(units)}, {
  concurrency: 2, signal: new AbortController().signal, root: ${JSON.stringify(folder)},
})).pipe(new spec()).pipe(process.stdout)`
  // The child is a runner of its own, not a file of this run.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const { status, stdout } = spawnSync(process.execPath, [write('runner.mjs', program)], {
    env,
    encoding: 'utf8',
  })
  const count = (name: string) => Number(new RegExp(`^ℹ ${name} (\\d+)$`, 'm').exec(stdout)?.[1])
  return { status, stdout, counts: [count('tests'), count('pass'), count('fail')] }
}

const alone = (path: string) => ({ path, members: [] })

test('a test that failed by chance is named as flaky, with its failure, and the run passes', () => {
  const chance = write(
    'chance.mjs',
    `test('steady', () => {})\ntest('shaky', () => { ${once("throw new Error('late')", 'a')} })`,
  )
  const { status, stdout, counts } = runFiles([alone(chance), alone(write('good.mjs', "test('good', () => {})"))])
  assert.equal(status, 0, stdout)
  assert.deepEqual(counts, [3, 3, 0])
  assert.match(stdout, /flaky, passed alone: chance\.mjs: shaky\n\s+Error: late[\s\S]*ℹ tests 3/)
})

test('of a process of several files, only the file that failed runs again', () => {
  const chance = write('member.mjs', `test('shaky', () => { ${once("throw new Error('late')", 'b')} })`)
  const other = write('other.mjs', "test('other', () => { console.log('other ran') })")
  const path = write('group.mjs', `await import(${JSON.stringify(chance)})\nawait import(${JSON.stringify(other)})`)
  const { status, stdout, counts } = runFiles([{ path, members: [chance, other] }])
  assert.equal(status, 0, stdout)
  assert.deepEqual(counts, [2, 2, 0])
  assert.match(stdout, /flaky, passed alone: member\.mjs: shaky/)
  assert.equal(stdout.split('other ran').length, 2)
})

test('a process that ended by chance runs again as a whole', () => {
  const ended = write(
    'ended.mjs',
    `test('first', () => {})\ntest('second', async () => { ${once('process.exit(3)', 'c')} })`,
  )
  const { status, stdout, counts } = runFiles([alone(ended)])
  assert.equal(status, 0, stdout)
  assert.deepEqual(counts, [2, 2, 0])
  assert.match(stdout, /flaky, passed alone: ended\.mjs/)
})

/** Failures that no test has: Node lists them with the file, or the suite, and counts no failed test. */
const outside = {
  'an error that nobody catches': (statement: string) =>
    `test('good', () => {})\nsetTimeout(() => { ${statement} })\nawait new Promise((resolve) => setTimeout(resolve, 50))`,
  'a hook of a suite': (statement: string) =>
    `import { after, describe } from 'node:test'\ndescribe('suite', () => { after(() => { ${statement} }); test('good', () => {}) })`,
  'the exit code of the process': (statement: string) =>
    `test('good', () => {})\nprocess.on('exit', () => { try { ${statement} } catch { process.exitCode = 3 } })`,
}
const fault = "throw new Error('outside')"
for (const [what, text] of Object.entries(outside)) {
  test(`${what} that fails once is named as flaky, and fails the run where it fails twice`, () => {
    const name = what.replaceAll(' ', '-')
    const chance = runFiles([alone(write(`${name}-once.mjs`, text(once(fault, name))))])
    assert.equal(chance.status, 0, chance.stdout)
    assert.deepEqual(chance.counts, [1, 1, 0])
    assert.match(chance.stdout, /flaky, passed alone: /)
    const always = runFiles([alone(write(`${name}-always.mjs`, text(fault)))])
    assert.equal(always.status, 1, always.stdout)
    assert.equal(always.counts[2], 1, always.stdout)
    assert.doesNotMatch(always.stdout, /flaky/)
  })
}

test('a file without a test passes as one', () => {
  const { status, stdout, counts } = runFiles([
    alone(write('none.mjs', '')),
    alone(write('some.mjs', "test('one', () => {})")),
  ])
  assert.equal(status, 0, stdout)
  assert.deepEqual(counts, [2, 2, 0])
  assert.doesNotMatch(stdout, /running again/)
})

test('a test that fails twice fails the run', () => {
  const bad = write('bad.mjs', "test('good', () => {})\ntest('bad', () => { throw new Error('wrong') })")
  const { status, stdout, counts } = runFiles([alone(bad)])
  assert.equal(status, 1, stdout)
  assert.deepEqual(counts, [2, 1, 1])
  assert.doesNotMatch(stdout, /flaky/)
  assert.match(stdout, /failing tests:[\s\S]*Error: wrong/)
})

test('where most files fail, none runs again', () => {
  const many = Array.from({ length: 13 }, (_, n) =>
    alone(write(`many-${n}.mjs`, `test('bad', () => { console.log('bad ran'); throw new Error('wrong') })`)),
  )
  const { status, stdout, counts } = runFiles(many)
  assert.equal(status, 1)
  assert.deepEqual(counts, [13, 0, 13])
  assert.match(stdout, /13 files failed, too many for chance[\s\S]*failing tests:[\s\S]*Error: wrong[\s\S]*ℹ tests 13/)
  assert.equal(stdout.split('bad ran').length, 14)
})
