import type { Feed } from '../../sources/feed.ts'

/** Facts about feeds that their definitions do not state; each line is `<dataset> <publisher> <endpoint>`. */

export const exceptionKey = ({ dataset, publisher, endpoint }: Feed): string =>
  `${dataset.name} ${publisher.id} ${endpoint}`

/** Fetched in addition to the chosen feeds, because it supplies rows or columns of its own. */
export const beside: ReadonlySet<string> = new Set([
  // Announcements, where the dated feed has only suspensions that have begun.
  'TaiwanStockSuspendDayTrading twseOpenApi TWTBAU1',
  'TaiwanStockMarginShortSaleSuspension twseOpenApi BFI84U',
  // Terms of warrants, which the registry lacks.
  'TaiwanStockOverviewIncludeWarrant twseOpenApi t187ap37_L',
  'TaiwanStockOverviewIncludeWarrant tpexOpenApi mopsfin_t187ap37_O',
  // Four columns that the exchange's page lacks; that page keeps delisted shares.
  'TaiwanStockShareholding mops t13sa150_otc',
  // The board of the day: current conversion prices and balances.
  'TaiwanCBOverview tpex RSdrs001',
  // The futures exchange's reference rate, which no bank quotes.
  'ExchangeRate taifexOpenApi DailyForeignExchangeRates',
  'ExchangeRate taifex dailyFXRateDown',
  'CurrencyCirculation cbc EF15M01',
  'CurrencyCirculation fred CURRCIR',
  'CentralBankRate cbc EG28D01',
  'CentralBankRate bis WS_CBPOL',
])

/** Never planned, because another feed of the publisher has the same rows. */
export const spare: ReadonlySet<string> = new Set([
  // One of the indices in MI_INDEX.
  'TaiwanReturnIndex twse MFI94U',
])

/** The publisher to prefer although another one returns more columns. */
export const preferred: Readonly<Record<string, string>> = {
  // Only the registry has every security and separates issues of one code.
  TaiwanStockOverviewIncludeWarrant: 'isin',
}

/** Event lists that are complete for the requested days, so that a missing event was withdrawn. */
export const wholeByDate: ReadonlySet<string> = new Set([
  'TaiwanStockDividendResult twse TWT49U',
  'TaiwanStockDividendResult tpex exDailyQ',
  'TaiwanStockCapitalReductionReferencePrice twse TWTAUU',
  'TaiwanStockCapitalReductionReferencePrice tpex revivt',
  'TaiwanStockSplitPrice twse TWTCAU',
  'TaiwanStockChangeFaceReference twse TWTB8U',
  'TaiwanStockChangeFaceReference tpex pvChgRslt',
])

/** Lists that print 0.0000 both for an unchanged price and for a day that is not compared. */
export const unmarkedZeros: ReadonlySet<string> = new Set(['TaiwanStockPrice twseOpenApi STOCK_DAY_ALL'])

/** Lists of recent announcements; rows of the same month from earlier responses are not withdrawn. */
export const inParts: ReadonlySet<string> = new Set(['TaiwanFinancialHoldingsCompany twseOpenApi t187ap04_L'])
