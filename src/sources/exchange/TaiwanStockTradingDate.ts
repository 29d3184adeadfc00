import { TaiwanStockTradingDate } from '../../catalogue/technical/TaiwanStockTradingDate.ts'
import { dateOf, dayOf, weekdayOf, yearOf } from '../../days.ts'
import { compact, dayFrom, weekdayFrom } from '../dates.ts'
import type { FeedRequest } from '../feed.ts'
import { openApiTable } from '../openapi.ts'
import { changed, notYet, otherDay, type ParsedRows, type Row, rowsOutcome } from '../outcome.ts'
import { combined, constant, inOpenApi, type Named, onSite, part, type Reading, readBy, whole } from '../reading.ts'
import { plainText } from '../text.ts'
import { twseOpenApi } from './openApi.ts'
import { rwd, twse, twseList, twseMonthFeed } from './twse.ts'

/** The days that really traded: closures outside the schedule, such as typhoons, show here. */
const traded = (day: string, ignore: readonly string[]) =>
  whole(
    TaiwanStockTradingDate,
    { trade_date: day, weekday: combined([day], weekdayFrom), is_scheduled: constant(false), note: null },
    { ignore },
  )

/** The list names holidays, and beside them the first and the last trading day around the long ones. */
const isOpenDay = (name: string): boolean => /開始交易|最後交易|補行交易/.test(name) && !/無交易/.test(name)

/** The list of holidays, and the trading days of its year. */
function scheduleOf(named: Named): Reading {
  const { layouts, read } = part(
    TaiwanStockTradingDate,
    { trade_date: named('日期', 'Date'), note: named('名稱', 'Name', { read: plainText }) },
    { ignore: named === onSite ? ['說明'] : ['Description', 'Weekday'] },
  )
  return readBy(TaiwanStockTradingDate, (tables, request) => scheduled(read(tables, request), request), { layouts })
}

/** Trading days of the year whose holidays are listed: the working days that are none, and the days named as open. */
function scheduled(list: ParsedRows, request: FeedRequest): ParsedRows {
  // A holiday that cannot be read would be taken for a trading day.
  const [bad] = list.rejected
  if (bad) throw changed(`a day of the schedule cannot be read: ${bad.cells.join(' | ')}`)
  const year = request.from.slice(0, 4)
  const listed = new Map(list.rows.map((row) => [row.trade_date as number, row.note as string]))
  const days = [...listed.keys()].map(dateOf)
  if (days.length === 0) throw notYet(`no schedule for ${year}`)
  const other = days.find((date) => date.slice(0, 4) !== year)
  if (other !== undefined) throw otherDay(year, other.slice(0, 4))
  const rows: Row[] = []
  for (let at = dayOf(`${year}-01-01`); at <= dayOf(`${year}-12-31`); at++) {
    const note = listed.get(at)
    const isOpen = note === undefined ? weekdayOf(at) <= 5 : isOpenDay(note)
    if (isOpen) rows.push({ trade_date: at, weekday: weekdayOf(at), is_scheduled: true, note: note ?? null })
  }
  return { ...list, rows }
}

const [ofYear, ofList] = [scheduleOf(onSite), scheduleOf(inOpenApi)]

export const tradingDates = [
  // The days of this month that traded.
  twseOpenApi.daily(
    traded('Date', ['TradeVolume', 'TradeValue', 'Transaction', 'TAIEX', 'Change']),
    '/exchangeReport/FMTQIK',
    { recorded: '.json' },
  ),
  // The days that are to trade; in November the list turns to the next year.
  twseOpenApi.list(
    ofList,
    '/holidaySchedule/holidaySchedule',
    (bytes, request) => {
      const table = openApiTable(bytes)
      if (table === null) throw notYet('no schedule')
      const first = dayFrom(String(table.rows[0]?.[table.titles.indexOf('Date')] ?? ''))
      const year = typeof first === 'number' ? yearOf(first) : 0
      const requested = Number(request.to.slice(0, 4))
      if (year !== 0 && year < requested) throw notYet(`still the schedule of ${year}`)
      const from = `${year === 0 ? requested : year}-01-01`
      return rowsOutcome(ofList.read([table], { ...request, from }))
    },
    { recorded: '.json' },
  ),
  twseMonthFeed(
    traded('日期', ['成交股數', '成交金額', '成交筆數', '發行量加權股價指數', '漲跌點數']),
    'afterTrading/FMTQIK',
    { since: '1990-01-04', recording: 'twse/FMTQIK_202301.json' },
  ),
  // The days that are to trade, from the holidays of a year.
  twse(ofYear, {
    endpoint: 'holidaySchedule',
    span: 'year',
    request: ({ from }) => rwd('holidaySchedule/holidaySchedule', { date: compact(from) }),
    parse: twseList(ofYear),
  }),
]
