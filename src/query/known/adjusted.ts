import { TaiwanStockPrice } from '../../catalogue/technical/TaiwanStockPrice.ts'
import { TaiwanStockPriceAdj } from '../../catalogue/technical/TaiwanStockPriceAdj.ts'
import { TaiwanStockTradingDate } from '../../catalogue/technical/TaiwanStockTradingDate.ts'
import { dayOf } from '../../days.ts'
import { actionDatasets, type LedgerEntry, ledgerOf } from '../../derive/ledger.ts'
import { decimalText, halfUp, ratioText, unitsOf } from '../../derive/rounding.ts'
import { remembering } from '../../recent.ts'
import type { Cell } from '../formats/page.ts'
import { type Days, type Inputs, newestFirst } from './inputs.ts'
import type { Computed, Item } from './spread.ts'
import { type KnownTime, laterOf, type StoodRow } from './timeline.ts'

const dayIn = ({ row }: StoodRow): number => dayOf(row.trade_date as string)
const unitsIn = (text: Cell | undefined): bigint | null => (text === null ? null : unitsOf(text as string))

/**
 * The actions of a stock that were known, in the order of the ledger. Between an event and its first trading day there is no
 * price, so that the event itself stands for that day; `newest` is the last day with a price: later events have none yet.
 */
export function actionsOf(
  inputs: Inputs,
  stock_id: string,
  newest: number,
  days: Days = { ...newestFirst, to: newest },
) {
  const priceIn = (text: Cell | undefined): number | null => (text === null ? null : Number(unitsIn(text)))
  const actions = actionDatasets.flatMap((dataset) =>
    [...inputs.rows(dataset, stock_id, days)].map(({ row, known }) => {
      const day = dayOf(row[dataset.date] as string)
      const [close_before, reference_price] = [priceIn(row.close_before), priceIn(row.reference_price)]
      return {
        stock_id,
        dataset: dataset.name,
        event_date: day,
        trade_date: day,
        close_before,
        reference_price,
        known,
        row,
      }
    }),
  )
  return actions.sort((a, b) => a.event_date - b.event_date || (a.dataset < b.dataset ? -1 : 1))
}

/** Whether most prices of a day have a change. */
function hasChanges(inputs: Inputs, day: number): boolean {
  const rows = [...inputs.rows(TaiwanStockPrice, null, { from: day, to: day, ascending: false })]
  const known = (name: string): number => rows.filter(({ row }) => row[name] !== null).length
  return known('spread') * 2 > known('close')
}

/**
 * The last day whose price the exchange did not compare with the previous close although no action that was known takes
 * effect on it; the rule is that of `src/derive/TaiwanStockPriceAdj.ts`.
 */
function findUnexplained(inputs: Inputs, id: string, entries: readonly LedgerEntry[]): StoodRow | null {
  const days = [...inputs.rows(TaiwanStockTradingDate, null, { ...newestFirst, ascending: true })]
  const numbers = new Map(days.filter(({ row }) => row.is_scheduled === false).map((one, i) => [dayIn(one), i]))
  // A row with a close, and the day of the row before it.
  let later: { readonly one: StoodRow; last: number | null } | null = null
  for (const one of inputs.rows(TaiwanStockPrice, id)) {
    const day = dayIn(one)
    if (later) later.last ??= day
    const close = unitsIn(one.row.close)
    if (close === null || !numbers.has(day)) continue
    if (later) {
      const [own, last, spread] = [dayIn(later.one), later.last!, unitsIn(later.one.row.spread)]
      const isCompared =
        spread === null
          ? !hasChanges(inputs, own)
          : unitsIn(later.one.row.close)! - spread === close || numbers.get(own) !== numbers.get(day)! + 1
      const isExplained = () => entries.some((one) => one.factor && one.trade_date! > last && one.trade_date! <= own)
      if (!isCompared && !isExplained()) return later.one
    }
    later = { one, last: null }
  }
  return null
}

/** The adjusted prices of an id. */
export function adjustedOf(inputs: Inputs, id: string, showsKnown: boolean): Computed {
  const [last] = inputs.rows(TaiwanStockPrice, id)
  const newest = last ? dayIn(last) : Number.NEGATIVE_INFINITY
  const actions = last ? actionsOf(inputs, id, newest) : []
  const entries = ledgerOf(actions)
  // No day was unexplained if none is today and nothing that tells of the days up to then was revised since.
  const isWhole =
    typeof inputs.oldestToday(TaiwanStockPriceAdj, id)?.adjustment_factor === 'string' &&
    inputs.isAsToday(TaiwanStockTradingDate, null, newest) &&
    inputs.isAsToday(TaiwanStockPrice, id, newest) &&
    actionDatasets.every((one) =>
      inputs.isAsToday(one, id, newest, actions.filter(({ dataset }) => dataset === one.name).length),
    )
  const unexplained = isWhole ? null : findUnexplained(inputs, id, entries)
  const oldest = unexplained ? dayIn(unexplained) : Number.NEGATIVE_INFINITY

  /** When an action and all later ones were known, and the days on which they took effect. */
  const knownFrom: (i: number) => KnownTime = remembering(actions.length, (i) => {
    const { known, event_date } = actions[i]!
    const [effect] = inputs.rows(TaiwanStockPrice, id, { from: event_date, to: null, ascending: true })
    return laterOf(laterOf(known, effect!.known), actions[i + 1] ? knownFrom(i + 1) : known)
  })
  function itemOf(one: StoodRow): Item {
    const { row, known } = one
    const day = dayIn(one)
    const isUnknown = day < oldest
    const next = entries.findIndex(({ trade_date }) => trade_date! > day)
    const factor = entries[next]?.carried ?? null
    const adjust = (text: Cell | undefined): string | null => {
      const units = isUnknown ? null : unitsIn(text)
      return units === null ? null : decimalText(factor ? halfUp(units * factor.n, factor.d) : units, 4)
    }
    const prices = { open: adjust(row.open), high: adjust(row.high), low: adjust(row.low), close: adjust(row.close) }
    const { volume, turnover, trade_count } = row
    const adjustment_factor = isUnknown ? null : factor ? ratioText(factor, 6) : '1.000000'
    const more = isUnknown ? unexplained!.known : showsKnown && factor ? knownFrom(next) : known
    return {
      ...{ day, known: laterOf(known, more) },
      cells: {
        ...{ stock_id: id, trade_date: row.trade_date!, ...prices },
        ...{ volume: volume!, turnover: turnover!, trade_count: trade_count!, spread: null, adjustment_factor },
      },
    }
  }
  function* items(days: Days): Generator<Item, void> {
    for (const one of inputs.rows(TaiwanStockPrice, id, days)) yield itemOf(one)
  }
  return { items, oldest }
}
