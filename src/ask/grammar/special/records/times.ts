import type { Dataset } from '../../../../catalogue/dataset.ts'
import { frequencyOf } from '../../../calendar.ts'
import type { Window } from '../../../representation.ts'
import type { Gathered } from '../../gather.ts'
import { windowFor } from '../../measures/window.ts'

type When = { readonly when: Window; readonly within: Window | null; readonly newest: boolean }

/** Events happen on dates of their own; what is published every day is asked for by the day. */
export function timeOf({ all }: Gathered, table: Dataset, date: string): When {
  const time = all('time')[0]?.time
  const isEvent = frequencyOf(table) === 'event' || date !== table.date
  if (!isEvent) {
    const window = time && !time.newest ? windowFor(time, table.name) : ({ kind: 'latest' } as const)
    return { when: window, within: null, newest: false }
  }
  const isNow = !time || time.newest || time.now
  return { when: { kind: 'all' }, within: isNow ? null : time.window, newest: time?.newest === true }
}
