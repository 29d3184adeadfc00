import type { Asked, Calendar } from '../../sources/feed.ts'
import { keyOf, type Task } from '../task.ts'
import { type Bases, type Outgoing, outgoing } from './address.ts'

/** One request, and the tasks that its answer is for: several datasets may lie in one file. */
export type Question = { readonly tasks: readonly Task[] }

export const askedOf = ({ from, to, id }: Task, calendar: Calendar, modified: string | null): Asked => ({
  from,
  to,
  id,
  calendar,
  modified,
})

export const outgoingOf = (task: Task, calendar: Calendar, bases?: Bases): Outgoing =>
  outgoing(task.feed.publisher, task.feed.request(askedOf(task, calendar, null)), bases)

/** The requests that answer the tasks, by the host they go to, in the order of the tasks; each task once. */
export function questionsOf(tasks: readonly Task[], calendar: Calendar): Map<string, Question[]> {
  const hosts = new Map<string, Question[]>()
  const known = new Set<string>()
  const shared = new Map<string, Task[]>()
  for (const task of tasks) {
    const key = keyOf(task)
    if (known.has(key)) continue
    known.add(key)
    const { feed } = task
    const { host, address, body } = outgoingOf(task, calendar)
    // Where the answer only leads to another, each task goes its own way.
    const name = feed.follow ? key : `${feed.publisher.id} ${address} ${body}`
    const together = shared.get(name)
    if (together) {
      together.push(task)
      continue
    }
    const first = [task]
    shared.set(name, first)
    const questions = hosts.get(host)
    if (questions) questions.push({ tasks: first })
    else hosts.set(host, [{ tasks: first }])
  }
  return hosts
}
