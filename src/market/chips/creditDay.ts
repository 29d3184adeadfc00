import { type Path, traded } from '../path.ts'
import { bits } from '../random.ts'
import type { World } from '../world.ts'
import type { Credit } from './credit.ts'
import { hasCredit, isCreditKind, listedIn } from './eligible.ts'

/** Margin trading counts in lots. */
const lot = 1000

/**
 * Credit trading in one security on one day, in shares, as the columns of several datasets name it. The flows between two
 * balances are equal amounts on both sides, and the change of the balance on one of them.
 */
export function creditDay(seed: number, path: Path, credit: Credit, t: number) {
  const before = (balances: Int32Array) => (t > path.first ? balances[t - 1]! : 0)
  const draw = bits(seed, path.security.key, 1021, t)
  const part = (byte: number) => ((draw >>> (byte * 8)) & 255) / 256
  const isTraded = path.status[t] === traded
  const lots = isTraded ? path.volume[t]! / 1000 : 0
  const ratio = credit.ratios.get(t) ?? 1

  const margin = credit.margin[t]!
  const marginBefore = before(credit.margin)
  const rescaled = Math.floor(marginBefore * ratio) - marginBefore
  const marginChange = margin - marginBefore - rescaled
  const marginTurn = Math.min(Math.floor(lots * (0.02 + 0.1 * part(0))), marginBefore + rescaled)
  const marginOut = marginTurn + Math.max(0, -marginChange)
  // An amount too large to sell in a day, as before a delisting, is repaid in cash.
  const marginRepay = Math.max(marginOut - Math.floor(lots / 2), Math.floor(marginOut * 0.12 * part(1)))

  const short = credit.short[t]!
  const shortBefore = before(credit.short)
  const shortChange = short - shortBefore
  const isStopped = credit.stops[t] === 1
  const shortTurn = isStopped ? 0 : Math.min(Math.floor(lots * 0.02 * part(2)), shortBefore)
  const shortSell = shortTurn + Math.max(0, shortChange)
  const shortOut = shortTurn + Math.max(0, -shortChange)
  // Before a suspension all shorts must be closed; the part too large to buy back is repaid in shares.
  const shortRepay = Math.max(shortOut - Math.floor(lots / 4), Math.floor(shortOut * 0.2 * part(1)))
  const marginBuy = marginTurn + Math.max(0, marginChange)

  const sbl = credit.sbl[t]!
  const sblBefore = before(credit.sbl)
  const sblAdjust = Math.floor(sblBefore * ratio) - sblBefore
  const sblChange = sbl - sblBefore - sblAdjust
  const allowed = t > path.first ? credit.sblLimit[t - 1]! - Math.max(0, sblChange) : 0
  const turn = isTraded ? Math.min(allowed, path.volume[t]! * 0.04 * part(3), sblBefore + sblAdjust) : 0
  const sblTurn = Math.max(0, Math.floor(turn / 1000) * 1000)

  return {
    margin: {
      margin_purchase_buy: (marginBuy + Math.max(0, rescaled)) * lot,
      margin_purchase_sell: (marginOut - marginRepay) * lot,
      margin_purchase_cash_repayment: (marginRepay + Math.max(0, -rescaled)) * lot,
      margin_purchase_previous_balance: marginBefore * lot,
      margin_purchase_balance: margin * lot,
    },
    short: {
      short_sale_buy: (shortOut - shortRepay) * lot,
      short_sale_sell: shortSell * lot,
      short_sale_stock_repayment: shortRepay * lot,
      short_sale_previous_balance: shortBefore * lot,
      short_sale_balance: short * lot,
    },
    borrowed: {
      sbl_short_sale_previous_balance: sblBefore,
      sbl_short_sale_sell: sblTurn + Math.max(0, sblChange),
      sbl_short_sale_return: sblTurn + Math.max(0, -sblChange),
      sbl_short_sale_adjustment: sblAdjust,
      sbl_short_sale_balance: sbl,
    },
    offset_volume: Math.floor(Math.min(marginBuy, shortSell) * 0.4 * part(3)) * lot,
    /** Lots bought and repaid, without those that a split, a change of par or a reduction added or took. */
    bought: marginBuy,
    repaid: marginRepay,
  }
}

/** Shares that may be bought on margin or sold short on margin: a quarter of those issued, in whole lots. */
export const creditLimit = (path: Path, t: number): number => Math.floor(path.shares[t]! / 4000) * 1000

/** True where trading stops tomorrow for a split, a change of par or a reduction. */
export function stopsTomorrow({ plans }: World, { security }: Path): Set<number> {
  const stops = new Set<number>()
  for (const plan of plans.get(security.id)!)
    if (plan.kind === 'reduction' || plan.kind === 'par' || plan.kind === 'split')
      for (let t = plan.haltedAt - 1; t < plan.at - 1; t++) stops.add(t)
  return stops
}

/** Symbols for the next trading day: short selling suspended, trading stopped. */
export const creditNote = (credit: Credit, halts: ReadonlySet<number>, t: number): string | null => {
  const note = `${credit.stops[t + 1] === 1 ? 'X' : ''}${halts.has(t) ? '!' : ''}`
  return note === '' ? null : note
}

/** The securities that may be traded on credit at positions from `from` to `to`. */
export function* creditListedIn(world: World, from: number, to: number) {
  for (const listed of listedIn(world, from, to)) {
    const start = isCreditKind(listed.security) ? Math.max(listed.start, creditFrom(world, listed.path)) : to + 1
    if (start <= listed.end) yield { ...listed, start }
  }
}

/** First position of a security's rows of credit. */
export const creditFrom = ({ calendar }: World, { security, first }: Path): number => {
  if (security.listed === null || security.transferred !== null) return first
  let t = first
  while (t < calendar.days.length && !hasCredit(security, calendar.days[t]!)) t++
  return t
}
