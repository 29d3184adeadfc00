import type { Logger } from 'pino'
import type { Calendar } from '../../sources/feed.ts'
import type { Task } from '../task.ts'
import type { Archive } from './archive.ts'
import { hostState } from './circuitBreaker.ts'
import { type Estimate, estimateOf } from './estimate.ts'
import type { FinishedTask } from './finishedTasks.ts'
import { runHostQueue } from './hostQueue.ts'
import type { Timeouts } from './httpRequest.ts'
import type { Journal } from './journal.ts'
import type { HostState } from './journalRecords.ts'
import { mergeWorkers } from './mergeWorkers.ts'
import { createPacer, type Pacer, requestIntervalMs, sleepAtLeast, type Timing } from './pace.ts'
import { createReach, type Unreached } from './reach.ts'
import { reusableResponse } from './reuse.ts'
import { type BaseUrls, hostOf, requestsByHost, type SharedRequest } from './sharedRequests.ts'

export type FetcherOptions = Partial<Timing> & {
  readonly journal: Journal
  readonly archive: Archive
  /** The service's clock, used for recorded times. */
  readonly now: () => Date
  readonly log: Pick<Logger, 'info' | 'warn'>
  /** Base URLs to use instead of the publishers' own; requests to other hosts go there too, with their path. */
  readonly bases?: BaseUrls
  readonly timeouts?: Partial<Timeouts>
  readonly maxBytes?: number
  /** Multiplies the waits we choose: pace and backoff. A Retry-After is kept as it is. */
  readonly paceFactor?: number
  /** Attempts per task before it fails. */
  readonly attempts?: number
  /** Told instead of a log line for each failure while no publisher is reached; null once one is. */
  readonly onUnreached?: (state: Unreached | null) => void
}

type FetchContext = {
  readonly calendar: Calendar
  /**
   * Responses of earlier runs received from this moment on are reused if they hold rows or say that the market was
   * closed; '' reuses any, null (the default) none.
   */
  readonly since?: (task: Task) => string | null
}

export type FetchOptions = FetchContext & {
  /** The run, from `journal.beginRun`; responses it already has are reused. */
  readonly run: number
  readonly signal?: AbortSignal | undefined
  /** How long to wait for a host with an open circuit before its tasks are held; 0 by default. */
  readonly patienceMs?: number
  /** Ends the fetch between two requests; the tasks that are left stay pending. */
  readonly pause?: AbortSignal | undefined
}

type PendingOptions = FetchContext & { readonly run?: number | null }

const defaultTimeouts: Timeouts = { connectMs: 15_000, headersMs: 60_000, wholeMs: 300_000 }

/** Interval for a host that belongs to no known publisher. */
const unknownIntervalMs = 4_000

export function createFetcher(options: FetcherOptions) {
  const { journal, archive, now, log, bases, timeouts, maxBytes = 64 << 20, paceFactor = 1, attempts = 4 } = options
  const { clock = () => performance.now(), sleep = sleepAtLeast, random = Math.random } = options
  const timing: Timing = { clock, sleep, random }

  const reach = createReach(now, options.onUnreached)
  const states = new Map<string, HostState>()
  const stateIn = (host: string): HostState => {
    const state = states.get(host) ?? hostState(host, journal.hosts())
    states.set(host, state)
    return state
  }

  /** Request interval per host: publishers on one host share the longest of their intervals. */
  const intervals = new Map<string, number>()
  const pacer: Pacer = createPacer(timing, {
    intervalMs: (host) => intervals.get(host) ?? unknownIntervalMs * paceFactor,
    idleMs(host) {
      const { askedAt } = stateIn(host)
      return askedAt === null ? null : now().getTime() - Date.parse(askedAt)
    },
  })

  function intervalsOf(requests: ReadonlyMap<string, readonly SharedRequest[]>): Map<string, number> {
    const found = new Map(intervals)
    const slowDown = (host: string, intervalMs: number) =>
      void found.set(host, Math.max(found.get(host) ?? 0, intervalMs))
    for (const [host, those] of requests)
      for (const publisher of new Set(those.map(({ tasks }) => tasks[0]!.feed.publisher))) {
        slowDown(host, requestIntervalMs(publisher.pace, paceFactor))
        // A response from elsewhere may lead back to the publisher's own host.
        slowDown(hostOf(publisher), requestIntervalMs(publisher.pace, paceFactor))
      }
    return found
  }

  /** The tasks that no stored response answers. */
  const pending = (tasks: readonly Task[], { since = () => null, run = null }: PendingOptions): Task[] =>
    tasks.filter((task) => {
      const stored = reusableResponse({ journal, run, since }, task)
      return stored === null || (stored.run !== run && stored.kind === 'changed')
    })

  return {
    /**
     * Fetches every task, each host at its pace and all hosts in parallel. Each task ends in exactly one finished task,
     * which is in the journal before it is yielded. Rejects with the signal's reason when aborted.
     */
    async *fetch(
      tasks: readonly Task[],
      { calendar, run, since = () => null, signal, patienceMs = 0, pause }: FetchOptions,
    ): AsyncGenerator<FinishedTask, void, void> {
      const controller = new AbortController()
      const both = signal ? AbortSignal.any([signal, controller.signal]) : controller.signal
      const requests = requestsByHost(tasks, calendar)
      for (const [host, intervalMs] of intervalsOf(requests)) intervals.set(host, intervalMs)
      const queueOptions = {
        ...{ journal, archive, now, log, bases, pacer, timing, attempts, factor: paceFactor },
        ...{ calendar, run, since, patienceMs, signal: both, pause, reach, hosts: new Set(requests.keys()) },
        states: { of: stateIn, set: (state: HostState) => void states.set(state.host, state) },
        httpOptions: { timeouts: { ...defaultTimeouts, ...timeouts }, maxBytes, now, signal: both },
      }
      const endWatch = reach.watch()
      try {
        yield* mergeWorkers<FinishedTask>(
          [...requests].map(
            ([host, those]) =>
              (put) =>
                runHostQueue(host, those, queueOptions, put),
          ),
          () => controller.abort(),
        )
      } finally {
        endWatch()
      }
    },
    pending,
    /** Requests and time that fetching the tasks takes if nothing fails. */
    estimate(tasks: readonly Task[], options: PendingOptions): Estimate {
      const left = pending(tasks, options)
      const requests = requestsByHost(left, options.calendar)
      const expected = intervalsOf(requests)
      return estimateOf(requests, {
        reused: tasks.length - left.length,
        intervalMs: (host) => expected.get(host)!,
        usualMs: journal.recentResponseMs,
        state: stateIn,
        now: now(),
      })
    },
  }
}
