import { TaiwanStockInstitutionalInvestorsBuySell } from '../../catalogue/chips/TaiwanStockInstitutionalInvestorsBuySell.ts'
import { flowOf, flowsAddUp } from '../exchange/flows.ts'
import { column, lots, part } from '../reading.ts'
import { dailyKey, tpexOpenApi } from './response.ts'

const foreign = 'Foreign Investors include Mainland Area Investors (Foreign Dealers excluded)'
const trust = 'SecuritiesInvestmentTrustCompanies'

/** Titles repeat in an object, so of the dealers only their sum is left; that it is the sum is proved by the totals. */
const flows = part(
  TaiwanStockInstitutionalInvestorsBuySell,
  {
    ...dailyKey,
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

export const dailyTrading = tpexOpenApi.daily(flows, '/tpex_3insti_daily_trading', {
  role: 'part',
  recorded: '.json',
})

const trusts = part(
  TaiwanStockInstitutionalInvestorsBuySell,
  {
    ...dailyKey,
    ...flowOf('investment_trust', [lots('Buy'), lots('Sell'), lots('NetBuy')]),
  },
  { ignore: ['Rank', 'CompanyName'] },
)

/** The largest trades of investment trusts, in lots. */
export const trustTrading = tpexOpenApi.daily(trusts, '/tpex_3insti_trading', {
  role: 'witness',
  nearest: { investment_trust_buy: 1000, investment_trust_sell: 1000, investment_trust_net: 1000 },
  recorded: '.json',
})
