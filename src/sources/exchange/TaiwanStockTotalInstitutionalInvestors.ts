import { TaiwanStockTotalInstitutionalInvestors } from '../../catalogue/chips/TaiwanStockTotalInstitutionalInvestors.ts'
import { dayOf } from '../../days.ts'
import { compact, dateFrom } from '../dates.ts'
import { amountsOf, labelled } from '../labels.ts'
import { changed, notYet, otherDay } from '../outcome.ts'
import { textOf } from '../plan.ts'
import type { Reading } from '../reading.ts'
import type { Table } from '../tables.ts'
import { tpexOpenApi } from './openApi.ts'
import { tpexDayFeed } from './tpex.ts'
import { rwd, twseDayFeed } from './twse.ts'

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
const listed = labelled(TaiwanStockTotalInstitutionalInvestors, '單位名稱', modern)
/** Before the accounts were separated there was one row of dealers. */
const listedEarly = labelled(TaiwanStockTotalInstitutionalInvestors, '單位名稱', {
  ...modern,
  ...amountsOf('dealer', '自營商', sides),
})

const ofTheTime: Reading = {
  ...listed,
  read: (tables, request) => (request.from < accounts.since ? listedEarly : listed).read(tables, request),
}

type Titles = { readonly label: string; readonly buy: string; readonly sell: string; readonly net: string }

/** The amounts of the OTC market, whose rows have the same labels on the web site and in the OpenAPI. */
const otc = ({ label, buy, sell, net }: Titles, others: readonly string[] = []) => {
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

const otcList = otc({ label: 'Investor', buy: 'PurchaseAmount', sell: 'SaleAmount', net: 'Net' }, ['Date'])

/** Every row must be of the day requested. */
const ofTheDay: Reading = {
  ...otcList,
  read(tables, request) {
    const [{ titles, rows }] = tables as [Table]
    const at = titles.indexOf('Date')
    if (at < 0) throw changed('no table with the columns Date')
    for (const cells of rows) {
      const served = dateFrom(textOf(cells[at]))
      if (!served) throw changed(`no day in ${cells.map(textOf).join(' | ')}`)
      if (served < request.to) throw notYet(`still answers with ${served}, asked for ${request.to}`)
      if (served > request.to) throw otherDay(request.to, served)
    }
    return otcList.read(tables, request)
  },
}

export const institutionalTotals = [
  twseDayFeed(ofTheTime, 'fund/BFI82U', {
    since: '2004-04-07',
    request: ({ from }) => rwd('fund/BFI82U', { type: 'day', dayDate: compact(from) }),
    recording: 'twse/BFI82U_day_20230130.json',
  }),
  tpexOpenApi.rows(ofTheDay, '/tpex_3insti_summary', { recorded: '.json' }),
  tpexDayFeed(
    otc({ label: '單位名稱', buy: '買進金額(元)', sell: '賣出金額(元)', net: '買賣超(元)' }),
    'insti/summary',
    { query: { type: 'Daily' }, since: '2017-01-03', recording: 'tpex/insti_summary_20230130.json' },
  ),
]
