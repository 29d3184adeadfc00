import type { Dataset } from '../../catalogue/dataset.ts'
import { quote } from '../../lake/schema.ts'
import { sinceSql } from '../sql.ts'

/** SQL: the rows of a snapshot, and the stored rows of its history that it does not have any more. */
export function keptSql({ name, columns, key, date }: Dataset, snapshot: string, since: string | null): string {
  const list = Object.keys(columns).map(quote).join(', ')
  return `WITH newest AS (SELECT ${list} FROM (${snapshot}))
    FROM newest UNION ALL
    SELECT ${list} FROM ${name} ANTI JOIN newest USING (${key.map(quote).join(', ')}) WHERE ${sinceSql(date, since)}`
}
