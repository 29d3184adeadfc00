import type { Feed } from '../../sources/feed.ts'
import { type Task, taskKey } from '../task.ts'
import type { FeedChoice } from './chooseFeeds.ts'
import { type DueInputs, type DueTask, dueTasksOf } from './due.ts'
import type { DayRange } from './taipeiDays.ts'

export const overlap = (a: DayRange, b: DayRange): boolean => a.from <= b.to && b.from <= a.to

/**
 * Tasks of the twins for days on which the primary feeds failed; a twin of the newest day is asked only if that is one
 * of them.
 */
export function twinsDue(failed: readonly Task[], twins: FeedChoice['twins'], inputs: DueInputs): DueTask[] {
  const due = new Map<string, DueTask>()
  const byMaker = Map.groupBy(failed, ({ feed }) => feed)
  for (const [primary, tasks] of byMaker)
    for (const one of (twins.get(primary) ?? []).flatMap((twin: Feed) => dueTasksOf(twin, inputs)))
      if (tasks.some((task) => overlap(task, one.task))) due.set(taskKey(one.task), one)
  return [...due.values()]
}
