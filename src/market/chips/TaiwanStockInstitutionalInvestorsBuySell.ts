import { TaiwanStockInstitutionalInvestorsBuySell } from '../../catalogue/chips/TaiwanStockInstitutionalInvestorsBuySell.ts'
import { dayOf } from '../../days.ts'
import { marketAt } from '../listing.ts'
import { dailyTable } from '../table.ts'
import { listedIn } from './eligible.ts'
import { createFlow, readFlow } from './flows.ts'

/** Foreign dealers are published separately from this day on. */
export const foreignDealersFrom = dayOf('2018-01-15')

export const institutionalInvestorsBuySell = dailyTable(
  TaiwanStockInstitutionalInvestorsBuySell,
  (world, push, from, to) => {
    const flow = createFlow()
    for (const { path, security, start, end } of listedIn(world, from, to)) {
      for (let t = start; t <= end; t++) {
        const day = world.calendar.days[t]!
        readFlow(world, path, t, flow)
        const isSplit = day >= foreignDealersFrom
        const foreignNet = flow.foreignBuy - flow.foreignSell
        const trustNet = flow.trustBuy - flow.trustSell
        const dealerNet = flow.selfBuy - flow.selfSell + flow.hedgeBuy - flow.hedgeSell
        push({
          stock_id: security.id,
          trade_date: day,
          market: marketAt(security, day),
          foreign_investor_buy: flow.foreignBuy,
          foreign_investor_sell: flow.foreignSell,
          foreign_investor_net: foreignNet,
          foreign_dealer_buy: isSplit ? flow.foreignDealerBuy : null,
          foreign_dealer_sell: isSplit ? flow.foreignDealerSell : null,
          foreign_dealer_net: isSplit ? flow.foreignDealerBuy - flow.foreignDealerSell : null,
          investment_trust_buy: flow.trustBuy,
          investment_trust_sell: flow.trustSell,
          investment_trust_net: trustNet,
          dealer_self_buy: flow.selfBuy,
          dealer_self_sell: flow.selfSell,
          dealer_self_net: flow.selfBuy - flow.selfSell,
          dealer_hedging_buy: flow.hedgeBuy,
          dealer_hedging_sell: flow.hedgeSell,
          dealer_hedging_net: flow.hedgeBuy - flow.hedgeSell,
          dealer_buy: flow.selfBuy + flow.hedgeBuy,
          dealer_sell: flow.selfSell + flow.hedgeSell,
          dealer_net: dealerNet,
          total_net: foreignNet + trustNet + dealerNet,
        })
      }
    }
  },
)
