import type { Mapped } from './mapping.ts'

/** The layout of a table as data: feeds read the table by it, and tests print one from it. */
export type Layout = RowLayout | LabelledLayout

/** A row of the table is a row of the dataset: the title of each column, and the titles that are not read. */
export type RowLayout = {
  readonly kind: 'rows'
  readonly columns: readonly Mapped[]
  readonly ignored: readonly string[]
  /** Rows that are skipped: the reason, and the titles of the column that decides. */
  readonly skipped: readonly { readonly why: string; readonly names: readonly string[] }[]
}

/** The whole table is a row of the dataset: each column has its place under a title, beside a label. */
export type LabelledLayout = {
  readonly kind: 'labelled'
  /** The title above the labels. */
  readonly label: string
  readonly places: Readonly<Record<string, Place>>
  readonly ignored: readonly string[]
}

/** A cell of a table whose rows are identified by their first cell. */
export type Place = {
  readonly labels: readonly string[]
  readonly title: string
  readonly times: number
  /** The day the label came up: before, the cell is null. */
  readonly since: string
}
