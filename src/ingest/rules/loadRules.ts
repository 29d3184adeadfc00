import { columnsOf, type Dataset } from '../../catalogue/dataset.ts'
import type { Tables } from '../../derive/derivation.ts'
import { countRows } from '../../derive/rows.ts'
import { literal, quote } from '../../lake/schema.ts'
import type { RowsToCheck } from './rows.ts'
import { column, messageSql, type Rule } from './rule.ts'

/** What a load as a whole is checked for, beside the rules on rows. */
export const loadRules = {
  closed_day: { en: 'The market was open on the day of a row.', zh: '資料日為開市日。' },
  asked_day: { en: 'A row is of the days that were asked for.', zh: '資料日在所請求的日期之內。' },
  key_repeated: { en: 'No two rows of a load have the same key.', zh: '同一次載入中沒有兩列的主鍵相同。' },
  shrinking_history: {
    en: 'A day does not come with far fewer rows than are stored.',
    zh: '同一天的資料不會遠少於已儲存的列數。',
  },
  unknown_code: {
    en: 'A coding rule of the exchanges covers the code of a security.',
    zh: '證券代號符合交易所的編碼規則。',
  },
} as const satisfies Readonly<Record<string, Rule['about']>>

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

/** The positions of rows identical to an earlier row, and rules that reject rows that share a key and differ. */
export async function findRepeats(tables: Tables, dataset: Dataset, table: string) {
  const list = (names: readonly string[]) => names.map(quote).join(', ')
  const key = list(dataset.key)
  const all = list(columnsOf(dataset).map(([name]) => name))
  const rows = `${quote(table)} r`
  // Keys with nulls break another rule.
  const whole = dataset.key.map((name) => `${quote(name)} IS NOT NULL`).join(' AND ')
  const repeated = `SELECT 1 FROM ${quote(table)} WHERE ${whole} GROUP BY ${key} HAVING count(*) > 1 LIMIT 1`
  if ((await countRows(tables, `(${repeated})`)) === 0) return { copies: [], rules: [] }
  const { row } = await tables.columns(`
    SELECT CAST("row" AS DOUBLE) AS "row" FROM
      (SELECT rowid AS "row", row_number() OVER (PARTITION BY ${all} ORDER BY rowid) AS place FROM ${rows} WHERE ${whole})
    WHERE place > 1 ORDER BY 1`)
  const rule: Rule = {
    name: 'key_repeated',
    about: loadRules.key_repeated,
    find: () =>
      `SELECT r.rowid AS "row", 'the key comes with ' || k.kinds || ' different rows' AS message FROM ${rows}
       JOIN (SELECT ${key}, count(*) AS kinds FROM (SELECT DISTINCT ${all} FROM ${quote(table)}) GROUP BY ${key} HAVING count(*) > 1) k
       USING (${key})`,
  }
  return { copies: [...(row as Float64Array)], rules: [rule] }
}
