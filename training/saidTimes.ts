import type { Calendar } from '../src/ask/calendar.ts'
import type { Slots } from '../src/ask/reader/encode.ts'
import type { CalendarPeriod, Representation, Window } from '../src/ask/representation.ts'

const dataset = 'TaiwanStockPrice'

/**
 * A meaning with its times as the question says them, where the label has dates and the question none: the dates are of
 * one market, the words of all.
 */
export function asSaid(representation: Representation, text: string, slots: Slots, calendar: Calendar): Representation {
  const today = calendar.newest(dataset)
  const rangeOf = (window: Window) => calendar.range(window, dataset, today)
  const saysYear = (year: number): boolean =>
    slots.numbers.some(({ bare }) => bare === year || bare + 1_911 === year || bare + 2_000 === year)
  const saysQuarters = /季|quarter|\bq\d|\dq|半年|half|\bh\d|\dh\b/i.test(text)

  /** The period that begins with a day, or with `isEnd` the one that ends with it. */
  function periodAt(day: string, isEnd: boolean): CalendarPeriod | null {
    const edge = (window: Window) => (isEnd ? rangeOf(window).to : rangeOf(window).from)
    const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))]
    const relative: CalendarPeriod[] = (['year', 'quarter', 'month', 'week'] as const).flatMap((unit) => [
      { kind: 'this', unit },
      { kind: 'previous', unit },
    ])
    const quarter = Math.ceil(month / 3)
    const known: CalendarPeriod[] = []
    const whole: CalendarPeriod = { kind: 'calendar', year }
    if (saysYear(year)) {
      known.push(whole)
      if (saysQuarters) known.push({ kind: 'calendar', year, quarter })
      known.push({ kind: 'calendar', year, month })
    } else {
      known.push(...relative.filter((period) => 'unit' in period && period.unit === 'year'))
      if (saysQuarters) known.push({ kind: 'newest', quarter })
      known.push({ kind: 'newest', month }, ...relative)
      // "This July" is a month of this year, whose number nobody says.
      known.push({ kind: 'calendar', year, month })
    }
    return known.find((period) => edge(period) === day) ?? null
  }

  function windowOf(from: string | null, to: string | null): Window | null {
    if (from === null && to === null) return null
    for (const unit of ['week', 'month', 'quarter', 'year'] as const) {
      const next: Window = { kind: 'following', unit }
      if (rangeOf(next).from === from && rangeOf(next).to === to) return next
    }
    if (from === null)
      for (const unit of ['year', 'month', 'week'] as const)
        for (let n = 1; n <= 12; n++) {
          const ago: Window = { kind: 'ago', n, unit }
          if (rangeOf(ago).to === to) return ago
        }
    if (from === null) return null
    if (to === null && from > today) return { kind: 'upcoming' }
    const first = periodAt(from, false)
    const last = to === null || to === today ? null : periodAt(to, true)
    if (!first || (to !== null && to !== today && !last)) return null
    return { kind: 'span', from: first, ...(last ? { to: last } : {}) }
  }

  const said = <T>(node: T): T => {
    if (Array.isArray(node)) return node.map(said) as T
    if (typeof node !== 'object' || node === null) return node
    const { kind, from, to, date } = node as { kind?: string; from?: string | null; to?: string | null; date?: string }
    if (kind === 'on' && date === today) return { kind: 'latest' } as T
    const window = kind === 'between' && from !== undefined && to !== undefined ? windowOf(from, to) : null
    if (window) return window as T
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, said(value)])) as T
  }
  return slots.days.length > 0 ? representation : said(representation)
}
