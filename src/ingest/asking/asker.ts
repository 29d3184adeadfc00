import type { Logger } from 'pino'
import type { Source } from '../../catalogue/dataset.ts'
import type { Calendar } from '../../sources/feed.ts'
import type { Task } from '../task.ts'
import type { Archive } from './archive.ts'
import type { Step } from './ended.ts'
import type { Journal } from './journal.ts'

export type AskerOptions = {
  readonly journal: Journal
  readonly archive: Archive
  readonly now: () => Date
  readonly log: Pick<Logger, 'info' | 'warn'>
  /** Where a publisher's paths begin instead of at its own base; addresses of other hosts go there too, by their path. */
  readonly bases?: (publisher: Source) => string
  readonly timeouts?: Partial<Timeouts>
  readonly maxBytes?: number
  /** Stretches every wait of our own choosing: pace, backoff, rest. What a publisher asks for stays. */
  readonly paceFactor?: number
  readonly attempts?: number
  /** Waits at least so long; rejects with the signal's reason. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>
  /** Milliseconds that only ever go up, by which `sleep` is measured. */
  readonly clock?: () => number
  readonly random?: () => number
}

export type Timeouts = { readonly connectMs: number; readonly headersMs: number; readonly wholeMs: number }

export type AskTerms = {
  readonly calendar: Calendar
  /** The run that asks, of `journal.begin`: what it already has, it does not ask again. */
  readonly run: number
  /**
   * Answers of earlier runs from this moment on do as well, if they hold rows or say that the market was closed;
   * '' for answers of any age, null (the default) for none.
   */
  readonly since?: (task: Task) => string | null
  readonly signal?: AbortSignal
  /** How long to wait for a host that rests before its tasks are given up; 0 unless told. */
  readonly patienceMs?: number
}

export type Estimate = {
  /** Requests that will be made if all goes well, and the seconds until the slowest host is done. */
  readonly requests: number
  readonly seconds: number
  /** Tasks that are answered already. */
  readonly reused: number
  readonly hosts: readonly {
    readonly host: string
    readonly requests: number
    readonly seconds: number
    /** Until when the host is left alone, where it is. */
    readonly openUntil: string | null
  }[]
}

export type Asker = {
  /**
   * Asks every task, each host at its pace and all hosts side by side; each task ends in exactly one step, which is in
   * the journal before it is given out. Rejects with the signal's reason when told to stop.
   */
  readonly ask: (tasks: readonly Task[], terms: AskTerms) => AsyncGenerator<Step, void, void>
  readonly estimate: (tasks: readonly Task[], terms: Pick<AskTerms, 'run' | 'since' | 'calendar'>) => Promise<Estimate>
}

export function createAsker(_options: AskerOptions): Asker {
  throw new Error('not written yet')
}
