import { dateOf } from '../../days.ts'
import { dayFrom } from '../dates.ts'
import { changed, notYet, type ParsedRows } from '../outcome.ts'
import { textOf } from '../plan.ts'
import type { Table } from '../tables.ts'
import { session } from './vocabulary.ts'

/** A day is complete once its day session is there with open interest. */

const night = 'a night whose day is still to come'
const uncounted = 'days whose open interest is still to come'

const titles = {
  day: ['交易日期', 'Date'],
  session: ['交易時段', 'TradingSession'],
  held: ['未沖銷契約數', 'OpenInterest'],
}

/** The part that each day of the response lacks, or null where it is complete. */
function lacking({ titles: there, rows }: Table): ReadonlyMap<number, string | null> {
  const [day, time, held] = Object.values(titles).map((names) => {
    const at = there.findIndex((title) => names.includes(title))
    if (at < 0) throw changed(`no table with the columns ${names.join(' or ')}`)
    return at
  })
  const days = new Map<number, string | null>()
  for (const row of rows) {
    const date = dayFrom(textOf(row[day!]))
    if (typeof date !== 'number' || days.get(date) === null) continue
    const isRegular = session(textOf(row[time!])) === 'regular'
    const isHeld = /[1-9]/.test(textOf(row[held!]))
    days.set(date, isRegular ? (isHeld ? null : uncounted) : (days.get(date) ?? night))
  }
  return days
}

/** Leaves out the days that are not complete yet; where none is, the response is still to come. */
export function completeDays(parsed: ParsedRows, table: Table): ParsedRows {
  const days = lacking(table)
  const why = (day: number): string | null => days.get(day) ?? null
  const missing = [...new Set(parsed.rows.map((row) => row.trade_date as number))].filter((day) => why(day) !== null)
  const [first] = missing
  if (first === undefined) return parsed
  const rows = parsed.rows.filter((row) => why(row.trade_date as number) === null)
  if (rows.length === 0) throw notYet(`${dateOf(first)} is among ${why(first)}`)
  const count = (day: number) => parsed.rows.filter((row) => row.trade_date === day).length
  return { ...parsed, rows, left: [...parsed.left, ...missing.map((day) => ({ why: why(day)!, rows: count(day) }))] }
}
