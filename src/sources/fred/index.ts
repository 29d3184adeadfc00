import { brent, wti } from './CrudeOilPrices.ts'
import { currcir } from './CurrencyCirculation.ts'
import { constantMaturities } from './USBondYield.ts'

export const fredFeeds = [wti, brent, currcir, ...constantMaturities]
