/**
 * What a question means, before any SQL: both engines produce it, one checker holds it to the registry, one builder
 * prints it. Windows stay symbolic here; dates are found when the SQL is built, from the data's own newest date.
 */
export type Representation = {
  readonly shape: Shape
  /** The driving dataset: its newest date is the anchor of every window. */
  readonly dataset: string
  readonly universe: Universe
  readonly when: Window
  readonly select: readonly Output[]
  /** All must hold. */
  readonly where: readonly Condition[]
  /** What `groups` are made by; none is one group of everything. */
  readonly by: readonly Dimension[]
  readonly order: readonly Order[]
  readonly limit: number | null
  /** Choices nobody made for us; they are told at the head of the SQL. */
  readonly notes: readonly Note[]
}

/**
 * What one row of the answer is: an entity at a date (or the market, where nothing is named), an entity on each date of
 * a window, a group of entities or dates, or a row of the dataset as it stands.
 */
export const shapes = ['entities', 'series', 'groups', 'rows'] as const
type Shape = (typeof shapes)[number]

/** Which entities of the driving dataset take part; an empty object is all of them. */
export type Universe = {
  /** Values of the dataset's id column. */
  readonly ids?: readonly string[]
  /** Attributes of a Taiwan security, from TaiwanStockOverview. */
  readonly industry?: readonly string[]
  readonly market?: readonly Market[]
  readonly type?: readonly SecurityType[]
  /** Rows of the driving dataset itself, e.g. the sector indices of one market. */
  readonly rows?: readonly Filter[]
}
export const markets = ['TWSE', 'TPEX', 'ESB'] as const
export type Market = (typeof markets)[number]
export const securityTypes = ['stock', 'etf', 'etn', 'tdr', 'preferred', 'reit'] as const
export type SecurityType = (typeof securityTypes)[number]

export const spans = ['trading_day', 'day', 'week', 'month', 'quarter', 'year'] as const
export type Span = (typeof spans)[number]

export type Window =
  | { readonly kind: 'latest' }
  /** A number of dates before the newest: yesterday is 1. */
  | { readonly kind: 'back'; readonly n: number }
  | { readonly kind: 'on'; readonly date: string }
  /** The newest `n` dates where the unit is the dataset's own, else the calendar span that ends at the newest date. */
  | { readonly kind: 'last'; readonly n: number; readonly unit: Span }
  /** Like `last`, but the newest date itself is left out. */
  | { readonly kind: 'before'; readonly n: number; readonly unit: Span }
  | { readonly kind: 'this'; readonly unit: Span }
  /** The calendar period `n` before this one; 1 is the one before. */
  | { readonly kind: 'previous'; readonly unit: Span; readonly n?: number }
  | { readonly kind: 'next'; readonly n: number; readonly unit: Span }
  | { readonly kind: 'calendar'; readonly year: number; readonly quarter?: number; readonly month?: number }
  /** The newest such quarter or month that the data has. */
  | { readonly kind: 'newest'; readonly quarter?: number; readonly month?: number }
  | { readonly kind: 'between'; readonly from: string | null; readonly to: string | null }
  | { readonly kind: 'all' }

export type Scalar = string | number | boolean

export const picks = ['front', 'second', 'monthly', 'weekly', 'nearest'] as const
export type Filter =
  | { readonly column: string; readonly is: readonly Scalar[] }
  | { readonly column: string; readonly isNot: readonly Scalar[] }
  /** Contracts by their place in the row of expiries rather than by name. */
  | { readonly column: string; readonly pick: (typeof picks)[number] }

export const folds = ['sum', 'avg', 'min', 'max', 'count'] as const
type Fold = (typeof folds)[number]
export const functions = [...folds, 'median', 'stddev', 'first', 'last', 'distinct'] as const
export type Fn = (typeof functions)[number]

export type Column = {
  readonly kind: 'column'
  readonly dataset: string
  /** A column of the registry, or one of the computed columns of `computed.ts`. */
  readonly column: string
  readonly where?: readonly Filter[]
  /** One id instead of the row's own: the index beside every stock. */
  readonly entity?: string
  /** How several rows of one entity and date become one value. */
  readonly fold?: Fold
}

