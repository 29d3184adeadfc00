import { TaiwanStockPrice } from '../../catalogue/technical/TaiwanStockPrice.ts'
import { calendarDay, dayOf, yearOf } from '../../days.ts'
import { startOf } from '../../derive/bars.ts'
import { decimalText, unitsOf } from '../../derive/rounding.ts'
import type { Days, Inputs } from './inputs.ts'
import type { Computed, Item } from './spread.ts'
import { laterOf, type StoodRow } from './timeline.ts'

type Span = 'week' | 'month'

/** `2026-W18`, `2026-05` */
function labelOf(start: string, span: Span): string {
  if (span === 'month') return start.slice(0, 7)
  // A week belongs to the year of its Thursday.
  const thursday = dayOf(start) + 3
  const week = Math.floor((thursday - calendarDay(yearOf(thursday), 1, 1)) / 7) + 1
  return `${yearOf(thursday)}-W${String(week).padStart(2, '0')}`
}

/** The bar of some days, the oldest first; the rule is that of `src/derive/bars.ts`. */
function barOf(start: string, days: readonly StoodRow[], span: Span): Item {
  const rows = days.map(({ row }) => row)
  const { stock_id, trade_date } = rows.at(-1)!
  const priced = rows.filter(({ close }) => close !== null)
  const texts = (name: string): string[] => priced.flatMap((row) => (row[name] as string | null) ?? [])
  const sorted = (name: string) => texts(name).sort((a, b) => (unitsOf(a) < unitsOf(b) ? -1 : 1))
  const sum = (name: string): number => rows.reduce((total, row) => total + (row[name] as number), 0)
  const turnover = rows.reduce((total, row) => total + unitsOf(row.turnover as string), 0n)
  return {
    day: dayOf(start),
    known: days.map(({ known }) => known).reduce(laterOf),
    cells: {
      ...{ stock_id: stock_id!, [`${span}_start_date`]: start, [span]: labelOf(start, span), trade_date: trade_date! },
      ...{ open: texts('open')[0] ?? null, high: sorted('high').at(-1) ?? null, low: sorted('low')[0] ?? null },
      close: texts('close').at(-1) ?? null,
      ...{ volume: sum('volume'), turnover: decimalText(turnover, 2), trade_count: sum('trade_count') },
      ...{ spread: null, trading_days: priced.length },
    },
  }
}

/** The longest bar, in days. */
const longest = 31

/** The bars of an id. */
export function barsOf(inputs: Inputs, id: string, span: Span): Computed {
  function* items({ from, to, ascending }: Days): Generator<Item, void> {
    let [start, own]: [string, StoodRow[]] = ['', []]
    function* bar(): Generator<Item, void> {
      if (own.length === 0) return
      const made = barOf(start, ascending ? own : own.reverse(), span)
      if ((from === null || made.day >= from) && (to === null || made.day <= to)) yield made
    }
    // A bar that begins within the range may end after it.
    for (const one of inputs.rows(TaiwanStockPrice, id, { from, to: to === null ? null : to + longest, ascending })) {
      const next = startOf(one.row.trade_date as string, span)
      if (next !== start) {
        yield* bar()
        ;[start, own] = [next, []]
      }
      own.push(one)
    }
    yield* bar()
  }
  return { items, oldest: Number.NEGATIVE_INFINITY }
}
