import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

test('threads and processes begin with files that are there, named without an ending', () => {
  const files = globSync('**/*.ts', { cwd: import.meta.dirname }).filter((file) => !file.endsWith('.test.ts'))
  let count = 0
  for (const file of files) {
    const text = readFileSync(join(import.meta.dirname, file), 'utf8')
    // In a package the file ends in .js.
    assert.doesNotMatch(text, /import\.meta\.dirname, '[^']*\.ts'/, `${file}: use moduleFile`)
    assert.doesNotMatch(text, /new (Worker|URL)\('[^']*\.ts'/, `${file}: use moduleFile`)
    for (const [, name] of text.matchAll(/moduleFile\(import\.meta\.dirname, '([^']+)'\)/g)) {
      count++
      assert.ok(existsSync(join(import.meta.dirname, dirname(file), `${name}.ts`)), `${file}: ${name}`)
    }
  }
  assert.ok(count >= 8)
})
