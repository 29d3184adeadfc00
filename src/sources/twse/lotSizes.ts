import type { Cell, Row } from '../outcome.ts'

/** Securities that trade in lots of another size than 1,000. */
const lotSizes: Readonly<Record<string, number>> = { '008201': 100 }

const notCounted = new Set(['stock_id', 'trade_date', 'market', 'note'])

/** A row that was multiplied with 1,000, for a security with lots of its own size. */
export function inOwnLots(row: Row): Row {
  const size = lotSizes[row.stock_id as string]
  if (size === undefined) return row
  const resized = (name: string, cell: Cell): Cell =>
    typeof cell === 'number' && !notCounted.has(name) ? (cell / 1000) * size : cell
  return Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, resized(name, cell)]))
}
