import type { Source } from '../../catalogue/publishers.ts'
import type { Calendar, FeedRequest, HttpRequest } from '../../sources/feed.ts'
import { type Task, taskKey } from '../task.ts'

export type OutgoingRequest = {
  /** The publisher's own host, whose pace applies; also if a mirror answers. */
  readonly host: string
  readonly address: string
  readonly method: 'GET' | 'POST'
  readonly body: string | null
  readonly type: string | null
}

/** The base URL of a publisher's paths. */
export type BaseUrls = (publisher: Source) => string

/**
 * With `bases`, all requests of a publisher go below its base there; a request to another host keeps its path, so that
 * one mirror serves all of them.
 */
export function outgoingRequest(
  publisher: Source,
  { path, query, form, json }: HttpRequest,
  bases?: BaseUrls,
): OutgoingRequest {
  const own = new URL(path.startsWith('/') ? publisher.base + path : path)
  const base = bases?.(publisher).replace(/\/$/, '')
  const url = base === undefined ? own : new URL(base + (path.startsWith('/') ? path : own.pathname))
  for (const [name, value] of Object.entries(query)) url.searchParams.append(name, value)
  const posted =
    json !== undefined
      ? { body: JSON.stringify(json), type: 'application/json; charset=utf-8' }
      : form !== null
        ? { body: new URLSearchParams(form).toString(), type: 'application/x-www-form-urlencoded' }
        : { body: null, type: null }
  return { host: own.host, address: url.href, method: posted.body === null ? 'GET' : 'POST', ...posted }
}

export const hostOf = (publisher: Source): string => new URL(publisher.base).host

/** One request, and the tasks it answers: several datasets may come from one file. */
export type SharedRequest = { readonly tasks: readonly Task[] }

export const feedQueryOf = ({ from, to, id }: Task, calendar: Calendar, modified: string | null): FeedRequest => ({
  from,
  to,
  id,
  calendar,
  modified,
})

export const requestOf = (task: Task, calendar: Calendar, bases?: BaseUrls): OutgoingRequest =>
  outgoingRequest(task.feed.publisher, task.feed.request(feedQueryOf(task, calendar, null)), bases)

/** The requests of the tasks by host, in the order of the tasks, each task once. */
export function requestsByHost(tasks: readonly Task[], calendar: Calendar): Map<string, SharedRequest[]> {
  const distinct = new Map(tasks.map((task) => [taskKey(task), task]))
  const shared = Map.groupBy(distinct.values(), (task) => {
    const { address, body } = requestOf(task, calendar)
    // If the response only leads to another, each task needs a request of its own.
    return task.feed.follow ? taskKey(task) : `${task.feed.publisher.id} ${address} ${body}`
  })
  const requests = [...shared.values()].map((together) => ({ tasks: together }))
  return Map.groupBy(requests, (request) => requestOf(request.tasks[0]!, calendar).host)
}
