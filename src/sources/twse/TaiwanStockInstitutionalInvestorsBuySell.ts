import { TaiwanStockInstitutionalInvestorsBuySell } from '../../catalogue/chips/TaiwanStockInstitutionalInvestorsBuySell.ts'
import { flowOf, flowsAddUp, sumOf } from '../exchange/flows.ts'
import { column, combined, type Reading, whole } from '../reading.ts'
import { dailyKey, twseDayFeed } from './response.ts'

/** The dealers' accounts were published separately from that day on, foreign dealers later. */
const accounts = '2014-12-01'
const foreignDealers = { since: '2018-01-15' }

const shared = {
  ...dailyKey,
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
const options = { ignore: ['證券名稱'], identities: flowsAddUp }

const early = whole(
  TaiwanStockInstitutionalInvestorsBuySell,
  {
    ...shared,
    ...flowOf('dealer_self', [null, null, null]),
    ...flowOf('dealer_hedging', [null, null, null]),
    dealer_buy: '自營商買進股數',
    dealer_sell: '自營商賣出股數',
  },
  options,
)

const flows = whole(
  TaiwanStockInstitutionalInvestorsBuySell,
  {
    ...shared,
    ...flowOf('dealer_self', ['自營商買進股數(自行買賣)', '自營商賣出股數(自行買賣)', '自營商買賣超股數(自行買賣)']),
    ...flowOf('dealer_hedging', ['自營商買進股數(避險)', '自營商賣出股數(避險)', '自營商買賣超股數(避險)']),
    dealer_buy: combined(['自營商買進股數(自行買賣)', '自營商買進股數(避險)'], sumOf),
    dealer_sell: combined(['自營商賣出股數(自行買賣)', '自營商賣出股數(避險)'], sumOf),
  },
  options,
)

const ofTheTime: Reading = {
  ...flows,
  read: (tables, request) => (request.from < accounts ? early : flows).read(tables, request),
}

export const t86 = twseDayFeed(ofTheTime, 'fund/T86', {
  query: { selectType: 'ALLBUT0999' },
  since: '2012-05-02',
  recording: 'twse/T86_ALLBUT0999_20230130.json',
})
