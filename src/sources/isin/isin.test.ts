import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultRequest, readBytes, requestFor } from '../../../test/support/feeds/fixture.ts'
import { testFeedIn } from '../../../test/support/feeds/testFeedIn.ts'
import { isinFeeds } from './index.ts'
import { boardTitles } from './registry.ts'
import { listTitles } from './response.ts'
import { registry } from './TaiwanStockOverviewIncludeWarrant.ts'

const testFixture = testFeedIn(import.meta.dirname)

for (const feed of isinFeeds) {
  const titles = feed.endpoint.startsWith('C_public') ? boardTitles : listTitles
  testFixture(feed, `${feed.dataset.name}.${feed.endpoint}.html`, defaultRequest(feed), titles)
}

test('a page that redirects by script is blocked', () => {
  const page = '<html><SCRIPT LANGUAGE="JAVASCRIPT"> window.location.replace("class_nofind.html") </SCRIPT></html>'
  assert.equal(readBytes(registry[0]!, new TextEncoder().encode(page), requestFor('2024-05-02')).kind, 'blocked')
})
