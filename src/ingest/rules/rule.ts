import type { Dataset } from '../../catalogue/dataset.ts'
import type { Label } from '../../fields.ts'
import { literal, quote } from '../../lake/schema.ts'

/** A condition that rows must meet to be loaded. */
export type Rule = {
  /** Used in reports and in the quarantine. */
  readonly name: string
  readonly about: Label
  /** The datasets that the SELECT reads beside the one of the rows. */
  readonly reads?: readonly Dataset[]
  /**
   * A SELECT of `row` (position in the table) and `message` for each bad row; null if the rule does not apply to the
   * dataset.
   */
  readonly find: (dataset: Dataset, table: string) => string | null
}

export const has = ({ columns }: Dataset, ...names: readonly string[]): boolean =>
  names.every((name) => columns[name] !== undefined)

/** SQL: a column of the row `r` under test. */
export const column = (name: string): string => `r.${quote(name)}`

/**
 * SQL: a message. `{name}` prints a column of the row under test, `{a.b}` or any other expression its value; a null
 * prints as `nothing`.
 */
export const messageSql = (text: string): string =>
  text
    .split(/\{([^}]+)\}/)
    .map((part, at) => {
      if (at % 2 === 0) return part && literal(part)
      return `coalesce(CAST(${/^\w+$/.test(part) ? column(part) : part} AS VARCHAR), 'nothing')`
    })
    .filter((part) => part !== '')
    .join(' || ')

export type RowCondition = {
  /** Columns that a dataset must have for the condition to apply. */
  readonly on?: readonly string[]
  /** SQL: true for a bad row `r`. */
  readonly bad: string
  /** The text of `messageSql`. */
  readonly says: string
}

/** A rule on single rows; a row breaks each condition it meets. */
export const rowRule = (
  name: string,
  about: Label,
  conditions: readonly RowCondition[] | ((dataset: Dataset) => readonly RowCondition[]),
): Rule => ({
  name,
  about,
  find(dataset, table) {
    const found = (typeof conditions === 'function' ? conditions(dataset) : conditions)
      .filter(({ on = [] }) => has(dataset, ...on))
      .map(
        ({ bad, says }) =>
          `SELECT r.rowid AS "row", ${messageSql(says)} AS message FROM ${quote(table)} r WHERE ${bad}`,
      )
    return found.length === 0 ? null : found.join(' UNION ALL ')
  },
})
