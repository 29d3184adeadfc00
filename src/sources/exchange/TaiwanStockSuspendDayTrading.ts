import { TaiwanStockSuspendDayTrading } from '../../catalogue/technical/TaiwanStockSuspendDayTrading.ts'
import { dateOf, dayOf } from '../../days.ts'
import { openApiEvents } from '../openapi.ts'
import { withoutCalendar } from '../outcome.ts'
import { whole } from '../reading.ts'
import { tpexOpenApi, twseOpenApi } from './openApi.ts'
import { suspension, suspensionTitles } from './securities.ts'
import { twseList, twseRangeFeed } from './twse.ts'

const { twse: onTwseSite, twseOpenApi: inList, tpexOpenApi: inOtcList } = suspensionTitles
const listed = whole(
  TaiwanStockSuspendDayTrading,
  suspension('TWSE', {
    ...onTwseSite,
    start: ['停止先賣後買開始日', '暫停先賣後買開始日', '停止先賣後買起日'],
    end: ['停止先賣後買結束日', '暫停先賣後買結束日', '停止先賣後買迄日'],
  }),
)
const listedList = whole(TaiwanStockSuspendDayTrading, suspension('TWSE', inList))

const otc = (end: string) =>
  whole(
    TaiwanStockSuspendDayTrading,
    suspension('TPEX', { ...inOtcList, start: ['FirstDayToSuspendSellThenBuy'], end: [end] }),
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