/** A number for every entity and date. */
export type Measure =
  | Column
  | { readonly kind: 'number'; readonly value: number; readonly unit?: QuantityUnit }
  | {
      readonly kind: 'arithmetic'
      readonly op: 'add' | 'subtract' | 'multiply' | 'divide' | 'percent'
      readonly left: Measure
      readonly right: Measure
    }
  /** The value on another date. */
  | { readonly kind: 'at'; readonly of: Measure; readonly when: Window }
  | { readonly kind: 'over'; readonly fn: Fn; readonly of: Measure; readonly window: Window }
  /** The mean of the newest `n` values, none where fewer exist. */
  | { readonly kind: 'average'; readonly of: Measure; readonly n: number }
  | { readonly kind: 'percentile'; readonly of: Measure; readonly p: number; readonly window: Window }
  /** From the value at the start of `since` to the value at the row's date. */
  | { readonly kind: 'change'; readonly of: Measure; readonly since: Window; readonly as: 'difference' | 'percent' }
  /** The date on which the extreme of a window was reached. */
  | { readonly kind: 'date'; readonly of: Measure; readonly fn: 'min' | 'max'; readonly window: Window }
  /** How many dates in a row, up to the row's, the condition has held. */
  | { readonly kind: 'streak'; readonly of: Condition }
  | { readonly kind: 'count'; readonly of: Condition; readonly window: Window }
  | { readonly kind: 'correlation'; readonly left: Measure; readonly right: Measure; readonly window: Window }
  /** Slope of the left's on the right's values. */
  | { readonly kind: 'beta'; readonly left: Measure; readonly right: Measure; readonly window: Window }
  /** The deepest fall from a running high, in percent. */
  | { readonly kind: 'drawdown'; readonly of: Measure; readonly window: Window }
  /** The place among all entities of the date: 1 is the largest, or the smallest. */
  | { readonly kind: 'place'; readonly of: Measure; readonly descending: boolean }
  /** Running total over the rows of a series. */
  | { readonly kind: 'cumulative'; readonly of: Measure }
  /** Folded over all entities that meet the conditions; only in `groups`. */
  | { readonly kind: 'across'; readonly fn: Fn; readonly of: Measure; readonly where?: readonly Condition[] }

export const comparisons = ['>', '>=', '<', '<=', '=', '!='] as const
export type Comparison = (typeof comparisons)[number]

export type Condition =
  | { readonly kind: 'compare'; readonly left: Measure; readonly op: Comparison; readonly right: Measure }
  | { readonly kind: 'between'; readonly of: Measure; readonly low: Measure; readonly high: Measure }
  | { readonly kind: 'every' | 'some'; readonly of: Condition; readonly window: Window }
  | { readonly kind: 'and' | 'or'; readonly of: readonly Condition[] }
  | { readonly kind: 'not'; readonly of: Condition }
  | { readonly kind: 'cross'; readonly left: Measure; readonly right: Measure; readonly direction: 'up' | 'down' }
  /** A text or boolean column. */
  | { readonly kind: 'is'; readonly of: Column; readonly values: readonly Scalar[]; readonly not?: boolean }
  /** A date column inside a window, or the newest date inside a period of two columns. */
  | { readonly kind: 'within'; readonly of: Column; readonly window: Window }
  | { readonly kind: 'during'; readonly from: Column; readonly to: Column; readonly when: Window }
  /** The entity belongs to part of the market. */
  | { readonly kind: 'member'; readonly universe: Universe }
  /** The entity has a row in an event dataset. */
  | { readonly kind: 'exists'; readonly dataset: string; readonly where: readonly Condition[]; readonly not?: boolean }

export const dimensions = ['industry', 'market', 'type', 'week', 'month', 'quarter', 'year', 'weekday'] as const
export type Dimension = (typeof dimensions)[number] | { readonly column: string }

export const scales = ['lots', 'thousand', 'ten_thousand', 'million', 'hundred_million', 'billion', 'trillion'] as const
export type Scale = (typeof scales)[number]

export type Output = {
  readonly as: string
  readonly of: Measure
  /** Told in this unit instead of the dataset's own. */
  readonly in?: Scale
}

export type Order = {
  /** Place in `select`, from 0; or `date`, or a dimension the groups are made by. */
  readonly by: number | string
  readonly descending: boolean
}

export const quantityUnits = [
  'TWD',
  'USD',
  'shares',
  'lots',
  'percent',
  'times',
  'points',
  'contracts',
  'people',
  'days',
] as const
export type QuantityUnit = (typeof quantityUnits)[number]

export const noteCodes = [
  'default_limit',
  'default_date',
  'default_measure',
  'raw_prices',
  'all_markets',
  'name',
] as const
export type Note = { readonly code: (typeof noteCodes)[number]; readonly value?: string | number }
