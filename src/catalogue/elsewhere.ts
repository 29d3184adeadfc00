import type { Label } from '../fields.ts'
import { byTheirs } from './aliases.ts'

/**
 * Names of datasets, parameters and ids in other services, for suggestions to users who know those: FinMind's names
 * first, then those of charts and quote pages.
 */

/** FinMind's datasets that have another name here. */
const renamed: Readonly<Record<string, string>> = {
  TaiwanStockInfo: 'TaiwanStockOverview',
  TaiwanStockInfoWithWarrant: 'TaiwanStockOverviewIncludeWarrant',
  TaiwanStockInfoWithWarrantSummary: 'TaiwanStockOverviewIncludeWarrant',
  TaiwanStockFinancialStatements: 'TaiwanStockFinancialStatement',
  FinancialStatements: 'TaiwanStockFinancialStatement',
  BalanceSheet: 'TaiwanStockBalanceSheet',
  TaiwanCashFlowsStatement: 'TaiwanStockCashFlowsStatement',
  StockDividend: 'TaiwanStockDividend',
  StockDividendResult: 'TaiwanStockDividendResult',
  InstitutionalInvestorsBuySell: 'TaiwanStockInstitutionalInvestorsBuySell',
  TaiwanStockInstitutionalInvestorsBuySellWide: 'TaiwanStockInstitutionalInvestorsBuySell',
  Shareholding: 'TaiwanStockShareholding',
  TaiwanStockNews: 'TaiwanRelatedNews',
  TaiwanStockTotalReturnIndex: 'TaiwanReturnIndex',
  TaiwanStockStatisticsOfOrderBookAndTrade: 'TaiwanStock5SecondsOrderStats',
  TaiwanVariousIndicators5Seconds: 'TaiwanIndex5Seconds',
  TaiwanStockEvery5SecondsIndex: 'TaiwanIndex5Seconds',
  TaiwanStockDayTrading: 'TaiwanStockDayTradingInfo',
  TaiwanStockDayTradingSuspension: 'TaiwanStockSuspendDayTrading',
  TaiwanStockDayTradingBorrowingFeeRate: 'TaiwanStockDayTradingFee',
  TaiwanStockPriceLimit: 'TaiwanStockDailyPriceLimit',
  TaiwanStockSuspended: 'TaiwanStockTradingHaltAnnouncement',
  TaiwanStockParValueChange: 'TaiwanStockChangeFaceReference',
  TaiwanStockDispositionSecuritiesPeriod: 'TaiwanStockDisposition',
  TaiwanStockIndustryChain: 'TaiwanStockCompanyIndustry',
  TaiwanSecuritiesTraderInfo: 'TaiwanStockBrokerInfo',
  TaiwanTotalExchangeMarginMaintenance: 'TaiwanStockMarginRatio',
  TaiwanFutOptDailyInfo: 'TaiwanFutureOptionDailyTotalOverview',
  taiwan_futures_snapshot: 'TaiwanFutureOptionTickRealtime',
  taiwan_options_snapshot: 'TaiwanFutureOptionTickRealtime',
  TaiwanFuturesInstitutionalInvestorsAfterHours: 'TaiwanFuturesNightInstitutionalInvestors',
  TaiwanOptionInstitutionalInvestorsAfterHours: 'TaiwanOptionsNightInstitutionalInvestors',
  TaiwanFuturesDealerTradingVolumeDaily: 'TaiwanFuturesBrokerDaily',
  TaiwanOptionDealerTradingVolumeDaily: 'TaiwanOptionsBrokerDaily',
  TaiwanFuturesOpenInterestLargeTraders: 'TaiwanFuturesLargeTraders',
  TaiwanOptionOpenInterestLargeTraders: 'TaiwanOptionsLargeTraders',
  TaiwanFuturesFinalSettlementPrice: 'TaiwanFuturesSettlement',
  TaiwanOptionFinalSettlementPrice: 'TaiwanOptionsSettlement',
  TaiwanFuturesSpreadTrading: 'TaiwanFuturesSpread',
  TaiwanStockConvertibleBondInfo: 'TaiwanCBOverview',
  TaiwanStockConvertibleBondDailyOverview: 'TaiwanCBOverview',
  TaiwanExchangeRate: 'ExchangeRate',
  InterestRate: 'CentralBankRate',
  GovernmentBondsYield: 'USBondYield',
  GovernmentBonds: 'USBondYield',
  TaiwanBusinessIndicator: 'TaiwanMonthlyEconomicIndicator',
}

