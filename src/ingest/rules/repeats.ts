import { columnsOf, type Dataset } from '../../catalogue/dataset.ts'
import type { Tables } from '../../derive/derivation.ts'
import { countRows } from '../../derive/rows.ts'
import { quote } from '../../lake/schema.ts'
import { loadRules } from './loadRules.ts'
import type { Rule } from './rule.ts'

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
