import type { Comparison, Fn, Market, QuantityUnit, Scale, SecurityType, Span, Universe } from '../representation.ts'
import type { Time } from './time/time.ts'

/** What a question can be about: each has its own datasets and its own kind of id. */
export const subjects = [
  'stock',
  'index',
  'sector',
  'us',
  'currency',
  'gold',
  'oil',
  'bond',
  'bank',
  'money',
  'futures',
  'option',
  'cb',
  'market',
  'macro',
  'mood',
  'broker',
  'calendar',
] as const
export type Subject = (typeof subjects)[number]

export type Entity = {
  readonly subject: Subject
  readonly id: string
  readonly name: string
  /** One of several that a name stands for at once. */
  readonly together?: boolean
}

/** A column that a word may mean, and for what. */
export type Reading = {
  readonly subject: Subject
  readonly dataset: string
  readonly column: string
  /** Filters that belong to the word, as a statement's account. */
  readonly where?: readonly { readonly column: string; readonly is: readonly (string | number | boolean)[] }[]
  readonly fold?: 'sum' | 'max'
}

/** A value of a column, by the dataset that has it. */
export type Value = { readonly dataset: string; readonly column: string; readonly is: string | boolean }

/** Measures that are more than a column; `measures/composites.ts` knows how each is made. */
export type Composite =
  | 'price'
  | 'return'
  | 'volatility'
  | 'drawdown'
  | 'beta'
  | 'correlation'
  | 'average_volume'
  | 'gross_margin'
  | 'operating_margin'
  | 'net_margin'
  | 'debt_ratio'
  | 'current_ratio'
  | 'roe'
  | 'roa'
  | 'free_cash_flow'
  | 'day_trading_ratio'
  | 'put_call_ratio'
  | 'put_call_volume_ratio'
  | 'basis'
  | 'turnover_rate'
  | 'curve'
  | 'ohlc'
  | 'large_holders'
  | 'small_holders'
  | 'holders'
  | 'payout'

export type Who = 'foreign' | 'foreign_dealer' | 'trust' | 'dealer' | 'dealer_self' | 'dealer_hedging' | 'all'

