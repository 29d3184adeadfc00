/** What the feeds do not tell of themselves: each line is a feed as `<dataset> <publisher> <endpoint>`. */

/** Asked beside whatever else is chosen for its dataset, since it tells something of its own. */
export const beside: ReadonlySet<string> = new Set([
  // What is announced, where the dated answer holds only what has begun.
  'TaiwanStockSuspendDayTrading twseOpenApi TWTBAU1',
  'TaiwanStockMarginShortSaleSuspension twseOpenApi BFI84U',
  // Terms of warrants, which the registry does not have.
  'TaiwanStockOverviewIncludeWarrant twseOpenApi t187ap37_L',
  'TaiwanStockOverviewIncludeWarrant tpexOpenApi mopsfin_t187ap37_O',
  // Four columns that the exchange's own page lacks; that page keeps the shares that have left.
  'TaiwanStockShareholding mops t13sa150_otc',
  // The board of the day: present conversion prices and balances.
  'TaiwanCBOverview tpex RSdrs001',
  // The reference rate of the futures exchange, which no bank quotes.
  'ExchangeRate taifexOpenApi DailyForeignExchangeRates',
  'ExchangeRate taifex dailyFXRateDown',
  // One country each.
  'CurrencyCirculation cbc EF15M01',
  'CurrencyCirculation fred CURRCIR',
  'CentralBankRate cbc EG28D01',
  'CentralBankRate bis WS_CBPOL',
])

/** Never asked by the plan: another feed of the same publisher has all of it. */
export const spare: ReadonlySet<string> = new Set([
  // One index of those in MI_INDEX.
  'TaiwanReturnIndex twse MFI94U',
  // Lists of products; the computed dataset knows their names already.
  'TaiwanFutureOptionDailyTotalOverview taifexOpenApi SSFLists',
  'TaiwanFutureOptionDailyTotalOverview taifexOpenApi SSOLists',
  'TaiwanFutureOptionDailyTotalOverview taifexMis getCmdyDDLItemByKind',
])

/** The publisher to prefer where a fuller answer of another one would be chosen. */
export const preferred: Readonly<Record<string, string>> = {
  // Only the registry has every security, and tells issues of one code apart.
  TaiwanStockOverviewIncludeWarrant: 'isin',
}

/** Lists of events that are whole for the days asked for, by the date of the event: what is no longer there is gone. */
export const wholeByDate: ReadonlySet<string> = new Set([
  'TaiwanStockDividendResult twse TWT49U',
  'TaiwanStockDividendResult tpex exDailyQ',
  'TaiwanStockCapitalReductionReferencePrice twse TWTAUU',
  'TaiwanStockCapitalReductionReferencePrice tpex revivt',
  'TaiwanStockSplitPrice twse TWTCAU',
  'TaiwanStockChangeFaceReference twse TWTB8U',
  'TaiwanStockChangeFaceReference tpex pvChgRslt',
])

/** Lists that write 0.0000 for an unchanged price and for a day that is not compared alike. */
export const unmarkedZeros: ReadonlySet<string> = new Set(['TaiwanStockPrice twseOpenApi STOCK_DAY_ALL'])

/** Lists of what was announced of late: the rest of the same month came with others before, and is not gone. */
export const inParts: ReadonlySet<string> = new Set(['TaiwanFinancialHoldingsCompany twseOpenApi t187ap04_L'])
