import { TaiwanStockTotalInstitutionalInvestors } from '../../catalogue/chips/TaiwanStockTotalInstitutionalInvestors.ts'
import { marketAt } from '../listing.ts'
import { dailyTable } from '../table.ts'
import { listedIn } from './eligible.ts'
import { cellsOf, createFlow, type Flow, readFlow } from './flows.ts'

const sides = Object.keys(createFlow()) as (keyof Flow)[]
const markets = ['TWSE', 'TPEX'] as const

type Cells = ReturnType<typeof cellsOf>

/** The columns of money, of two decimals, from those of shares. */
const amountsOf = (cells: Cells) =>
  Object.fromEntries(
    Object.entries(cells).map(([name, value]) => [`${name}_amount`, value === null ? null : value * 100]),
  ) as { [Name in keyof Cells as `${Name}_amount`]: Cells[Name] }

/**
 * Shares become money at the average price of the security's day: each side of each security is
 * round(shares × (turnover ÷ volume)) TWD, and the market's figure is the sum over the securities with rows in
 * TaiwanStockInstitutionalInvestorsBuySell. Dealers in total and all institutions are sums of those figures.
 */
export const totalInstitutionalInvestors = dailyTable(
  TaiwanStockTotalInstitutionalInvestors,
  (world, push, from, to) => {
    const { days } = world.calendar
    const first = Math.max(from, world.from)
    const totals = days.slice(first, to + 1).map(() => ({ TWSE: createFlow(), TPEX: createFlow(), ESB: createFlow() }))
    const flow = createFlow()
    for (const { path, start, end } of listedIn(world, from, to)) {
      for (let t = start; t <= end; t++) {
        if (path.volume[t] === 0) continue
        readFlow(world, path, t, flow)
        const total = totals[t - first]![marketAt(path.security, days[t]!)]
        const price = path.turnover[t]! / path.volume[t]!
        for (const side of sides) total[side] += Math.round(flow[side] * price)
      }
    }
    for (let t = first; t <= to; t++)
      for (const market of markets) {
        const trade_date = days[t]!
        push({ trade_date, market, ...amountsOf(cellsOf(totals[t - first]![market], trade_date)) })
      }
  },
)
