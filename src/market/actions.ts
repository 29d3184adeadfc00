import type { Security } from './listing.ts'
import { cashOf, type Plan } from './plans.ts'
import { roundTick } from './ticks.ts'

/**
 * The effect of a corporate action, in the terms the exchange publishes. Money per share in millionths, prices in
 * cents.
 */
export type Action = {
  readonly kind: 'distribution' | 'reduction' | 'split' | 'par'
  /** Position of the ex-date or of the day trading resumed. */
  readonly at: number
  /** First day without trading; same as `at` for a distribution. */
  readonly haltedAt: number
  readonly plan: Plan
  readonly closeBefore: number
  /** The theoretical price after the action, and that price on a valid step. */
  readonly reference: number
  readonly openingReference: number
  readonly cash: number
  /** New shares a held share: bonus, and offered for money at a price. */
  readonly stockRatio: number
  readonly rightsRatio: number
  readonly rightsPrice: number
  readonly sharesBefore: number
  readonly sharesAfter: number
}

/** Carries out a plan at the last known price; null where it comes to nothing, as a dividend out of a loss does. */
export function act(
  seed: number,
  security: Security,
  plan: Plan,
  at: number,
  closeBefore: number,
  shares: number,
): Action | null {
  if (plan.kind === 'halt') return null
  const { ticks } = security
  let cash = 0
  let stockRatio = 0
  let rightsRatio = 0
  let rightsPrice = 0
  let exact: number
  let sharesAfter: number
  if (plan.kind === 'distribution') {
    cash =
      security.type === 'stock'
        ? cashOf(seed, security, plan, shares)
        : Math.max(10_000, Math.round(closeBefore * plan.payout) * 10_000)
    cash = Math.min(cash, Math.floor(closeBefore * 0.12) * 10_000)
    stockRatio = plan.stockRatio
    rightsRatio = plan.rightsRatio
    rightsPrice = rightsRatio > 0 ? Math.max(1_000, roundTick(closeBefore * plan.rightsDiscount, 'stock')) : 0
    if (rightsPrice >= closeBefore) {
      rightsRatio = 0
      rightsPrice = 0
    }
    if (cash === 0 && stockRatio === 0 && rightsRatio === 0) return null
    exact = (closeBefore - cash / 10_000 + rightsPrice * rightsRatio) / (1 + stockRatio + rightsRatio)
    sharesAfter = Math.round(shares * (1 + stockRatio + rightsRatio))
  } else {
    // Par 10 is paid back for each share that disappears; a refund close to the price itself would leave nothing.
    cash = plan.refund > 0 ? Math.min(Math.round((1 - plan.ratio) * 1_000), Math.floor(closeBefore * 0.3)) * 10_000 : 0
    exact = (closeBefore - cash / 10_000) / plan.ratio
    sharesAfter = Math.round(shares * plan.ratio)
  }
  const reference = Math.max(1, Math.round(exact))
  const openingReference = roundTick(reference, ticks)
  return {
    kind: plan.kind,
    at,
    haltedAt: plan.kind === 'distribution' ? at : plan.haltedAt,
    plan,
    closeBefore,
    reference,
    openingReference,
    cash,
    stockRatio,
    rightsRatio,
    rightsPrice,
    sharesBefore: shares,
    sharesAfter,
  }
}
