import type { Dataset } from '../../catalogue/dataset.ts'
import type { Tables } from '../../derive/derivation.ts'
import type { Calendar } from '../../sources/feed.ts'

/** Rows on their way into the lake, and what is known about them. */
export type Load = {
  readonly dataset: Dataset
  /** The table that holds them: `(await draft.stage(dataset, rows)).table`. */
  readonly table: string
  readonly calendar: Calendar
  /** The key dates that were asked for; null where an answer has no such bounds (snapshots, lists of events). */
  readonly asked: readonly { readonly from: string; readonly to: string }[] | null
  /** The rows are all that the publisher has for each of their days and markets, so that a day may not shrink. */
  readonly isWhole: boolean
}

/** A row that breaks a rule: it goes to quarantine, never into the lake. */
export type RejectedRow = {
  readonly dataset: string
  readonly rule: string
  readonly message: string
  /** Columns of the primary key, and of the whole row, as text; null where there is no value. */
  readonly key: Readonly<Record<string, string | null>>
  readonly row: Readonly<Record<string, string | null>>
}

/** Days whose rows are not loaded at all: far fewer came than the lake holds already. */
export type RefusedPart = {
  readonly dataset: string
  readonly rule: 'shrinking_history'
  readonly message: string
  readonly market: string | null
  /** Null for a dataset that is a list of what there is now. */
  readonly date: string | null
  readonly had: number
  readonly came: number
}

export type Checked = {
  /** A SELECT over the draft's tables of the rows that may be loaded: `draft.upsert(dataset, good)`. */
  readonly good: string
  readonly goodRows: number
  /** Rows left out since another one of the load is the same to the last cell. */
  readonly repeats: number
  readonly rejected: readonly RejectedRow[]
  readonly refused: readonly RefusedPart[]
}

/** Runs every rule that applies to the dataset over staged rows; nothing is thrown for a bad row. */
export async function checkLoad(_tables: Tables, _load: Load): Promise<Checked> {
  throw new Error('not written yet')
}
