import { TaiwanStockInstitutionalInvestorsBuySell } from '../../catalogue/chips/TaiwanStockInstitutionalInvestorsBuySell.ts'
import { slashed } from '../dates.ts'
import { scaled } from '../numbers.ts'
import type { Row } from '../outcome.ts'
import { column, combined, inOpenApi, lots, onSite, part, type Reading, type Written, whole } from '../reading.ts'
import { someRows } from '../servedDays.ts'
import { tpexOpenApi } from './openApi.ts'
import { type OldLayout, tpexDay, tpexDayFeed, tpexKey, www } from './tpex.ts'
import { twseDayFeed, twseKey } from './twse.ts'

/** Whether a column is the sum of others, where each of them has a value. */
const isSum =
  (whole: string, ...parts: readonly string[]) =>
  (row: Row): boolean => {
    let left = row[whole] as number | null | undefined
    if (left == null) return true
    for (const name of parts) {
      const part = row[name] as number | null | undefined
      if (part == null) return true
      left -= part
    }
    return left === 0
  }
const nets = ['foreign_investor', 'foreign_dealer', 'investment_trust', 'dealer_self', 'dealer_hedging', 'dealer'].map(
  (who) => isSum(`${who}_buy`, `${who}_net`, `${who}_sell`),
)

/** Foreign dealers stand among the dealers, so they do not count twice. */
const flowsAddUp: Readonly<Record<string, (row: Row) => boolean>> = {
  'net = bought - sold': (row) => nets.every((holds) => holds(row)),
  'dealer = own + hedging account': isSum('dealer_net', 'dealer_self_net', 'dealer_hedging_net'),
  'total = foreign + trust + dealer': isSum('total_net', 'foreign_investor_net', 'investment_trust_net', 'dealer_net'),
}

const sumOf = (a: string, b: string): number | null | undefined => {
  const [first, second] = [scaled(a, 0), scaled(b, 0)]
  if (typeof first === 'number' && typeof second === 'number') return first + second
  return first === undefined || second === undefined ? undefined : null
}

type Flow<W extends string> = Readonly<Record<`${W}_buy` | `${W}_sell` | `${W}_net`, Written>>

/** The three columns of one kind of institution, in the order in which every table has them. */
const flowOf = <W extends string>(
  who: W,
  [buy, sell, net]: readonly [buy: Written, sell: Written, net: Written],
): Flow<W> => ({ [`${who}_buy`]: buy, [`${who}_sell`]: sell, [`${who}_net`]: net }) as Flow<W>

/** The dealers' accounts were published separately from that day on, foreign dealers later. */
const accounts = '2014-12-01'
const foreignDealers = { since: '2018-01-15' }

const listedShared = {
  ...twseKey(),
  ...flowOf('foreign_investor', [
    column('外陸資買進股數(不含外資自營商)', { also: ['外資買進股數'] }),
    column('外陸資賣出股數(不含外資自營商)', { also: ['外資賣出股數'] }),
    column('外陸資買賣超股數(不含外資自營商)', { also: ['外資買賣超股數'] }),
  ]),
  ...flowOf('foreign_dealer', [
    column('外資自營商買進股數', foreignDealers),
    column('外資自營商賣出股數', foreignDealers),
    column('外資自營商買賣超股數', foreignDealers),
  ]),
  ...flowOf('investment_trust', ['投信買進股數', '投信賣出股數', '投信買賣超股數']),
  dealer_net: '自營商買賣超股數',
  total_net: '三大法人買賣超股數',
}
const listedOptions = { ignore: ['證券名稱'], identities: flowsAddUp }

const listedEarly = whole(
  TaiwanStockInstitutionalInvestorsBuySell,
  {
    ...listedShared,
    ...flowOf('dealer_self', [null, null, null]),
    ...flowOf('dealer_hedging', [null, null, null]),
    dealer_buy: '自營商買進股數',
    dealer_sell: '自營商賣出股數',
  },
  listedOptions,
)

const listed = whole(
  TaiwanStockInstitutionalInvestorsBuySell,
  {
    ...listedShared,
    ...flowOf('dealer_self', ['自營商買進股數(自行買賣)', '自營商賣出股數(自行買賣)', '自營商買賣超股數(自行買賣)']),
    ...flowOf('dealer_hedging', ['自營商買進股數(避險)', '自營商賣出股數(避險)', '自營商買賣超股數(避險)']),
    dealer_buy: combined(['自營商買進股數(自行買賣)', '自營商買進股數(避險)'], sumOf),
    dealer_sell: combined(['自營商賣出股數(自行買賣)', '自營商賣出股數(避險)'], sumOf),
  },
  listedOptions,
)

