import { dayOf } from '../../days.ts'
import type { Action } from '../actions.ts'
import { marketAt } from '../listing.ts'
import type { World } from '../world.ts'

/** Cents to a decimal of four places. */
export const price = (value: number): number => value * 100

/**
 * Corporate actions of one kind since the first published price: without them a long history could not be adjusted.
 * `row` has the columns of every repricing; a security without limits that day has none.
 */
export function* actionsOf({ paths, calendar, eventsFrom, options }: World, kind: Action['kind']) {
  const first = Math.min(eventsFrom, dayOf(options.longFrom))
  for (const path of paths)
    for (const action of path.actions) {
      const day = calendar.days[action.at]!
      if (action.kind !== kind || day < first) continue
      const [up, down] = [path.limitUp[action.at]!, path.limitDown[action.at]!]
      const row = {
        stock_id: path.security.id,
        stock_name: path.security.name,
        market: marketAt(path.security, day),
        close_before: price(action.closeBefore),
        reference_price: price(action.reference),
        limit_up: up > 0 ? price(up) : null,
        limit_down: down > 0 ? price(down) : null,
        opening_reference_price: price(action.openingReference),
      }
      yield { path, action, day, row }
    }
}
