import type { ExplainedAction } from '../../../derive/explained.ts'
import type { Fetched, Row } from '../../fetched.ts'
import type { Restated } from '../../parts/asOf.ts'

type Newest = 'delisting' | 'prices' | 'adjusted' | 'valuation' | 'value' | 'foreign' | 'limits'
type Past = 'flows' | 'margin' | 'revenue' | 'statements' | 'exDates' | 'dividends' | 'holders'

/** Everything that the page of one security shows. Rows are newest first. */
export type StockData = {
  /** The row of the list of securities, or of the list with warrants. */
  readonly security: Row
  readonly securityLine: string
  readonly english: string | null
  /** The day at whose end the rows were known; null for today. */
  readonly asOf: string | null
  /** The last day that can be chosen. */
  readonly last: string
  readonly restated: readonly Restated[]
  /** The newest trading day of the data, or the day that was chosen. */
  readonly through: string
  readonly actions: {
    readonly line: string
    readonly list: readonly ExplainedAction[]
    /** Why the service did not list them; null where it did. */
    readonly refusal: string | null
  }
} & Readonly<Record<Newest | Past, Fetched>>