/** FinMind's datasets that do not exist here, with the most similar dataset. */
const absent: Readonly<Record<string, string>> = {
  TaiwanStockPriceTick: 'TaiwanStockPrice',
  TaiwanStockPriceMinute: 'TaiwanStockPrice',
  TaiwanStockPriceBidAsk: 'TaiwanStockPrice',
  TaiwanStockPriceMinuteBidAsk: 'TaiwanStockPrice',
  TaiwanStockKBar: 'TaiwanStockPrice',
  taiwan_stock_tick_snapshot: 'TaiwanStockPrice',
  USStockPriceMinute: 'USStockPrice',
  USStockInfo: 'USStockPrice',
  EuropeStockInfo: 'USStockPrice',
  JapanStockInfo: 'USStockPrice',
  UKStockInfo: 'USStockPrice',
  TaiwanFutOptTick: 'TaiwanFutureOptionTickRealtime',
  TaiwanFutOptTickInfo: 'TaiwanFutureOptionDailyTotalOverview',
  TaiwanFuturesTick: 'TaiwanFuturesDaily',
  TaiwanFuturesSpreadTick: 'TaiwanFuturesSpread',
  TaiwanOptionTick: 'TaiwanOptionDaily',
  TaiwanOptionVix: 'TaiwanFearAndGreedIndex',
  CnnFearGreedIndex: 'TaiwanFearAndGreedIndex',
  TaiwanStockGovernmentBankBuySell: 'TaiwanStockInstitutionalInvestorsBuySell',
  TaiwanStockTradingDailyReport: 'TaiwanStockInstitutionalInvestorsBuySell',
  TaiwanStockTradingDailyReportSecIdAgg: 'TaiwanStockInstitutionalInvestorsBuySell',
  TaiwanStockWarrantTradingDailyReport: 'TaiwanStockOverviewIncludeWarrant',
  TaiwanStockLoanCollateralBalance: 'TaiwanStockMarginPurchaseShortSale',
  TaiwanStockConvertibleBondDaily: 'TaiwanCBOverview',
  TaiwanStockConvertibleBondInstitutionalInvestors: 'TaiwanCBOverview',
  TaiwanStockConvertibleBondMonthlyAnalysis: 'TaiwanCBOverview',
  TaiwanStockActiveETFHolding: 'TaiwanStockMarketValueWeight',
  TaiwanStockActiveETFHoldingChange: 'TaiwanStockMarketValueWeight',
  RawMaterialFuturesPrices: 'CrudeOilPrices',
}

export type DatasetHint = {
  /** The name in the other service. */
  readonly name: string
  /** Our dataset: the same, or the most similar. */
  readonly dataset: string
  readonly isHere: boolean
  readonly sentence: Label
}

const hintOf = (name: string, dataset: string, isHere: boolean): DatasetHint => ({
  ...{ name, dataset, isHere },
  sentence: isHere
    ? { en: `FinMind's ${name} is ${dataset} here`, zh: `FinMind 的 ${name} 在此稱為 ${dataset}` }
    : {
        en: `FinMind's ${name} is not offered here, ${dataset} is the nearest`,
        zh: `此處沒有 FinMind 的 ${name}，最接近的是 ${dataset}`,
      },
})

/** Every dataset name of other services, in the order of the documents. */
export const datasetHints: readonly DatasetHint[] = [
  ...Object.entries(renamed).map(([name, dataset]) => hintOf(name, dataset, true)),
  ...Object.entries(absent).map(([name, dataset]) => hintOf(name, dataset, false)),
]

const byName = new Map(datasetHints.map((hint) => [hint.name.toLowerCase(), hint]))

/** Our dataset for a name of another service. */
export const datasetHint = (name: string): DatasetHint | null => byName.get(name.toLowerCase()) ?? null

/** Earlier and other addresses of FinMind, without `/api`, each with ours; those of `/v4` are answered as there. */
export const pathHints: readonly { readonly paths: readonly string[]; readonly ours: string }[] = [
  { paths: ['/v3/data', '/v2/data'], ours: 'GET /v1/data/{dataset}' },
  { paths: ['/v3/datalist'], ours: 'GET /v1/data/TaiwanStockOverview' },
  { paths: ['/v3/translation'], ours: 'GET /openapi.json' },
  { paths: ['/v4/login'], ours: 'POST /v1/auth/log-in' },
  { paths: ['/user_info'], ours: 'GET /v1/key/info' },
]

/** Our address for one of FinMind's, with the dataset that its query names; null for every other path. */
export function pathHint(path: string, query: string): Label | null {
  const found = pathHints.find(({ paths }) => paths.includes(path))
  if (!found) return null
  const requested = new URLSearchParams(query).get('dataset') ?? ''
  // A name from the request is repeated only where it is a name at all.
  const dataset = datasetHint(requested)?.dataset ?? (/^[A-Z]\w{2,60}$/i.test(requested) ? requested : '{dataset}')
  const ours = found.ours.replace('{dataset}', dataset)
  return {
    en: `FinMind's address is ${ours} here, and /docs/finmind lists what else differs`,
    zh: `FinMind 的這個位址在此為 ${ours}，其他差異請見 /docs/finmind`,
  }
}

export type ParameterHint = {
  /** Names in other services, in lower case. */
  readonly names: readonly string[]
  /** Our parameters: the hint applies if an endpoint has all of them; empty if there is no such parameter here. */
  readonly ours: readonly string[]
  readonly reason: Label
}

