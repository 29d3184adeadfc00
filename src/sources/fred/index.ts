import type { Feed } from '../feed.ts'
import { brent, wti } from './CrudeOilPrices.ts'
import { currcir } from './CurrencyCirculation.ts'
import { constantMaturities } from './USBondYield.ts'

/** What the Federal Reserve Bank of St. Louis is asked. */
export const fredFeeds: readonly Feed[] = [wti, brent, currcir, ...constantMaturities]
