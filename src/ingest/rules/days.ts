import type { Dataset } from '../../catalogue/dataset.ts'
import type { Tables } from '../../derive/derivation.ts'
import { literal, quote } from '../../lake/schema.ts'
import type { Load } from './check.ts'
import { column, type Rule, sentence, shown } from './rule.ts'

/** Rules about the days rows are dated: those asked for, and none on which the market was closed. */

/** Other markets have holidays of their own, and a calendar is not judged by itself. */
const isTradingDay = ({ category, date, name }: Dataset): boolean =>
  category !== 'other' && date === 'trade_date' && name !== 'TaiwanStockTradingDate'

/** The rules for one load, with the days that are wrong written into them. */
export async function dayRules(tables: Tables, { dataset, table, calendar, asked }: Load): Promise<Rule[]> {
  const { day } = await tables.columns(
    `SELECT DISTINCT CAST(${quote(dataset.date)} AS VARCHAR) AS day FROM ${quote(table)} WHERE ${quote(dataset.date)} IS NOT NULL`,
  )
  const days = [...(day as string[])]
  const closed = isTradingDay(dataset) ? days.filter((known) => calendar.isOpen(known) === false) : []
  const strange = asked ? days.filter((known) => !asked.some(({ from, to }) => from <= known && known <= to)) : []
  const on = (name: string, about: string, wrong: readonly string[], says: string): Rule => ({
    name,
    about,
    find: () =>
      wrong.length === 0
        ? null
        : `SELECT r.rowid AS "row", ${sentence(literal(`${dataset.date} is `), shown(column(dataset.date)), literal(says))} AS message
          FROM ${quote(table)} r WHERE CAST(${column(dataset.date)} AS VARCHAR) IN (${wrong.map(literal).join(', ')})`,
  })
  return [
    on('closed_day', 'The market was open on the day of a row.', closed, ', when the market was closed'),
    on('asked_day', 'A row is of the days that were asked for.', strange, ', which was not asked for'),
  ]
}