const ofTheTime: Reading = {
  ...listed,
  read: (tables, request) => (request.from < accounts ? listedEarly : listed).read(tables, request),
}

/** Seven groups of three columns each, all titled alike; that they are these groups is proved by their sums. */
const groups = 7
const inGroup = (title: string) => (group: number) => column(title, { nth: [group, groups] })
const [buy, sell, net] = [inGroup('買進股數'), inGroup('賣出股數'), inGroup('買賣超股數')]

const otcOptions = { ignore: ['名稱', '買進股數', '賣出股數', '買賣超股數'], identities: flowsAddUp }

const otc = whole(
  TaiwanStockInstitutionalInvestorsBuySell,
  {
    ...tpexKey(onSite),
    ...flowOf('foreign_investor', [buy(0), sell(0), net(0)]),
    ...flowOf('foreign_dealer', [buy(1), sell(1), net(1)]),
    // The third group is both kinds of foreign investors together.
    ...flowOf('investment_trust', [buy(3), sell(3), net(3)]),
    ...flowOf('dealer_self', [buy(4), sell(4), net(4)]),
    ...flowOf('dealer_hedging', [buy(5), sell(5), net(5)]),
    ...flowOf('dealer', [buy(6), sell(6), net(6)]),
    total_net: '三大法人買賣超股數合計',
  },
  otcOptions,
)

/** Before foreign dealers were published separately, every column had a title of its own. */
const otcEarly = whole(
  TaiwanStockInstitutionalInvestorsBuySell,
  {
    ...tpexKey(onSite),
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
  otcOptions,
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

const foreign = 'Foreign Investors include Mainland Area Investors (Foreign Dealers excluded)'
const trust = 'SecuritiesInvestmentTrustCompanies'

/** Titles repeat in an object, so of the dealers only their sum is left; that it is the sum is proved by the totals. */
const otcList = part(
  TaiwanStockInstitutionalInvestorsBuySell,
  {
    ...tpexKey(inOpenApi),
    ...flowOf('foreign_investor', [`${foreign}-Total Buy`, `${foreign}-Total Sell`, `${foreign}-Difference`]),
    ...flowOf('foreign_dealer', [
      'Foreign Dealers-Total Buy',
      'Foreign Dealers-TotalSell',
      'ForeignDealers-Difference',
    ]),
    ...flowOf('investment_trust', [`${trust}-TotalBuy`, `${trust}-TotalSell`, `${trust}-Difference`]),
    ...flowOf('dealer', ['Dealers-TotalBuy', column('Dealers-TotalSell', { nth: [0, 2] }), 'Dealers-Difference']),
    total_net: 'TotalDifference',
  },
  {
    ignore: [
      'CompanyName',
      'ForeignInvestorsIncludeMainlandAreaInvestors-TotalBuy',
      'ForeignInvestorsIncludeMainlandAreaInvestors-TotalSell',
      'ForeignInvestorsInclude MainlandAreaInvestors-Difference',
      'Dealers -TotalSell',
    ],
    identities: flowsAddUp,
  },
)

const trusts = part(
  TaiwanStockInstitutionalInvestorsBuySell,
  {
    ...tpexKey(inOpenApi),
    ...flowOf('investment_trust', [lots('Buy'), lots('Sell'), lots('NetBuy')]),
  },
  { ignore: ['Rank', 'CompanyName'] },
)

export const institutionalFlows = [
  twseDayFeed(ofTheTime, 'fund/T86', {
    query: { selectType: 'ALLBUT0999' },
    since: '2012-05-02',
    recording: 'twse/T86_ALLBUT0999_20230130.json',
  }),
  tpexOpenApi.daily(otcList, '/tpex_3insti_daily_trading', { role: 'part', recorded: '.json' }),
  // The largest trades of investment trusts, in lots.
  tpexOpenApi.daily(trusts, '/tpex_3insti_trading', {
    role: 'witness',
    nearest: { investment_trust_buy: 1000, investment_trust_sell: 1000, investment_trust_net: 1000 },
    recorded: '.json',
  }),
  tpexDayFeed(otc, 'insti/dailyTrade', {
    since: '2014-12-01',
    request: ({ from }) => www('insti/dailyTrade', { type: 'Daily', sect: 'EW', date: slashed(from), id: '' }),
    parse: tpexDay(({ tables }, request) => {
      const isEarly = tables.some(({ titles }) => titles.includes('外資及陸資買股數'))
      return someRows((isEarly ? otcEarly : otc).read(tables, request), request)
    }, oldLayouts),
    recording: 'tpex/insti_dailyTrade_20230130.json',
  }),
]
