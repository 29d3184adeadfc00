import { TaiwanStockTradingDate } from '../../catalogue/technical/TaiwanStockTradingDate.ts'
import { compact, weekdayFrom } from '../dates.ts'
import { scheduleOf } from '../exchange/schedule.ts'
import { combined, constant, whole } from '../reading.ts'
import { rwd, twse, twseList, twseMonthFeed } from './response.ts'

const traded = whole(
  TaiwanStockTradingDate,
  {
    trade_date: '日期',
    weekday: combined(['日期'], weekdayFrom),
    is_scheduled: constant(false),
    note: null,
  },
  { ignore: ['成交股數', '成交金額', '成交筆數', '發行量加權股價指數', '漲跌點數'] },
)

/** The days that really traded: closures outside the schedule, such as typhoons, show here. */
export const fmtqik = twseMonthFeed(traded, 'afterTrading/FMTQIK', {
  since: '1990-01-04',
  recording: 'twse/FMTQIK_202301.json',
})

const schedule = scheduleOf({ day: '日期', name: '名稱', about: '說明' })

/** The days that are to trade, from the holidays of a year. */
export const holidaySchedule = twse(schedule, {
  endpoint: 'holidaySchedule',
  span: 'year',
  request: ({ from }) => rwd('holidaySchedule/holidaySchedule', { date: compact(from) }),
  parse: twseList(schedule),
})
