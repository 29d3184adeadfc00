import type { Calendar, HttpRequest } from '../../sources/feed.ts'
import { noRows, type Outcome } from '../../sources/outcome.ts'
import type { Task } from '../task.ts'
import type { Archive } from './archive.ts'
import { afterResponse, blockedForMs, heldOutcome } from './circuitBreaker.ts'
import type { TaskOutcome } from './finishedTasks.ts'
import { type HttpRequestOptions, type HttpResponse, sendHttpRequest } from './httpRequest.ts'
import type { Journal } from './journal.ts'
import type { HostState, ReceivedResponse } from './journalRecords.ts'
import type { Pacer } from './pace.ts'
import type { Reach } from './reach.ts'
import { type BaseUrls, feedQueryOf, type OutgoingRequest, outgoingRequest, requestOf } from './sharedRequests.ts'
import { outcomeOf } from './storedResponses.ts'

/** State that all requests of one fetch share. */
export type RequestContext = {
  readonly journal: Journal
  readonly archive: Archive
  readonly now: () => Date
  readonly httpOptions: Omit<HttpRequestOptions, 'skipCaches'>
  readonly pacer: Pacer
  readonly bases: BaseUrls | undefined
  readonly calendar: Calendar
  readonly run: number
  readonly signal: AbortSignal
  readonly reach: Reach
  readonly states: { readonly of: (host: string) => HostState; readonly set: (state: HostState) => void }
}

type SentRequest = Omit<ReceivedResponse, 'task' | 'outcome' | 'isFinal' | 'part'> & { readonly response: HttpResponse }

async function send(
  context: RequestContext,
  publisher: string,
  request: OutgoingRequest,
  skipCaches: boolean,
): Promise<SentRequest> {
  const { journal, archive, now, httpOptions, pacer, run, signal } = context
  return pacer.turn(request.host, signal, async () => {
    journal.noteRequest(request.host)
    const at = now()
    const response = await sendHttpRequest(request, { ...httpOptions, skipCaches })
    const { status, location, modified, fault, bytes, tookMs } = response
    if (status !== null) context.reach.reached()
    // Archive first, then journal: every file the journal names exists.
    const archived = bytes === null ? null : await archive.keep(publisher, bytes, at)
    const { host, address, body: form } = request
    const sent = { run, host, address, form, askedAt: at.toISOString() }
    return { ...sent, tookMs, status, location, modified, fault, archived, response }
  })
}

export type AttemptResult = Readonly<ReturnType<typeof attemptResult>>

const attemptResult = (
  part: ReceivedResponse['part'],
  { response, ...sent }: SentRequest,
  ends: readonly [Task, TaskOutcome][],
) => ({
  /** Set if the response led to a host whose circuit is open; then there is no response. */
  held: null as TaskOutcome | null,
  responses: ends.map(([task, outcome]) => ({ ...sent, part, task, outcome })),
  host: sent.host,
  status: response.status,
  isTooLarge: response.isTooLarge,
  retryAfterMs: response.retryAfterMs,
})

/** The request a lead response points to, or the outcome if it points nowhere. */
function followedRequest(task: Task, { response }: SentRequest, calendar: Calendar): HttpRequest | Outcome {
  let next: HttpRequest | null = null
  const outcome = outcomeOf(
    {
      ...task.feed,
      parse(bytes) {
        next = task.feed.follow!(bytes)
        return { kind: 'rows', ...noRows }
      },
    },
    response,
    feedQueryOf(task, calendar, response.modified),
  )
  return next ?? outcome
}

const outcomeOfTask = (task: Task, { response }: SentRequest, calendar: Calendar): TaskOutcome =>
  response.status === null
    ? { kind: 'failed', reason: response.fault! }
    : outcomeOf(task.feed, response, feedQueryOf(task, calendar, response.modified))

/** Sends the request of the tasks once, archives the response and reads it with the feed of each task. */
export async function attemptRequest(
  context: RequestContext,
  tasks: readonly Task[],
  skipCaches: boolean,
): Promise<AttemptResult> {
  const { calendar, bases, journal, states, now } = context
  const [first] = tasks as [Task]
  const { publisher, follow } = first.feed
  const sent = await send(context, publisher.id, requestOf(first, calendar, bases), skipCaches)
  if (follow === undefined || sent.response.status === null) {
    const outcomes = tasks.map((task): [Task, TaskOutcome] => [task, outcomeOfTask(task, sent, calendar)])
    return attemptResult('answer', sent, outcomes)
  }
  const lead = followedRequest(first, sent, calendar)
  if ('kind' in lead) return attemptResult('answer', sent, [[first, lead]])
  const { response: _, ...led } = sent
  const healthy = afterResponse(states.of(sent.host))
  states.set(healthy)
  journal.recordResponses(
    [{ ...led, part: 'lead', task: first, outcome: { kind: 'rows', ...noRows }, isFinal: false }],
    healthy,
  )
  const second = outgoingRequest(publisher, lead, bases)
  const state = states.of(second.host)
  if (blockedForMs(state, now()) > 0) {
    return { ...attemptResult('answer', sent, []), held: heldOutcome(state) }
  }
  const there = await send(context, publisher.id, second, skipCaches)
  return attemptResult('answer', there, [[first, outcomeOfTask(first, there, calendar)]])
}
