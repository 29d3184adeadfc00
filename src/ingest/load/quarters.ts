import type { Dataset } from '../../catalogue/dataset.ts'
import { unitsSql } from '../../derive/rounding.ts'
import type { Draft } from '../../lake/draft.ts'
import { literal } from '../../lake/schema.ts'
import type { Row } from '../../sources/outcome.ts'
import { type Split, singleQuarters } from '../../sources/statements/cumulative.ts'
import { wide } from './wide.ts'

const keyOf = (id: string, quarter: number, type: string): string => `${id} ${quarter} ${type}`

/**
 * Makes rows of single quarters out of statements that run from 1 January on; to be given answers in the order of their
 * quarters. What it made is remembered beside what is stored, for a year at a time.
 */
export function createQuarters({ name }: Dataset, draft: Pick<Draft, 'columns'>) {
  let year = Number.NaN
  let amounts = new Map<string, number>()

  async function turnTo(next: number): Promise<void> {
    if (next === year) return
    year = next
    const stored = await draft.columns(`
      SELECT stock_id, CAST(fiscal_quarter AS DOUBLE) AS quarter, type, CAST(${unitsSql(wide('value', 4), 4)} AS DOUBLE) AS value
      FROM ${name} WHERE fiscal_year = ${next} AND period = ${literal('quarterly')} AND fiscal_quarter < 4`)
    amounts = new Map()
    for (const [at, id] of (stored.stock_id as string[]).entries())
      amounts.set(
        keyOf(id, (stored.quarter as Float64Array)[at]!, (stored.type as string[])[at]!),
        (stored.value as Float64Array)[at]!,
      )
  }

  return async function split(cumulative: readonly Row[]): Promise<Split> {
    const rows: Row[] = []
    const waiting: Row[] = []
    const byPeriod = Map.groupBy(cumulative, ({ fiscal_year, fiscal_quarter }) => `${fiscal_year} ${fiscal_quarter}`)
    for (const [, period] of [...byPeriod].sort(([a], [b]) => (a < b ? -1 : 1))) {
      await turnTo(period[0]!.fiscal_year as number)
      const made = singleQuarters(period, (id, _, quarter, type) => amounts.get(keyOf(id, quarter, type)) ?? null)
      for (const row of made.rows)
        if (row.period === 'quarterly')
          amounts.set(
            keyOf(row.stock_id as string, row.fiscal_quarter as number, row.type as string),
            row.value as number,
          )
      rows.push(...made.rows)
      waiting.push(...made.waiting)
    }
    return { rows, waiting }
  }
}
