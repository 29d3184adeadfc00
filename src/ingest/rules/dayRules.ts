import type { Dataset } from '../../catalogue/dataset.ts'
import type { Tables } from '../../derive/derivation.ts'
import { literal, quote } from '../../lake/schema.ts'
import { loadRules } from './loadRules.ts'
import type { RowsToCheck } from './rows.ts'
import { column, messageSql, type Rule } from './rule.ts'

/** Rules about the dates of rows: requested days, and no closed ones. */

/** Foreign markets have other holidays, and the calendar does not check itself. */
export const isTradingDay = ({ category, date, name }: Dataset): boolean =>
  category !== 'other' && date === 'trade_date' && name !== 'TaiwanStockTradingDate'

/** The rules for one load, with its wrong days as literals. */
export async function dayRules(tables: Tables, { dataset, table, calendar, requested }: RowsToCheck): Promise<Rule[]> {
  const { day } = await tables.columns(
    `SELECT DISTINCT CAST(${quote(dataset.date)} AS VARCHAR) AS day FROM ${quote(table)} WHERE ${quote(dataset.date)} IS NOT NULL`,
  )
  const days = [...(day as string[])]
  const closed = isTradingDay(dataset) ? days.filter((known) => calendar.isOpen(known) === false) : []
  const strange = requested
    ? days.filter((known) => !requested.some(({ from, to }) => from <= known && known <= to))
    : []
  const on = (name: 'closed_day' | 'asked_day', wrong: readonly string[], says: string): Rule => ({
    name,
    about: loadRules[name],
    find: () =>
      wrong.length === 0
        ? null
        : `SELECT r.rowid AS "row", ${messageSql(`${dataset.date} is {${dataset.date}}${says}`)} AS message
          FROM ${quote(table)} r WHERE CAST(${column(dataset.date)} AS VARCHAR) IN (${wrong.map(literal).join(', ')})`,
  })
  return [
    on('closed_day', closed, ', when the market was closed'),
    on('asked_day', strange, ', which was not asked for'),
  ]
}
