import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

/** Runs a test file of its own, as `test/run.ts` does. */
function runTest(body: string) {
  const folder = mkdtempSync(join(tmpdir(), 'formosa-hooks-'))
  const file = join(folder, 'sample.test.mjs')
  writeFileSync(file, `import test from 'node:test'\ntest('sample', async () => { ${body} })\n`)
  const words = ['--import', join(import.meta.dirname, 'lightHooks.mjs'), '--test', '--test-reporter=tap', file]
  try {
    return spawnSync(process.execPath, words, {
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: words.slice(0, 2).join('='), NODE_TEST_CONTEXT: undefined },
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

for (const [name, body] of [
  ['a rejection that nobody handles', "void Promise.reject(new Error('sample error'))"],
  ['an error thrown by a timer', "setTimeout(() => { throw new Error('sample error') }, 1)"],
] as const)
  test(`${name} fails the file of its test, and its stack is printed`, () => {
    const { status, stdout } = runTest(`${body}; await new Promise((done) => setTimeout(done, 20))`)
    assert.equal(status, 1, stdout)
    assert.match(stdout, /Nobody caught: Error: sample error\n.* at .*sample\.test\.mjs:2/)
    assert.match(stdout, /^# fail 1$/m)
  })

test('a test without such an error passes', () => {
  const { status, stdout } = runTest('await null')
  assert.equal(status, 0, stdout)
  assert.match(stdout, /^# pass 1$/m)
})
