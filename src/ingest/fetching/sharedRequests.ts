import type { Calendar, FeedRequest } from '../../sources/feed.ts'
import { type Task, taskKey } from '../task.ts'
import { type BaseUrls, type OutgoingRequest, outgoingRequest } from './outgoingRequest.ts'

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
