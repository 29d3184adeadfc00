import { find } from '../../../catalogue/index.ts'
import { frequencyOf } from '../../calendar.ts'
import type { Window } from '../../representation.ts'
import type { Clause } from '../clause/clause.ts'
import type { Time } from '../time/time.ts'

export const isInstant = (window: Window): boolean => ['latest', 'back', 'on'].includes(window.kind)

/** One row of the dataset: an instant, or a month of a monthly dataset. */
export function isPoint(window: Window, dataset: string): boolean {
  if (isInstant(window)) return true
  const frequency = frequencyOf(find(dataset)!)
  if (window.kind === 'calendar' || window.kind === 'newest')
    return (
      (frequency === 'quarter' && window.quarter !== undefined) || (frequency === 'month' && window.month !== undefined)
    )
  return false
}

export const spanOf = (clause: Clause): Time | undefined =>
  clause.times.find(({ window, edge }) => !isInstant(window) && !edge)

export const instantOf = (clause: Clause): Time | undefined =>
  clause.times.find(({ window, edge }) => isInstant(window) || edge !== undefined)
