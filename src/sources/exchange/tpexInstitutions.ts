import type { TaiwanStockTotalInstitutionalInvestors } from '../../catalogue/chips/TaiwanStockTotalInstitutionalInvestors.ts'
import { dayNumber } from '../dates.ts'
import { at, labelled } from '../labels.ts'

type Titles = { readonly label: string; readonly buy: string; readonly sell: string; readonly net: string }

/** The amounts of the OTC market, whose rows have the same labels on the web site and in the OpenAPI. */
export const tpexInstitutions = (
  dataset: typeof TaiwanStockTotalInstitutionalInvestors,
  { label, buy, sell, net }: Titles,
  others: readonly string[] = [],
) => {
  const foreign = '外資及陸資(不含自營商)'
  const foreignDealer = (title: string) => at('外資自營商', title, { since: '2018-01-15' })
  return labelled(
    dataset,
    label,
    {
      trade_date: { request: ({ to }) => dayNumber(to) },
      market: { request: () => 'TPEX' },
      foreign_investor_buy_amount: at(foreign, buy),
      foreign_investor_sell_amount: at(foreign, sell),
      foreign_investor_net_amount: at(foreign, net),
      foreign_dealer_buy_amount: foreignDealer(buy),
      foreign_dealer_sell_amount: foreignDealer(sell),
      foreign_dealer_net_amount: foreignDealer(net),
      investment_trust_buy_amount: at('投信', buy),
      investment_trust_sell_amount: at('投信', sell),
      investment_trust_net_amount: at('投信', net),
      dealer_self_buy_amount: at('自營商(自行買賣)', buy),
      dealer_self_sell_amount: at('自營商(自行買賣)', sell),
      dealer_self_net_amount: at('自營商(自行買賣)', net),
      dealer_hedging_buy_amount: at('自營商(避險)', buy),
      dealer_hedging_sell_amount: at('自營商(避險)', sell),
      dealer_hedging_net_amount: at('自營商(避險)', net),
      dealer_buy_amount: at('自營商合計', buy),
      dealer_sell_amount: at('自營商合計', sell),
      dealer_net_amount: at('自營商合計', net),
      total_buy_amount: at('三大法人合計*', buy),
      total_sell_amount: at('三大法人合計*', sell),
      total_net_amount: at('三大法人合計*', net),
    },
    ['外資及陸資合計', ...others],
  )
}
