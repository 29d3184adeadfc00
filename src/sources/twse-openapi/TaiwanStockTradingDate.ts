import { TaiwanStockTradingDate } from '../../catalogue/technical/TaiwanStockTradingDate.ts'
import { yearOf } from '../../days.ts'
import { dayFrom, weekdayFrom } from '../dates.ts'
import { scheduleOf } from '../exchange/schedule.ts'
import { openApiTable } from '../openapi.ts'
import { notYet, rowsOutcome } from '../outcome.ts'
import { combined, constant, whole } from '../reading.ts'
import { twseOpenApi } from './response.ts'

const traded = whole(
  TaiwanStockTradingDate,
  {
    trade_date: 'Date',
    weekday: combined(['Date'], weekdayFrom),
    is_scheduled: constant(false),
    note: null,
  },
  { ignore: ['TradeVolume', 'TradeValue', 'Transaction', 'TAIEX', 'Change'] },
)

/** The days of this month that traded. */
export const fmtqik = twseOpenApi.daily(traded, '/exchangeReport/FMTQIK', { recorded: '.json' })

const schedule = scheduleOf({ day: 'Date', name: 'Name', about: 'Description', ignore: ['Weekday'] })

/** The days that are to trade; in November the list turns to the next year. */
export const holidaySchedule = twseOpenApi.list(
  schedule,
  '/holidaySchedule/holidaySchedule',
  (bytes, request) => {
    const table = openApiTable(bytes)
    if (table === null) throw notYet('no schedule')
    const first = dayFrom(String(table.rows[0]?.[table.titles.indexOf('Date')] ?? ''))
    const year = typeof first === 'number' ? yearOf(first) : 0
    const requested = Number(request.to.slice(0, 4))
    if (year !== 0 && year < requested) throw notYet(`still the schedule of ${year}`)
    const from = `${year === 0 ? requested : year}-01-01`
    return rowsOutcome(schedule.read([table], { ...request, from }))
  },
  { recorded: '.json' },
)
