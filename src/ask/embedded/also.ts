/** What people call a column beside the registry's own words for it, where only the table around it makes it clear. */
export const alsoCalled: readonly (readonly [string, string])[] = [
  ['費率|借券費|借券成本|fee|fee rate|lending fee|borrowing fee|borrow cost', 'TaiwanStockSecuritiesLending.fee_rate'],
  ['費率|借券費|fee|fee rate|borrowing fee', 'TaiwanStockDayTradingFee.fee_rate'],
  ['出借股數|借出股數|出借|借出|shares lent|lent|lent out|loaned', 'TaiwanStockSecuritiesLending.volume'],
  ['成交價|成交價格|trade price|deal price', 'TaiwanStockBlockTrade.price'],
  ['原因|理由|為什麼|為何|reason|reasons|why', 'TaiwanStockMarginShortSaleSuspension.reason'],
  ['原因|理由|為什麼|為何|reason|reasons|why', 'TaiwanStockSuspendDayTrading.reason'],
  ['原因|理由|為什麼|為何|reason|reasons|why', 'TaiwanStockDelisting.reason'],
  ['原因|理由|為什麼|為何|reason|reasons|why', 'TaiwanStockCapitalReductionReferencePrice.reason'],
  ['原因|理由|條件|reason|why|trigger|condition', 'TaiwanStockDisposition.condition'],
  ['措施|處置方式|measure', 'TaiwanStockDisposition.measure'],
  ['分盤|幾分鐘撮合|撮合時間|matching interval', 'TaiwanStockDisposition.match_interval_minutes'],
  ['標題|頭條|title|titles|headline|headlines', 'TaiwanRelatedNews.title'],
  ['摘要|summary|summaries', 'TaiwanRelatedNews.summary'],
  ['來源|出處|source|sources|publisher', 'TaiwanRelatedNews.source'],
  ['連結|網址|link|links|url', 'TaiwanRelatedNews.link'],
  ['地址|address', 'TaiwanStockBrokerInfo.address'],
  ['電話|phone|telephone|phone number', 'TaiwanStockBrokerInfo.phone'],
  ['成立日|開業日期|opening date|established', 'TaiwanStockBrokerInfo.establish_date'],
  [
    '單月自結稅後獲利|單月自結獲利|單月自結淨利|單月自結稅後淨利|單月稅後|單月獲利|單月稅後獲利|單月稅後淨利|單月淨利|自結獲利|自結稅後獲利|稅後獲利|獲利|monthly earnings|monthly net income|earnings|profit',
    'TaiwanFinancialHoldingsCompany.net_income_month',
  ],
  [
    '稅前獲利|稅前淨利|單月稅前獲利|pre-tax profit|pretax profit|pre-tax income|pretax income',
    'TaiwanFinancialHoldingsCompany.pre_tax_income_month',
  ],
  [
    '累計獲利|累計淨利|累計稅後獲利|累計稅後淨利|year-to-date profit|ytd profit|year-to-date net income|cumulative profit',
    'TaiwanFinancialHoldingsCompany.net_income_ytd',
  ],
  ['幾分|多少分|分數|score', 'TaiwanMonthlyEconomicIndicator.monitoring_score'],
  ['幾分|多少分|分數|score', 'TaiwanFearAndGreedIndex.fear_greed_score'],
  ['什麼燈|燈|light|signal', 'TaiwanMonthlyEconomicIndicator.monitoring_light'],
  ['指數|點數|指數值|index|index level|index value|level', 'TaiwanIndex5Seconds.index_value'],
  ['標籤|情緒|mood|label|sentiment', 'TaiwanFearAndGreedIndex.fear_greed_label'],
  ['票面利率|coupon', 'TaiwanCBOverview.coupon_rate'],
  [
    '餘額|流通在外餘額|在外餘額|outstanding|outstanding principal|amount outstanding',
    'TaiwanCBOverview.outstanding_amount',
  ],
  ['溢價|轉換溢價|premium|conversion premium', 'TaiwanCBOverview.premium_percent'],
  ['擔保人|保證人|guarantor', 'TaiwanCBOverview.guarantor'],
  ['發行公司|發行人|issuer', 'TaiwanCBOverview.issuer_name'],
  ['權證類型|warrant type', 'TaiwanStockOverviewIncludeWarrant.warrant_type'],
  ['比例|分割比例|split ratio|ratio', 'TaiwanStockSplitPrice.split_ratio'],
  [
    '退還股款|退還現金|退還多少|cash refund|refund per share|refund',
    'TaiwanStockCapitalReductionReferencePrice.refund_per_share',
  ],
  [
    '參考價|除息參考價|除權息參考價|除權參考價|除權除息參考價|reference price|ex dividend reference price|ex rights reference price',
    'TaiwanStockDividendResult.reference_price',
  ],
  [
    '除息前收盤價|除權息前收盤價|除權前收盤價|除權除息前收盤價|息前收盤價|除息前一日收盤價|前收盤價|除息前股價|pre ex dividend close|pre ex close|pre ex rights close|close before ex dividend|close before the ex dividend date|close before going ex|close before going ex dividend|closing price before ex dividend|price before going ex|close before|closing price before the ex date|close before the ex date',
    'TaiwanStockDividendResult.close_before',
  ],
  ['close before|前收盤價|減資前收盤價', 'TaiwanStockCapitalReductionReferencePrice.close_before'],
  ['close before|前收盤價|分割前收盤價', 'TaiwanStockSplitPrice.close_before'],
  ['close before|前收盤價', 'TaiwanStockChangeFaceReference.close_before'],
  [
    'stock dividend per 1000 shares|stock dividends per 1000 shares|shares per 1000|bonus shares per 1000|每千股配股|每千股配發|每千股無償配股|每千股配多少股',
    'TaiwanStockDividendResult.stock_dividend_per_1000',
  ],
  ['認購價|認股價|認購價格|subscription price', 'TaiwanStockDividend.capital_increase_price'],
]

