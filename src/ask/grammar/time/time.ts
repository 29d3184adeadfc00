import type { Span, Window } from '../../representation.ts'
import type { Got, Pattern } from '../match.ts'

/** A time expression: the window it means, and what about it was loose. */
export type Time = {
  readonly window: Window
  /** "days" that may be trading days or calendar days, as the dataset has it. */
  readonly loose?: boolean
  /** Stands before a noun, as in "20-day": it belongs to what follows. */
  readonly adjective?: boolean
  /** The newest there is, rather than what is of today. */
  readonly newest?: boolean
  /** How things stand, rather than what happened on the day. */
  readonly now?: boolean
  /** Some time back, without saying how long. */
  readonly vague?: boolean
  /** Lies ahead of the newest date. */
  readonly future?: boolean
  /** So long before the newest date. */
  readonly ago?: { readonly n: number; readonly unit: Span }
  /** The last date of it rather than all of them. */
  readonly edge?: 'end'
  /** A month's name alone, which may be another word: march, may. */
  readonly bare?: boolean
  /** The year that figures belong to, rather than the one things happened in. */
  readonly fiscal?: boolean
  /** From the beginning of a period up to now, as one. */
  readonly total?: boolean
  /** Names the newest of a kind: the latest quarter. */
  readonly unit?: Span
}

export type Rule = readonly [Pattern, (got: Got, today: string) => Time | null]
