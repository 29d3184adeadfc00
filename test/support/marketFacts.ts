import { monthOf, yearOf } from '../../src/days.ts'
import { createFlow, foreignShares, readFlow } from '../../src/market/chips/flows.ts'
import { growthOf } from '../../src/market/chips/waves.ts'
import { optionsIn } from '../../src/market/derivatives/options.ts'
import { booksOf, type Quarter } from '../../src/market/fundamentals/books.ts'
import { companyOf, monthRevenue } from '../../src/market/fundamentals/company.ts'
import { monthIndex } from '../../src/market/fundamentals/publication.ts'
import { accountsOf } from '../../src/market/fundamentals/statements.ts'
import type { IndexPath } from '../../src/market/indices.ts'
import { type Path, traded } from '../../src/market/path.ts'
import { nameBits } from '../../src/market/random.ts'
import { intraday, marketNoise } from '../../src/market/technical/intraday.ts'
import type { World } from '../../src/market/world.ts'

/** What an investor in Taiwan knows of the market: a figure as it was recorded, its source, and the simulated one. */
export type Fact = {
  readonly what: string
  readonly recorded: number
  readonly source: string
  /** The simulated figure must lie between these. */
  readonly least: number
  readonly most: number
  readonly simulated: number
}

const fact = (
  what: string,
  simulated: number,
  recorded: number,
  [least, most]: readonly [number, number],
  source: string,
): Fact => ({ what, recorded, source, least, most, simulated })

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
const mean = (values: readonly number[]): number => sum(values) / values.length
const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!
const deviation = (values: readonly number[]): number => {
  const centre = mean(values)
  return Math.sqrt(mean(values.map((value) => (value - centre) ** 2)))
}

/** Positions of the last day of each of the last years, and of the newest day. */
const yearEnds = ({ calendar: { days }, from, through }: World): number[] =>
  days.flatMap((day, t) => (t >= from && (t === through || yearOf(days[t + 1]!) !== yearOf(day)) ? [t] : []))

const worthAt = ({ close, reference, shares }: Path, t: number): number => (close[t]! || reference[t]!) * shares[t]!

/** Largest difference of a year's return, dividends included, between a fund and the fifty stocks it began the year with. */
function trackingOf(world: World, id: string): number {
  const ends = yearEnds(world)
  const returned = (path: Path, from: number, to: number) => Math.exp(growthOf(path)[to]! - growthOf(path)[from]!) - 1
  const differences = ends.slice(1).map((to, i) => {
    const from = ends[i]!
    const largest = world.paths
      .filter(
        ({ security: { type, market }, first, last }) =>
          type === 'stock' && market === 'TWSE' && first <= from && last >= to,
      )
      .sort((a, b) => worthAt(b, from) - worthAt(a, from))
      .slice(0, 50)
    const gain = sum(largest.map((path) => worthAt(path, from) * returned(path, from, to)))
    return Math.abs(returned(world.pathOf(id)!, from, to) - gain / sum(largest.map((path) => worthAt(path, from))))
  })
  return 100 * Math.max(...differences)
}

/** Correlation of the daily returns of two funds of American bonds of twenty years. */
function bondsTogether({ from, through, pathOf }: World): number {
  const [one, other] = ['00679B', '00687B'].map((id) => {
    const { close, reference } = pathOf(id)!
    return Array.from(
      { length: through - from },
      (_, i) => (close[from + i]! || reference[from + i]!) / reference[from + i]!,
    )
  }) as [number[], number[]]
  return (slopeOf(one, other) * deviation(one)) / deviation(other)
}

const tracked = ['0050', '006208', '00631L', '00632R']

/** Daily returns in percent of these funds, on the days on which all of them traded and had traded the day before. */
function returnsOf({ from, through, pathOf }: World): number[][] {
  const paths = tracked.map((id) => pathOf(id)!)
  const positions = Array.from({ length: through - from }, (_, i) => from + i + 1).filter((t) =>
    paths.every(({ status }) => status[t] === traded && status[t - 1] === traded),
  )
  return paths.map(({ close, reference }) => positions.map((t) => 100 * (close[t]! / reference[t]! - 1)))
}

