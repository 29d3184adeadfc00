import type { Dataset } from '../catalogue/dataset.ts'
import type { Batch } from '../lake/batch.ts'
import type { Column } from '../lake/duck.ts'

/** The rows of a version, as a derivation reads them: every dataset is a table of its registry name. */
export type Tables = {
  /** Runs a SELECT whose columns are DOUBLE or VARCHAR; numbers come back with NaN for null. */
  readonly columns: (sql: string) => Promise<Record<string, Column>>
}

/** How one dataset follows from others. */
export type Derivation = {
  readonly dataset: Dataset
  readonly from: readonly Dataset[]
  /**
   * The rows whose key date is `since` or later (every row when null), and older rows that a change since then makes
   * different. Either a SELECT that yields the dataset's columns in order, or a batch where SQL cannot be exact.
   */
  readonly rows: (tables: Tables, since: string | null) => Promise<string | Batch>
}
