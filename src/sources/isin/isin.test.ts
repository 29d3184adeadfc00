import { usual } from '../../testing/feeds/fixture.ts'
import { triedIn } from '../../testing/feeds/tried.ts'
import { listTitles } from './answer.ts'
import { isinFeeds } from './index.ts'
import { boardTitles } from './registry.ts'

const tried = triedIn(import.meta.dirname)

for (const feed of isinFeeds) {
  const titles = feed.endpoint.startsWith('C_public') ? boardTitles : listTitles
  tried(feed, `${feed.dataset.name}.${feed.endpoint}.html`, usual(feed), titles)
}
