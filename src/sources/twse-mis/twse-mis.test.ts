import { usual } from '../../../test/support/feeds/fixture.ts'
import { triedIn } from '../../../test/support/feeds/tried.ts'
import { twseMisFeeds } from './index.ts'

const tried = triedIn(import.meta.dirname)

for (const feed of twseMisFeeds) tried(feed, `${feed.dataset.name}.${feed.endpoint}.json`, usual(feed))