const called = (ours: string, ...names: readonly string[]): ParameterHint => ({
  names,
  ours: [ours],
  reason: { en: `is called ${ours} here`, zh: `在此稱為 ${ours}` },
})

/** Parameters in which other services take a key. */
export const keyNames: readonly string[] = ['token', 'api_token', 'api_key', 'apikey', 'key', 'access_token']

/** Parameters of other services. */
export const parameterHints: readonly ParameterHint[] = [
  called(
    'stock_id',
    'data_id',
    'symbol',
    'symbols',
    'ticker',
    'tickers',
    'code',
    'stockno',
    'stock_no',
    'stock',
    'sid',
  ),
  {
    names: ['trade_date', 'day'],
    ours: ['start_date', 'end_date'],
    reason: {
      en: 'is not a parameter here: give the day as start_date and end_date',
      zh: '不是此處的參數：請將日期寫在 start_date 與 end_date',
    },
  },
  called('start_date', 'from', 'since', 'begin', 'from_date', 'date_from', 'startdate'),
  called('end_date', 'to', 'until', 'to_date', 'date_to', 'enddate'),
  called('limit', 'per_page', 'page_size', 'pagesize', 'size', 'top', 'count'),
  {
    names: ['page', 'offset', 'skip'],
    ours: ['cursor'],
    reason: {
      en: 'is not a parameter here: send the cursor of the previous answer',
      zh: '不是此處的參數：請帶上前一次回應的 cursor',
    },
  },
  called('columns', 'fields', 'select', 'cols'),
  called('sort', 'order', 'order_by', 'sort_by'),
  {
    names: keyNames,
    ours: [],
    reason: {
      en: 'is not taken from the address, which ends up in logs: send the key in the header Authorization: Bearer <API_KEY>',
      zh: '不可放在網址中，以免留在記錄檔：請將金鑰放在標頭 Authorization: Bearer <API_KEY>',
    },
  },
  {
    names: ['dataset'],
    ours: [],
    reason: {
      en: 'stands in the path here: GET /v1/data/{dataset}',
      zh: '在此是路徑的一部分：GET /v1/data/{dataset}',
    },
  },
]

/** Our name for a parameter of another service, at an endpoint with the given parameters. */
export const parameterHint = (name: string, known: readonly string[]): Label | null =>
  parameterHints.find(
    ({ names, ours }) => names.includes(name.toLowerCase()) && ours.every((parameter) => known.includes(parameter)),
  )?.reason ?? null

/** Formats of ids in other services; each contains our code. */
const idForms: readonly { readonly form: RegExp; readonly example: string }[] = [
  { form: /^(\w{4,7})[.\- ](?:TW|TWO|TT)(?: EQUITY)?$/i, example: '2330.TW' },
  { form: /^(?:TPE|TWSE|TPEX|TWO|XTAI|ROCO|TAI):(\w{4,7})$/i, example: 'TPE:2330' },
  { form: /^([A-Z]{3})[/]?TWD(?:=X)?$/i, example: 'USDTWD=X' },
]

/** Names of indices and contracts in other services, in upper case, with our ids. */
const idNames = byTheirs({
  TAIEX: ['^TWII', 'TWII', 'TWSE', 'TSE', 'T00', 'IX0001', 'Y9999', '加權指數', '大盤'],
  TPEX: ['^TWOII', 'TWOII', 'OTC', 'O00', 'IX0043', '櫃買指數'],
  TX: ['TXF'],
  MTX: ['MXF'],
  TE: ['EXF'],
  TF: ['FXF'],
})

/** Ids that are often requested from a dataset that lacks them, with the dataset that has them. */
export const idHomes = byTheirs({
  TaiwanWeightedIndex: ['TAIEX', 'TPEX'],
  TaiwanFuturesDaily: ['TX', 'MTX', 'TE', 'TF'],
  TaiwanOptionDaily: ['TXO'],
})

export const idExamples: readonly string[] = [...idForms.map(({ example }) => example), ...Object.keys(idNames)]

/** Our possible forms of an id of another service, the most likely first. */
function spellings(id: string): string[] {
  const upper = id.toUpperCase()
  const named = idNames[upper]
  const inside = idForms.map(({ form }) => form.exec(id)?.[1]?.toUpperCase()).find((found) => found !== undefined)
  return [named, inside, upper].filter((found) => found !== undefined)
}

/** A suggestion for an unknown id: an id of this dataset, or `dataset?stock_id=id`; null if there is none. */
export function idHint(id: string, dataset: string, isKnown: (id: string) => boolean): string | null {
  const ours = spellings(id)
  const here = ours.find((spelling) => spelling !== id && isKnown(spelling))
  if (here !== undefined) return here
  const moved = ours.find((spelling) => Object.hasOwn(idHomes, spelling) && idHomes[spelling] !== dataset)
  return moved === undefined ? null : `${idHomes[moved]}?stock_id=${moved}`
}
