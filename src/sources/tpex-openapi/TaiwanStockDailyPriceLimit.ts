import { TaiwanStockDailyPriceLimit } from '../../catalogue/technical/TaiwanStockDailyPriceLimit.ts'
import { unlimited } from '../exchange/securities.ts'
import { withoutWarrantsAndBonds } from '../exchange/securityCodes.ts'
import { openApiRows } from '../openapi.ts'
import { column, constant, part } from '../reading.ts'
import { newestDay, nextDay } from '../servedDays.ts'
import { titlesIn } from '../text.ts'
import { tpexOpenApi } from './response.ts'

const limits = part(
  TaiwanStockDailyPriceLimit,
  {
    stock_id: 'SecuritiesCompanyCode',
    // The day of the quotes; the limits are those of the trading day after it.
    trade_date: 'Date',
    market: constant('TPEX'),
    limit_up: column('NextLimitUp', unlimited),
    limit_down: column('NextLimitDown', unlimited),
  },
  {
    ignore: titlesIn(`
      CompanyName Close Change Open High Low TradingShares TransactionAmount TransactionNumber LatestBidPrice
      LatesAskPrice Capitals
    `),
    ...withoutWarrantsAndBonds('SecuritiesCompanyCode'),
  },
)

/** The limits of the trading day after the requested one, without the reference price. */
export const mainboardQuotes = tpexOpenApi.list(
  limits,
  '/tpex_mainboard_quotes',
  openApiRows(limits, (parsed, request) => {
    const next = nextDay(request)
    const rows = newestDay(parsed, 'trade_date', request).rows.map((row) => ({ ...row, trade_date: next }))
    return { ...parsed, rows }
  }),
  { role: 'part', recorded: '.json' },
)