function slopeOf(x: readonly number[], y: readonly number[]): number {
  const [a, b] = [mean(x), mean(y)]
  return sum(x.map((value, i) => (value - a) * (y[i]! - b))) / sum(x.map((value) => (value - a) ** 2))
}

/** Largest part of a day's trading in stocks that one of them had. */
function largestPart({ paths, from, through }: World): number {
  const stocks = paths.filter(({ security }) => security.type === 'stock')
  let most = 0
  for (let t = from; t <= through; t++) {
    const turnovers = stocks.map(({ turnover }) => turnover[t]!)
    most = Math.max(most, Math.max(...turnovers) / sum(turnovers))
  }
  return most
}

/** Part of the months in which foreigners bought and held less at its end, or the other way round. */
function disagreement(world: World): number {
  const { paths, calendar, from, through } = world
  const flow = createFlow()
  let [months, apart] = [0, 0]
  for (const path of paths) {
    if (path.security.type !== 'stock') continue
    const held = foreignShares(world, path)
    let [net, before] = [0, Number.NaN]
    for (let t = Math.max(from, path.first + 1); t <= Math.min(through, path.last); t++) {
      readFlow(world, path, t, flow)
      net += flow.foreignBuy - flow.foreignSell
      if (path.shares[t] !== path.shares[t - 1]) before = Number.NaN
      if (t < through && monthOf(calendar.days[t]!) === monthOf(calendar.days[t + 1]!)) continue
      if (!Number.isNaN(before) && net !== 0) {
        months++
        if (Math.sign(held[t]! - before) !== Math.sign(net)) apart++
      }
      net = 0
      before = held[t]!
    }
  }
  return apart / months
}

/** Correlation of the yearly growth of revenue in a month and in the next, over five years. */
function growthMemory({ seed, calendar, through }: World, { security }: Path): number {
  const newest = monthIndex(yearOf(calendar.days[through]!), monthOf(calendar.days[through]!)) - 1
  const growth = Array.from({ length: 60 }, (_, back) => {
    const month = newest - back
    return monthRevenue(seed, security, month) / monthRevenue(seed, security, month - 12)
  })
  const [before, after] = [growth.slice(1), growth.slice(0, -1)]
  return (slopeOf(before, after) * deviation(before)) / deviation(after)
}

/** Changes of the gross margin of a company from each of its last quarters to the next, in points. */
function marginChanges(world: World, path: Path): number[] {
  const margins = [...booksOf(world, path).values()]
    .slice(-9)
    .map(({ income: { grossProfit, revenue } }) => (100 * grossProfit) / revenue)
  return margins.slice(1).map((margin, i) => Math.abs(margin - margins[i]!))
}

/** Part of the cash from operations that no line of the statement explains. */
const unexplained = (world: World, path: Path, quarter: Quarter): number => {
  const lines = accountsOf('cash', companyOf(world.seed, path.security))
  const end = lines.findIndex(({ type }) => type === 'CashFlowsFromOperatingActivities')
  const operating = lines[end]!.value(quarter)
  return Math.abs(operating - sum(lines.slice(0, end).map(({ value }) => value(quarter)))) / Math.abs(operating)
}

/** Returns in percent since the last close, every five seconds of a day from the open on. */
const courseOf = (seed: number, index: IndexPath, t: number): number[] =>
  Array.from(
    intraday(seed, index, nameBits(index.id), t, marketNoise(seed, t)).subarray(1),
    (value) => 100 * Math.log(value / index.close[t - 1]!),
  )

/** Five minutes and the last quarter of trading days. */
const [fiveMinutes, quarterDays] = [60, 60]

/** Largest move of the TAIEX in five minutes, over the newest days on which it closed within 1 %. */
function largestMove({ seed, taiex, through }: World): number {
  let most = 0
  for (let t = through - quarterDays; t <= through; t++) {
    const course = courseOf(seed, taiex, t)
    if (Math.abs(course.at(-1)!) < 1)
      for (let n = fiveMinutes; n < course.length; n++)
        most = Math.max(most, Math.abs(course[n]! - course[n - fiveMinutes]!))
  }
  return most
}

