import { createWorths, holdsStocks, mayBeHeld, type Worth } from './funds.ts'
import type { Security } from './listing.ts'
import { createPath, type Path } from './path.ts'
import type { Ground } from './world.ts'

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
