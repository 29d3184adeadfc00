import { TaiwanStockPrice } from '../../catalogue/technical/TaiwanStockPrice.ts'
import { isBond, isWarrant, knownCodes } from '../exchange/securityCodes.ts'
import { get } from '../feed.ts'
import { column } from '../mapping.ts'
import { dated, openApiRows } from '../openapi.ts'
import { part, whole } from '../rows.ts'
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
  ignore: [
    'CompanyName',
    'Average',
    'LatestBidPrice',
    'LatesAskPrice',
    'LatestAskPrice',
    'LatestBidVolume',
    'LatestAskVolume',
    'Capitals',
    'NextReferencePrice',
    'NextLimitUp',
    'NextLimitDown',
  ],
  leave: [
    ['warrants', 'SecuritiesCompanyCode', isWarrant],
    ['bonds', 'SecuritiesCompanyCode', isBond],
  ],
  refuse: knownCodes('SecuritiesCompanyCode'),
} as const

const quotes = whole(TaiwanStockPrice, columns, options)

/** Every OTC security, the newest day. */
export const dailyCloseQuotes = tpexOpenApi(quotes, {
  endpoint: 'tpex_mainboard_daily_close_quotes',
  span: 'latest',
  request: () => get('/tpex_mainboard_daily_close_quotes'),
  parse: openApiRows(quotes, dated('trade_date')),
})

const session = part(TaiwanStockPrice, columns, options)

/** The same without odd lots, fixed-price and block trades: the prices hold, the rest is less than the whole. */
export const mainboardQuotes = tpexOpenApi(session, {
  endpoint: 'tpex_mainboard_quotes',
  role: 'witness',
  atLeast: ['volume', 'turnover', 'trade_count'],
  span: 'latest',
  request: () => get('/tpex_mainboard_quotes'),
  parse: openApiRows(session, dated('trade_date')),
  verified: 'tpex-openapi/tpex_mainboard_quotes.json',
})
