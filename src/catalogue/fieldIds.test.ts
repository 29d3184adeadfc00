import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import { columnsOf } from './dataset.ts'
import { fieldIds } from './fieldIds.ts'
import { fieldIdsOf } from './fieldIdsOf.ts'
import { catalogue } from './index.ts'

/**
 * The ids of the columns that were published with the first tables: how many a dataset had, and a hash of their names in
 * order. Columns may be added after them; those that were published keep their ids for ever.
 */
const published: Readonly<Record<string, readonly [number, string]>> = {
  CentralBankRate: [7, '5643b7d2d434'],
  CrudeOilPrices: [3, 'e085329db7f1'],
  CurrencyCirculation: [6, 'c1413a6ca590'],
  ExchangeRate: [7, '818a5e24ecbd'],
  GoldPrice: [6, '64ab5c17de82'],
  TaiwanCBOverview: [36, '8b8fd744c8d0'],
  TaiwanDailyShortSaleBalances: [16, 'd6b0f1b6f209'],
  TaiwanFearAndGreedIndex: [19, '37489d0e72ab'],
  TaiwanFinancialHoldingsCompany: [13, 'c2ed79239c81'],
  TaiwanFutureOptionDailyTotalOverview: [16, 'cd890ce1bc2b'],
  TaiwanFutureOptionTickRealtime: [27, '2a193242af1a'],
  TaiwanFuturesBrokerDaily: [6, '4bde47fd18fc'],
  TaiwanFuturesDaily: [18, 'c44db9cc7c9d'],
  TaiwanFuturesInstitutionalInvestors: [16, 'e662e52dfad0'],
  TaiwanFuturesLargeTraders: [21, '279762b95507'],
  TaiwanFuturesNightInstitutionalInvestors: [10, 'edc235860834'],
  TaiwanFuturesSettlement: [8, '4651e50785aa'],
  TaiwanFuturesSpread: [16, '853dc8b6c464'],
  TaiwanIndex5Seconds: [6, '450fa461cc2b'],
  TaiwanMonthlyEconomicIndicator: [14, 'fae164769f41'],
  TaiwanOptionDaily: [21, '777ca6a484b5'],
  TaiwanOptionInstitutionalInvestors: [17, 'b75d1350f25c'],
  TaiwanOptionsBrokerDaily: [6, '8acc2d8c4a1b'],
  TaiwanOptionsLargeTraders: [22, '7fea1e2f9027'],
  TaiwanOptionsNightInstitutionalInvestors: [11, '71360a923108'],
  TaiwanOptionsSettlement: [8, 'a43eca50ff59'],
  TaiwanRelatedNews: [10, '18bfda89c3f7'],
  TaiwanReturnIndex: [4, '0f6c26427ffe'],
  TaiwanStock10Year: [5, 'a6f7b1161d49'],
  TaiwanStock5SecondsOrderStats: [10, '9ace2b50fffe'],
  TaiwanStockBalanceSheet: [12, 'f44172d74a54'],
  TaiwanStockBlockTrade: [11, '7a6481be7434'],
  TaiwanStockBrokerInfo: [8, '30b629939d38'],
  TaiwanStockCapitalReductionReferencePrice: [14, '350df2672984'],
  TaiwanStockCashFlowsStatement: [12, 'f44172d74a54'],
  TaiwanStockChangeFaceReference: [13, 'cab4fc172571'],
  TaiwanStockCompanyIndustry: [9, 'd5243c0c72f8'],
  TaiwanStockCreditLimit: [12, 'c01639f7d2b8'],
  TaiwanStockDailyPriceLimit: [6, '9a0baf5ad518'],
  TaiwanStockDayTradingFee: [7, 'c5f0eed83d1e'],
  TaiwanStockDayTradingInfo: [7, '6ff2b5ceb84b'],
  TaiwanStockDelisting: [6, '51a5bc5a29b1'],
  TaiwanStockDisposition: [11, '30f158f5f929'],
  TaiwanStockDividend: [24, 'aab0a25c78f9'],
  TaiwanStockDividendResult: [19, 'c7cbec23b179'],
  TaiwanStockFinancialStatement: [12, 'f44172d74a54'],
  TaiwanStockHoldingSharesPer: [7, '4a4031cd00b1'],
  TaiwanStockInstitutionalInvestorsBuySell: [22, 'cb185ede9c08'],
  TaiwanStockMarginPurchaseShortSale: [17, '3e6c22724af9'],
  TaiwanStockMarginRatio: [8, 'd51d294ef47e'],
  TaiwanStockMarginShortSaleSuspension: [6, 'd19dbf7d283e'],
  TaiwanStockMarketValue: [6, '94e673aca362'],
  TaiwanStockMarketValueWeight: [7, 'a169667d033c'],
  TaiwanStockMonthPrice: [13, '285477523524'],
  TaiwanStockMonthRevenue: [15, 'f8fd6d237f29'],
  TaiwanStockOverview: [12, '6d73928a6794'],
  TaiwanStockOverviewIncludeWarrant: [20, '35cd8e0251cb'],
  TaiwanStockPER: [9, 'a7a202cbf8ba'],
  TaiwanStockPrice: [10, '3b376631d6b3'],
  TaiwanStockPriceAdj: [11, '380d8b4cb008'],
  TaiwanStockSectorPrice: [13, '0a9638c1693b'],
  TaiwanStockSecuritiesLending: [10, '99a05d20092a'],
  TaiwanStockShareholding: [13, '029a3c0c34ad'],
  TaiwanStockSplitPrice: [11, 'df6ffd4245ee'],
  TaiwanStockSuspendDayTrading: [6, 'd19dbf7d283e'],
  TaiwanStockTotalInstitutionalInvestors: [23, 'c6865a0cb25b'],
  TaiwanStockTotalMarginPurchaseShortSale: [17, '013f21278999'],
  TaiwanStockTradingDate: [4, '55196859efab'],
  TaiwanStockTradingHaltAnnouncement: [8, '811301497948'],
  TaiwanStockWeekPrice: [13, '9e30c31d359a'],
  TaiwanWeightedIndex: [10, '5e19b05a6d4c'],
  USBondYield: [4, '4ac2d2420042'],
  USStockPrice: [8, '474b9307f2b5'],
}

const digestOf = (names: readonly string[]): string => hash('sha256', names.join(' ')).slice(0, 12)

test('a published column keeps its field id, also after its removal', () => {
  for (const [dataset, [count, digest]] of Object.entries(published)) {
    const names = fieldIds[dataset]?.split(' ').slice(0, count) ?? []
    assert.deepEqual([names.length, digestOf(names)], [count, digest], `the field ids of ${dataset} have changed`)
  }
})

test('every column has one field id of its own, and the list has them all', () => {
  for (const dataset of catalogue) {
    const listed = fieldIds[dataset.name]?.split(' ') ?? []
    assert.equal(new Set(listed).size, listed.length, dataset.name)
    for (const [name] of columnsOf(dataset))
      assert.equal(
        fieldIdsOf(dataset)[name],
        listed.indexOf(name) + 1,
        `${dataset.name}.${name} has no field id: run "npm run docs", which adds it to src/catalogue/fieldIds.ts`,
      )
  }
})

test('a new column gets the next id, and the others keep theirs', () => {
  const known = catalogue[0]!
  const [first] = columnsOf(known)
  const grown = { ...known, columns: { new_column: first![1], ...known.columns } }
  const ids = fieldIdsOf(grown)
  assert.equal(ids.new_column, columnsOf(known).length + 1)
  for (const [name] of columnsOf(known)) assert.equal(ids[name], fieldIdsOf(known)[name])
})
