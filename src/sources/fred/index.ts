import type { Feed } from '../feed.ts'
import { brent, wti } from './CrudeOilPrices.ts'
import { currcir } from './CurrencyCirculation.ts'
import { constantMaturities } from './USBondYield.ts'

export const fredFeeds: readonly Feed[] = [wti, brent, currcir, ...constantMaturities]
