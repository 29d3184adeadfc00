import { TaiwanStockPrice } from '../../catalogue/technical/TaiwanStockPrice.ts'
import { withoutWarrantsAndBonds } from '../exchange/securityCodes.ts'
import { column, part, whole } from '../reading.ts'
import { titlesIn } from '../text.ts'
import { tpexOpenApi } from './response.ts'

const columns = {
  stock_id: 'SecuritiesCompanyCode',
  trade_date: 'Date',
  open: 'Open',
  high: 'High',
  low: 'Low',
  close: 'Close',
  volume: 'TradingShares',
  turnover: 'TransactionAmount',
  trade_count: 'TransactionNumber',
  spread: column('Change', { none: ['除息', '除權', '除權息'] }),
}
const options = {
  ignore: titlesIn(`
    CompanyName Average LatestBidPrice LatesAskPrice LatestAskPrice LatestBidVolume LatestAskVolume Capitals
    NextReferencePrice NextLimitUp NextLimitDown
  `),
  ...withoutWarrantsAndBonds('SecuritiesCompanyCode'),
} as const

const quotes = whole(TaiwanStockPrice, columns, options)

/** Every OTC security, the newest day. */
export const dailyCloseQuotes = tpexOpenApi.daily(quotes, '/tpex_mainboard_daily_close_quotes')

const session = part(TaiwanStockPrice, columns, options)

/** The same without odd lots, fixed-price and block trades: the prices hold, the rest is less than the whole. */
export const mainboardQuotes = tpexOpenApi.daily(session, '/tpex_mainboard_quotes', {
  role: 'witness',
  atLeast: ['volume', 'turnover', 'trade_count'],
  recorded: '.json',
})
