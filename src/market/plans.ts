import { calendarDay, yearOf } from '../days.ts'
import type { Calendar } from './calendar.ts'
import { netIncome } from './fundamentals.ts'
import { funds } from './fundListing.ts'
import type { Security } from './listing.ts'
import { between, bits, uniform } from './random.ts'
import { roundTick } from './ticks.ts'

/** The planned corporate actions of a security, before any price is known: their terms and days. */
export type Plan =
  | {
      readonly kind: 'distribution'
      /** Position of the ex-date in the calendar. */
      readonly at: number
      /** The quarters the money was earned in: a whole year, a half or one quarter. */
      readonly fiscalYear: number
      readonly firstQuarter: number
      readonly quarters: 1 | 2 | 4
      /** How many times a year the security pays. */
      readonly aYear: number
      /** Share of the period's earnings paid in cash; for funds, of the price. */
      readonly payout: number
      /** New shares a held share from earnings, e.g. 0.05. */
      readonly stockRatio: number
      /** New shares a held share offered for money, and the price as a share of the market's. */
      readonly rightsRatio: number
      readonly rightsDiscount: number
    }
  | {
      readonly kind: 'reduction' | 'split' | 'par'
      /** Positions of the first day without trading and of the day trading resumes. */
      readonly haltedAt: number
      readonly at: number
      /** New shares for an old one. */
      readonly ratio: number
      /** Cash returned for an old share as a part of its price. */
      readonly refund: number
      readonly reason: string
    }
  | { readonly kind: 'halt'; readonly haltedAt: number; readonly at: number; readonly fullDay: boolean }

type Rhythm = { readonly months: readonly number[]; readonly byQuarter: boolean }

const everyMonth = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]

/** The giants that pay every quarter; the rest of the quarterly payers are drawn. */
const quarterly = new Set(['2330', '2454', '3711', '2308', '1216', '2892'])

/** Companies that have paid every year for decades do so with every seed. */
const faithful = new Set(['2412'])

/** Who pays once a year goes ex from June to September, mostly in July. */
const yearlyMonth = (seed: number, { key }: Security): number => {
  const draw = uniform(seed, key, 22)
  return draw < 0.13 ? 6 : draw < 0.63 ? 7 : draw < 0.93 ? 8 : 9
}

const rhythmOf = (seed: number, security: Security): Rhythm | null => {
  if (security.type === 'etf') {
    if (/[LRU]$/.test(security.id)) return null
    const months = funds.get(security.id)?.months ?? []
    return { months: months.length > 0 ? months : everyMonth, byQuarter: false }
  }
  if (security.type === 'reit') return { months: [4, 10], byQuarter: false }
  if (security.type === 'etn' || security.type === 'tdr') return null
  if (security.type === 'preferred') return { months: [8], byQuarter: false }
  const draw = uniform(seed, security.key, 21)
  if (quarterly.has(security.id) || draw < 0.05) return { months: [3, 6, 9, 12], byQuarter: true }
  if (draw < 0.1) return { months: [1, 7], byQuarter: true }
  if (draw < 0.9 || faithful.has(security.id)) return { months: [yearlyMonth(seed, security)], byQuarter: false }
  return null
}

/** The period a payment in a month belongs to: the quarter before last, the half before last, or the year before. */
const periodOf = (rhythm: Rhythm, year: number, month: number) => {
  if (!rhythm.byQuarter) return { fiscalYear: year - 1, firstQuarter: 1, quarters: 4 as const }
  if (rhythm.months.length === 2) return { fiscalYear: year - 1, firstQuarter: month < 7 ? 1 : 3, quarters: 2 as const }
  const quarter = Math.ceil(month / 3) - 2
  return quarter >= 1
    ? { fiscalYear: year, firstQuarter: quarter, quarters: 1 as const }
    : { fiscalYear: year - 1, firstQuarter: quarter + 4, quarters: 1 as const }
}