/** How far the TAIEX goes within a day outside its two parts, the financial companies and all others. */
function furthestOutside({ seed, taiex, sectors, through }: World): number {
  const parts = ['IX0007', 'IX0039'].map((part) => sectors.find(({ id }) => id === part)!)
  let most = 0
  for (let t = through - quarterDays; t <= through; t++) {
    const [whole, one, other] = [taiex, ...parts].map((index) => courseOf(seed, index, t)) as [
      number[],
      number[],
      number[],
    ]
    for (const [n, value] of whole.entries())
      most = Math.max(most, value - Math.max(one[n]!, other[n]!), Math.min(one[n]!, other[n]!) - value)
  }
  return most
}

const history = 'history'
const monthRevenues = `${history}/month_revenue_market, from January 2021 to June 2026`
const fiveSeconds = 'raw/twse/MI_5MINS_INDEX_20230130'
const dayAll = `${history}/twse_STOCK_DAY_ALL, 33 days of 2026`
const sheets = 'raw/twse-openapi/opendata_t187ap07_L_ci, third quarter of 2025'

/** The figures of a market, each beside the recorded one. */
export function factsOf(world: World): Fact[] {
  const [fund, twin, double, inverse] = returnsOf(world) as [number[], number[], number[], number[]]
  const apart = twin.map((value, i) => value - fund[i]!)
  const companies = world.paths.filter(
    ({ security, first, last }) => security.type === 'stock' && security.industry !== '17' && last >= first,
  )
  const sheetsOf = companies.flatMap((path) => {
    const quarter = [...booksOf(world, path).values()].at(-1)
    return quarter ? [{ path, quarter }] : []
  })
  const leader = sheetsOf.find(({ path }) => path.security.id === '2330')!
  const byWorth = sheetsOf.toSorted((a, b) => worthAt(b.path, world.through) - worthAt(a.path, world.through))
  const largestChanges = byWorth.slice(0, 20).map(({ path }) => Math.max(...marginChanges(world, path)))
  const aside = ({ quarter: { income } }: { readonly quarter: Quarter }) =>
    Math.abs(income.nonOperating / income.operating)
  const exDates = companies.flatMap(({ actions }) =>
    actions.flatMap(({ kind, at }) => (kind === 'distribution' ? [monthOf(world.calendar.days[at]!)] : [])),
  )
  const exDatesIn = (month: number) => exDates.filter((one) => one === month).length
  const txo = optionsIn(world, world.through, world.through).find(([product]) => product === 'TXO')![1]
  const shown = txo.filter(({ first, shown }) => shown[world.through - first] === 1)
  const front = shown.filter(
    ({ contract, isPut }) => contract.week === null && world.through >= contract.frontFrom && !isPut,
  )
  const weekly = shown.filter(({ contract, isPut }) => contract.week !== null && !isPut)
  return [
    fact(
      'year of 0050 less that of its stocks, points at most',
      trackingOf(world, '0050'),
      0.43,
      [0, 2.5],
      'yearly costs of the fund in its prospectus',
    ),
    fact('daily return of 006208 less that of 0050, sd %', deviation(apart), 0.143, [0.05, 0.25], dayAll),
    fact('00631L to 0050, slope by the day', slopeOf(fund, double), 2.07, [1.9, 2.2], dayAll),
    fact('00632R to 0050, slope by the day', slopeOf(fund, inverse), -1.08, [-1.2, -0.9], dayAll),
    fact(
      'daily returns of 00679B and 00687B, correlation',
      bondsTogether(world),
      1,
      [0.85, 1],
      'both hold American government bonds of twenty years and more',
    ),
    fact(
      'largest part of a stock in a day of trading in stocks',
      largestPart(world),
      0.257,
      [0.1, 0.26],
      `${history}/daily_market_20250701_20260724, the stocks of the simulated listing (0.208 of all stocks)`,
    ),
    fact(
      'months in which foreign flows and holdings disagree, part',
      disagreement(world),
      0.064,
      [0.02, 0.11],
      `${history}/shareholding_float_long and daily_long_2015_2026`,
    ),
    fact(
      'current liabilities of a company over its assets, middle',
      middle(sheetsOf.map(({ quarter: { assets } }) => assets.currentDebt / assets.total)),
      0.262,
      [0.15, 0.37],
      sheets,
    ),
    fact(
      'current liabilities of 2330 over its assets',
      leader.quarter.assets.currentDebt / leader.quarter.assets.total,
      0.173,
      [0.08, 0.28],
      sheets,
    ),
    fact(
      'other current liabilities over assets, highest tenth of companies',
      sheetsOf.map(({ quarter: { assets } }) => assets.otherCurrentDebt / assets.total).sort((a, b) => b - a)[
        Math.floor(sheetsOf.length / 10)
      ]!,
      0.173,
      [0.02, 0.2],
      `${sheets}: all current liabilities of 2330`,
    ),
    fact(
      'cash from operations that no line explains, part at most',
      Math.max(...sheetsOf.map(({ path, quarter }) => unexplained(world, path, quarter))),
      0,
      [0, 0.001],
      'lines of a filed statement add up',
    ),
    fact(
      'change of gross margin from quarter to quarter, of the 20 largest companies and two years, points at most',
      Math.max(...largestChanges),
      0.9,
      [0.5, 6],
      'quarterly reports of 2330 in 2025, not among the recorded data: 58.6 % in the second, 59.5 % in the third',
    ),
    fact(
      'yearly growth of revenue in a month and in the next, 50 largest companies, correlation, middle',
      middle(byWorth.slice(0, 50).map(({ path }) => growthMemory(world, path))),
      0.718,
      [0.4, 0.9],
      monthRevenues,
    ),
    fact('the same of 2330', growthMemory(world, leader.path), 0.685, [0.35, 0.95], monthRevenues),
    fact(
      'non-operating income over operating income, middle of the 50 largest companies',
      middle(byWorth.slice(0, 50).map(aside)),
      0.17,
      [0.03, 0.3],
      'raw/twse-openapi/opendata_t187ap06_L_ci, third quarter of 2025, the 50 with most revenue',
    ),
    fact(
      'ex-dates of companies in July and August, part',
      (exDatesIn(7) + exDatesIn(8)) / exDates.length,
      0.677,
      [0.5, 0.8],
      `${history}/daily_adj_long_2015_2026 over daily_long_2015_2026: 350 ex-dates`,
    ),
    fact(
      'ex-dates of companies in September over those of July or August, whichever has fewer',
      exDatesIn(9) / Math.min(exDatesIn(7), exDatesIn(8)),
      0.3,
      [0, 0.9],
      'the same ex-dates: 163, 77 and 23',
    ),
    fact(
      'strikes of the nearest month of TXO',
      front.length,
      83,
      [30, 90],
      'raw/taifex/optDataDown_all_20230130; here about 400 rows a day hold all expiries',
    ),
    fact(
      'strikes of each weekly expiry of TXO, fewest',
      Math.min(...[...Map.groupBy(weekly, ({ contract }) => contract.week).values()].map(({ length }) => length)),
      41,
      [15, 60],
      'raw/taifex/optDataDown_all_20230130',
    ),
    fact(
      'weekly expiries of TXO that are open, on Wednesdays and Fridays',
      new Set(shown.flatMap(({ contract }) => contract.week ?? [])).size,
      4,
      [2, 4],
      'TAIFEX since June 2025: two weeks of each',
    ),
    fact(
      'largest five-minute move of the TAIEX in a quarter, % on days that close within 1 %',
      largestMove(world),
      0.827,
      [0.2, 0.83],
      `${fiveSeconds}: the largest after the opening of a day that closed 3.7 % up`,
    ),
    fact(
      'furthest that the TAIEX goes in five seconds outside financial and other companies, points of %',
      furthestOutside(world),
      0,
      [0, 0.4],
      fiveSeconds,
    ),
  ]
}
