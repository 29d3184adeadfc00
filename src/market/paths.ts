import type { Calendar } from './calendar.ts'
import type { Factors } from './factors.ts'
import { createWorths, holdsStocks, mayBeHeld } from './funds.ts'
import type { Security } from './listing.ts'
import { createPath, type Path, type Worth } from './path.ts'
import type { Plan } from './plans.ts'

/** What every security's path is made from. */
type Ground = {
  readonly seed: number
  readonly securities: readonly Security[]
  readonly calendar: Calendar
  readonly factors: Factors
  readonly plans: ReadonlyMap<string, readonly Plan[]>
}

/** The path of each security; funds come last, as they follow the stocks that they hold. */
export function* createPaths({ seed, securities, calendar, factors, plans }: Ground): Generator<Path> {
  const pathOf = (security: Security, worth?: Worth) =>
    createPath(seed, security, calendar, factors, plans.get(security.id)!, worth)
  const held: Path[] = []
  for (const security of securities) {
    if (holdsStocks(security)) continue
    const path = pathOf(security)
    if (mayBeHeld(security)) held.push(path)
    yield path
  }
  const worthOf = createWorths(seed, held, calendar)
  for (const security of securities) if (holdsStocks(security)) yield pathOf(security, worthOf(security))
}