function distributions(seed: number, security: Security, calendar: Calendar): Plan[] {
  const rhythm = rhythmOf(seed, security)
  if (!rhythm) return []
  const plans: Plan[] = []
  const { days } = calendar
  const isStock = security.type === 'stock'
  for (let year = yearOf(days[0]!); year <= yearOf(days.at(-1)!); year++)
    for (const month of rhythm.months) {
      const day = calendarDay(year, month, between(10, 26, seed, security.key, 23, year * 12 + month))
      const at = calendar.atOrAfter(day)
      if (day < days[0]! || at >= days.length) continue
      const isYearly = rhythm.months.length === 1
      const stocky =
        isStock && isYearly && uniform(seed, security.key, 24) < 0.22 && uniform(seed, security.key, 25, year) < 0.6
      const issuing = isStock && isYearly && uniform(seed, security.key, 26, year) < 0.025
      plans.push({
        kind: 'distribution',
        at,
        ...periodOf(rhythm, year, month),
        aYear: rhythm.months.length,
        payout: isStock
          ? 0.4 + 0.4 * uniform(seed, security.key, 27)
          : ((funds.get(security.id)?.pays ?? 0.03 + 0.035 * uniform(seed, security.key, 28)) / rhythm.months.length) *
            (0.8 + 0.4 * uniform(seed, security.key, 29, year * 12 + month)),
        stockRatio: stocky ? between(1, 10, seed, security.key, 30, year) / 100 : 0,
        rightsRatio: issuing ? between(4, 12, seed, security.key, 31, year) / 100 : 0,
        rightsDiscount: issuing ? 0.72 + 0.14 * uniform(seed, security.key, 32, year) : 0,
      })
    }
  return plans
}

/** Every so many trading days one security of the market has the event; which one is drawn. */
const rare = (seed: number, salt: number, every: number, calendar: Calendar, eligible: readonly Security[]) => {
  const events: { security: Security; at: number; slot: number }[] = []
  for (let slot = 0; slot * every < calendar.days.length; slot++) {
    const at = slot * every + between(0, every - 1, seed, salt, slot)
    const security = eligible[bits(seed, salt, slot, 7) % Math.max(1, eligible.length)]
    if (security && at < calendar.days.length) events.push({ security, at, slot })
  }
  return events
}

/** Plans of every security, by code, in the order of their days and with no two of them overlapping. */
export function createPlans(seed: number, securities: readonly Security[], calendar: Calendar): Map<string, Plan[]> {
  const plans = new Map(securities.map((security) => [security.id, [] as Plan[]]))
  const add = (security: Security, plan: Plan) => plans.get(security.id)!.push(plan)
  const stocks = securities.filter(
    ({ type, market, delisted }) => type === 'stock' && market !== 'ESB' && delisted === null,
  )
  // Rare events do not happen to the largest companies.
  const ordinary = stocks.filter(({ shares, anchor }) => shares * anchor < 6e11)

  const scaled = securities.length / 240
  const reprice = (
    kind: 'reduction' | 'split' | 'par',
    security: Security,
    at: number,
    days: number,
    ratio: number,
    reason: string,
    refund = 0,
  ) => add(security, { kind, haltedAt: Math.max(0, at - days), at, ratio, refund, reason })
  for (const { security, at, slot } of rare(seed, 201, Math.max(4, Math.round(55 / scaled)), calendar, ordinary)) {
    const isRefund = uniform(seed, 202, slot) < 0.45
    const ratio = between(isRefund ? 75 : 45, isRefund ? 95 : 90, seed, 203, slot) / 100
    reprice('reduction', security, at, 8, ratio, isRefund ? '退還股款' : '彌補虧損', isRefund ? 1 : 0)
  }
  const dear = ordinary.filter(({ anchor }) => anchor >= 300)
  // A company changes its par value once.
  for (const { security, at, slot } of rare(seed, 204, Math.max(20, Math.round(160 / scaled)), calendar, dear))
    if (plans.get(security.id)!.every(({ kind }) => kind !== 'par'))
      reprice('par', security, at, 6, [2, 4, 10][bits(seed, 205, slot) % 3]!, '變更面額')
  for (const security of securities) {
    const { split, splitDay } = funds.get(security.id) ?? {}
    if (!split || !splitDay) continue
    const at = calendar.atOrAfter(splitDay)
    if (splitDay > calendar.days[0]! && at < calendar.days.length)
      reprice('split', security, at, 5, split, split > 1 ? '分割' : '反分割')
  }
  for (const security of securities) for (const plan of distributions(seed, security, calendar)) add(security, plan)
  for (const { security, at, slot } of rare(seed, 207, Math.max(1, Math.round(6 / scaled)), calendar, stocks)) {
    const fullDay = uniform(seed, 208, slot) < 0.7
    add(security, { kind: 'halt', haltedAt: at, at: at + (fullDay ? between(1, 2, seed, 209, slot) : 0), fullDay })
  }
  for (const [id, list] of plans) plans.set(id, untangle(list))
  return plans
}

