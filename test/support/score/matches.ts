import type { Gold } from './gold.ts'

export type Table = { readonly columns: readonly string[]; readonly rows: readonly (readonly unknown[])[] }

type Value = number | string | null

const read = (raw: unknown): Value => {
  if (raw === null || raw === undefined) return null
  if (typeof raw === 'number') return raw
  if (typeof raw === 'boolean') return String(raw)
  if (typeof raw === 'bigint') return Number(raw)
  const text = String(raw)
  if (/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) && !/^0\d/.test(text)) return Number(text)
  // A month told as its first day, or a date with a time of midnight, is the same date.
  return text.replace(/ 00:00:00(\+\d\d)?$/, '')
}

const isPercent = (column: string): boolean => /pct|percent|ratio|yield|return|rate|p10|growth/.test(column)

const close = (a: Value, b: Value, percent: boolean, factor: number): boolean => {
  if (typeof a !== 'number' || typeof b !== 'number') return a === b || String(a) === String(b)
  const scaled = b * factor
  return Math.abs(a - scaled) <= Math.max(1e-6 * Math.max(Math.abs(a), Math.abs(scaled)), percent ? 0.005 : 1e-9)
}

type Pair = { readonly at: number; readonly factor: number }

/** Whether the answer's rows are the gold's, under some pairing of its columns with the gold's; names do not count. */
export function matches(gold: Gold, right: Table, answer: Table): boolean {
  const rows = answer.rows.map((row) => row.map(read))
  const wanted = expected(gold, right)
  if (rows.length !== wanted.count) return false
  if (rows.length === 0) return true
  const percents = right.columns.map(isPercent)
  const place = gold.place ? right.columns.indexOf(gold.order!.column) : -1
  const options: Pair[][] = right.columns.map((_, column) => {
    if (column === place) return [{ at: -1, factor: 1 }]
    const known = wanted.rows.map((row) => row[column]!)
    const pairs: Pair[] = []
    for (let at = 0; at < answer.columns.length; at++)
      for (const factor of percents[column] ? [1, 100, 0.01] : [1])
        if (rows.every((row) => known.some((value) => close(value, row[at]!, percents[column]!, factor))))
          pairs.push({ at, factor })
    return pairs
  })
  const order = gold.order && place < 0 ? right.columns.indexOf(gold.order.column) : -1
  const chosen: Pair[] = []
  const search = (column: number): boolean => {
    if (column === options.length)
      return (
        fits(chosen, rows, wanted, percents, gold.place === 'in order' ? place : -1) &&
        (order < 0 ||
          isOrdered(
            rows.map((row) => row[chosen[order]!.at]!),
            gold.order!.descending,
          ))
      )
    return options[column]!.some((pair) => {
      if (pair.at >= 0 && chosen.some(({ at }) => at === pair.at)) return false
      chosen.push(pair)
      const found = search(column + 1)
      chosen.pop()
      return found
    })
  }
  return search(0)
}

type Expected = { readonly rows: Value[][]; readonly must: Set<number>; readonly count: number }

/** The gold's rows, those that must be there, and how many; what ties at the end may be exchanged. */
function expected({ order, limit }: Gold, right: Table): Expected {
  const rows = right.rows.map((row) => row.map(read))
  if (!order) return { rows, must: new Set(rows.keys()), count: rows.length }
  const at = right.columns.indexOf(order.column)
  if (at < 0) throw new Error(`the gold has no column ${order.column}`)
  const key = (row: Value[]): number => (typeof row[at] === 'number' ? (row[at] as number) : Number.NEGATIVE_INFINITY)
  const sorted = rows
    .filter((row) => row[at] !== null)
    .sort((a, b) => (order.descending ? key(b) - key(a) : key(a) - key(b)))
  const count = Math.min(limit ?? sorted.length, sorted.length)
  if (count === 0) return { rows: [], must: new Set(), count: 0 }
  const edge = key(sorted[count - 1]!)
  const near = sorted.filter((row, i) => i < count || Math.abs(key(row) - edge) <= 1e-9 * Math.max(1, Math.abs(edge)))
  const must = new Set(
    [...near.keys()].filter((i) => Math.abs(key(near[i]!) - edge) > 1e-9 * Math.max(1, Math.abs(edge))),
  )
  return { rows: near, must: count === near.length ? new Set(near.keys()) : must, count }
}

function fits(
  pairs: readonly Pair[],
  rows: readonly Value[][],
  { rows: known, must }: Expected,
  percents: readonly boolean[],
  /** The column of the gold by whose values rows must come; less than zero where they may come as they like. */
  place: number,
): boolean {
  const taken = new Set<number>()
  let last = Number.NEGATIVE_INFINITY
  for (const row of rows) {
    const found = known.findIndex(
      (right, i) =>
        !taken.has(i) &&
        pairs.every(({ at, factor }, column) => at < 0 || close(right[column]!, row[at]!, percents[column]!, factor)),
    )
    if (found < 0) return false
    taken.add(found)
    const now = place < 0 ? last : Number(known[found]![place])
    if (now < last) return false
    last = now
  }
  return [...must].every((i) => taken.has(i))
}

const isOrdered = (values: readonly Value[], descending: boolean): boolean =>
  values.every((value, i) => {
    const before = values[i - 1]
    if (i === 0 || typeof value !== 'number' || typeof before !== 'number') return true
    const slack = 1e-9 * Math.max(1, Math.abs(value))
    return descending ? value <= before + slack : value >= before - slack
  })
