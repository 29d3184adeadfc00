import { TaiwanStockInstitutionalInvestorsBuySell } from '../../catalogue/chips/TaiwanStockInstitutionalInvestorsBuySell.ts'
import { slashed } from '../dates.ts'
import { flowsAddUp, sumOf } from '../exchange/flows.ts'
import { column, combined, constant, theDay } from '../mapping.ts'
import { whole } from '../rows.ts'
import { someRows } from '../servedDays.ts'
import { type OldLayout, tpex, tpexDay, www } from './response.ts'

/** Seven groups of three columns each, all titled alike; that they are these groups is proved by their sums. */
const groups = 7
const inGroup = (title: string) => (group: number) => column(title, { nth: [group, groups] })
const [buy, sell, net] = [inGroup('買進股數'), inGroup('賣出股數'), inGroup('買賣超股數')]

const shared = { stock_id: '代號', trade_date: theDay, market: constant('TPEX') }
const options = { ignore: ['名稱', '買進股數', '賣出股數', '買賣超股數'], identities: flowsAddUp }

const flows = whole(
  TaiwanStockInstitutionalInvestorsBuySell,
  {
    ...shared,
    foreign_investor_buy: buy(0),
    foreign_investor_sell: sell(0),
    foreign_investor_net: net(0),
    foreign_dealer_buy: buy(1),
    foreign_dealer_sell: sell(1),
    foreign_dealer_net: net(1),
    // The third group is both kinds of foreign investors together.
    investment_trust_buy: buy(3),
    investment_trust_sell: sell(3),
    investment_trust_net: net(3),
    dealer_self_buy: buy(4),
    dealer_self_sell: sell(4),
    dealer_self_net: net(4),
    dealer_hedging_buy: buy(5),
    dealer_hedging_sell: sell(5),
    dealer_hedging_net: net(5),
    dealer_buy: buy(6),
    dealer_sell: sell(6),
    dealer_net: net(6),
    total_net: '三大法人買賣超股數合計',
  },
  options,
)

/** Until the foreign dealers were told apart, every column had a title of its own. */
const early = whole(
  TaiwanStockInstitutionalInvestorsBuySell,
  {
    ...shared,
    foreign_investor_buy: '外資及陸資買股數',
    foreign_investor_sell: '外資及陸資賣股數',
    foreign_investor_net: '外資及陸資淨買股數',
    foreign_dealer_buy: null,
    foreign_dealer_sell: null,
    foreign_dealer_net: null,
    investment_trust_buy: column('投信買進股數', { also: ['投信買股數'] }),
    investment_trust_sell: '投信賣股數',
    investment_trust_net: '投信淨買股數',
    dealer_self_buy: '自營商(自行買賣)買股數',
    dealer_self_sell: '自營商(自行買賣)賣股數',
    dealer_self_net: '自營商(自行買賣)淨買股數',
    dealer_hedging_buy: '自營商(避險)買股數',
    dealer_hedging_sell: '自營商(避險)賣股數',
    dealer_hedging_net: '自營商(避險)淨買股數',
    dealer_buy: combined(['自營商(自行買賣)買股數', '自營商(避險)買股數'], sumOf),
    dealer_sell: combined(['自營商(自行買賣)賣股數', '自營商(避險)賣股數'], sumOf),
    dealer_net: column('自營淨買股數', { also: ['自營商淨買股數'] }),
    total_net: '三大法人買賣超股數',
  },
  options,
)

const side = ['買進股數', '賣出股數', '買賣超股數']
/** The titles of both layouts, when rows came without. */
const oldLayouts: readonly OldLayout[] = [
  {
    to: '2018-01-14',
    titles: [
      ...['代號', '名稱', '外資及陸資買股數', '外資及陸資賣股數', '外資及陸資淨買股數'],
      ...['投信買進股數', '投信賣股數', '投信淨買股數', '自營淨買股數'],
      ...['自營商(自行買賣)買股數', '自營商(自行買賣)賣股數', '自營商(自行買賣)淨買股數'],
      ...['自營商(避險)買股數', '自營商(避險)賣股數', '自營商(避險)淨買股數', '三大法人買賣超股數'],
    ],
  },
  { titles: ['代號', '名稱', ...Array.from({ length: groups }, () => side).flat(), '三大法人買賣超股數合計'] },
]

export const dailyTrade = tpex(flows, {
  endpoint: 'dailyTrade',
  span: 'day',
  since: '2014-12-01',
  request: ({ from }) => www('insti/dailyTrade', { type: 'Daily', sect: 'EW', date: slashed(from), id: '' }),
  parse: tpexDay(({ tables }, request) => {
    const isEarly = tables.some(({ titles }) => titles.includes('外資及陸資買股數'))
    return someRows((isEarly ? early : flows).read(tables, request), request)
  }, oldLayouts),
  verified: 'tpex/insti_dailyTrade_20230130.json',
})
