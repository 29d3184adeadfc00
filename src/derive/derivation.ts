import type { Dataset } from '../catalogue/dataset.ts'
import type { Rows } from '../lake/draft.ts'
import type { Column } from '../lake/duck.ts'

/** The rows of a version; each dataset is a table of its name. */
export type Tables = {
  /** Runs a SELECT with DOUBLE and VARCHAR columns; null numbers are NaN. */
  readonly columns: (sql: string) => Promise<Record<string, Column>>
}

/** How a dataset is computed from others. */
export type Derivation = {
  readonly dataset: Dataset
  readonly from: readonly Dataset[]
  /**
   * The rows with key date `since` or later (all if null), and older rows that change with them. Either a SELECT of the
   * dataset's columns in order, or batches if SQL cannot be exact. Batches that come one by one hold a connection of the
   * draft while they read on another.
   */
  readonly rows: (tables: Tables, since: string | null) => Promise<Rows>
  /** True where all rows are computed each time, and those that are not among them any more leave. */
  readonly isWhole?: true
  /**
   * The first day before `since` whose stored rows disagree with inputs that have no days; null if there is none. All
   * later rows are then computed again.
   */
  readonly outdatedSince?: (tables: Tables, since: string) => Promise<string | null>
}
