import { dateOf, dayOf } from '../../days.ts'
import { daysFrom } from '../dates.ts'
import type { FeedRequest, Market } from '../feed.ts'
import { otherDay, type ParsedRows } from '../outcome.ts'
import { column, constant, type Reading } from '../reading.ts'
import type { Table } from '../tables.ts'

/** Readers of the sentences in notices of dispositions. */

export const periodStart = (text: string): number | undefined => daysFrom(text)?.[0]
export const periodEnd = (text: string): number | undefined => daysFrom(text)?.[1]

const numerals = '〇一二三四五六七八九'

/** `五`, `二十`, `四十五`, `5`. */
function small(text: string): number {
  if (/^\d+$/.test(text)) return Number(text)
  const [tens, ones] = text.includes('十') ? text.split('十') : ['', text]
  const digit = (one: string | undefined, none: number) => (one ? numerals.indexOf(one) : none)
  return text.includes('十') ? 10 * digit(tens, 1) + digit(ones, 0) : digit(ones, 0)
}

/** Minutes between two matchings: the longest in the notice, which may also name the usual ones. */
export function matchInterval(text: string): number | null {
  const found = [...text.normalize('NFKC').matchAll(/每(?:隔)?([\d一二三四五六七八九十]+)分鐘/g)]
  const minutes = found.map(([, count]) => small(count!)).filter((count) => count > 0)
  return minutes.length > 0 ? Math.max(...minutes) : null
}

/** The measure, where only the text has it. */
export const measureIn = (text: string): string | null => /第[一二三四五]次處置/.exec(text)?.[0] ?? null

type Titles = Readonly<Record<'id' | 'name' | 'announced' | 'condition' | 'period' | 'detail', string>>

/** The columns of a notice of the OTC market, by the titles of its list; only the text has the measure. */
export const notice = (market: Market, { id, name, announced, condition, period, detail }: Titles) => ({
  stock_id: id,
  stock_name: column(name, { read: nameOnly }),
  market: constant(market),
  announce_date: announced,
  condition,
  measure: column(detail, { read: measureIn }),
  period_start_date: column(period, { read: periodStart }),
  period_end_date: column(period, { read: periodEnd }),
  match_interval_minutes: column(detail, { read: matchInterval }),
  detail,
})

/** The titles in Chinese, which the web site and the emerging board have alike. */
export const noticeTitles: Titles = {
  ...{ id: '證券代號', name: '證券名稱', announced: '公布日期', condition: '處置原因' },
  ...{ period: '處置起訖時間', detail: '處置內容' },
}

/** A notice is given for every day its period touches. */
export const overlapping = ({ read }: Reading) => ({
  read(tables: readonly Table[], request: FeedRequest): ParsedRows {
    const parsed = read(tables, request)
    const { from, to } = request
    for (const { announce_date, period_end_date } of parsed.rows)
      if ((announce_date as number) > dayOf(to) || (period_end_date as number) < dayOf(from))
        throw otherDay(`${from} to ${to}`, dateOf(announce_date as number))
    return parsed
  },
})

/** A name without the link that may stand behind it in brackets. */
export const nameOnly = (text: string): string | null => text.replace(/\(\.\.\/.*$/, '').trim() || null
