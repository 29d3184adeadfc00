import { existsSync } from 'node:fs'
import { defaultRequest } from '../../../test/support/feeds/fixture.ts'
import { testFeedIn } from '../../../test/support/feeds/testFeedIn.ts'
import { tpexOpenApiFeeds } from './index.ts'

const folder = import.meta.dirname
const testFixture = testFeedIn(folder)

/** The lists of statements are one reading; what differs between boards and kinds of business are lines. */
const isStatement = (endpoint: string): boolean => /t187ap0[67]_/.test(endpoint)

for (const feed of tpexOpenApiFeeds) {
  const file = `${feed.dataset.name}.${feed.endpoint}.json`
  if (isStatement(feed.endpoint) && !existsSync(`${folder}/fixtures/${file}`)) continue
  testFixture(feed, file, defaultRequest(feed))
}
