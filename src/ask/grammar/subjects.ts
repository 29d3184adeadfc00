import { catalogue } from '../../catalogue/index.ts'
import { isListed } from '../sql/source.ts'
import type { Subject } from './senses.ts'

const special: Readonly<Record<string, Subject>> = {
  TaiwanWeightedIndex: 'index',
  TaiwanReturnIndex: 'index',
  TaiwanIndex5Seconds: 'index',
  TaiwanStockSectorPrice: 'sector',
  USStockPrice: 'us',
  ExchangeRate: 'currency',
  GoldPrice: 'gold',
  CrudeOilPrices: 'oil',
  USBondYield: 'bond',
  CentralBankRate: 'bank',
  CurrencyCirculation: 'money',
  TaiwanFuturesDaily: 'futures',
  TaiwanFuturesInstitutionalInvestors: 'futures',
  TaiwanFuturesNightInstitutionalInvestors: 'futures',
  TaiwanFuturesLargeTraders: 'futures',
  TaiwanFuturesSettlement: 'futures',
  TaiwanFuturesSpread: 'futures',
  TaiwanFuturesBrokerDaily: 'futures',
  TaiwanOptionDaily: 'option',
  TaiwanOptionInstitutionalInvestors: 'option',
  TaiwanOptionsNightInstitutionalInvestors: 'option',
  TaiwanOptionsLargeTraders: 'option',
  TaiwanOptionsSettlement: 'option',
  TaiwanOptionsBrokerDaily: 'option',
  TaiwanCBOverview: 'cb',
  TaiwanStockTotalMarginPurchaseShortSale: 'market',
  TaiwanStockTotalInstitutionalInvestors: 'market',
  TaiwanStockMarginRatio: 'market',
  TaiwanStock5SecondsOrderStats: 'market',
  TaiwanMonthlyEconomicIndicator: 'macro',
  TaiwanFearAndGreedIndex: 'mood',
  TaiwanStockBrokerInfo: 'broker',
  TaiwanStockTradingDate: 'calendar',
}

/** What a dataset is about; none where it is of several things at once. */
export const subjectOf = (dataset: string): Subject | null => {
  const known = special[dataset]
  if (known) return known
  const found = catalogue.find(({ name }) => name === dataset)
  return found && isListed(found) ? 'stock' : null
}

/** Where a word means a column of several datasets, the first of these is meant unless another is named. */
const first = [
  'TaiwanStockPrice',
  'TaiwanStockInstitutionalInvestorsBuySell',
  'TaiwanStockMarginPurchaseShortSale',
  'TaiwanStockPER',
  'TaiwanStockMonthRevenue',
  'TaiwanStockMarketValue',
  'TaiwanStockMarketValueWeight',
  'TaiwanStockShareholding',
  'TaiwanStockHoldingSharesPer',
  'TaiwanStockFinancialStatement',
  'TaiwanStockBalanceSheet',
  'TaiwanStockCashFlowsStatement',
  'TaiwanStockDailyPriceLimit',
  'TaiwanStockDividend',
  'TaiwanStockDividendResult',
  'TaiwanDailyShortSaleBalances',
  'TaiwanStockDayTradingInfo',
  'TaiwanStockCreditLimit',
  'TaiwanStock10Year',
  'TaiwanStockOverview',
  'TaiwanStockDelisting',
  'TaiwanStockPriceAdj',
  'TaiwanStockWeekPrice',
  'TaiwanStockMonthPrice',
  'TaiwanWeightedIndex',
  'TaiwanStockTotalInstitutionalInvestors',
  'TaiwanStockTotalMarginPurchaseShortSale',
  'TaiwanFuturesDaily',
  'TaiwanFuturesInstitutionalInvestors',
  'TaiwanFuturesLargeTraders',
  'TaiwanOptionDaily',
  'TaiwanOptionInstitutionalInvestors',
  'TaiwanStockSecuritiesLending',
]
const places = new Map(first.map((name, i) => [name, i]))
export const rankOf = (dataset: string): number => places.get(dataset) ?? first.length
