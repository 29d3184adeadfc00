import type { Action } from '../actions.ts'
import { dayOf } from '../days.ts'
import type { Path } from '../path.ts'
import type { World } from '../world.ts'

/** Cents to a decimal of four places. */
export const price = (value: number): number => value * 100

/** Corporate actions of one kind since the first published price: without them a long history could not be adjusted. */
export function* actionsOf(
  { paths, calendar, eventsFrom, options }: World,
  kind: Action['kind'],
): Generator<{ path: Path; action: Action; day: number }> {
  const first = Math.min(eventsFrom, dayOf(options.longFrom))
  for (const path of paths)
    for (const action of path.actions) {
      const day = calendar.days[action.at]!
      if (action.kind === kind && day >= first) yield { path, action, day }
    }
}

/** Columns that every repricing has; a security without limits that day has none. */
export const repriced = ({ limitUp, limitDown }: Path, action: Action) => ({
  close_before: price(action.closeBefore),
  reference_price: price(action.reference),
  limit_up: limitUp[action.at]! > 0 ? price(limitUp[action.at]!) : null,
  limit_down: limitDown[action.at]! > 0 ? price(limitDown[action.at]!) : null,
  opening_reference_price: price(action.openingReference),
})
