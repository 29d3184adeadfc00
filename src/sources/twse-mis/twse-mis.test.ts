import { defaultRequest } from '../../../test/support/feeds/fixture.ts'
import { testFeedIn } from '../../../test/support/feeds/testFeedIn.ts'
import { twseMisFeeds } from './index.ts'

const testFixture = testFeedIn(import.meta.dirname)

for (const feed of twseMisFeeds) testFixture(feed, `${feed.dataset.name}.${feed.endpoint}.json`, defaultRequest(feed))