export type Sense =
  | { readonly t: 'entity'; readonly entity: Entity }
  | {
      readonly t: 'part'
      readonly industry?: readonly string[]
      /** A link of a value chain, by its name. */
      readonly chain?: string
      /** The chain itself rather than a link of it. */
      readonly whole?: boolean
      readonly market?: Market
      readonly type?: SecurityType
    }
  | {
      readonly t: 'noun'
      readonly of:
        | 'stock'
        | 'sector'
        | 'day'
        | 'week'
        | 'month'
        | 'quarter'
        | 'year'
        | 'industry'
        | 'index'
        | 'contract'
        | 'strike'
        | 'currency'
        | 'market'
        | 'weekday'
    }
  | { readonly t: 'columns'; readonly readings: readonly Reading[]; readonly direction?: 'up' | 'down' }
  | { readonly t: 'composite'; readonly composite: Composite; readonly direction?: 'up' | 'down'; readonly n?: number }
  /** A column called by an everyday word, which only the table it stands in makes its name: reason, headline. */
  | { readonly t: 'attribute'; readonly readings: readonly Reading[] }
  /** One of the few values that a text column has. */
  | { readonly t: 'value'; readonly of: readonly Value[] }
  | { readonly t: 'dataset'; readonly dataset: string }
  | { readonly t: 'event'; readonly event: string }
  | { readonly t: 'time'; readonly time: Time }
  | { readonly t: 'number'; readonly value: number }
  | { readonly t: 'quantity'; readonly value: number; readonly unit: QuantityUnit | null }
  | { readonly t: 'compare'; readonly op: Comparison; readonly suffix?: boolean }
  | { readonly t: 'range'; readonly low: number; readonly high: number; readonly unit: QuantityUnit | null }
  | { readonly t: 'percentile' }
  | { readonly t: 'growth'; readonly unit: 'year' | 'quarter' | 'month'; readonly direction?: 'down' }
  | { readonly t: 'than' }
  | { readonly t: 'minus' }
  /** How far from something. */
  | { readonly t: 'away' }
  | { readonly t: 'fresh' }
  /** Became twice as much, or half: the change in percent. */
  | { readonly t: 'doubled'; readonly percent: number }
  | { readonly t: 'announced' }
  /** Not yet over. */
  | { readonly t: 'remaining' }
  /** Of the United States. */
  | { readonly t: 'abroad' }
  | { readonly t: 'traded' }
  /** In money rather than in shares. */
  | { readonly t: 'money' }
  | { readonly t: 'inverted' }
  | { readonly t: 'traders'; readonly top: 5 | 10; readonly who: 'trader' | 'specific' }
  | { readonly t: 'whole_market' }
  /** The first so many, or the one at a place. */
  | {
      readonly t: 'rank'
      readonly n: number | null
      readonly end?: 'top' | 'bottom'
      readonly place?: true
      readonly recent?: true
    }
  | { readonly t: 'most'; readonly descending: boolean; readonly least?: true; readonly speed?: true }
  | { readonly t: 'sorted'; readonly descending: boolean | null }
  | { readonly t: 'fold'; readonly fn: Fn }
  | {
      readonly t: 'move'
      readonly direction: 'up' | 'down' | 'any'
      readonly percent?: boolean
      readonly surge?: boolean
      /** Growth, which is held against the year before where that is the custom. */
      readonly growth?: boolean
    }
  | { readonly t: 'actor'; readonly who: Who }
  /** Net or gross; where neither is said, what fits. */
  | {
      readonly t: 'flow'
      readonly side: 'buy' | 'sell' | 'either'
      readonly net: boolean | null
      readonly money?: boolean
    }
  | { readonly t: 'line'; readonly n: number }
  | { readonly t: 'above'; readonly direction: 'up' | 'down'; readonly crossing: boolean }
  | { readonly t: 'extreme'; readonly side: 'high' | 'low'; readonly fresh: boolean }
  | { readonly t: 'gap'; readonly from: 'high' | 'low' }
  /** The close is the high or the low of its day. */
  | { readonly t: 'ends'; readonly at: 'high' | 'low' }
  | { readonly t: 'aligned'; readonly direction: 'up' | 'down' }
  | { readonly t: 'golden'; readonly direction: 'up' | 'down' }
  | { readonly t: 'limit'; readonly side: 'up' | 'down' }
  | { readonly t: 'streak'; readonly n?: number; readonly unit?: Span }
  | { readonly t: 'every' }
  | { readonly t: 'both' }
  | { readonly t: 'each' }
  | { readonly t: 'daily'; readonly unit: 'day' | 'week' | 'month' | 'quarter' | 'year' }
  | { readonly t: 'how_many' }
  | { readonly t: 'how_many_days' }
  /** Of those: a choice out of another. */
  | { readonly t: 'inside' }
  | { readonly t: 'ask'; readonly what: 'much' | 'which' | 'who' | 'when' | 'whether' | 'one' | 'how' | 'clock' }
  | { readonly t: 'join'; readonly strong?: boolean }
  | { readonly t: 'or' }
  | { readonly t: 'share' }
  | { readonly t: 'times'; readonly value: number }
  | { readonly t: 'in'; readonly scale: Scale | 'percent' | 'points' | 'shares' }
  | { readonly t: 'not' }
  /** Parts of the market that are left out. */
  | { readonly t: 'without'; readonly universe: Universe }
  /** Went from one side of nothing to the other: of what was bought, of what was earned, or of what is named. */
  | { readonly t: 'turn'; readonly to: 'up' | 'down'; readonly of: 'flow' | 'profit' | null }
  | { readonly t: 'versus' }
  | { readonly t: 'beat'; readonly lost?: boolean }
  | { readonly t: 'contract'; readonly pick: 'front' | 'second' | 'nearest' | 'monthly' | 'weekly' }
  /** One contract, by the month it expires in; two with a stroke between them are a spread. */
  | { readonly t: 'expiry'; readonly month: string }
  /** The contracts of a product: each by itself, or all of them together. */
  | { readonly t: 'expiries'; readonly how: 'each' | 'all' }
  | { readonly t: 'right'; readonly side: 'call' | 'put' }
  /** Which side of a position is meant. */
  | { readonly t: 'side'; readonly side: 'long' | 'short' | 'net' }
  | { readonly t: 'day_session' }
  /** As quoted at this moment. */
  | { readonly t: 'live' }
  | { readonly t: 'night' }
  | { readonly t: 'adjusted' }
  | { readonly t: 'running' }
  | { readonly t: 'annual' }
  | { readonly t: 'sign'; readonly positive: boolean }
  | {
      readonly t: 'stated'
      readonly readings: readonly Reading[]
      readonly op: '>' | '<' | '='
      readonly value: number
      readonly alone: boolean
    }
  | { readonly t: 'filler' }
  | { readonly t: 'stop'; readonly why: 'out_of_scope' | 'not_allowed' | 'pronoun' | 'vague' }

export type Kind = Sense['t']
export type Of<T extends Kind> = Extract<Sense, { t: T }>

/** A stretch of the question and what it may mean, likeliest first. */
export type Token = {
  readonly from: number
  readonly to: number
  readonly text: string
  readonly senses: readonly Sense[]
}

export const senseOf = <T extends Kind>(token: Token | undefined, kind: T): Of<T> | undefined =>
  token?.senses.find((sense) => sense.t === kind) as Of<T> | undefined
