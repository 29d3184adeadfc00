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
  const hosts = new Map<string, SharedRequest[]>()
  const known = new Set<string>()
  const shared = new Map<string, Task[]>()
  for (const task of tasks) {
    const key = taskKey(task)
    if (known.has(key)) continue
    known.add(key)
    const { feed } = task
    const { host, address, body } = requestOf(task, calendar)
    // If the response only leads to another, each task needs a request of its own.
    const name = feed.follow ? key : `${feed.publisher.id} ${address} ${body}`
    const together = shared.get(name)
    if (together) {
      together.push(task)
      continue
    }
    const first = [task]
    shared.set(name, first)
    const requests = hosts.get(host)
    if (requests) requests.push({ tasks: first })
    else hosts.set(host, [{ tasks: first }])
  }
  return hosts
}
