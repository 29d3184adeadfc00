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
  /** With it, `limit` rows of each industry, market, period or value of a column: the best of each. */
  readonly per?: Dimension
  /** With it, `limit` rows from either end of the order: the most bought and the most sold. */
  readonly ends?: 'both'
  /** Choices that the engine made; the head of the SQL tells them. */
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
  /** The first of a ranking, taken of the rest of the universe before anything else is asked. */
  readonly top?: Top
}
/** A ranking as scope: the fifty largest by market value. */
export type Top = { readonly n: number; readonly by: Measure; readonly descending: boolean }
export const markets = ['TWSE', 'TPEX', 'ESB'] as const
type Market = (typeof markets)[number]
export const securityTypes = ['stock', 'etf', 'etn', 'tdr', 'preferred', 'reit'] as const
type SecurityType = (typeof securityTypes)[number]

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
  /** A number of trading days after the newest date: tomorrow is 1. */
  | { readonly kind: 'ahead'; readonly n: number }
  /** The calendar period after this one: next month. */
  | { readonly kind: 'following'; readonly unit: Span }
  /** The last date at least so many units before the newest: six months ago. */
  | { readonly kind: 'ago'; readonly n: number; readonly unit: Span }
  | { readonly kind: 'calendar'; readonly year: number; readonly quarter?: number; readonly month?: number }
  /** The newest such quarter or month that the data has. */
  | { readonly kind: 'newest'; readonly quarter?: number; readonly month?: number }
  /** The same month or quarter of several years, the newest that the data has and the `years - 1` before. */
  | { readonly kind: 'each'; readonly years: number; readonly quarter?: number; readonly month?: number }
  | { readonly kind: 'between'; readonly from: string | null; readonly to: string | null }
  /** From the first day of one period on, or to the last day of another: since 2022, January to October. */
  | { readonly kind: 'span'; readonly from: CalendarPeriod; readonly to?: CalendarPeriod }
  /** What is announced for the time after the newest date. */
  | { readonly kind: 'upcoming' }
  | { readonly kind: 'all' }
/** The windows that a span begins or ends with. */
export const calendarPeriods = ['on', 'this', 'previous', 'calendar', 'newest'] as const
export type CalendarPeriod = Extract<Window, { kind: (typeof calendarPeriods)[number] }>

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

export const circles = ['industry', 'market', 'all'] as const
/** Whom an entity is seen among: its own industry, its own market, or all of the universe, `ids` and `top` aside. */
export type Circle = (typeof circles)[number]

export const periodUnits = ['week', 'month', 'quarter', 'year'] as const
export const periodFolds = ['sum', 'avg', 'min', 'max', 'first', 'last'] as const
/**
 * Values folded by calendar period before a condition looks at them: one step back is one period. The period that has
 * not ended counts only where `current` says so.
 */
export type Periods = {
  readonly unit: (typeof periodUnits)[number]
  readonly fn: (typeof periodFolds)[number]
  readonly current?: boolean
}

export const indicators = [
  'k',
  'd',
  'rsi',
  'macd_dif',
  'macd_signal',
  'macd_histogram',
  'bollinger_upper',
  'bollinger_lower',
  'bollinger_percent_b',
  'bollinger_width',
  'bias',
  'volatility',
  'volatility_yearly',
  'payout_ratio',
  'premium',
  'premium_percent',
] as const
export type Indicator = (typeof indicators)[number]

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
  /** Where the value stands in its own history: the dates of a window on which it was no larger, in percent. */
  | { readonly kind: 'standing'; readonly of: Measure; readonly window: Window }
  /** From the value that `since` starts from to the value at the row's date, or at the last date of `until`. */
  | {
      readonly kind: 'change'
      readonly of: Measure
      readonly since: Window
      readonly until?: Window
      readonly as: 'difference' | 'percent'
    }
  /** The date on which the extreme of a window was reached. */
  | { readonly kind: 'date'; readonly of: Measure; readonly fn: 'min' | 'max'; readonly window: Window }
  /** How many dates in a row, up to the row's, the condition has held. */
  | { readonly kind: 'streak'; readonly of: Condition; readonly period?: Periods }
  /** The date since when it has held in a row; none where it does not hold. */
  | { readonly kind: 'since'; readonly of: Condition; readonly period?: Periods }
  | { readonly kind: 'count'; readonly of: Condition; readonly window: Window; readonly period?: Periods }
  /** The first or the last date of a window on which the condition held. */
  | { readonly kind: 'day'; readonly fn: 'first' | 'last'; readonly of: Condition; readonly window: Window }
  | { readonly kind: 'correlation'; readonly left: Measure; readonly right: Measure; readonly window: Window }
  /** Slope of the left's on the right's values. */
  | { readonly kind: 'beta'; readonly left: Measure; readonly right: Measure; readonly window: Window }
  /** The deepest fall from a running high, in percent. */
  | { readonly kind: 'drawdown'; readonly of: Measure; readonly window: Window }
  /** The place among all entities of the date: 1 is the largest, or the smallest. */
  | { readonly kind: 'place'; readonly of: Measure; readonly descending: boolean }
  /** Folded over the entity's own circle on that date: the median of its industry. */
  | { readonly kind: 'group'; readonly fn: Fn; readonly of: Measure; readonly by: Circle }
  /** In percent of the sum over the circle; in `groups`, of a fold in the sum over all groups. */
  | { readonly kind: 'share'; readonly of: Measure; readonly by: Circle }
  /** Calendar days from the newest date to a date (`until`), or from a date to the newest (`since`). */
  | { readonly kind: 'days'; readonly of: Measure; readonly as: 'until' | 'since' }
  /** What chartists and analysts reckon; see `indicators.ts` for its parameters and what they are by default. */
  | {
      readonly kind: 'indicator'
      readonly name: Indicator
      /** The close, of whatever has one; the future's for a premium, none for a payout ratio. */
      readonly of?: Column
      readonly parameters?: readonly number[]
    }
  /** Running total over the rows of a series. */
  | { readonly kind: 'cumulative'; readonly of: Measure }
  /** Folded over all entities that meet the conditions; only in `groups`. */
  | { readonly kind: 'across'; readonly fn: Fn; readonly of: Measure; readonly where?: readonly Condition[] }
  /** The mean over all entities, each counted by its weight; only in `groups`. */
  | { readonly kind: 'weighted'; readonly of: Measure; readonly weight: Measure; readonly where?: readonly Condition[] }

export const comparisons = ['>', '>=', '<', '<=', '=', '!='] as const
type Comparison = (typeof comparisons)[number]

export type Condition =
  | { readonly kind: 'compare'; readonly left: Measure; readonly op: Comparison; readonly right: Measure }
  | { readonly kind: 'between'; readonly of: Measure; readonly low: Measure; readonly high: Measure }
  | { readonly kind: 'every' | 'some'; readonly of: Condition; readonly window: Window }
  | { readonly kind: 'and' | 'or'; readonly of: readonly Condition[] }
  | { readonly kind: 'not'; readonly of: Condition }
  | { readonly kind: 'cross'; readonly left: Measure; readonly right: Measure; readonly direction: 'up' | 'down' }
  /** The measure has a value, or none. */
  | { readonly kind: 'known'; readonly of: Measure; readonly not?: boolean }
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

export const scales = [
  'lots',
  'thousand',
  'ten_thousand',
  'million',
  'hundred_million',
  'billion',
  'trillion',
  'basis_points',
] as const
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
  'basis_points',
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
