import { TaiwanStockInstitutionalInvestorsBuySell } from '../../catalogue/chips/TaiwanStockInstitutionalInvestorsBuySell.ts'
import { slashed } from '../dates.ts'
import { flowOf, flowsAddUp, sumOf } from '../exchange/flows.ts'
import { column, combined, whole } from '../reading.ts'
import { someRows } from '../servedDays.ts'
import { dailyKey, type OldLayout, tpexDay, tpexDayFeed, www } from './response.ts'

/** Seven groups of three columns each, all titled alike; that they are these groups is proved by their sums. */
const groups = 7
const inGroup = (title: string) => (group: number) => column(title, { nth: [group, groups] })
const [buy, sell, net] = [inGroup('買進股數'), inGroup('賣出股數'), inGroup('買賣超股數')]

const options = { ignore: ['名稱', '買進股數', '賣出股數', '買賣超股數'], identities: flowsAddUp }

const flows = whole(
  TaiwanStockInstitutionalInvestorsBuySell,
  {
    ...dailyKey,
    ...flowOf('foreign_investor', [buy(0), sell(0), net(0)]),
    ...flowOf('foreign_dealer', [buy(1), sell(1), net(1)]),
    // The third group is both kinds of foreign investors together.
    ...flowOf('investment_trust', [buy(3), sell(3), net(3)]),
    ...flowOf('dealer_self', [buy(4), sell(4), net(4)]),
    ...flowOf('dealer_hedging', [buy(5), sell(5), net(5)]),
    ...flowOf('dealer', [buy(6), sell(6), net(6)]),
    total_net: '三大法人買賣超股數合計',
  },
  options,
)

/** Before foreign dealers were published separately, every column had a title of its own. */
const early = whole(
  TaiwanStockInstitutionalInvestorsBuySell,
  {
    ...dailyKey,
    ...flowOf('foreign_investor', ['外資及陸資買股數', '外資及陸資賣股數', '外資及陸資淨買股數']),
    ...flowOf('foreign_dealer', [null, null, null]),
    ...flowOf('investment_trust', [column('投信買進股數', { also: ['投信買股數'] }), '投信賣股數', '投信淨買股數']),
    ...flowOf('dealer_self', ['自營商(自行買賣)買股數', '自營商(自行買賣)賣股數', '自營商(自行買賣)淨買股數']),
    ...flowOf('dealer_hedging', ['自營商(避險)買股數', '自營商(避險)賣股數', '自營商(避險)淨買股數']),
    ...flowOf('dealer', [
      combined(['自營商(自行買賣)買股數', '自營商(避險)買股數'], sumOf),
      combined(['自營商(自行買賣)賣股數', '自營商(避險)賣股數'], sumOf),
      column('自營淨買股數', { also: ['自營商淨買股數'] }),
    ]),
    total_net: '三大法人買賣超股數',
  },
  options,
)

const side = ['買進股數', '賣出股數', '買賣超股數']
/** The titles of rows that came without titles, in both layouts. */
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

export const dailyTrade = tpexDayFeed(flows, 'insti/dailyTrade', {
  since: '2014-12-01',
  request: ({ from }) => www('insti/dailyTrade', { type: 'Daily', sect: 'EW', date: slashed(from), id: '' }),
  parse: tpexDay(({ tables }, request) => {
    const isEarly = tables.some(({ titles }) => titles.includes('外資及陸資買股數'))
    return someRows((isEarly ? early : flows).read(tables, request), request)
  }, oldLayouts),
  recording: 'tpex/insti_dailyTrade_20230130.json',
})
