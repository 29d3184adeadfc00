import { TaiwanStockTotalInstitutionalInvestors } from '../../catalogue/chips/TaiwanStockTotalInstitutionalInvestors.ts'
import { dayOf } from '../../days.ts'
import { amountsOf, labelled } from '../labels.ts'

type Titles = { readonly label: string; readonly buy: string; readonly sell: string; readonly net: string }

/** The amounts of the OTC market, whose rows have the same labels on the web site and in the OpenAPI. */
export const tpexInstitutions = ({ label, buy, sell, net }: Titles, others: readonly string[] = []) => {
  const sides = [buy, sell, net] as const
  return labelled(
    TaiwanStockTotalInstitutionalInvestors,
    label,
    {
      trade_date: { request: ({ to }) => dayOf(to) },
      market: { request: () => 'TPEX' },
      ...amountsOf('foreign_investor', '外資及陸資(不含自營商)', sides),
      ...amountsOf('foreign_dealer', '外資自營商', sides, { since: '2018-01-15' }),
      ...amountsOf('investment_trust', '投信', sides),
      ...amountsOf('dealer_self', '自營商(自行買賣)', sides),
      ...amountsOf('dealer_hedging', '自營商(避險)', sides),
      ...amountsOf('dealer', '自營商合計', sides),
      ...amountsOf('total', '三大法人合計*', sides),
    },
    ['外資及陸資合計', ...others],
  )
}
