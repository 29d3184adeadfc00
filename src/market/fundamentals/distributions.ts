import type { Security } from '../listing.ts'
import { oncePer } from '../oncePer.ts'
import type { Path } from '../path.ts'
import { cashOf, type DistributionPlan, payoutOf } from '../plans.ts'
import { between, uniform } from '../random.ts'
import type { World } from '../world.ts'
import { priceAt, sharesAtPosition } from './shares.ts'

/** The distribution per share: money in millionths, a price in cents, null until it is set. */
type Payout = {
  readonly cash: number
  readonly stockRatio: number
  readonly rightsRatio: number
  readonly rightsPrice: number | null
}

/** One announcement; a later one of the same distribution corrects the earlier. */
export type Announcement = Payout & { readonly position: number; readonly payDay: number | null }

export type Distribution = {
  readonly plan: DistributionPlan
  readonly exDay: number
  readonly payDay: number
  /** Position at which the board decides, also where it decides to pay nothing. */
  readonly decidedAt: number
  /** In the order they were made; only those that are known by now. */
  readonly announcements: readonly Announcement[]
}

/** One company in sixteen pays a fifth of its cash dividends out of capital surplus. */
export const surplusPart = (seed: number, { key, type }: Security, cash: number): number =>
  type === 'stock' && uniform(seed, key, 2035) < 1 / 16 ? Math.round(cash / 50_000) * 10_000 : 0

const nothing: Payout = { cash: 0, stockRatio: 0, rightsRatio: 0, rightsPrice: null }

/** The distribution per share at the shares and the price of a position. */
function payoutAt({ seed }: World, path: Path, plan: DistributionPlan, position: number): Payout {
  const { security } = path
  const shares = sharesAtPosition(path, position)
  // Emerging-board shares have no prices here, and their share count stays.
  if (path.last < path.first) return { ...nothing, cash: cashOf(seed, security, plan, shares) }
  const payout = payoutOf(seed, security, plan, shares, priceAt(path, position))
  return { ...payout, rightsPrice: payout.rightsRatio > 0 ? payout.rightsPrice : null }
}

const isNothing = ({ cash, stockRatio, rightsRatio }: Payout) => cash === 0 && stockRatio === 0 && rightsRatio === 0

const isSame = (a: Payout, b: Payout): boolean =>
  a.cash === b.cash && a.rightsRatio === b.rightsRatio && a.rightsPrice === b.rightsPrice

function announcementsOf(world: World, path: Path, plan: DistributionPlan, decidedAt: number, payDay: number) {
  const { seed, through } = world
  const { key } = path.security
  const made: Announcement[] = []
  const announce = (position: number, payout: Payout, pays: number) => {
    if (position <= through) made.push({ ...payout, position, payDay: payout.cash > 0 ? pays : null })
  }
  // The price of new shares is set just before the ex-date.
  const first = { ...payoutAt(world, path, plan, decidedAt), rightsPrice: null }
  if (!isNothing(first)) {
    const isMistaken =
      path.security.type === 'stock' && uniform(seed, key, 2030, plan.at) < 0.05 && decidedAt + 8 < plan.at
    announce(decidedAt, first, isMistaken ? payDay + 3 : payDay)
    if (isMistaken) announce(decidedAt + between(2, 6, seed, key, 2031, plan.at), first, payDay)
  }
  if (path.last < path.first || plan.at - 1 > through) return made
  // The amount paid follows from the price and the shares of the last day before the ex-date.
  const final = payoutAt(world, path, plan, plan.at - 1)
  if (!isSame(final, made.at(-1) ?? nothing)) announce(plan.at - 1, final, payDay)
  return made
}

/** Distributions whose announcement day has come, in the order of their ex-dates. */
export const distributionsOf = oncePer((world: World, path: Path): readonly Distribution[] => {
  const { seed, ahead, plans, through } = world
  const { security } = path
  const found: Distribution[] = []
  for (const plan of plans.get(security.id)!) {
    if (plan.kind !== 'distribution' || plan.at <= path.first) continue
    const exDay = ahead.days[plan.at]!
    if (security.delisted !== null && exDay >= security.delisted) continue
    const lead = between(20, 45, seed, security.key, 2032, plan.at)
    const decidedAt = Math.max(path.first, ahead.atOrBefore(exDay - lead))
    if (decidedAt > through) continue
    const payDay = ahead.days[ahead.atOrAfter(exDay + between(18, 32, seed, security.key, 2033, plan.at))] ?? exDay + 28
    const announcements = announcementsOf(world, path, plan, decidedAt, payDay)
    found.push({ plan, exDay, payDay, decidedAt, announcements })
  }
  return found
})

/** The announcement in force at a position. */
export const inForce = ({ announcements }: Distribution, position: number): Announcement | undefined =>
  announcements.findLast((one) => one.position <= position)