const startOf = (plan: Plan): number => (plan.kind === 'distribution' ? plan.at : plan.haltedAt)

/**
 * Drops an event that would fall into or right after another one of the same security; a cash payment moves to another
 * day.
 */
function untangle(list: Plan[]): Plan[] {
  const suspensions = list.filter(({ kind }) => kind === 'reduction' || kind === 'par' || kind === 'split')
  suspensions.sort((a, b) => a.at - b.at)
  const kept: Plan[] = []
  for (const plan of suspensions) if (kept.every((other) => startOf(plan) > other.at + 40)) kept.push(plan)
  const clear = (from: number, to: number) => kept.every((other) => to < startOf(other) - 2 || from > other.at + 2)
  for (const plan of list) {
    if (plan.kind !== 'distribution') continue
    const hit = kept.find((other) => plan.at >= startOf(other) - 2 && plan.at <= other.at + 2)
    kept.push(hit ? { ...plan, at: hit.at + 4 } : plan)
  }
  for (const plan of list) if (plan.kind === 'halt' && clear(plan.haltedAt, plan.at)) kept.push(plan)
  // The first of several on a day.
  return kept.sort((a, b) => a.at - b.at).filter(({ at }, i) => at !== kept[i - 1]?.at)
}

export type DistributionPlan = Extract<Plan, { kind: 'distribution' }>

/** Cash per share of a company's distribution, from its earnings in the period, TWD in millionths. */
export const cashOf = (
  seed: number,
  security: Security,
  { fiscalYear, firstQuarter, quarters, payout }: DistributionPlan,
  shares: number,
): number => {
  let earned = 0
  for (let q = 0; q < quarters; q++) earned += netIncome(seed, security, (fiscalYear - 2000) * 4 + firstQuarter - 1 + q)
  const perShare = (earned / shares) * payout
  const step = perShare > 5 ? 500_000 : 10_000
  return perShare < 0.05 ? 0 : Math.round((perShare * 1e6) / step) * step
}

/** A distribution per share at the shares and the price of a day: money in millionths, prices in cents. */
export function payoutOf(seed: number, security: Security, plan: DistributionPlan, shares: number, price: number) {
  const cash =
    security.type === 'stock'
      ? cashOf(seed, security, plan, shares)
      : Math.max(10_000, Math.round(price * plan.payout) * 10_000)
  const rightsPrice = plan.rightsRatio > 0 ? Math.max(1_000, roundTick(price * plan.rightsDiscount, 'stock')) : 0
  const isOffered = plan.rightsRatio > 0 && rightsPrice < price
  return {
    cash: Math.min(cash, Math.floor(price * 0.12) * 10_000),
    /** New shares a held share: bonus, and offered for money at a price. */
    stockRatio: plan.stockRatio,
    rightsRatio: isOffered ? plan.rightsRatio : 0,
    rightsPrice: isOffered ? rightsPrice : 0,
  }
}
