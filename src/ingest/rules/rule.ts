import type { Dataset } from '../../catalogue/dataset.ts'
import { quote } from '../../lake/schema.ts'

/** A condition that rows must meet to be loaded. */
export type Rule = {
  /** Used in reports and in the quarantine. */
  readonly name: string
  readonly about: string
  /**
   * A SELECT of `row` (position in the table) and `message` for each bad row; null if the rule does not apply to the
   * dataset. It may read all tables of the lake.
   */
  readonly find: (dataset: Dataset, table: string) => string | null
}

export const has = ({ columns }: Dataset, ...names: readonly string[]): boolean =>
  names.every((name) => columns[name] !== undefined)

/** SQL: a value as text, `nothing` for null. */
export const shown = (column: string): string => `coalesce(CAST(${column} AS VARCHAR), 'nothing')`

/** SQL: a message of literals and values. */
export const sentence = (...parts: readonly string[]): string => parts.join(' || ')

type RowCondition = {
  /** SQL: true for a bad row `r`. */
  readonly bad: string
  /** SQL: the message. */
  readonly says: string
}

/** A rule on single rows; a row breaks each condition it meets. */
export const rowRule = (
  name: string,
  about: string,
  conditions: (dataset: Dataset) => readonly RowCondition[],
): Rule => ({
  name,
  about,
  find(dataset, table) {
    const found = conditions(dataset).map(
      ({ bad, says }) => `SELECT r.rowid AS "row", ${says} AS message FROM ${quote(table)} r WHERE ${bad}`,
    )
    return found.length === 0 ? null : found.join(' UNION ALL ')
  },
})

export const column = (name: string): string => `r.${quote(name)}`
