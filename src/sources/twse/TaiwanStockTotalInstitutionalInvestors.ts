import { TaiwanStockTotalInstitutionalInvestors } from '../../catalogue/chips/TaiwanStockTotalInstitutionalInvestors.ts'
import { dayOf } from '../../days.ts'
import { compact } from '../dates.ts'
import { amountsOf, labelled } from '../labels.ts'
import type { Reading } from '../reading.ts'
import { rwd, twseDayFeed } from './response.ts'

/** The dealers' accounts were published separately from that day on, foreign dealers later. */
const accounts = { since: '2014-12-01' }
const foreignDealers = { since: '2018-01-15' }

const sides = ['買進金額', '賣出金額', '買賣差額'] as const

type Column = (name: string) => number | null
const both = (side: string) => (column: Column) => {
  const [self, hedged] = [column(`dealer_self_${side}`), column(`dealer_hedging_${side}`)]
  return self === null || hedged === null ? null : self + hedged
}

const modern = {
  trade_date: { request: ({ from }: { from: string }) => dayOf(from) },
  market: { request: () => 'TWSE' },
  ...amountsOf('foreign_investor', ['外資及陸資(不含外資自營商)', '外資及陸資', '外資'], sides),
  ...amountsOf('foreign_dealer', '外資自營商', sides, foreignDealers),
  ...amountsOf('investment_trust', '投信', sides),
  ...amountsOf('dealer_self', '自營商(自行買賣)', sides, accounts),
  ...amountsOf('dealer_hedging', '自營商(避險)', sides, accounts),
  dealer_buy_amount: both('buy_amount'),
  dealer_sell_amount: both('sell_amount'),
  dealer_net_amount: both('net_amount'),
  ...amountsOf('total', '合計', sides),
}
const totals = labelled(TaiwanStockTotalInstitutionalInvestors, '單位名稱', modern)
/** Before the accounts were separated there was one row of dealers. */
const early = labelled(TaiwanStockTotalInstitutionalInvestors, '單位名稱', {
  ...modern,
  ...amountsOf('dealer', '自營商', sides),
})

const ofTheTime: Reading = {
  ...totals,
  read: (tables, request) => (request.from < accounts.since ? early : totals).read(tables, request),
}

export const bfi82u = twseDayFeed(ofTheTime, 'fund/BFI82U', {
  since: '2004-04-07',
  request: ({ from }) => rwd('fund/BFI82U', { type: 'day', dayDate: compact(from) }),
  recording: 'twse/BFI82U_day_20230130.json',
})
