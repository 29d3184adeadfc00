import { TaiwanStockTotalInstitutionalInvestors } from '../../catalogue/chips/TaiwanStockTotalInstitutionalInvestors.ts'
import { compact, dayNumber } from '../dates.ts'
import { at, labelled } from '../labels.ts'
import { rowsOutcome } from '../outcome.ts'
import { rwd, twse, twseDay } from './response.ts'

/** The dealers' accounts were told apart from that day on, foreign dealers later. */
const accounts = { since: '2014-12-01' }
const foreignDealers = { since: '2018-01-15' }

const [buy, sell, net] = ['買進金額', '賣出金額', '買賣差額']
const foreign = (title: string) => at(['外資及陸資(不含外資自營商)', '外資及陸資', '外資'], title)
const foreignDealer = (title: string) => at('外資自營商', title, foreignDealers)
const trust = (title: string) => at('投信', title)
const own = (title: string) => at('自營商(自行買賣)', title, accounts)
const hedging = (title: string) => at('自營商(避險)', title, accounts)
const all = (title: string) => at('合計', title)

type Column = (name: string) => number | null
const both = (side: string) => (column: Column) => {
  const [self, hedged] = [column(`dealer_self_${side}`), column(`dealer_hedging_${side}`)]
  return self === null || hedged === null ? null : self + hedged
}

const modern = {
  trade_date: { request: ({ from }: { from: string }) => dayNumber(from) },
  market: { request: () => 'TWSE' },
  foreign_investor_buy_amount: foreign(buy),
  foreign_investor_sell_amount: foreign(sell),
  foreign_investor_net_amount: foreign(net),
  foreign_dealer_buy_amount: foreignDealer(buy),
  foreign_dealer_sell_amount: foreignDealer(sell),
  foreign_dealer_net_amount: foreignDealer(net),
  investment_trust_buy_amount: trust(buy),
  investment_trust_sell_amount: trust(sell),
  investment_trust_net_amount: trust(net),
  dealer_self_buy_amount: own(buy),
  dealer_self_sell_amount: own(sell),
  dealer_self_net_amount: own(net),
  dealer_hedging_buy_amount: hedging(buy),
  dealer_hedging_sell_amount: hedging(sell),
  dealer_hedging_net_amount: hedging(net),
  dealer_buy_amount: both('buy_amount'),
  dealer_sell_amount: both('sell_amount'),
  dealer_net_amount: both('net_amount'),
  total_buy_amount: all(buy),
  total_sell_amount: all(sell),
  total_net_amount: all(net),
}
const totals = labelled(TaiwanStockTotalInstitutionalInvestors, '單位名稱', modern)
/** Until the accounts were told apart there was one row of dealers. */
const early = labelled(TaiwanStockTotalInstitutionalInvestors, '單位名稱', {
  ...modern,
  dealer_buy_amount: at('自營商', buy),
  dealer_sell_amount: at('自營商', sell),
  dealer_net_amount: at('自營商', net),
})

export const bfi82u = twse(totals, {
  endpoint: 'BFI82U',
  span: 'day',
  since: '2004-04-07',
  request: ({ from }) => rwd('fund/BFI82U', { type: 'day', dayDate: compact(from) }),
  parse: twseDay(({ tables }, request) =>
    rowsOutcome((request.from < accounts.since ? early : totals).read(tables, request)),
  ),
  verified: 'twse/BFI82U_day_20230130.json',
})
