import { TaiwanStockInstitutionalInvestorsBuySell } from '../../catalogue/chips/TaiwanStockInstitutionalInvestorsBuySell.ts'
import { flowsAddUp } from '../exchange/flows.ts'
import { get } from '../feed.ts'
import { column, constant, lots } from '../mapping.ts'
import { dated, openApiRows } from '../openapi.ts'
import { part } from '../rows.ts'
import { tpexOpenApi } from './response.ts'

const shared = { stock_id: 'SecuritiesCompanyCode', trade_date: 'Date', market: constant('TPEX') }
const foreign = 'Foreign Investors include Mainland Area Investors (Foreign Dealers excluded)'
const trust = 'SecuritiesInvestmentTrustCompanies'

/** Titles repeat in an object, so of the dealers only their sum is left; that it is the sum is proved by the totals. */
const flows = part(
  TaiwanStockInstitutionalInvestorsBuySell,
  {
    ...shared,
    foreign_investor_buy: `${foreign}-Total Buy`,
    foreign_investor_sell: `${foreign}-Total Sell`,
    foreign_investor_net: `${foreign}-Difference`,
    foreign_dealer_buy: 'Foreign Dealers-Total Buy',
    foreign_dealer_sell: 'Foreign Dealers-TotalSell',
    foreign_dealer_net: 'ForeignDealers-Difference',
    investment_trust_buy: `${trust}-TotalBuy`,
    investment_trust_sell: `${trust}-TotalSell`,
    investment_trust_net: `${trust}-Difference`,
    dealer_buy: 'Dealers-TotalBuy',
    dealer_sell: column('Dealers-TotalSell', { nth: [0, 2] }),
    dealer_net: 'Dealers-Difference',
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

export const dailyTrading = tpexOpenApi(flows, {
  endpoint: 'tpex_3insti_daily_trading',
  role: 'part',
  span: 'latest',
  request: () => get('/tpex_3insti_daily_trading'),
  parse: openApiRows(flows, dated('trade_date')),
  verified: 'tpex-openapi/tpex_3insti_daily_trading.json',
})

const trusts = part(
  TaiwanStockInstitutionalInvestorsBuySell,
  {
    ...shared,
    investment_trust_buy: lots('Buy'),
    investment_trust_sell: lots('Sell'),
    investment_trust_net: lots('NetBuy'),
  },
  { ignore: ['Rank', 'CompanyName'] },
)

/** What investment trusts bought and sold most, in lots. */
export const trustTrading = tpexOpenApi(trusts, {
  endpoint: 'tpex_3insti_trading',
  role: 'witness',
  nearest: { investment_trust_buy: 1000, investment_trust_sell: 1000, investment_trust_net: 1000 },
  span: 'latest',
  request: () => get('/tpex_3insti_trading'),
  parse: openApiRows(trusts, dated('trade_date')),
  verified: 'tpex-openapi/tpex_3insti_trading.json',
})
