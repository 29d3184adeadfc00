import { dateOf, dayNumber, daysFrom } from '../dates.ts'
import type { FeedRequest } from '../feed.ts'
import { otherDay, type ParsedRows } from '../outcome.ts'

/** What notices of dispositions say in their sentences. */

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

/** Minutes between two matchings: the longest that is named, as a notice may tell the usual ones too. */
export function matchInterval(text: string): number | null {
  const found = [...text.normalize('NFKC').matchAll(/每(?:隔)?([\d一二三四五六七八九十]+)分鐘/g)]
  const minutes = found.map(([, count]) => small(count!)).filter((count) => count > 0)
  return minutes.length > 0 ? Math.max(...minutes) : null
}

/** The measure, where it is only told in the text. */
export const measureIn = (text: string): string | null => /第[一二三四五]次處置/.exec(text)?.[0] ?? null

/** A notice is given for every day its period touches. */
export function overlapping(parsed: ParsedRows, { from, to }: FeedRequest): ParsedRows {
  for (const { announce_date, period_end_date } of parsed.rows)
    if ((announce_date as number) > dayNumber(to) || (period_end_date as number) < dayNumber(from))
      throw otherDay(`${from} to ${to}`, dateOf(announce_date as number))
  return parsed
}

/** A name without the link that may stand behind it in brackets. */
export const nameOnly = (text: string): string | null => text.replace(/\(\.\.\/.*$/, '').trim() || null
