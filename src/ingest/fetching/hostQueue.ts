import type { Logger } from 'pino'
import { type Task, taskKey } from '../task.ts'
import { type AttemptResult, attemptRequest, type RequestContext } from './attempt.ts'
import { afterRefusal, afterResponse, blockedForMs, heldOutcome } from './circuitBreaker.ts'
import type { FinishedTask, TaskOutcome } from './finishedTasks.ts'
import { jitter, type Timing } from './pace.ts'
import { decideRetry, type RetryDecision } from './retryPolicy.ts'
import { reuseResponse } from './reuse.ts'
import type { SharedRequest } from './sharedRequests.ts'

export type HostQueueOptions = RequestContext & {
  readonly timing: Timing
  readonly log: Pick<Logger, 'info' | 'warn'>
  readonly factor: number
  readonly attempts: number
  readonly since: (task: Task) => string | null
  readonly patienceMs: number
  /** Every host of this fetch. */
  readonly hosts: ReadonlySet<string>
  readonly pause: AbortSignal | undefined
}

/** A longer Retry-After opens the host's circuit. */
const longestPauseMs = 2 * 60_000

/** A request to send, for the tasks that still need it. */
type QueuedRequest = {
  readonly tasks: readonly Task[]
  readonly attempt: number
  readonly notBefore: number
  readonly wasStale: boolean
  /** Outcome of each task's last attempt. */
  readonly last: ReadonlyMap<Task, { readonly outcome: TaskOutcome; readonly responseId: number }>
}

const newRequest = ({ tasks }: SharedRequest): QueuedRequest => ({
  tasks,
  attempt: 0,
  notBefore: Number.NEGATIVE_INFINITY,
  wasStale: false,
  last: new Map(),
})

/** The log message for a request without a usable response. */
const failureOf = ({ status, responses }: AttemptResult): string =>
  status === null
    ? 'a publisher cannot be reached'
    : status >= 500
      ? 'a publisher answered with an error'
      : responses.some(({ fault }) => fault !== null)
        ? 'the answer of a publisher broke off'
        : 'a publisher refused'

/** Logs a request without a usable response; while no publisher is reached, that is told once instead. */
function logRefusal({ log, reach }: HostQueueOptions, result: AttemptResult, facts: object): void {
  if (result.status !== null || !reach.isTold()) log.warn({ host: result.host, ...facts }, failureOf(result))
}

/** The requests of a host in the order of sending, with those to repeat. */
function createOrder(requests: readonly SharedRequest[], clock: () => number) {
  const retries: QueuedRequest[] = []
  let started = 0
  return {
    retries,
    /** The next request: a retry that is due, else a new request, else the retry that is due first. */
    take(): QueuedRequest | null {
      const due = retries.findIndex(({ notBefore }) => notBefore <= clock())
      if (due >= 0) return retries.splice(due, 1)[0]!
      if (started < requests.length) return newRequest(requests[started++]!)
      if (retries.length === 0) return null
      const soonest = retries.reduce((a, b) => (b.notBefore < a.notBefore ? b : a))
      return retries.splice(retries.indexOf(soonest), 1)[0]!
    },
  }
}

/** Waits, or until the fetch is paused. */
const waitFor = (ms: number, { timing, signal, pause }: HostQueueOptions): Promise<void> =>
  timing.sleep(ms, pause ? AbortSignal.any([signal, pause]) : signal).catch((error) => {
    if (signal.aborted || !pause?.aborted) throw error
  })

