import type { Row } from '../outcome.ts'

/** What is stored of the earlier quarters of the same year: the amount of a line, or null where it is missing. */
export type Stored = (stockId: string, year: number, quarter: number, type: string) => number | null

export type Split = {
  readonly rows: readonly Row[]
  /** Rows that need an earlier quarter which is not stored yet. */
  readonly waiting: readonly Row[]
}

/**
 * Rows of single quarters from statements that run from 1 January on: the first quarter is itself, the second and third
 * are less what is stored of the quarters before, and the fourth is the year.
 */
export function singleQuarters(cumulative: readonly Row[], stored: Stored): Split {
  const rows: Row[] = []
  const waiting: Row[] = []
  for (const row of cumulative) {
    const [id, year, quarter, type] = [
      row.stock_id as string,
      row.fiscal_year as number,
      row.fiscal_quarter as number,
      row.type as string,
    ]
    if (quarter === 4) rows.push({ ...row, period: 'annual', fiscal_quarter: null })
    else if (quarter === 1) rows.push(row)
    else {
      const before = Array.from({ length: quarter - 1 }, (_, i) => stored(id, year, i + 1, type))
      if (before.includes(null)) waiting.push(row)
      else {
        const value = before.reduce<number>((left, part) => left - part!, row.value as number)
        rows.push({ ...row, value, is_derived: true })
      }
    }
  }
  return { rows, waiting }
}
