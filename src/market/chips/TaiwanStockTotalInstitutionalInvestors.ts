import { TaiwanStockTotalInstitutionalInvestors } from '../../catalogue/chips/TaiwanStockTotalInstitutionalInvestors.ts'
import { marketAt } from '../listing.ts'
import { dailyTable } from '../table.ts'
import { listedIn } from './eligible.ts'
import { createFlow, type Flow, readFlow } from './flows.ts'
import { foreignDealersFrom } from './TaiwanStockInstitutionalInvestorsBuySell.ts'

const sides = Object.keys(createFlow()) as (keyof Flow)[]
const markets = ['TWSE', 'TPEX'] as const

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
    const cents = 100
    for (let t = first; t <= to; t++)
      for (const market of markets) {
        const sum = totals[t - first]![market]
        const isSplit = days[t]! >= foreignDealersFrom
        const dealerBuy = sum.selfBuy + sum.hedgeBuy
        const dealerSell = sum.selfSell + sum.hedgeSell
        const totalBuy = sum.foreignBuy + sum.trustBuy + dealerBuy
        const totalSell = sum.foreignSell + sum.trustSell + dealerSell
        push({
          trade_date: days[t]!,
          market,
          foreign_investor_buy_amount: sum.foreignBuy * cents,
          foreign_investor_sell_amount: sum.foreignSell * cents,
          foreign_investor_net_amount: (sum.foreignBuy - sum.foreignSell) * cents,
          foreign_dealer_buy_amount: isSplit ? sum.foreignDealerBuy * cents : null,
          foreign_dealer_sell_amount: isSplit ? sum.foreignDealerSell * cents : null,
          foreign_dealer_net_amount: isSplit ? (sum.foreignDealerBuy - sum.foreignDealerSell) * cents : null,
          investment_trust_buy_amount: sum.trustBuy * cents,
          investment_trust_sell_amount: sum.trustSell * cents,
          investment_trust_net_amount: (sum.trustBuy - sum.trustSell) * cents,
          dealer_self_buy_amount: sum.selfBuy * cents,
          dealer_self_sell_amount: sum.selfSell * cents,
          dealer_self_net_amount: (sum.selfBuy - sum.selfSell) * cents,
          dealer_hedging_buy_amount: sum.hedgeBuy * cents,
          dealer_hedging_sell_amount: sum.hedgeSell * cents,
          dealer_hedging_net_amount: (sum.hedgeBuy - sum.hedgeSell) * cents,
          dealer_buy_amount: dealerBuy * cents,
          dealer_sell_amount: dealerSell * cents,
          dealer_net_amount: (dealerBuy - dealerSell) * cents,
          total_buy_amount: totalBuy * cents,
          total_sell_amount: totalSell * cents,
          total_net_amount: (totalBuy - totalSell) * cents,
        })
      }
  },
)
