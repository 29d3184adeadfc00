import type { Feed } from './feed.ts'
import { tpexFeeds } from './tpex/index.ts'
import { twseFeeds } from './twse/index.ts'
import { twseOpenApiFeeds } from './twse-openapi/index.ts'

/** Every feed; the folder of a publisher lists its own. */
export const feeds: readonly Feed[] = [...twseFeeds, ...twseOpenApiFeeds, ...tpexFeeds]
