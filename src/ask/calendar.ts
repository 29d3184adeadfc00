import type { Dataset } from '../catalogue/dataset.ts'
import { find } from '../catalogue/index.ts'
import { addDays, dateOf, type Period, periodOf, shift, weekday } from './dates.ts'
import type { Span, Window } from './representation.ts'

/** How often a dataset has rows: on what its windows count. */
export type Frequency = 'day' | 'week' | 'month' | 'quarter' | 'event'

const frequencies: Readonly<Record<string, Frequency>> = {
  trade_date: 'day',
  record_date: 'week',
  week_start_date: 'week',
  month_start_date: 'month',
  report_month: 'month',
  report_date: 'quarter',
}
export const frequencyOf = ({ date }: Dataset): Frequency => frequencies[date] ?? 'event'

/** Datasets that know days to come: the newest date of the market is theirs, not the last one they hold. */
const ahead = new Set(['TaiwanStockTradingDate', 'TaiwanStockDailyPriceLimit'])
const anchor = 'TaiwanStockPrice'
/** The dataset of the trading days to come. */
const schedule = 'TaiwanStockTradingDate'

/** What is announced before it happens, and how many months before: a month of it may be one to come. */
const monthsAhead: Readonly<Record<string, number>> = {
  TaiwanStockDividend: 4,
  TaiwanStockTradingDate: 1,
  TaiwanStockSuspendDayTrading: 1,
  TaiwanStockMarginShortSaleSuspension: 2,
  TaiwanStockDisposition: 1,
  TaiwanCBOverview: 11,
  TaiwanStockOverviewIncludeWarrant: 11,
}

/** Both ends are inside; null is open. */
export type Range = {
  readonly from: string | null
  readonly to: string | null
  /** Only these months of each year. */
  readonly months?: readonly number[]
}

export type Calendar = {
  /** Every date of a dataset that has rows, oldest first. */
  readonly known: (dataset: string) => readonly string[]
  /** The newest date of a dataset, which "today" means. */
  readonly newest: (dataset: string) => string
  /** Whether a dataset has rows of days, rather than of weeks, months, quarters or events. */
  readonly isDaily: (dataset: string) => boolean
  /** The dates of a dataset inside a range, oldest first. */
  readonly dates: (dataset: string, range: Range) => readonly string[]
  /** A window of a dataset as dates, seen from `today`. */
  readonly range: (window: Window, dataset: string, today?: string) => Range
  /** The date a window stands for where one date is wanted: its last one with rows. */
  readonly instant: (window: Window, dataset: string, today?: string) => string
  /** What a change over a window starts from: the date itself where one is named, else the last one before it. */
  readonly base: (window: Window, dataset: string, today?: string) => string
  /** The last day of the newest period that is over: no more rows of it will come. */
  readonly ended: (unit: Period, dataset: string, today: string) => string
}

/** A window that no date of the data fits. */
export class NoSuchDate extends Error {
  override name = 'NoSuchDate'
}

/** How many rows of a dataset one unit of a span holds, where it holds a whole number of them. */
export const rowsIn: Readonly<Record<Frequency, Partial<Record<Span, number>>>> = {
  day: { trading_day: 1 },
  week: { week: 1 },
  month: { month: 1, quarter: 3, year: 12 },
  quarter: { quarter: 1, year: 4 },
  event: {},
}

const monthOf = (date: string): number => Number(date.slice(5, 7))

