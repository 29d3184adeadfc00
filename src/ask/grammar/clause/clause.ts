import type { Comparison, QuantityUnit, Span } from '../../representation.ts'
import type { Item } from '../items/items.ts'
import type { Phrase } from '../measures/phrase.ts'
import type { Kind, Of } from '../senses.ts'
import type { Time } from '../time/time.ts'

export type Limit =
  | { readonly op: Comparison; readonly value: number; readonly unit: QuantityUnit | null }
  | { readonly low: number; readonly high: number; readonly unit: QuantityUnit | null }

/** An amount, and the place of the measure it was said after. */
export type Constraint = Limit & { readonly at?: number }

/** One statement of the question: measures, and what is said about them. */
export type Clause = {
  readonly items: readonly Item[]
  readonly phrases: readonly Phrase[]
  readonly times: readonly Time[]
  readonly constraints: readonly Constraint[]
  /** 三天以上 beside a run. */
  readonly days: { readonly n: number; readonly unit: Span; readonly op: Comparison } | null
  /** A comparison with another measure, and how many measures stand before it. */
  readonly compare: Comparison | null
  readonly compareAt: number
  /** Twice, three times. */
  readonly times_: number | null
  /** How many measures stand before the word for above or below. */
  readonly aboveAt: number
  /** How many measures stand before the word for a share. */
  readonly shareAt: number
  readonly said: { readonly [K in Kind]?: Of<K> }
  readonly moves: readonly Of<'move'>[]
  readonly extremes: readonly Of<'extreme'>[]
  /** The measure that rows are put in order by: the one a superlative stands before, or after in Chinese. */
  readonly orderAt: number | null
  /** Another measure of the question is what rows are put in order by. */
  readonly unordered?: boolean
  /** A fold that no measure was said for. */
  readonly fold: Phrase['fold'] | undefined
}