/** Everyday names of a column, by the registry's own name for it. */
export const sameAs: readonly (readonly [string, string])[] = [
  ['收市價|收市|最後成交價|尾盤價|closing quote|last traded price|last trade', '收盤價'],
  ['今開|開盤多少|opened|opening quote', '開盤價'],
  ['總成交量|量能|成交股數總計|成交量能|shares changing hands', '成交量'],
  ['成交總額|成交總金額|交易金額|交易值|總成交金額|value of shares traded|total value traded|money traded', '成交金額'],
  [
    'earnings multiple|pe multiple|p/e multiple|price-earnings ratio|price-earnings|trailing p/e|trailing pe|price earnings ratio',
    '本益比',
  ],
  ['price-to-book multiple|book multiple|price-book ratio|price book ratio', '股價淨值比'],
  ['每股賺多少|每股賺|每股純益|單季每股純益|每股稅後純益|earnings a share', 'EPS'],
  ['bottom line|net earnings', '稅後淨利'],
  ['業外收入|營業外收入|業外損益|non-operating income', '營業外收入及支出'],
  [
    '外資占比|外資佔比|外資比重|外資持有比例|外資持股占比|外資持股佔比|foreign ownership percentage|foreign-held share',
    '外資持股比率',
  ],
  [
    '外資可投資上限|外資投資上限|foreign ownership limit|foreign ownership ceiling|foreign ownership cap',
    '外資及陸資共用法令投資上限',
  ],
  [
    '外資尚可投資|外資還可以買|外資可買空間|room left for foreign investors|foreign headroom|room for foreign investors',
    '外資及陸資尚可投資比率',
  ],
  [
    'share of market turnover|share of turnover|share of total turnover|turnover share|成交占比|成交值占比|成交值比重|成交金額比重',
    '成交比重',
  ],
  ['每股成交均價|每股均價', '成交均價'],
  ['spot selling rate|spot sell rate|spot sell|spot selling|selling rate', '即期賣出'],
  ['spot buying|spot buy|buying rate', '即期買入'],
  ['cash selling rate|cash sell rate|cash selling|banknote selling rate', '現金賣出'],
  ['cash buying rate|cash buy rate|cash buying|banknote buying rate', '現金買入'],
  ['即期買入賣出|即期買賣|即期買入與賣出|即期買入和賣出|即期買入跟賣出|即期買進賣出', '匯率'],
  ['股本|實收資本額|資本額|paid-in capital', '股本合計'],
  ['去年同月營收|去年同期營收|revenue a year ago|revenue of the same month last year', '去年當月營收'],
  ['配多少現金股利|配發多少現金股利|發多少現金股利|配了多少現金股利', '現金股利'],
  ['十年均價|十年平均價|10年均價|十年平均股價|10 year average price|ten year average price', 'ten-year average'],
  ['每股配多少現金|每股配多少|每股配發|每股配息|每股配|配多少現金|每股發多少', '現金股利'],
  ['the stock dividend|the share dividend', '股票股利'],
  [
    'cash amount per share|cash per share|cash amount|dividend amount|dividend amount per share|amount per share',
    '現金股利',
  ],
  [
    'cash out of statutory surplus|cash from statutory surplus|cash from capital surplus|cash out of capital surplus|statutory surplus|資本公積配發現金|資本公積發放現金|資本公積配息|公積配息|公積配發現金',
    '公積發放現金',
  ],
  ['stock lending balance|securities lending balance|borrowed shares sold short', '借券賣出餘額'],
  ['bid|bid price', '最佳買價'],
  ['ask|ask price|offer price|best offer', '最佳賣價'],
  ['spread to spread volume', '價差對價差成交量'],
  ['spread to single volume|spread to outright volume', '價差對單式委託成交量'],
  ['成交筆數多少|number of transactions|how many trades', '成交筆數'],
]

/** What people call a table beside the registry's names for it. */
export const tables: readonly (readonly [string, string])[] = [
  ['cbs|convertibles|轉債|可轉換債|轉換公司債', 'TaiwanCBOverview'],
  ['期貨商|期貨券商|futures broker|futures firms|brokers', 'TaiwanFuturesBrokerDaily'],
  ['券商分點|證券商|券商|securities broker|brokerage firm|brokerage|brokerages', 'TaiwanStockBrokerInfo'],
  [
    '借券交易|借券成交明細|stock lending|share lending|stock loans|lending transactions|loans',
    'TaiwanStockSecuritiesLending',
  ],
  ['鉅額|鉅額買賣|block deals|blocks|block transactions', 'TaiwanStockBlockTrade'],
]
