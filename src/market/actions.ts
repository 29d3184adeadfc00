import type { Security } from './listing.ts'
import { type Plan, payoutOf } from './plans.ts'
import { roundTick } from './ticks.ts'

/**
 * The effect of a corporate action, in the terms the exchange publishes. Money per share in millionths, prices in
 * cents.
 */
export type Action = Readonly<NonNullable<ReturnType<typeof act>>>

/** Par 10 is paid back for each share that disappears; a refund close to the price itself would leave nothing. */
const refundOf = ({ refund, ratio }: Extract<Plan, { refund: number }>, closeBefore: number): number =>
  refund > 0 ? Math.min(Math.round((1 - ratio) * 1_000), Math.floor(closeBefore * 0.3)) * 10_000 : 0

/** Carries out a plan at the last known price; null where it comes to nothing, as a dividend out of a loss does. */
export function act(seed: number, security: Security, plan: Plan, at: number, closeBefore: number, shares: number) {
  if (plan.kind === 'halt') return null
  const isPayment = plan.kind === 'distribution'
  const payout = isPayment
    ? payoutOf(seed, security, plan, shares, closeBefore)
    : { cash: refundOf(plan, closeBefore), stockRatio: 0, rightsRatio: 0, rightsPrice: 0 }
  const { cash, stockRatio, rightsRatio, rightsPrice } = payout
  const ratio = isPayment ? 1 + stockRatio + rightsRatio : plan.ratio
  if (isPayment && cash === 0 && ratio === 1) return null
  const exact = (closeBefore - cash / 10_000 + rightsPrice * rightsRatio) / ratio
  const reference = Math.max(1, Math.round(exact))
  return {
    kind: plan.kind,
    /** Position of the ex-date or of the day trading resumed. */
    at,
    /** First day without trading; same as `at` for a distribution. */
    haltedAt: isPayment ? at : plan.haltedAt,
    plan,
    closeBefore,
    /** The theoretical price after the action, and that price on a valid step. */
    reference,
    openingReference: roundTick(reference, security.ticks),
    ...payout,
    sharesBefore: shares,
    sharesAfter: Math.round(shares * ratio),
  }
}
