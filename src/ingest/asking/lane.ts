import type { Logger } from 'pino'
import { OperatorError } from '../../errors.ts'
import { keyOf, type Task } from '../task.ts'
import { type Asking, type Attempted, attempt } from './attempt.ts'
import { answered, heldBy, refused, restMs } from './breaker.ts'
import type { Ended, Step } from './ended.ts'
import { jitter, type Waiting } from './pace.ts'
import type { Question } from './questions.ts'
import { reusable } from './reusable.ts'
import { type Verdict, verdictOf } from './verdict.ts'

export type LaneTerms = Asking & {
  readonly waiting: Waiting
  readonly log: Pick<Logger, 'info' | 'warn'>
  readonly factor: number
  readonly attempts: number
  readonly since: (task: Task) => string | null
  readonly patienceMs: number
}

/** A longer pause that a publisher asks for is a rest of its host. */
const longestPauseMs = 2 * 60_000

/** A question that is to be asked again, for the tasks that need it. */
type Again = {
  readonly tasks: readonly Task[]
  readonly attempt: number
  readonly notBefore: number
  readonly wasStale: boolean
  /** What the last attempt gave each of them. */
  readonly last: ReadonlyMap<Task, { readonly outcome: Ended; readonly answerId: number }>
}

const fresh = ({ tasks }: Question): Again => ({
  tasks,
  attempt: 0,
  notBefore: Number.NEGATIVE_INFINITY,
  wasStale: false,
  last: new Map(),
})

/** What the log calls a request that brought nothing: the network, an error of the publisher's, or its refusal. */
const failureOf = ({ status, heard }: Attempted): string =>
  status === null
    ? 'a publisher cannot be reached'
    : status >= 500
      ? 'a publisher answered with an error'
      : heard.some(({ fault }) => fault !== null)
        ? 'the answer of a publisher broke off'
        : 'a publisher refused'

/** Asks one host its questions one after the other; what has to wait for another try lets others go first. */
export async function runLane(
  host: string,
  questions: readonly Question[],
  terms: LaneTerms,
  put: (step: Step) => Promise<void>,
): Promise<void> {
  const { journal, states, now, waiting, signal, log, factor, attempts, run, patienceMs } = terms
  const { clock, sleep, random } = waiting
  const again: Again[] = []
  let asked = 0

  /** What is due for another try, else the next new question, else what is due first. */
  function take(): Again | null {
    const due = again.findIndex(({ notBefore }) => notBefore <= clock())
    if (due >= 0) return again.splice(due, 1)[0]!
    if (asked < questions.length) return fresh(questions[asked++]!)
    if (again.length === 0) return null
    const soonest = again.reduce((a, b) => (b.notBefore < a.notBefore ? b : a))
    return again.splice(again.indexOf(soonest), 1)[0]!
  }

  const step = (task: Task, answerId: number | null, outcome: Ended, isReused = false) =>
    put({ task, key: keyOf(task), answerId, outcome, isReused })

  /** Takes from the archive what is answered there; the rest is left to ask. */
  async function reuse(next: Again): Promise<Again> {
    const left: Task[] = []
    for (const task of next.tasks) {
      const known = await reusable(terms, task).catch((error) => {
        if (!(error instanceof OperatorError)) throw error
        log.warn({ task: keyOf(task), reason: error.message }, 'a kept answer cannot be read, and is asked for again')
        return null
      })
      if (known === null) left.push(task)
      else await step(task, known.answerId, known.outcome, true)
    }
    return { ...next, tasks: left }
  }

  /** Ends tasks whose host rests: with what was last heard, where they had been asked. */
  async function giveUp(those: readonly Again[], held: Ended): Promise<void> {
    const ends = those.flatMap(({ tasks, last }) =>
      tasks.map((task) => ({ task, run, ...(last.get(task) ?? { outcome: held, answerId: null }) })),
    )
    journal.settle(ends)
    for (const { task, answerId, outcome } of ends) await step(task, answerId, outcome)
  }

  async function ask(next: Again): Promise<void> {
    const made = await attempt(terms, next.tasks, next.wasStale)
    if (made.held !== null) return giveUp([next], made.held)
    const count = next.attempt + 1
    const verdicts = made.heard.map(({ task, outcome }): Verdict => {
      const { status, isTooLarge } = made
      return verdictOf(task.feed, { outcome, status, isTooLarge, attempt: count, attempts, wasStale: next.wasStale })
    })
    const isRefusal = verdicts.every((verdict) => verdict.isRefusal)
    const pauseMs = isRefusal ? (made.retryAfterMs ?? 0) : 0
    const before = states.of(made.host)
    const reason = made.heard.map(({ outcome }) => ('reason' in outcome ? outcome.reason : outcome.kind))[0] ?? ''
    const askedMs = pauseMs > longestPauseMs ? pauseMs : null
    const state = isRefusal ? refused(before, { now: now(), reason, askedMs, factor, random }) : answered(before)
    states.set(state)
    terms.pacer.hold(made.host, askedMs === null ? pauseMs : 0)
    const answers = journal.hear(
      made.heard.map((heard, i) => ({ ...heard, isEnd: verdicts[i]!.againMs === null })),
      state,
    )
    if (isRefusal) log.warn({ host: made.host, attempt: count, reason, rests: state.openUntil }, failureOf(made))

    const last = new Map<Task, { outcome: Ended; answerId: number }>()
    let waitMs = 0
    let isStale = next.wasStale
    for (const [i, { task, outcome }] of made.heard.entries()) {
      const { againMs } = verdicts[i]!
      if (againMs === null) await step(task, answers[i]!, outcome)
      else {
        last.set(task, { outcome, answerId: answers[i]! })
        waitMs = Math.max(waitMs, againMs)
        isStale ||= outcome.kind === 'other_day'
      }
    }
    if (last.size === 0) return
    const notBefore = clock() + Math.max(waitMs * factor * (1 + jitter * random()), pauseMs)
    again.push({ tasks: [...last.keys()], attempt: count, notBefore, wasStale: isStale, last })
  }

  for (let taken = take(); taken !== null; taken = take()) {
    signal.throwIfAborted()
    const next = taken.attempt === 0 ? await reuse(taken) : taken
    if (next.tasks.length === 0) continue
    const state = states.of(host)
    const rest = restMs(state, now())
    if (rest > patienceMs) {
      // Many at a time, since each writing waits for the disk.
      const those = [next]
      for (let more = take(); more !== null; more = those.length < 500 ? take() : null)
        those.push(more.attempt === 0 ? await reuse(more) : more)
      await giveUp(those, heldBy(state))
      continue
    }
    if (rest > 0) {
      log.warn({ host, until: state.openUntil, reason: state.reason }, 'a publisher is left alone for a while')
      await sleep(rest, signal)
      // The rest is over by the clock that waited, whatever the calendar's says.
      states.set({ ...state, openUntil: now().toISOString() })
    }
    const wait = next.notBefore - clock()
    if (wait > 0) await sleep(wait, signal)
    await ask(next)
  }
}
