import { eg28d01 } from './CentralBankRate.ts'
import { ef15m01 } from './CurrencyCirculation.ts'
import { bp01d01 } from './ExchangeRate.ts'

export const cbcFeeds = [ef15m01, eg28d01, bp01d01]
