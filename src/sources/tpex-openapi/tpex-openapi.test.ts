import { existsSync } from 'node:fs'
import { usual } from '../../../test/support/feeds/fixture.ts'
import { triedIn } from '../../../test/support/feeds/tried.ts'
import { tpexOpenApiFeeds } from './index.ts'

const folder = import.meta.dirname
const tried = triedIn(folder)

/** The lists of statements are one reading; what differs between boards and kinds of business are lines. */
const isStatement = (endpoint: string): boolean => /t187ap0[67]_/.test(endpoint)

for (const feed of tpexOpenApiFeeds) {
  const file = `${feed.dataset.name}.${feed.endpoint}.json`
  if (isStatement(feed.endpoint) && !existsSync(`${folder}/fixtures/${file}`)) continue
  tried(feed, file, usual(feed))
}
