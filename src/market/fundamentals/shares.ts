import { oncePer } from '../oncePer.ts'
import { type Path, traded } from '../path.ts'
import type { World } from '../world.ts'

/** True for a company that publishes accounts: ordinary shares of any board, no funds, receipts or preferred shares. */
export const isCompany = ({ security }: Path): boolean => security.type === 'stock'

/** Shares at a position; a company has those of its first listed day before it, and of its last one after. */
export const sharesAtPosition = (path: Path, position: number): number =>
  path.last < path.first ? path.security.shares : path.shares[Math.max(path.first, Math.min(path.last, position))]!

export const sharesAt = ({ calendar }: World, path: Path, day: number): number =>
  sharesAtPosition(path, calendar.atOrBefore(day))

/** The actions that change the number of shares without a payment; most companies have none. */
const recountsOf = oncePer(({ actions }: Path) =>
  actions.flatMap(({ at, plan }) =>
    plan.kind === 'par' || plan.kind === 'reduction' ? [{ at, kind: plan.kind, ratio: plan.ratio }] : [],
  ),
)

/** Every share has a par value of 10 until it is changed; reductions pay that much back. */
export const parAt = (path: Path, position: number): number => {
  let par = 10
  for (const { kind, at, ratio } of recountsOf(path)) if (kind === 'par' && at <= position) par /= ratio
  return par
}

/** The price of a share at the end of a listed day, in cents: its close, or the last price carried forward. */
export const priceAt = (path: Path, position: number): number =>
  path.status[position] === traded ? path.close[position]! : path.reference[position]!

/** New shares for an old one by par changes and reductions at the positions above `since` up to `until`. */
export const restated = (path: Path, since: number, until: number): number => {
  let product = 1
  for (const { at, ratio } of recountsOf(path)) if (at > since && at <= until) product *= ratio
  return product
}
