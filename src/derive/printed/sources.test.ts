import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { catalogue } from '../../catalogue/index.ts'
import { codeRules, codeSources } from '../../sources/exchange/securityCodes.ts'
import { feeds } from '../../sources/index.ts'
import { printSources } from './sources.ts'

const samples = join(import.meta.dirname, '../../../../shared/samples')
const lines = printSources().split('\n')
const between = (title: string, next: string) => {
  const from = lines.indexOf(`## ${title}`)
  const to = lines.indexOf(`## ${next}`)
  return lines.slice(from, to < 0 ? undefined : to).filter((line) => /^\| (?!---|id |dataset )/.test(line))
}

test('every dataset has a row that names its feeds and what verified them, or that nothing did', () => {
  const rows = between('Datasets', 'Feeds').map((line) => line.split(/(?<!\\) \| |^\| /).slice(1))
  assert.deepEqual(
    rows.map(([name]) => name),
    catalogue.map(({ name }) => name),
  )
  for (const [name, feedNames, , licence, verified] of rows) {
    assert.ok(feedNames !== '' && licence !== '' && verified !== '', name)
    const own = feeds.filter(({ dataset, role }) => dataset.name === name && role !== 'witness')
    const isProved = own.some((feed) => feed.recording !== null)
    if (own.length > 0)
      assert.equal(
        /not verified/.test(verified!),
        own.some((feed) => feed.recording === null),
        name,
      )
    if (isProved) assert.match(verified!, /\.(json|csv|html)/, name)
  }
})

test('every feed has a row', () => {
  assert.equal(between('Feeds', 'Codes of securities').length, feeds.length)
})

test('every coding rule has a row, with its source explained', () => {
  const rows = between('Codes of securities', 'nothing').slice(1)
  assert.equal(rows.length, codeRules.length)
  assert.ok(rows.some((line) => line.startsWith('| `7[0-3]###[UT]` | warrant | put on a domestic underlying')))
  for (const { source } of codeRules) assert.ok(lines.includes(`- *${source}*: ${codeSources[source]}`))
})

test('every recorded answer that is named exists', {
  skip: existsSync(samples) ? false : `no recorded answers: put them at ${samples}`,
}, () => {
  const missing = feeds.flatMap(({ recording }) =>
    recording === null || existsSync(join(samples, 'raw', recording)) || existsSync(join(samples, recording))
      ? []
      : [recording],
  )
  assert.deepEqual(missing, [])
})
