import type { Logger } from 'pino'
import type { Calendar } from '../../sources/feed.ts'
import type { Task } from '../task.ts'
import { type Bases, hostOf } from './address.ts'
import type { Archive } from './archive.ts'
import { stateOf } from './breaker.ts'
import { merged } from './channel.ts'
import type { Step } from './ended.ts'
import { type Estimate, estimateOf } from './estimate.ts'
import type { Timeouts } from './fetch.ts'
import { runLane } from './lane.ts'
import { createPacer, gapOf, type Pacer, type Waiting } from './pace.ts'
import { type Question, questionsOf } from './questions.ts'
import type { HostState, Journal } from './records.ts'
import { answerFor } from './reusable.ts'
import { sleepWell } from './sleepWell.ts'

export type AskerOptions = Partial<Waiting> & {
  readonly journal: Journal
  readonly archive: Archive
  /** The service's clock, for what is written down. */
  readonly now: () => Date
  readonly log: Pick<Logger, 'info' | 'warn'>
  /** Where a publisher's paths begin instead of at its own base; addresses of other hosts go there too, by their path. */
  readonly bases?: Bases
  readonly timeouts?: Partial<Timeouts>
  readonly maxBytes?: number
  /** Stretches every wait of our own choosing: pace, backoff, rest. What a publisher asks for stays. */
  readonly paceFactor?: number
  /** How often a task is asked before it is given up. */
  readonly attempts?: number
}

type Known = {
  readonly calendar: Calendar
  /**
   * Answers of earlier runs from this moment on do as well, if they hold rows or say that the market was closed;
   * '' for answers of any age, null (the default) for none.
   */
  readonly since?: (task: Task) => string | null
}

export type AskTerms = Known & {
  /** The run that asks, of `journal.begin`: what it already has, it does not ask again. */
  readonly run: number
  readonly signal?: AbortSignal
  /** How long to wait for a host that rests before its tasks are given up; 0 unless told. */
  readonly patienceMs?: number
}

type OpenTerms = Known & { readonly run?: number }

export type Asker = {
  /**
   * Asks every task, each host at its pace and all hosts side by side; each task ends in exactly one step, which is in
   * the journal before it is given out. Rejects with the signal's reason when told to stop.
   */
  readonly ask: (tasks: readonly Task[], terms: AskTerms) => AsyncGenerator<Step, void, void>
  /** The tasks that would be asked, as far as the journal tells. */
  readonly open: (tasks: readonly Task[], terms: OpenTerms) => Task[]
  /** What asking them takes if nothing goes wrong. */
  readonly estimate: (tasks: readonly Task[], terms: OpenTerms) => Estimate
}

const usualTimeouts: Timeouts = { connectMs: 15_000, headersMs: 60_000, wholeMs: 300_000 }

/** For a host that no publisher is known to be at. */
const unknownGapMs = 4_000

export function createAsker(options: AskerOptions): Asker {
  const { journal, archive, now, log, bases, timeouts, maxBytes = 64 << 20, paceFactor = 1, attempts = 4 } = options
  const { clock = () => performance.now(), sleep = sleepWell, random = Math.random } = options
  const waiting: Waiting = { clock, sleep, random }

  const states = new Map<string, HostState>()
  const stateIn = (host: string): HostState => {
    const state = states.get(host) ?? stateOf(host, journal.hosts())
    states.set(host, state)
    return state
  }

  /** The gaps of the hosts asked so far: publishers that share a host share its pace, the slowest of theirs. */
  const gaps = new Map<string, number>()
  const pacer: Pacer = createPacer(waiting, {
    gap: (host) => gaps.get(host) ?? unknownGapMs * paceFactor,
    idleMs(host) {
      const { askedAt } = stateIn(host)
      return askedAt === null ? null : now().getTime() - Date.parse(askedAt)
    },
  })

  function gapsOf(questions: ReadonlyMap<string, readonly Question[]>): Map<string, number> {
    const found = new Map(gaps)
    const slowDown = (host: string, gap: number) => void found.set(host, Math.max(found.get(host) ?? 0, gap))
    for (const [host, those] of questions)
      for (const publisher of new Set(those.map(({ tasks }) => tasks[0]!.feed.publisher))) {
        slowDown(host, gapOf(publisher.pace, paceFactor))
        // An answer that lies elsewhere may lead back to the publisher's own host.
        slowDown(hostOf(publisher), gapOf(publisher.pace, paceFactor))
      }
    return found
  }

  const open: Asker['open'] = (tasks, { since = () => null, run = null }) =>
    tasks.filter((task) => {
      const stored = answerFor({ journal, run, since }, task)
      return stored === null || (stored.run !== run && stored.kind === 'changed')
    })

  return {
    async *ask(tasks, { calendar, run, since = () => null, signal, patienceMs = 0 }) {
      const controller = new AbortController()
      const both = signal ? AbortSignal.any([signal, controller.signal]) : controller.signal
      const questions = questionsOf(tasks, calendar)
      for (const [host, gap] of gapsOf(questions)) gaps.set(host, gap)
      const terms = {
        journal,
        archive,
        now,
        log,
        bases,
        calendar,
        run,
        since,
        patienceMs,
        pacer,
        waiting,
        attempts,
        factor: paceFactor,
        signal: both,
        states: { of: stateIn, set: (state: HostState) => void states.set(state.host, state) },
        fetchTerms: { timeouts: { ...usualTimeouts, ...timeouts }, maxBytes, now, signal: both },
      }
      yield* merged<Step>(
        [...questions].map(
          ([host, those]) =>
            (put) =>
              runLane(host, those, terms, put),
        ),
        () => controller.abort(),
      )
    },
    open,
    estimate(tasks, terms) {
      const left = open(tasks, terms)
      const questions = questionsOf(left, terms.calendar)
      const expected = gapsOf(questions)
      return estimateOf(questions, {
        reused: tasks.length - left.length,
        gap: (host) => expected.get(host)!,
        usualMs: journal.usualMs,
        state: stateIn,
        now: now(),
      })
    },
  }
}
