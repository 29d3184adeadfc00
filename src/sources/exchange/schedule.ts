import { TaiwanStockTradingDate } from '../../catalogue/technical/TaiwanStockTradingDate.ts'
import { dateOf, dayOf, weekdayOf } from '../../days.ts'
import type { FeedRequest } from '../feed.ts'
import { changed, notYet, otherDay, type ParsedRows, type Row } from '../outcome.ts'
import { column, part, type Reading, readBy } from '../reading.ts'
import { plainText } from '../text.ts'

/** The list names holidays, and beside them the first and the last trading day around the long ones. */
const isOpenDay = (name: string): boolean => /開始交易|最後交易|補行交易/.test(name) && !/無交易/.test(name)

type Titles = Readonly<Record<'day' | 'name' | 'about', string>> & { readonly ignore?: readonly string[] }

/** The list of holidays, and the trading days of its year. */
export function scheduleOf({ day, name, about, ignore = [] }: Titles): Reading {
  const { layouts, read } = part(
    TaiwanStockTradingDate,
    { trade_date: day, note: column(name, { read: plainText }) },
    { ignore: [about, ...ignore] },
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
