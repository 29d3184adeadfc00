import type { Dataset } from '../../catalogue/dataset.ts'
import type { Calendar } from '../../sources/feed.ts'
import type { DayRange } from '../plan/taipeiDays.ts'

/** Staged rows to check, and their context. */
export type RowsToCheck = {
  readonly dataset: Dataset
  /** The staged table, from `draft.stage`. */
  readonly table: string
  readonly calendar: Calendar
  /** The requested key dates; null if the response has no bounds (snapshots, event lists). */
  readonly requested: readonly DayRange[] | null
  /** True if the rows are complete for their days and markets, so that a day may not shrink. */
  readonly isWhole: boolean
}

/** A row that breaks a rule; it is quarantined and not loaded. */
export type RejectedRow = {
  readonly dataset: string
  /** The first broken rule; the message lists all. */
  readonly rule: string
  readonly message: string
  /** Primary key and whole row as text. */
  readonly key: Readonly<Record<string, string | null>>
  readonly row: Readonly<Record<string, string | null>>
}

/** Days that are not loaded, or rows that are not removed, because far fewer rows came than the lake holds. */
export type RefusedPart = {
  readonly dataset: string
  readonly rule: 'shrinking_history'
  readonly message: string
  readonly market: string | null
  /** Null for a dataset without dates. */
  readonly date: string | null
  readonly had: number
  readonly came: number
  /** The keys of the rows that stay although they did not come, if each is known. */
  readonly lost?: readonly string[]
}
