import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask, readBytes, usual } from '../../../test/support/feeds/fixture.ts'
import { triedIn } from '../../../test/support/feeds/tried.ts'
import { isinFeeds } from './index.ts'
import { boardTitles } from './registry.ts'
import { listTitles } from './response.ts'
import { classMain, singleMain } from './TaiwanStockOverviewIncludeWarrant.ts'

const tried = triedIn(import.meta.dirname)

for (const feed of isinFeeds) {
  const titles = feed.endpoint.startsWith('C_public') ? boardTitles : listTitles
  tried(feed, `${feed.dataset.name}.${feed.endpoint}.html`, usual(feed), titles)
}

test('a code that the registry does not know is an answer without rows; a list is never empty', () => {
  const page = '<html><SCRIPT LANGUAGE="JAVASCRIPT"> window.location.replace("class_nofind.html") </SCRIPT></html>'
  const bytes = new TextEncoder().encode(page)
  const outcome = readBytes(singleMain, bytes, ask('2024-05-02', { id: '4444' }))
  assert.ok(outcome.kind === 'rows', JSON.stringify(outcome))
  assert.deepEqual(
    [outcome.rows, outcome.left],
    [[], [{ why: 'the registry has no security with the code 4444', rows: 0 }]],
  )
  assert.equal(readBytes(classMain, bytes, ask('2024-05-02')).kind, 'blocked')
})