const lastAtOrBefore = (dates: readonly string[], date: string): number => {
  let [low, high] = [0, dates.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (dates[middle]! <= date) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** @param known every date of a dataset that has rows, oldest first. */
export function createCalendar(known: (dataset: string) => readonly string[]): Calendar {
  const registered = (name: string): Dataset => {
    const dataset = find(name)
    if (!dataset) throw new NoSuchDate(`there is no dataset named ${name}`)
    return dataset
  }
  const usesAnchor = (name: string) => ahead.has(name) || frequencyOf(registered(name)) === 'event'
  /** The dates that count: an event's own dates say nothing about which days there were. */
  const counted = (name: string) => (usesAnchor(name) ? known(anchor) : known(name))

  const newest = (name: string): string => {
    const dates = counted(name)
    if (dates.length === 0) throw new NoSuchDate(`${name} holds no rows`)
    return dates.at(-1)!
  }

  const pick = (name: string, dates: readonly string[], index: number): string => {
    const date = dates[index]
    if (date === undefined) throw new NoSuchDate(`${name} does not reach back that far`)
    return date
  }

  function range(window: Window, name: string, today = newest(name)): Range {
    const dates = counted(name)
    const frequency = frequencyOf(registered(name))
    const now = lastAtOrBefore(dates, today)
    const whole = frequency === 'event'
    switch (window.kind) {
      case 'latest':
        return { from: pick(name, dates, now), to: pick(name, dates, now) }
      case 'back': {
        const date = pick(name, dates, now - window.n)
        return { from: date, to: date }
      }
      case 'on':
        return { from: window.date, to: window.date }
      case 'last':
      case 'before': {
        const end = window.kind === 'before' ? now - 1 : now
        const to = pick(name, dates, end)
        const rows = rowsIn[whole ? 'day' : frequency][window.unit]
        if (rows) return { from: pick(name, dates, Math.max(0, end - window.n * rows + 1)), to }
        const unit = window.unit === 'trading_day' ? 'day' : window.unit
        return { from: addDays(shift(whole ? today : to, -window.n, unit), 1), to: whole ? today : to }
      }
      case 'this': {
        const period = periodOf(today, window.unit as Period)
        return { from: period.from, to: whole ? period.to : today }
      }
      case 'previous': {
        const unit = window.unit as Period
        return periodOf(shift(periodOf(today, unit).from, -(window.n ?? 1), unit), unit)
      }
      case 'following': {
        const unit = window.unit as Period
        return periodOf(shift(periodOf(today, unit).from, 1, unit), unit)
      }
      case 'ago':
        if (window.unit === 'trading_day') return { from: null, to: pick(name, dates, now - window.n) }
        return { from: null, to: shift(today, -window.n, window.unit) }
      case 'ahead': {
        const ahead = known(schedule).filter((date) => date > today)
        const date = pick(schedule, ahead, window.n - 1)
        return { from: date, to: date }
      }
      case 'next':
        return {
          from: addDays(today, 1),
          to: shift(today, window.n, window.unit === 'trading_day' ? 'day' : window.unit),
        }
      case 'calendar': {
        const { year, quarter, month } = window
        if (month) return periodOf(dateOf(year, month, 1), 'month')
        return quarter ? periodOf(dateOf(year, quarter * 3 - 2, 1), 'quarter') : periodOf(dateOf(year, 1, 1), 'year')
      }
      case 'newest':
      case 'each': {
        const most = monthsAhead[name]
        if (window.kind === 'newest' && window.month && most !== undefined) {
          const ahead = (window.month - monthOf(today) + 12) % 12
          return periodOf(shift(periodOf(today, 'month').from, ahead <= most ? ahead : ahead - 12, 'month'), 'month')
        }
        const months = window.month ? [window.month] : [2, 1, 0].map((back) => (window.quarter ?? 1) * 3 - back)
        const date = dates.slice(0, now + 1).findLast((one) => months.includes(monthOf(one)))
        if (!date) throw new NoSuchDate(`${name} has no such month or quarter`)
        const { from, to } = periodOf(date, window.month ? 'month' : 'quarter')
        return window.kind === 'newest' ? { from, to } : { from: shift(from, 1 - window.years, 'year'), to, months }
      }
      case 'between':
        return { from: window.from, to: window.to }
      case 'span':
        return {
          from: range(window.from, name, today).from,
          to: window.to ? range(window.to, name, today).to : null,
        }
      case 'upcoming':
        return { from: addDays(today, 1), to: null }
      case 'all':
        return { from: null, to: null }
    }
  }

  function datesIn(name: string, { from, to, months }: Range): readonly string[] {
    const dates = counted(name)
    const begin = from === null ? 0 : lastAtOrBefore(dates, addDays(from, -1)) + 1
    const inside = dates.slice(begin, to === null ? dates.length : lastAtOrBefore(dates, to) + 1)
    return months ? inside.filter((date) => months.includes(monthOf(date))) : inside
  }

  return {
    newest,
    isDaily: (name) => frequencyOf(registered(name)) === 'day',
    known,
    dates: datesIn,
    range,
    instant(window, name, today) {
      const found = datesIn(name, range(window, name, today)).at(-1)
      if (found === undefined) throw new NoSuchDate(`${name} has no rows in that time`)
      return found
    },
    ended(unit, name, today) {
      const frequency = frequencyOf(registered(name))
      const isDaily = frequency === 'day' || frequency === 'event'
      const next = isDaily ? addDays(today, weekday(today) < 5 ? 1 : 8 - weekday(today)) : shift(today, 1, frequency)
      const { from, to } = periodOf(today, unit)
      return next > to ? to : addDays(from, -1)
    },
    base(window, name, today = newest(name)) {
      const dates = counted(name)
      const { from } = range(window, name, today)
      if (from === null) return pick(name, dates, 0)
      if (window.kind === 'back') return from
      // A date that is named is what the change starts from; a period is what it happens in.
      const { kind } = window.kind === 'span' ? window.from : window
      const isNamed = kind === 'on' || kind === 'between'
      return pick(name, dates, lastAtOrBefore(dates, isNamed ? from : addDays(from, -1)))
    },
  }
}