/** Sends the requests of one host in sequence; a request that waits for its retry lets others go first. */
export async function runHostQueue(
  host: string,
  requests: readonly SharedRequest[],
  options: HostQueueOptions,
  put: (finish: FinishedTask) => Promise<void>,
): Promise<void> {
  const { journal, states, now, timing, signal, log, factor, attempts, run, patienceMs, reach, hosts, pause } = options
  const { clock, random } = timing
  const { retries, take } = createOrder(requests, clock)

  const finish = (task: Task, responseId: number | null, outcome: TaskOutcome, isReused = false) =>
    put({ task, key: taskKey(task), responseId, outcome, isReused })

  /** Answers tasks from the archive where possible and returns the request for the rest. */
  async function reuse(next: QueuedRequest): Promise<QueuedRequest> {
    const left: Task[] = []
    for (const task of next.tasks) {
      const known = await reuseResponse(options, task)
      if (known === null) left.push(task)
      else await finish(task, known.responseId, known.outcome, true)
    }
    return { ...next, tasks: left }
  }

  /** Finishes tasks whose host's circuit is open: with the outcome of their last attempt, if there was one. */
  async function giveUp(batch: readonly QueuedRequest[], held: TaskOutcome): Promise<void> {
    const ends = batch.flatMap(({ tasks, last }) =>
      tasks.map((task) => ({ task, run, ...(last.get(task) ?? { outcome: held, responseId: null }) })),
    )
    journal.recordOutcomes(ends)
    for (const { task, responseId, outcome } of ends) await finish(task, responseId, outcome)
  }

  async function sendNext(next: QueuedRequest): Promise<void> {
    const result = await attemptRequest(options, next.tasks, next.wasStale)
    if (result.held !== null) return giveUp([next], result.held)
    const count = next.attempt + 1
    const decisions = result.responses.map(({ task, outcome }): RetryDecision => {
      const { status, isTooLarge } = result
      return decideRetry(task.feed, { outcome, status, isTooLarge, attempt: count, attempts, wasStale: next.wasStale })
    })
    const isRefusal = decisions.every((decision) => decision.isRefusal)
    const pauseMs = isRefusal ? (result.retryAfterMs ?? 0) : 0
    const reason = result.responses.map(({ outcome }) => ('reason' in outcome ? outcome.reason : outcome.kind))[0] ?? ''
    const askedMs = pauseMs > longestPauseMs ? pauseMs : null
    const state = isRefusal
      ? afterRefusal(states.of(result.host), { now: now(), reason, askedMs, factor, random })
      : afterResponse(states.of(result.host))
    states.set(state)
    options.pacer.hold(result.host, askedMs === null ? pauseMs : 0)
    const responseIds = journal.recordResponses(
      result.responses.map((responses, i) => ({ ...responses, isFinal: decisions[i]!.retryInMs === null })),
      state,
    )
    if (isRefusal) logRefusal(options, result, { attempt: count, reason, rests: state.openUntil })

    const last = new Map<Task, { outcome: TaskOutcome; responseId: number }>()
    let waitMs = 0
    let isStale = next.wasStale
    for (const [i, { task, outcome }] of result.responses.entries()) {
      const { retryInMs } = decisions[i]!
      if (retryInMs === null) await finish(task, responseIds[i]!, outcome)
      else {
        last.set(task, { outcome, responseId: responseIds[i]! })
        waitMs = Math.max(waitMs, retryInMs)
        isStale ||= outcome.kind === 'other_day'
      }
    }
    if (result.status === null) reach.failed(host, reason, last.size === 0 ? null : waitMs * factor, hosts)
    if (last.size === 0) return
    const notBefore = clock() + Math.max(waitMs * factor * (1 + jitter * random()), pauseMs)
    retries.push({ tasks: [...last.keys()], attempt: count, notBefore, wasStale: isStale, last })
  }

  for (let taken = take(); taken !== null; taken = take()) {
    signal.throwIfAborted()
    if (pause?.aborted) return
    const next = taken.attempt === 0 ? await reuse(taken) : taken
    if (next.tasks.length === 0) continue
    const state = states.of(host)
    const rest = blockedForMs(state, now())
    if (rest > patienceMs) {
      // In batches of 500, because each journal write waits for the disk.
      const batch = [next]
      for (let more = take(); more !== null; more = batch.length < 500 ? take() : null)
        batch.push(more.attempt === 0 ? await reuse(more) : more)
      await giveUp(batch, heldOutcome(state))
      continue
    }
    if (rest > 0) {
      log.warn({ host, until: state.openUntil, reason: state.reason }, 'a publisher is left alone for a while')
      await waitFor(rest, options)
      if (pause?.aborted) return
      const latest = states.of(host)
      // The backoff is over by the monotonic clock, even if the wall clock disagrees.
      if (latest.openUntil === state.openUntil) states.set({ ...latest, openUntil: now().toISOString() })
      else if (blockedForMs(latest, now()) > 0) {
        // A response to another queue has opened the circuit again.
        retries.unshift(next)
        continue
      }
    }
    const early = next.notBefore - clock()
    if (early > 0) await waitFor(early, options)
    if (pause?.aborted) return
    await sendNext(next)
  }
}
