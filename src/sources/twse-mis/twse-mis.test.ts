import { usual } from '../../testing/feeds/fixture.ts'
import { triedIn } from '../../testing/feeds/tried.ts'
import { twseMisFeeds } from './index.ts'

const tried = triedIn(import.meta.dirname)

for (const feed of twseMisFeeds) tried(feed, `${feed.dataset.name}.${feed.endpoint}.json`, usual(feed))
