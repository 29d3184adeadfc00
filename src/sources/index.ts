import { bankOfTaiwanFeeds } from './bank-of-taiwan/index.ts'
import { bisFeeds } from './bis/index.ts'
import { cbcFeeds } from './cbc/index.ts'
import { exchangeFeeds } from './exchange/index.ts'
import type { Feed } from './feed.ts'
import { fredFeeds } from './fred/index.ts'
import { isinFeeds } from './isin/index.ts'
import { lbmaFeeds } from './lbma/index.ts'
import { mopsFeeds } from './mops/index.ts'
import { ndcFeeds } from './ndc/index.ts'
import { taifexFeeds } from './taifex/index.ts'
import { taifexMisFeeds } from './taifex-mis/index.ts'
import { tdccFeeds } from './tdcc/index.ts'
import { treasuryFeeds } from './treasury/index.ts'
import { twseMisFeeds } from './twse-mis/index.ts'
import { yahooFeeds } from './yahoo/index.ts'

/** Every feed; the folder of a publisher lists its own. */
export const feeds: readonly Feed[] = [
  ...exchangeFeeds,
  ...twseMisFeeds,
  ...isinFeeds,
  ...tdccFeeds,
  ...mopsFeeds,
  ...taifexFeeds,
  ...taifexMisFeeds,
  ...cbcFeeds,
  ...ndcFeeds,
  ...bankOfTaiwanFeeds,
  ...fredFeeds,
  ...treasuryFeeds,
  ...bisFeeds,
  ...lbmaFeeds,
  ...yahooFeeds,
]
