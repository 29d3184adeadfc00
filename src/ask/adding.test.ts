import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readCorpus } from '../../training/corpus.ts'
import { createCanonical } from './canonical/canonical.ts'
import { nicknames } from './reader/lexicon.ts'

const root = join(import.meta.dirname, '../..')
const [, section = ''] = readFileSync(join(root, 'docs/ask.md'), 'utf8').split('\n## To teach it something\n')
const [lines = '', names = ''] = [...section.matchAll(/```text\n([^`]*)```/g)].map(([, text]) => text!)

test('the lines of the corpus in the documentation are read, and mean something', () => {
  const entries = readCorpus(lines, (line, why) => assert.fail(`${line}: ${why}`))
  assert.deepEqual(
    entries.map(({ refusal, questions }) => [refusal, questions.length]),
    [
      [null, 2],
      ['advice', 1],
    ],
  )
  assert.equal(createCanonical().read(entries[0]!.sentence, 'code').length, 1)
})

test('the nicknames in the documentation are in the file, in the form of the file', () => {
  const shown = names.trimEnd().split('\n')
  assert.equal(shown.length, 2)
  for (const line of shown) {
    const [id = '', also = ''] = line.split('\t')
    for (const name of also.split('|')) assert.ok(nicknames.get(id)?.includes(name), `${id} ${name}`)
  }
})

test('every file that the documentation names for it exists', () => {
  const [own = ''] = section.split('\n## ')
  const files = [...own.matchAll(/`((?:src|training)\/[\w./-]+)`/g)].map(([, file]) => file!)
  assert.ok(files.length > 5)
  for (const file of files) assert.ok(existsSync(join(root, file)), file)
})
