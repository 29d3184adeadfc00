import { TaiwanStockSuspendDayTrading } from '../../catalogue/technical/TaiwanStockSuspendDayTrading.ts'
import { dateOf, dayOf } from '../../days.ts'
import { openApiEvents } from '../openapi.ts'
import { withoutCalendar } from '../outcome.ts'
import { column, constant, whole } from '../reading.ts'
import { tpexOpenApi, twseOpenApi } from './openApi.ts'
import { suspensionList } from './securities.ts'
import { twseList, twseRangeFeed } from './twse.ts'

const listed = whole(TaiwanStockSuspendDayTrading, {
  stock_id: column('股票代號', { also: ['證券代號'] }),
  stock_name: column('股票名稱', { also: ['證券名稱'] }),
  market: constant('TWSE'),
  suspend_start_date: column('停止先賣後買開始日', { also: ['暫停先賣後買開始日', '停止先賣後買起日'] }),
  suspend_end_date: column('停止先賣後買結束日', { also: ['暫停先賣後買結束日', '停止先賣後買迄日'] }),
  reason: column('原因', { blank: '' }),
})
const listedList = whole(TaiwanStockSuspendDayTrading, suspensionList)

const otc = (end: string) =>
  whole(
    TaiwanStockSuspendDayTrading,
    {
      stock_id: 'SecuritiesCompanyCode',
      stock_name: 'CompanyName',
      market: constant('TPEX'),
      suspend_start_date: 'FirstDayToSuspendSellThenBuy',
      suspend_end_date: end,
      reason: column('Reason', { blank: '' }),
    },
    { ignore: ['Date'] },
  )
// The day selling first is allowed again: the last suspended day is the trading day before it.
const announced = otc('DayOfReinstatingSellThenBuy')

export const dayTradingSuspensions = [
  // Suspensions of today and the days to come, where the dated feed has only those that have begun.
  twseOpenApi.events(listedList, '/exchangeReport/TWTBAU1', { choice: 'beside', recorded: '.json' }),
  // Suspensions of the last days.
  twseOpenApi.events(listedList, '/exchangeReport/TWTBAU2'),
  // Suspensions that overlap the requested days.
  twseRangeFeed(listed, 'dayTrading/TWTBAU2', {
    query: { stockNo: '' },
    longest: 366,
    since: '2014-06-30',
    parse: twseList(listed),
  }),
  // Suspensions of today and the days to come.
  tpexOpenApi.list(
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
  ),
  // Suspensions of the last days.
  tpexOpenApi.events(otc('LastDayToSuspendSellThenBuy'), '/tpex_intraday_trading_his'),
]
