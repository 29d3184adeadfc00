import { calendarDay, monthOf, yearOf } from '../../days.ts'
import { fairValue, quarterAt } from '../fundamentals.ts'
import { kept, oncePer } from '../oncePer.ts'
import type { Path } from '../path.ts'
import { normal, smooth, uniform } from '../random.ts'
import type { World } from '../world.ts'
import { halfUpLarge } from './amounts.ts'
import { type Assets, assetsOf } from './assets.ts'
import { companyOf } from './company.ts'
import { distributionsOf, surplusPart } from './distributions.ts'
import { type Income, incomeOf } from './income.ts'
import { quarterEnd } from './publication.ts'
import { parAt, sharesAt } from './shares.ts'

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

function flowsOf(world: World, path: Path) {
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

type Equity = {
  readonly capital: number
  readonly surplus: number
  readonly retained: number
  readonly other: number
  readonly owners: number
  readonly minority: number
  readonly total: number
  /** Cents. */
  readonly bookValue: number
}

/** Everything a company reports of one quarter, in thousands. */
export type Quarter = {
  readonly quarter: number
  readonly income: Income
  readonly otherComprehensive: number
  readonly equity: Equity
  readonly assets: Assets
  readonly cash: ReturnType<typeof cashOf>
}

/** Books begin so long before the first simulated day that the first year of statements has a year before it. */
const quartersBefore = 5

/** Cash flows of one quarter in thousands; inflows are positive. */
const cashOf = (
  { seed }: World,
  { security: { key } }: Path,
  { quarter, income, otherComprehensive, assets }: Omit<Quarter, 'cash' | 'equity'>,
  before: Assets,
  { paid, raised, refunded, toMinority }: { paid: number; raised: number; refunded: number; toMinority: number },
) => {
  const depreciation = Math.round(before.equipment * (0.018 + 0.012 * uniform(seed, key, 2050)))
  const amortisation = Math.round(before.intangible * 0.04)
  const equipment = assets.equipment - before.equipment + depreciation
  const debt = assets.shortDebt + assets.bonds + assets.longDebt
  const debtBefore = before.shortDebt + before.bonds + before.longDebt
  const exchange = Math.round(before.cash * 0.003 * normal(seed, key, 2051, quarter))
  const investing =
    -equipment -
    (assets.rightOfUse - before.rightOfUse) -
    (assets.intangible - before.intangible + amortisation) -
    (assets.otherNoncurrent - before.otherNoncurrent - otherComprehensive) -
    exchange
  const financing = debt - debtBefore - paid - toMinority + raised - refunded
  const increase = assets.cash - before.cash
  return {
    depreciation,
    amortisation,
    interestPaid: -Math.round(debtBefore * 0.0045),
    interestReceived: Math.round(before.cash * 0.003),
    taxPaid: -income.tax,
    receivables: before.receivables + before.relatedReceivables - assets.receivables - assets.relatedReceivables,
    inventories: before.inventories - assets.inventories,
    payables: assets.payables - before.payables,
    otherCurrent: before.otherCurrent - assets.otherCurrent,
    contracts: assets.contracts - before.contracts,
    otherDebt: assets.otherCurrentDebt - before.otherCurrentDebt + (assets.otherLongDebt - before.otherLongDebt),
    operating: increase - investing - financing - exchange,
    // Assets are bought in every quarter; a decrease beyond that is a sale.
    equipment: -Math.max(Math.round(depreciation * 0.25), equipment),
    investing,
    dividends: -paid,
    financing,
    exchange,
    increase,
  }
}

function keep(world: World, path: Path): ReadonlyMap<number, Quarter> {
  const { seed, calendar } = world
  const { security } = path
  const { key } = security
  const company = companyOf(seed, security)
  const flowsIn = flowsOf(world, path)
  const newest = calendar.days[world.through]!
  const start = calendar.days[0]!
  const origin = (yearOf(start) - 2000) * 4 + Math.floor((monthOf(start) - 1) / 3) - quartersBefore
  const capitalAt = (quarter: number): number => {
    const day = quarterEnd(quarter)
    return Math.round((sharesAt(world, path, day) * parAt(path, calendar.atOrBefore(day))) / 1000)
  }
  const value = fairValue(seed, security, calendarDay(2000 + Math.floor(origin / 4), (origin % 4) * 3 + 2, 15))
  let capital = capitalAt(origin)
  const own = Math.max(Math.round((value * company.power * 4) / company.return / 1000), Math.round(capital * 1.3))
  const otherAt = (quarter: number): number => Math.round(own * 0.03 * smooth(quarter / 5, seed, key, 2052))
  let surplus = Math.round((own - capital) * (0.15 + 0.25 * uniform(seed, key, 2053)))
  let retained = own - capital - surplus
  let minority = Math.round(own * company.minority)
  let payable = 0
  let before: Assets | null = null
  const quarters = new Map<number, Quarter>()
  for (let quarter = origin; quarterEnd(quarter) <= newest; quarter++) {
    const shares = sharesAt(world, path, quarterEnd(quarter))
    const income = incomeOf(seed, security, quarter, shares)
    const flows = flowsIn(quarter)
    const other = otherAt(quarter)
    const otherComprehensive = other - otherAt(quarter - 1)
    const toMinority = Math.round(income.minority * 0.6)
    if (before) {
      const capitalNow = capitalAt(quarter)
      surplus += flows.raised - flows.refunded - flows.fromSurplus
      surplus += flows.capitalised - flows.lossOffset - (capitalNow - capital)
      retained += income.owners - (flows.declared - flows.fromSurplus) - flows.capitalised + flows.lossOffset
      // More paid back than par and premium came from earnings.
      retained += Math.min(0, surplus)
      surplus = Math.max(0, surplus)
      capital = capitalNow
      minority += income.minority - toMinority
      payable += flows.declared - flows.paid
    }
    const owners = capital + surplus + retained + other
    const equity: Equity = {
      capital,
      surplus,
      retained,
      other,
      owners,
      minority,
      total: owners + minority,
      bookValue: halfUpLarge(owners * 100_000, shares),
    }
    const assets = assetsOf(seed, security, quarter, equity.total, payable, income)
    if (before) {
      const rest = { quarter, income, otherComprehensive, assets }
      const cash = cashOf(world, path, rest, before, { ...flows, toMinority })
      quarters.set(quarter, { ...rest, equity, cash })
    }
    before = assets
  }
  return quarters
}

/** Quarter by quarter, every one that has ended by the newest day. */
export const booksOf = oncePer(keep)
