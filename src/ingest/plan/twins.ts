import type { Feed } from '../../sources/feed.ts'
import { keyOf, type Task } from '../task.ts'
import type { Choice } from './choice.ts'
import { type Due, type DueTerms, dueOf } from './due.ts'

/** Days that touch. */
export const doTouch = (a: { from: string; to: string }, b: { from: string; to: string }): boolean =>
  a.from <= b.to && b.from <= a.to

/**
 * What the twins of makers that gave nothing are to be asked for: their own questions about the days that failed. Who
 * tells the newest day alone is asked where that is one of them.
 */
export function twinsDue(failed: readonly Task[], twins: Choice['twins'], terms: DueTerms): Due[] {
  const due = new Map<string, Due>()
  const byMaker = Map.groupBy(failed, ({ feed }) => feed)
  for (const [maker, tasks] of byMaker)
    for (const one of (twins.get(maker) ?? []).flatMap((twin: Feed) => dueOf(twin, terms)))
      if (tasks.some((task) => doTouch(task, one.task))) due.set(keyOf(one.task), one)
  return [...due.values()]
}
