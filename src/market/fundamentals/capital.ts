import { quarterAt } from '../fundamentals.ts'
import { kept } from '../oncePer.ts'
import type { Path } from '../path.ts'
import type { World } from '../world.ts'
import { distributionsOf, surplusPart } from './distributions.ts'
import { parAt } from './shares.ts'

/** Payments between owners and company in one quarter, in thousands. */
const none = () => ({
  /** Cash dividends that went ex, the part from capital surplus, and those paid. */
  declared: 0,
  fromSurplus: 0,
  paid: 0,
  /** Earnings turned into shares, and losses made good by shares that disappear. */
  capitalised: 0,
  lossOffset: 0,
  /** Money for new shares, and money given back. */
  raised: 0,
  refunded: 0,
})
const thousands = (amount: number): number => Math.round(amount / 1000)
const quarterOf = (day: number): number => Math.floor(quarterAt(day))

export function flowsOf(world: World, path: Path) {
  const { calendar } = world
  const at = kept((_quarter: number) => none())
  const pay = (exDay: number, payDay: number, cash: number, shares: number) => {
    const amount = thousands((cash * shares) / 1e6)
    const quarter = at(quarterOf(exDay))
    quarter.declared += amount
    quarter.fromSurplus += thousands((surplusPart(world.seed, path.security, cash) * shares) / 1e6)
    at(quarterOf(payDay)).paid += amount
  }
  const payDays = new Map(distributionsOf(world, path).map(({ plan, payDay }) => [plan.at, payDay]))
  for (const action of path.actions) {
    const { kind, cash, sharesBefore, sharesAfter, stockRatio, rightsRatio, rightsPrice } = action
    const day = calendar.days[action.at]!
    const quarter = at(quarterOf(day))
    const par = parAt(path, action.at)
    if (kind === 'distribution') {
      pay(day, payDays.get(action.at) ?? day, cash, sharesBefore)
      const bonus = rightsRatio > 0 ? Math.round(sharesBefore * stockRatio) : sharesAfter - sharesBefore
      quarter.capitalised += thousands(bonus * par)
      quarter.raised += thousands(((sharesAfter - sharesBefore - bonus) * rightsPrice) / 100)
    }
    if (kind === 'reduction') {
      if (cash > 0) quarter.refunded += thousands((cash * sharesBefore) / 1e6)
      else quarter.lossOffset += thousands((sharesBefore - sharesAfter) * par)
    }
  }
  const newest = calendar.days[world.through]!
  if (path.last < path.first)
    for (const { exDay, payDay, announcements } of distributionsOf(world, path))
      if (exDay <= newest && announcements.length > 0)
        pay(exDay, payDay, announcements.at(-1)!.cash, path.security.shares)
  return at
}
