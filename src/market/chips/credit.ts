import { sizeOf } from '../listing.ts'
import { oncePer } from '../oncePer.ts'
import { type Path, traded } from '../path.ts'
import { bits, normal } from '../random.ts'
import type { World } from '../world.ts'
import { suspendedDays } from './closures.ts'
import { hasCredit, isCreditKind, listedIn, winding } from './eligible.ts'
import { growthOf, wave } from './waves.ts'

/** Part of its average cost that moves to the present price each day: a margin position is held for weeks. */
const renewal = 1 / 30

/** New shares for an old one on the day a security resumes after a split, a change of par or a reduction. */
const ratiosOf = ({ actions }: Path): Map<number, number> => {
  const ratios = new Map<number, number>()
  for (const { kind, at, sharesBefore, sharesAfter } of actions)
    if (kind !== 'distribution') ratios.set(at, sharesAfter / sharesBefore)
  return ratios
}

/** Each company in turn sees its margin positions flushed out within four days, and built up within four others. */
const swing = (key: number, t: number): number => {
  const phase = (t + ((key >>> 3) % 97)) % 97
  if (phase < 4) return -0.07 * (phase + 1)
  if (phase < 60) return (-0.28 * (60 - phase)) / 56
  return phase < 64 ? 0.08 * (phase - 59) : (0.32 * (97 - phase)) / 33
}

const toward = (now: number, target: number, up: number, down: number): number =>
  target > now ? Math.min(target, now + up) : Math.max(target, now - down)

/** Positions on credit at the end of each day, by calendar position. */
export type Credit = Readonly<ReturnType<typeof createCredit>>

function createCredit(world: World, path: Path) {
  const { seed } = world
  const { days } = world.calendar
  const { security, first, last, volume, status } = path
  const { key } = security
  const size = days.length
  const noise = (period: number, salt: number) => wave(size, period, seed, key, salt)
  const spread = (salt: number, sd: number) => Math.exp(sd * normal(seed, key, salt))
  const bulk = sizeOf(security)
  const isStock = security.type === 'stock'
  const base = path.shares[first] ?? 0
  const marginBase = (base / 1000) * (isStock ? 0.06 * 10 ** (-1.9 * bulk) : 0.0025) * spread(1011, 0.45)
  const shortBase = marginBase * Math.min(0.6, 0.07 * spread(1012, 0.9))
  const sblBase = base * (isStock ? 0.02 * 10 ** (-0.9 * bulk) : 0.003) * Math.min(3, spread(1013, 0.7))
  const marginSlow = noise(45, 1014)
  const marginFast = noise(6, 1015)
  const shortNoise = noise(14, 1016)
  const sblSlow = noise(50, 1017)
  const sblFast = noise(8, 1018)
  const growth = growthOf(path)
  /** 1 where margin short selling is suspended; reaches past the newest day. */
  const stops = suspendedDays(world, security, 'short')
  const ratios = ratiosOf(path)
  const credit = {
    /** Lots of 1,000 shares bought on margin, and sold short on margin. */
    margin: new Int32Array(size),
    short: new Int32Array(size),
    /** Borrowed shares sold and not yet returned. */
    sbl: new Int32Array(size),
    /** Borrowed shares that may be sold on the next day: three tenths of the average volume of thirty days. */
    sblLimit: new Float64Array(size),
    /** Average cost of the margin positions, as a part of the day's price. */
    cost: new Float64Array(size),
    ratios,
    stops,
  }

  let margin = 0
  let short = 0
  let sbl = 0
  let factor = 1
  let age = 0
  let sinceStop = 15
  let volumes = 0
  let average = 1
  for (let t = first; t <= last; t++) {
    const ratio = ratios.get(t)
    if (ratio !== undefined) {
      factor *= ratio
      margin = Math.floor(margin * ratio)
      short = Math.floor(short * ratio)
      sbl = Math.floor(sbl * ratio)
    }
    const day = days[t]!
    const isOpen = hasCredit(security, day)
    const rest = winding(security, day)
    const opening = isOpen ? factor * Math.min(1, ++age / 40) * rest : 0
    sinceStop = stops[t] ? 0 : sinceStop + 1
    let untilStop = 1
    while (untilStop < 6 && !stops[t + untilStop]) untilStop++
    if (status[t] === traded) {
      const recent = Math.max(-0.15, Math.min(0.15, growth[t]! - growth[Math.max(first, t - 10)]!))
      const demand = Math.exp(0.2 * marginSlow[t]! + 0.06 * marginFast[t]! + 0.5 * recent + swing(key, t))
      const lots = volume[t]! / 1000
      margin = toward(margin, Math.round(opening * marginBase * demand), Math.floor(lots * 0.3), Math.floor(lots * 0.3))
      const calm = Math.min(1, sinceStop / 15) * (untilStop < 6 ? untilStop / 6 : 1)
      const shorts = opening * shortBase * calm * Math.exp(0.5 * shortNoise[t]! + 2 * recent)
      short = toward(short, Math.round(shorts), Math.floor(lots * 0.08), Math.floor(lots * 0.12))
      const borrowed = opening * sblBase * Math.exp(0.25 * sblSlow[t]! + 0.07 * sblFast[t]!)
      const allowed = t > first ? Math.floor((credit.sblLimit[t - 1]! * 0.7) / 1000) * 1000 : 0
      const change = toward(0, borrowed - sbl, Math.min(allowed, volume[t]! * 0.25), volume[t]! * 0.25)
      sbl = Math.max(0, sbl + Math.trunc(change / 1000) * 1000)
    }
    if (stops[t]) short = 0
    if (rest === 0) margin = short = sbl = 0

    credit.margin[t] = margin
    credit.short[t] = short
    credit.sbl[t] = sbl
    volumes += volume[t]! - (t - 30 >= first ? volume[t - 30]! : 0)
    credit.sblLimit[t] = isOpen ? Math.floor((volumes * 0.3) / Math.min(30, t - first + 1)) : 0
    const level = Math.exp(growth[t]!)
    average = t === first ? level : average + renewal * (level - average)
    credit.cost[t] = average / level
  }
  return credit
}

export const creditOf = oncePer(createCredit)

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
