import { isDate } from '../../../fields.ts'
import { dateOf, type Period, periodOf, shift } from '../../dates.ts'
import type { Span, Window } from '../../representation.ts'
import type { Got } from '../match.ts'
import type { Time } from './time.ts'

export const yearOf = (got: Got, today: string): number => {
  if (got.year !== undefined) return Number(got.year)
  if (got.roc !== undefined) return Number(got.roc) + 1911
  return Number(today.slice(0, 4)) - Number(got.relative)
}

/** A bare "day" is a trading day unless the dataset knows no such thing. */
export const spanOf = (got: Got): Span => (got.unit === 'day' ? 'trading_day' : (got.unit as Span))

export const on = (year: number, monthNumber: number, day: number): Time | null => {
  const date = dateOf(year, monthNumber, day)
  return isDate(date) ? { window: { kind: 'on', date } } : null
}

/** A day of the month without a year is the last one there was. */
export const dayOfMonth = (got: Got, today: string): Time | null => {
  const year = Number(today.slice(0, 4))
  const time = on(year, Number(got.month), Number(got.day))
  return time?.window.kind === 'on' && time.window.date > today
    ? on(year - 1, Number(got.month), Number(got.day))
    : time
}

export const last = (got: Got): Time => {
  const window: Window = { kind: 'last', n: Number(got.n ?? 1), unit: spanOf(got) }
  return got.unit === 'day' ? { window, loose: true } : { window }
}

export const fixed =
  (window: Window, more: Partial<Time> = {}): ((got: Got) => Time) =>
  () => ({ window, ...more })

/** "20-day"; one day alone is no span, and more than thirty years is a year of the republic. */
export const adjective = (got: Got): Time | null => {
  if (got.unit === 'year' && Number(got.n) > 30) return null
  return got.unit === 'day' && got.n === 1 ? null : { ...last(got), adjective: true }
}

/** A month ago: the last date by then. */
export const ago = (got: Got, today: string): Time => ({
  window: { kind: 'between', from: null, to: shift(today, -Number(got.n ?? 1), spanOf(got) as Period) },
  edge: 'end',
  ago: { n: Number(got.n ?? 1), unit: spanOf(got) },
})

/** A half of a year; without one said, the last there was or that is running. */
export const halfOf = (got: Got, today: string): Time => {
  const named = got.year !== undefined || got.roc !== undefined || got.relative !== undefined
  const [begin, end] = got.half === '1' ? ['01-01', '06-30'] : ['07-01', '12-31']
  const year = Number(today.slice(0, 4))
  const here = named ? yearOf(got, today) : `${year}-${begin}` <= today ? year : year - 1
  return {
    window: { kind: 'between', from: `${here}-${begin}`, to: `${here}-${end}` },
    ...(`${here}-${begin}` > today ? { future: true } : {}),
  }
}

/** The period after the running one, which only what is announced ahead can hold. */
export const coming =
  (unit: 'week' | 'month' | 'quarter' | 'year') =>
  (_: Got, today: string): Time => {
    const { from, to } = periodOf(shift(periodOf(today, unit).from, 1, unit), unit)
    return { window: { kind: 'between', from, to }, future: true }
  }

/** The last date of a month or year that is named. */
export const endOf = (window: Window): Time => ({ window, edge: 'end' })
