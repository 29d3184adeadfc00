import { TaiwanStockSuspendDayTrading } from '../../catalogue/technical/TaiwanStockSuspendDayTrading.ts'
import { dateOf, dayOf } from '../../days.ts'
import { openApiEvents } from '../openapi.ts'
import { withoutCalendar } from '../outcome.ts'
import { column, constant, whole } from '../reading.ts'
import { tpexOpenApi } from './response.ts'

const shared = {
  stock_id: 'SecuritiesCompanyCode',
  stock_name: 'CompanyName',
  market: constant('TPEX'),
  suspend_start_date: 'FirstDayToSuspendSellThenBuy',
  reason: column('Reason', { blank: '' }),
}
const announced = whole(
  TaiwanStockSuspendDayTrading,
  // The day selling first is allowed again: the last suspended day is the trading day before it.
  { ...shared, suspend_end_date: 'DayOfReinstatingSellThenBuy' },
  { ignore: ['Date'] },
)

/** Suspensions of today and the days to come. */
export const tradingPre = tpexOpenApi.list(
  announced,
  '/tpex_intraday_trading_pre',
  openApiEvents(announced, (parsed, { calendar }) => {
    const rows = parsed.rows.map((row) => {
      const reinstated = dateOf(row.suspend_end_date as number)
      const last = calendar.previous(reinstated)
      if (last === null) throw withoutCalendar(`the trading day before ${reinstated} yet`)
      return { ...row, suspend_end_date: dayOf(last) }
    })
    return { ...parsed, rows }
  }),
  { recorded: '.json' },
)

const past = whole(
  TaiwanStockSuspendDayTrading,
  { ...shared, suspend_end_date: 'LastDayToSuspendSellThenBuy' },
  { ignore: ['Date'] },
)

/** Suspensions of the last days. */
export const tradingHis = tpexOpenApi.events(past, '/tpex_intraday_trading_his')
