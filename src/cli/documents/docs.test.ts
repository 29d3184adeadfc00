import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { groups } from '../commands/index.ts'
import { printedFiles } from './docs.ts'

const root = join(import.meta.dirname, '../../..')

for (const [file, text] of Object.entries(printedFiles(groups)))
  test(`${file} is what the code prints now`, () => {
    assert.ok(readFileSync(join(root, file), 'utf8') === text, `${file} is out of date: run "npm run docs"`)
  })

test('the newest version in the changelog is that of the package', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const [, newest] = /^## (\d+\.\d+\.\d+)/m.exec(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')) ?? []
  assert.equal(newest, version)
})
