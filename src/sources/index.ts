import type { Feed } from './feed.ts'
import { isinFeeds } from './isin/index.ts'
import { tdccFeeds } from './tdcc/index.ts'
import { tpexFeeds } from './tpex/index.ts'
import { tpexOpenApiFeeds } from './tpex-openapi/index.ts'
import { twseFeeds } from './twse/index.ts'
import { twseMisFeeds } from './twse-mis/index.ts'
import { twseOpenApiFeeds } from './twse-openapi/index.ts'

/** Every feed; the folder of a publisher lists its own. */
export const feeds: readonly Feed[] = [
  ...twseOpenApiFeeds,
  ...twseFeeds,
  ...twseMisFeeds,
  ...isinFeeds,
  ...tpexOpenApiFeeds,
  ...tpexFeeds,
  ...tdccFeeds,
]
