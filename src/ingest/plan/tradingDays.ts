import { dateOf, dayOf, weekdayOf } from '../../days.ts'
import type { Calendar } from '../../sources/feed.ts'
import type { Row } from '../../sources/outcome.ts'

/** A day on which the market traded or is scheduled to. */
export type TradingDay = { readonly day: number; readonly isScheduled: boolean; readonly note: string | null }

/** Calendar rows of one response. */
export type CalendarUpdate = { readonly kind: 'traded' | 'scheduled'; readonly rows: readonly Row[] }

const monthStart = (day: number): number => dayOf(`${dateOf(day).slice(0, 7)}-01`)
const yearOf = (day: number): string => dateOf(day).slice(0, 4)

/**
 * Applies responses to the days, oldest first. A traded day replaces a scheduled one, and a scheduled day that was
 * skipped, as after a typhoon, is removed. A schedule only adds future days.
 */
export function updateTradingDays(stored: readonly TradingDay[], updates: readonly CalendarUpdate[]): TradingDay[] {
  const days = new Map(stored.map((one) => [one.day, one]))
  for (const { kind, rows } of updates) {
    const listed = new Set(rows.map((row) => row.trade_date as number))
    if (listed.size === 0) continue
    const last = Math.max(...listed)
    if (kind === 'traded') {
      const first = monthStart(Math.min(...listed))
      for (const { day, isScheduled } of [...days.values()])
        if (isScheduled && day >= first && day <= last && !listed.has(day)) days.delete(day)
      for (const day of listed) days.set(day, { day, isScheduled: false, note: days.get(day)?.note ?? null })
    } else {
      const traded = [...days.values()].reduce((max, one) => (one.isScheduled ? max : Math.max(max, one.day)), -1)
      const year = yearOf(last)
      for (const { day, isScheduled } of [...days.values()])
        if (isScheduled && yearOf(day) === year && day > traded && !listed.has(day)) days.delete(day)
      for (const row of rows) {
        const day = row.trade_date as number
        const known = days.get(day)
        const note = row.note as string | null
        if (known && !known.isScheduled) days.set(day, { ...known, note })
        else if (day > traded) days.set(day, { day, isScheduled: true, note })
      }
    }
  }
  return [...days.values()].sort((a, b) => a.day - b.day)
}

/** Days searched for the next trading day; longer than any holiday. */
const longestClosure = 20
/** From this day on no Saturday was a trading day. */
const lastSaturdays = dayOf('2020-01-01')

/** The calendar of the days. Outside these days, weekends since 2020 are closed and working days unknown. */
export function calendarOf(days: readonly TradingDay[]): Calendar {
  const open = new Set(days.map(({ day }) => day))
  const lastTraded = new Map<string, number>()
  const scheduledYears = new Set<string>()
  let newest = -1
  for (const { day, isScheduled } of days) {
    if (isScheduled) scheduledYears.add(yearOf(day))
    else {
      lastTraded.set(dateOf(day).slice(0, 7), day)
      newest = Math.max(newest, day)
    }
  }
  const isOpen = (day: number): boolean | null => {
    if (open.has(day)) return true
    const inMonth = lastTraded.get(dateOf(day).slice(0, 7))
    if (inMonth !== undefined && day <= inMonth) return false
    if (day > newest && scheduledYears.has(yearOf(day))) return false
    return weekdayOf(day) > 5 && day >= lastSaturdays ? false : null
  }
  const walk = (date: string, step: 1 | -1): string | null => {
    const from = dayOf(date)
    for (let at = 1; at <= longestClosure; at++) {
      const isThat = isOpen(from + at * step)
      if (isThat === null) return null
      if (isThat) return dateOf(from + at * step)
    }
    return null
  }
  return {
    isOpen: (date) => isOpen(dayOf(date)),
    next: (date) => walk(date, 1),
    previous: (date) => walk(date, -1),
  }
}
