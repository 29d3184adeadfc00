import type { ExplainedAction } from '../../../derive/explained.ts'
import type { Fetched, Row } from '../../fetched.ts'

/** Everything that the page of one security shows. Rows are newest first. */
export type StockData = {
  /** The row of the list of securities, or of the list with warrants. */
  readonly security: Row
  readonly securityLine: string
  readonly english: string | null
  /** The newest trading day of the data. */
  readonly through: string
  readonly delisting: Fetched
  readonly prices: Fetched
  readonly adjusted: Fetched
  readonly actions: {
    readonly line: string
    readonly list: readonly ExplainedAction[]
    /** Why the service did not list them; null where it did. */
    readonly refusal: string | null
  }
  readonly valuation: Fetched
  readonly value: Fetched
  readonly foreign: Fetched
  readonly limits: Fetched
  readonly flows: Fetched
  readonly margin: Fetched
  readonly revenue: Fetched
  readonly statements: Fetched
  readonly exDates: Fetched
  readonly dividends: Fetched
  readonly holders: Fetched
}
