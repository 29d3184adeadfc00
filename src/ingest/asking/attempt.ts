import type { Calendar, Request } from '../../sources/feed.ts'
import { nothingTaken, type Outcome } from '../../sources/outcome.ts'
import type { Task } from '../task.ts'
import { type Bases, type Outgoing, outgoing } from './address.ts'
import type { Archive } from './archive.ts'
import { answered, heldBy, restMs } from './breaker.ts'
import type { Ended } from './ended.ts'
import { type Fetched, type FetchTerms, fetchAnswer } from './fetch.ts'
import type { Pacer } from './pace.ts'
import { askedOf, outgoingOf } from './questions.ts'
import type { Heard, HostState, Journal } from './records.ts'
import { outcomeOf } from './replay.ts'

/** What every request of an asking shares. */
export type Asking = {
  readonly journal: Journal
  readonly archive: Archive
  readonly now: () => Date
  readonly fetchTerms: Omit<FetchTerms, 'isAnew'>
  readonly pacer: Pacer
  readonly bases: Bases | undefined
  readonly calendar: Calendar
  readonly run: number
  readonly signal: AbortSignal
  readonly states: { readonly of: (host: string) => HostState; readonly set: (state: HostState) => void }
}

/** One request that was made. */
type Made = Omit<Heard, 'task' | 'outcome' | 'isEnd' | 'part'> & { readonly fetched: Fetched }

async function make(asking: Asking, publisher: string, request: Outgoing, isAnew: boolean): Promise<Made> {
  const { journal, archive, now, fetchTerms, pacer, run, signal } = asking
  return pacer.turn(request.host, signal, async () => {
    journal.asking(request.host)
    const at = now()
    const fetched = await fetchAnswer(request, { ...fetchTerms, isAnew })
    const { status, location, modified, fault, bytes, tookMs } = fetched
    // Bytes first, then the journal: what it names is there.
    const kept = bytes === null ? null : await archive.keep(publisher, bytes, at)
    const { host, address, body } = request
    return {
      run,
      host,
      address,
      form: body,
      askedAt: at.toISOString(),
      tookMs,
      status,
      location,
      modified,
      fault,
      kept,
      fetched,
    }
  })
}

export type Attempted = {
  /** Set where the way led to a host that rests: nothing was heard. */
  readonly held: Ended | null
  readonly heard: readonly Omit<Heard, 'isEnd'>[]
  readonly host: string
  readonly status: number | null
  readonly isTooLarge: boolean
  readonly retryAfterMs: number | null
}

const attemptedOf = (part: Heard['part'], { fetched, ...made }: Made, ends: readonly [Task, Ended][]): Attempted => ({
  held: null,
  heard: ends.map(([task, outcome]) => ({ ...made, part, task, outcome })),
  host: made.host,
  status: fetched.status,
  isTooLarge: fetched.isTooLarge,
  retryAfterMs: fetched.retryAfterMs,
})

/** Where the answer lies, or why that is not told. */
function leadOf(task: Task, { fetched }: Made, calendar: Calendar): Request | Outcome {
  let next: Request | null = null
  const outcome = outcomeOf(
    {
      ...task.feed,
      parse(bytes) {
        next = task.feed.follow!(bytes)
        return { kind: 'rows', ...nothingTaken }
      },
    },
    fetched,
    askedOf(task, calendar, fetched.modified),
  )
  return next ?? outcome
}

const endOf = (task: Task, { fetched }: Made, calendar: Calendar): Ended =>
  fetched.status === null
    ? { kind: 'failed', reason: fetched.fault! }
    : outcomeOf(task.feed, fetched, askedOf(task, calendar, fetched.modified))

/** Asks once for the tasks of a question: what came back is kept, and read by the feed of each. */
export async function attempt(asking: Asking, tasks: readonly Task[], isAnew: boolean): Promise<Attempted> {
  const { calendar, bases, journal, states, now } = asking
  const [first] = tasks as [Task]
  const { publisher, follow } = first.feed
  const made = await make(asking, publisher.id, outgoingOf(first, calendar, bases), isAnew)
  if (follow === undefined || made.fetched.status === null)
    return attemptedOf(
      'answer',
      made,
      tasks.map((task) => [task, endOf(task, made, calendar)]),
    )
  const lead = leadOf(first, made, calendar)
  if ('kind' in lead) return attemptedOf('answer', made, [[first, lead]])
  const { fetched: _, ...led } = made
  const healthy = answered(states.of(made.host))
  states.set(healthy)
  journal.hear(
    [{ ...led, part: 'lead', task: first, outcome: { kind: 'rows', ...nothingTaken }, isEnd: false }],
    healthy,
  )
  const second = outgoing(publisher, lead, bases)
  const state = states.of(second.host)
  if (restMs(state, now()) > 0) {
    return { ...attemptedOf('answer', made, []), held: heldBy(state) }
  }
  const there = await make(asking, publisher.id, second, isAnew)
  return attemptedOf('answer', there, [[first, endOf(first, there, calendar)]])
}
