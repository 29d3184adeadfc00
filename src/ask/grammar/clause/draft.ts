import type { Comparison, Span } from '../../representation.ts'
import type { Item } from '../items/items.ts'
import type { Phrase } from '../measures/phrase.ts'
import type { Kind, Of, Who } from '../senses.ts'
import type { Time } from '../time/time.ts'
import type { Clause, Constraint, Limit } from './clause.ts'

export type Draft = {
  readonly items: readonly Item[]
  readonly phrases: Phrase[]
  readonly times: Time[]
  readonly constraints: Constraint[]
  readonly moves: Of<'move'>[]
  readonly extremes: Of<'extreme'>[]
  readonly actors: { who: Who; text: string }[]
  readonly flows: { sense: Of<'flow'>; text: string; at: number }[]
  readonly said: { [K in Kind]?: Of<K> }
  days: Clause['days']
  compare: Comparison | null
  compareAt: number
  times_: number | null
  aboveAt: number
  shareAt: number
  orderAt: number | null
  /** Said before the measure they belong to. */
  fold: Phrase['fold'] | undefined
  own: Time | undefined
  /** The place of the item the last measure came from. */
  lastAt: number
}

export function push(draft: Draft, phrase: Phrase, at: number): void {
  const { fold, own } = draft
  draft.phrases.push({ ...phrase, ...(fold ? { fold } : {}), ...(own ? { time: own } : {}) })
  draft.fold = undefined
  draft.own = undefined
  draft.lastAt = at
}

export function amend(draft: Draft, change: Partial<Phrase>): void {
  draft.phrases[draft.phrases.length - 1] = { ...draft.phrases.at(-1)!, ...change }
}

/** What is said of the measure just named, or of the first one where none is yet. */
export const limit = (draft: Draft, one: Limit): void => {
  draft.constraints.push({ ...one, at: Math.max(0, draft.phrases.length + draft.flows.length - 1) })
}

export const isMeasure = (item: Item | undefined): boolean =>
  ['columns', 'composite', 'flow', 'growth', 'actor'].includes(item?.sense.t ?? '')

/** A reader of one kind of word: takes the item at a place and returns how many items it used. */
export type Reader<K extends Kind> = (draft: Draft, sense: Of<K>, at: number) => number

export const isLine = (time: Time): time is Time & { window: { kind: 'last'; n: number; unit: Span } } =>
  time.window.kind === 'last' && time.window.unit === 'trading_day' && time.window.n > 1

export const isClose = ({ composite, readings }: Phrase): boolean =>
  composite === 'price' || readings?.some(({ column }) => column === 'close') === true
