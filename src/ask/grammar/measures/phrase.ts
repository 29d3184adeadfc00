import { find } from '../../../catalogue/index.ts'
import { type Frequency, frequencyOf } from '../../calendar.ts'
import type { Fn, Measure } from '../../representation.ts'
import type { Composite, Entity, Reading, Subject, Who } from '../senses.ts'
import type { Time } from '../time/time.ts'

/** A measure as the question names it, before it is known what it is of and when. */
export type Phrase = {
  readonly readings?: readonly Reading[]
  readonly composite?: Composite
  readonly n?: number
  readonly line?: number
  readonly who?: readonly Who[]
  readonly side?: 'buy' | 'sell' | 'either'
  readonly net?: boolean | null
  /** In money rather than in shares. */
  readonly money?: boolean
  readonly direction?: 'up' | 'down'
  readonly fold?: Fn
  /** How many there are, rather than what share they hold. */
  readonly people?: boolean
  readonly growth?: 'year' | 'quarter' | 'month'
  /** A window that stands beside the measure and belongs to it alone. */
  readonly time?: Time
  /** A percentage of another measure. */
  readonly of?: Phrase
  readonly text: string
}

/** What the measures of a question are of. */
export type Context = {
  readonly subject: Subject
  /** Datasets named by words of their own: adjusted prices, weekly bars. */
  readonly hints: readonly string[]
  readonly market: 'TWSE' | 'TPEX' | null
  readonly annual: boolean
  readonly night: boolean
  readonly pick: 'front' | 'second' | 'nearest' | 'monthly' | 'weekly' | null
  /** The contract that is named by its month. */
  readonly expiry?: string
  readonly right: 'call' | 'put' | null
  readonly who: Who | null
  readonly entity?: string
}

/** Whose measure it is, and nothing else said of it. */
export const plainContext = (subject: Subject, market: Context['market'] = null): Context => ({
  subject,
  hints: [],
  market,
  annual: false,
  night: false,
  pick: null,
  right: null,
  who: null,
})

/** The same of one that is named; gold is the only one of its kind. */
export const contextOf = ({ subject, id }: Entity, hints: readonly string[] = []): Context => ({
  ...plainContext(subject),
  hints,
  ...(subject === 'gold' ? {} : { entity: id }),
})

/** A measure that can be printed, and how it behaves over time. */
export type Meant = {
  readonly measure: Measure
  readonly dataset: string
  readonly name: string
  /** Adds up over time: volumes and flows do, prices and balances do not. */
  readonly flow: boolean
  readonly frequency: Frequency
  /** Already added up over its time. */
  readonly summed?: boolean
}

export const meant = (measure: Measure, dataset: string, name: string, flow = false): Meant => ({
  measure,
  dataset,
  name,
  flow,
  frequency: frequencyOf(find(dataset)!),
})

export const percent = (left: Measure, right: Measure): Measure => ({ kind: 'arithmetic', op: 'percent', left, right })
