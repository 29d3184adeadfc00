import type { Dataset } from '../../catalogue/dataset.ts'
import { quote } from '../../lake/schema.ts'

/** What must hold for rows before they are loaded. */
export type Rule = {
  /** Stands in reports and in the quarantine. */
  readonly name: string
  readonly about: string
  /**
   * A SELECT of `row` (the position in the table) and `message` for each bad row; null where the rule says nothing
   * about the dataset. Beside the rows on their way it may read whatever the lake holds.
   */
  readonly find: (dataset: Dataset, table: string) => string | null
}

export const has = ({ columns }: Dataset, ...names: readonly string[]): boolean =>
  names.every((name) => columns[name] !== undefined)

/** SQL: a value as it is read, with a word for none. */
export const shown = (column: string): string => `coalesce(CAST(${column} AS VARCHAR), 'nothing')`

/** SQL: a sentence put together from text and values. */
export const sentence = (...parts: readonly string[]): string => parts.join(' || ')

type Condition = {
  /** True for a bad row `r`. */
  readonly bad: string
  /** SQL that says what is wrong with it. */
  readonly says: string
}

/** A rule that needs nothing but the row: every condition that a row meets is a fault of its own. */
export const rowRule = (name: string, about: string, conditions: (dataset: Dataset) => readonly Condition[]): Rule => ({
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
