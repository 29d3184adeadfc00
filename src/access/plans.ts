import { type Tier, tiers } from '../catalogue/dataset.ts'
import type { Subscription } from '../store/subscriptions.ts'

/** The price of a tier, and the calls a user may make per hour, over all keys. */
export const plans: Readonly<Record<Tier, { readonly callsPerHour: number; readonly twdPerMonth: number }>> = {
  free: { callsPerHour: 600, twdPerMonth: 0 },
  lite: { callsPerHour: 3_000, twdPerMonth: 149 },
  plus: { callsPerHour: 10_000, twdPerMonth: 299 },
}

export const callsPerHour = (tier: Tier): number => plans[tier].callsPerHour

const rank = (tier: Tier): number => tiers.indexOf(tier)

export const lower = <T extends Tier>(a: T, b: T): T => (rank(a) < rank(b) ? a : b)

/** A user's present tier, granted or paid for, whichever is higher, and when it may change. */
export function tierNow(
  granted: Tier,
  subscriptions: readonly Pick<Subscription, 'tier' | 'paidUntil'>[],
  now: number,
): { readonly tier: Tier; readonly until: number } {
  let tier = granted
  let until = Number.POSITIVE_INFINITY
  for (const { tier: paid, paidUntil } of subscriptions) {
    const end = paidUntil === null ? Number.NEGATIVE_INFINITY : Date.parse(paidUntil)
    if (end <= now) continue
    until = Math.min(until, end)
    if (rank(paid) > rank(tier)) tier = paid
  }
  return { tier, until }
}
