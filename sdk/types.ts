import type { EventData } from './eventTypes.ts'
import type { Warning } from './warnings.ts'

/** The size of a query. */
export type Plan = {
  readonly rows: number
  /** Of the rows as JSON, before compression. */
  readonly bytes: number
  /** Calls that reading it takes. */
  readonly pages: number
  /** Calls left in the hour; null where the service did not say. */
  readonly remainingCalls: number | null
}

export type Gap = {
  readonly stock_id: string | null
  readonly market: string | null
  readonly start_date: string
  readonly end_date: string
  readonly dates: number
  readonly reason: 'closed' | 'halted' | 'not_listed' | 'not_published' | 'source_failed' | 'not_loaded'
  readonly detail: string
}

export type CorporateAction = {
  readonly event_date: string
  readonly effective_date: string | null
  readonly actions: readonly string[]
  readonly market: string
  readonly close_before: string | null
  readonly reference_price: string | null
  readonly factor: string | null
  readonly cumulative_factor: string | null
  readonly status: 'in_effect' | 'no_price_since' | 'no_price_before' | 'no_factor'
  readonly source: { readonly dataset: string; readonly key: Readonly<Record<string, string>>; readonly query: string }
}

export type CatalogueEntry = {
  readonly name: string
  readonly table: string
  readonly tier: 'free' | 'lite' | 'plus'
  readonly category: string
  readonly status: string
  readonly description: string
  readonly columns: readonly string[]
  readonly key_date_column: string
  readonly update_freq: string
  readonly supports_stock_id: boolean
  readonly unit: string | null
  readonly notes: string | null
  readonly adjustment_method: string | null
  readonly odd_lot_included: boolean | null
  readonly accumulation: string | null
  /** When its rows last came, were corrected or withdrawn; null where nothing tells. */
  readonly last_modified: string | null
  readonly example_query: string
  readonly coverage: {
    readonly first_date: string | null
    readonly last_date: string | null
    readonly row_count: number
    readonly expected?: string
    readonly missing?: Readonly<Record<string, number>>
  }
  /** Of a series of ours, with `include: 'derived'`: how it is computed. */
  readonly derived?: { readonly from: readonly string[]; readonly rule: string }
}

/** The columns that `include: 'known'` adds to rows. */
export type KnownColumns = {
  /** When the row became known; null where nothing tells. */
  readonly known_at: string | null
  readonly known_by: 'observed' | 'filed' | 'deadline' | 'unknown'
}

/** What a version of the data changed in a row. */
export type Change = {
  readonly kind: 'inserted' | 'corrected' | 'withdrawn'
  readonly version: string
  readonly recorded_at: string
  readonly known_at: string | null
  /** The row before; null where it is new. */
  readonly before: Readonly<Record<string, unknown>> | null
  /** The row after; null where it was withdrawn. */
  readonly after: Readonly<Record<string, unknown>> | null
}

export type AskResult = {
  readonly question: string
  readonly sql: string
  readonly engine: string
  readonly count: number
  readonly data: readonly Readonly<Record<string, string | number | boolean | null>>[]
  /** With the option `columns`: name, label and unit of each column. */
  readonly columns?: readonly { readonly name: string; readonly label: string; readonly unit: string | null }[]
  /** Whether there are more rows than `maxRows`. */
  readonly truncated: boolean
  readonly warnings: readonly Warning[]
}

export type SqlValue = string | number | boolean | null

export type SqlResult = {
  readonly sql: string
  readonly columns: readonly {
    readonly name: string
    readonly type: 'text' | 'date' | 'datetime' | 'integer' | 'decimal' | 'double' | 'boolean'
    /** Places of a decimal. */
    readonly scale?: number
  }[]
  readonly count: number
  readonly data: readonly Readonly<Record<string, SqlValue>>[]
  /** Whether there are more rows than `maxRows`, or than 8 MB. */
  readonly truncated: boolean
  /** The calls that it cost: one for each second that it ran. */
  readonly calls: number
  readonly warnings: readonly Warning[]
}

export type SqlPlan = {
  readonly sql: string
  readonly tables: readonly string[]
  readonly rows_scanned: number
  readonly rows_estimated: number
  readonly calls: { readonly expected: number; readonly most: number }
}

export type QuestionReading = {
  readonly question: string
  readonly engine: string
  readonly representation: unknown
  readonly sql: string
  /** What the question may mean, the most probable first. */
  readonly readings: readonly {
    readonly sentence: string
    readonly question: string
    readonly reading: string
    readonly probability: number
  }[]
  /** The probability that the data cannot answer it. */
  readonly refusal: number
  /** Names, numbers and days of the question that the reading leaves out. */
  readonly unused: readonly string[]
}

export type KeyInfo = {
  readonly tier: 'free' | 'lite' | 'plus'
  readonly rate_limit_per_hour: number
  readonly remaining_this_hour: number
  readonly window_resets_in_seconds: number
}

export type KeyPlan = {
  readonly calls: number
  readonly free_in_seconds: number
  readonly free_at: string
  readonly steps: readonly { readonly in_seconds: number; readonly free: number }[]
}

/** What agents pay. */
export type PriceList = {
  readonly mode: string
  readonly settlement: string
  readonly network: string
  readonly asset: {
    readonly address: string
    readonly name: string
    readonly version: string
    readonly decimals: number
  }
  readonly pay_to: string
  readonly max_timeout_seconds: number
  readonly receipt_key: Readonly<Record<string, string>>
  readonly prices: readonly {
    readonly dataset: string
    readonly tier: string
    readonly amount: string
    readonly path: string
  }[]
  /** The price of an answer to a question. */
  readonly ask: { readonly amount: string; readonly method: 'POST'; readonly path: string }
  /** The price of the rows of SQL. */
  readonly sql: { readonly amount: string; readonly method: 'POST'; readonly path: string }
}

/** An event, by its type. Its id is the place to go on from. */
export type ServiceEvent<T extends keyof EventData = keyof EventData> = {
  [N in T]: { readonly id: string; readonly type: N; readonly timestamp: string; readonly data: EventData[N] }
}[T]
