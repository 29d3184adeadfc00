// Printed from the catalogue by `npm run docs`; do not edit.

/** Security master (no warrants) · 台股總覽 */
export interface TaiwanStockOverview {
  /** Security code · 證券代號 */
  stock_id: string
  /** Short Chinese name · 證券簡稱 */
  stock_name: string
  /** Market: TWSE listed, TPEX OTC, ESB emerging board · 市場別：TWSE 上市、TPEX 上櫃、ESB 興櫃 */
  market: 'TWSE' | 'TPEX' | 'ESB'
  /** Security type · 有價證券別 */
  security_type: 'stock' | 'etf' | 'etn' | 'tdr' | 'preferred' | 'reit' | 'other'
  /** Industry code · 產業別代碼 */
  industry_code: string | null
  /** Industry · 產業別 */
  industry_category: string | null
  /** ISIN · 國際證券編碼（ISIN） */
  isin_code: string | null
  /** CFI code · CFI 分類碼 */
  cfi_code: string | null
  /** Listing date · 上市（櫃）日期 */
  listing_date: string | null
  /** Delisting date · 終止上市（櫃）日期 */
  delisting_date: string | null
  /** Still listed · 是否仍掛牌 */
  is_active: boolean
  /** Date the row was last confirmed · 資料確認日 */
  as_of_date: string
}

/** Security master including warrants · 台股總覽（含權證） */
export interface TaiwanStockOverviewIncludeWarrant {
  /** Security code · 證券代號 */
  stock_id: string
  /** Issue key: listing date, YYYYMMDD or - · 發行識別鍵（上市日） */
  issue_key: string
  /** Short Chinese name · 證券簡稱 */
  stock_name: string
  /** Market: TWSE listed, TPEX OTC, ESB emerging board · 市場別：TWSE 上市、TPEX 上櫃、ESB 興櫃 */
  market: 'TWSE' | 'TPEX' | 'ESB'
  /** Security type · 有價證券別 */
  security_type: 'stock' | 'etf' | 'etn' | 'tdr' | 'preferred' | 'reit' | 'warrant' | 'other'
  /** Industry code · 產業別代碼 */
  industry_code: string | null
  /** Industry · 產業別 */
  industry_category: string | null
  /** ISIN · 國際證券編碼（ISIN） */
  isin_code: string | null
  /** CFI code · CFI 分類碼 */
  cfi_code: string | null
  /** Listing date · 上市（櫃）日期 */
  listing_date: string | null
  /** Delisting date · 終止上市（櫃）日期 */
  delisting_date: string | null
  /** Still listed · 是否仍掛牌 */
  is_active: boolean
  /** Date the row was last confirmed · 資料確認日 */
  as_of_date: string
  /** Underlying security code · 標的證券代號 */
  underlying_stock_id: string | null
  /** Warrant type · 權證類型：call 認購、put 認售、bull 牛證、bear 熊證 */
  warrant_type: 'call' | 'put' | 'bull' | 'bear' | null
  /** Exercise style · 履約方式：american 美式、european 歐式 */
  exercise_style: 'american' | 'european' | null
  /** Latest exercise price · 最新履約價 (TWD, 4 decimals) */
  exercise_price: string | null
  /** Underlying units per warrant · 行使比例 (6 decimals) */
  exercise_ratio: string | null
  /** Last trading day · 最後交易日 */
  last_trading_date: string | null
  /** Last exercise day · 履約截止日 */
  expiration_date: string | null
}

/** Trading calendar · 台股交易日曆 */
export interface TaiwanStockTradingDate {
  /** Trading date · 交易日期 */
  trade_date: string
  /** Day of the week, Monday 1 to Sunday 7 · 星期（1 週一至 7 週日） */
  weekday: number
  /** Scheduled, not yet confirmed by trading · 是否僅為預定開市日 */
  is_scheduled: boolean
  /** Calendar remark · 備註 */
  note: string | null
}

/** Sector indices, daily · 類股指數日行情 */
export interface TaiwanStockSectorPrice {
  /** Index code · 指數代號 */
  stock_id: string
  /** Trading date · 交易日期 */
  trade_date: string
  /** Market: TWSE listed, TPEX OTC, ESB emerging board · 市場別：TWSE 上市、TPEX 上櫃、ESB 興櫃 */
  market: 'TWSE' | 'TPEX'
  /** Index name · 指數名稱 */
  index_name: string
  /** Opening index · 開盤指數 (index points, 4 decimals) */
  open: string | null
  /** Highest index · 最高指數 (index points, 4 decimals) */
  high: string | null
  /** Lowest index · 最低指數 (index points, 4 decimals) */
  low: string | null
  /** Closing index · 收盤指數 (index points, 4 decimals) */
  close: string
  /** Change in index points · 漲跌點數 (index points, 4 decimals) */
  spread: string | null
  /** Shares traded · 成交股數 (shares) */
  volume: number | null
  /** Value traded · 成交金額 (TWD, 2 decimals) */
  turnover: string | null
  /** Number of trades · 成交筆數 (trades) */
  trade_count: number | null
  /** Share of market turnover · 成交比重 (percent, 4 decimals) */
  turnover_ratio: string | null
}

/** P/E, P/B and dividend yield · 個股本益比、股價淨值比與殖利率 */
export interface TaiwanStockPER {
  /** Security code · 證券代號 */
  stock_id: string
  /** Trading date · 交易日期 */
  trade_date: string
  /** Market: TWSE listed, TPEX OTC, ESB emerging board · 市場別：TWSE 上市、TPEX 上櫃、ESB 興櫃 */
  market: 'TWSE' | 'TPEX'
  /** Price/earnings ratio · 本益比 (2 decimals) */
  pe_ratio: string | null
  /** Price/book ratio · 股價淨值比 (2 decimals) */
  pb_ratio: string | null
  /** Dividend yield · 殖利率 (percent, 2 decimals) */
  dividend_yield: string | null
  /** Year the dividend belongs to · 股利年度（西元） */
  dividend_year: number | null
  /** Dividend per share used · 每股股利 (TWD, 4 decimals) */
  dividend_per_share: string | null
  /** Latest statement used, e.g. 2025Q3 · 財報年／季 */
  fiscal_period: string | null
}

/** TAIEX and TPEx index, daily · 加權指數與櫃買指數日行情 */
export interface TaiwanWeightedIndex {
  /** Index: TAIEX or TPEX · 指數：TAIEX 加權、TPEX 櫃買 */
  stock_id: 'TAIEX' | 'TPEX'
  /** Trading date · 交易日期 */
  trade_date: string
  /** Opening index · 開盤指數 (index points, 4 decimals) */
  open: string | null
  /** Highest index · 最高指數 (index points, 4 decimals) */
  high: string | null
  /** Lowest index · 最低指數 (index points, 4 decimals) */
  low: string | null
  /** Closing index · 收盤指數 (index points, 4 decimals) */
  close: string
  /** Change in index points · 漲跌點數 (index points, 4 decimals) */
  spread: string | null
  /** Shares traded · 成交股數 (shares) */
  volume: number | null
  /** Value traded · 成交金額 (TWD, 2 decimals) */
  turnover: string | null
  /** Number of trades · 成交筆數 (trades) */
  trade_count: number | null
}

/** Day-trading eligibility and turnover · 當日沖銷交易標的及成交量值 */
export interface TaiwanStockDayTradingInfo {
  /** Security code · 證券代號 */
  stock_id: string
  /** Trading date · 交易日期 */
  trade_date: string
  /** Market: TWSE listed, TPEX OTC, ESB emerging board · 市場別：TWSE 上市、TPEX 上櫃、ESB 興櫃 */
  market: 'TWSE' | 'TPEX'
  /** Selling first is suspended · 是否暫停先賣後買 */
  is_sell_first_suspended: boolean | null
  /** Shares day-traded · 當沖成交股數 (shares) */
  day_trading_volume: number | null
  /** Value of day-trade buys · 當沖買進金額 (TWD, 2 decimals) */
  day_trading_buy_amount: string | null
  /** Value of day-trade sells · 當沖賣出金額 (TWD, 2 decimals) */
  day_trading_sell_amount: string | null
}

/** Total-return indices · 加權、櫃買報酬指數 */
export interface TaiwanReturnIndex {
  /** Index: TAIEX or TPEX · 指數：TAIEX 加權、TPEX 櫃買 */
  stock_id: 'TAIEX' | 'TPEX'
  /** Trading date · 交易日期 */
  trade_date: string
  /** Total-return index · 報酬指數 (index points, 4 decimals) */
  return_index: string
  /** Price index · 價格指數 (index points, 4 decimals) */
  price_index: string | null
}

/** Daily stock prices · 個股日行情 */
export interface TaiwanStockPrice {
  /** Security code · 證券代號 */
  stock_id: string
  /** Trading date · 交易日期 */
  trade_date: string
  /** Opening price · 開盤價 (TWD, 4 decimals) */
  open: string | null
  /** Highest price · 最高價 (TWD, 4 decimals) */
  high: string | null
  /** Lowest price · 最低價 (TWD, 4 decimals) */
  low: string | null
  /** Closing price · 收盤價 (TWD, 4 decimals) */
  close: string | null
  /** Shares traded · 成交股數 (shares) */
  volume: number
  /** Value traded · 成交金額 (TWD, 2 decimals) */
  turnover: string
  /** Number of trades · 成交筆數 (trades) */
  trade_count: number
  /** Change from the reference price · 漲跌價差 (TWD, 4 decimals) */
  spread: string | null
}

/** Adjusted daily prices · 個股還原日行情 */
export interface TaiwanStockPriceAdj {
  /** Security code · 證券代號 */
  stock_id: string
  /** Trading date · 交易日期 */
  trade_date: string
  /** Opening price · 開盤價 (TWD, 4 decimals) */
  open: string | null
  /** Highest price · 最高價 (TWD, 4 decimals) */
  high: string | null
  /** Lowest price · 最低價 (TWD, 4 decimals) */
  low: string | null
  /** Closing price · 收盤價 (TWD, 4 decimals) */
  close: string | null
  /** Shares traded · 成交股數 (shares) */
  volume: number
  /** Value traded · 成交金額 (TWD, 2 decimals) */
  turnover: string
  /** Number of trades · 成交筆數 (trades) */
  trade_count: number
  /** Change from the previous adjusted close · 還原漲跌價差 (TWD, 4 decimals) */
  spread: string | null
  /** Adjustment factor · 還原係數 (6 decimals) */
  adjustment_factor: string | null
}

/** Weekly prices · 個股週行情 */
export interface TaiwanStockWeekPrice {
  /** Security code · 證券代號 */
  stock_id: string
  /** Monday of the week · 週起始日（週一） */
  week_start_date: string
  /** ISO week, e.g. 2026-W18 · 週別（ISO 週） */
  week: string
  /** Last trading day of the bar · 該週最後交易日 */
  trade_date: string
  /** Opening price · 開盤價 (TWD, 4 decimals) */
  open: string | null
  /** Highest price · 最高價 (TWD, 4 decimals) */
  high: string | null
  /** Lowest price · 最低價 (TWD, 4 decimals) */
  low: string | null
  /** Closing price · 收盤價 (TWD, 4 decimals) */
  close: string | null
  /** Shares traded · 成交股數 (shares) */
  volume: number
  /** Value traded · 成交金額 (TWD, 2 decimals) */
  turnover: string
  /** Number of trades · 成交筆數 (trades) */
  trade_count: number
  /** Change from the previous week · 週漲跌價差 (TWD, 4 decimals) */
  spread: string | null
  /** Days with a closing price · 有收盤價的天數 */
  trading_days: number
}

/** Monthly prices · 個股月行情 */
export interface TaiwanStockMonthPrice {
  /** Security code · 證券代號 */
  stock_id: string
  /** First day of the month · 月起始日 */
  month_start_date: string
  /** Month, e.g. 2026-05 · 月別 */
  month: string
  /** Last trading day of the bar · 該月最後交易日 */
  trade_date: string
  /** Opening price · 開盤價 (TWD, 4 decimals) */
  open: string | null
  /** Highest price · 最高價 (TWD, 4 decimals) */
  high: string | null
  /** Lowest price · 最低價 (TWD, 4 decimals) */
  low: string | null
  /** Closing price · 收盤價 (TWD, 4 decimals) */
  close: string | null
  /** Shares traded · 成交股數 (shares) */
  volume: number
  /** Value traded · 成交金額 (TWD, 2 decimals) */
  turnover: string
  /** Number of trades · 成交筆數 (trades) */
  trade_count: number
  /** Change from the previous month · 月漲跌價差 (TWD, 4 decimals) */
  spread: string | null
  /** Days with a closing price · 有收盤價的天數 */
  trading_days: number
}

/** Ten-year moving average · 個股十年線 */
export interface TaiwanStock10Year {
  /** Security code · 證券代號 */
  stock_id: string
  /** Trading date · 交易日期 */
  trade_date: string
  /** Closing price · 收盤價 (TWD, 4 decimals) */
  close: string | null
  /** Ten-year moving average · 十年線 (TWD, 4 decimals) */
  ten_year_average: string
  /** Closing prices in the average · 採樣天數 */
  sample_days: number
}

/** Trading halts and resumptions · 台股暫停交易公告 */
export interface TaiwanStockTradingHaltAnnouncement {
  /** Security code · 證券代號 */
  stock_id: string
  /** Short Chinese name · 證券簡稱 */
  stock_name: string | null
  /** Market: TWSE listed, TPEX OTC, ESB emerging board · 市場別：TWSE 上市、TPEX 上櫃、ESB 興櫃 */
  market: 'TWSE' | 'TPEX' | 'ESB'
  /** Security type · 有價證券別 */
  security_type: 'stock' | 'etf' | 'etn' | 'tdr' | 'preferred' | 'reit' | 'warrant' | 'bond' | 'other' | null
  /** First day of the halt · 停止買賣日期 */
  halt_date: string
  /** Halt time, HH:MM:SS · 暫停交易時間 */
  halt_time: string
  /** Day trading resumes · 恢復買賣日期 */
  resumption_date: string | null
  /** Resumption time, HH:MM:SS · 恢復交易時間 */
  resumption_time: string | null
}

/** Sell-first day-trading suspensions · 暫停先賣後買當沖預告 */
export interface TaiwanStockSuspendDayTrading {
  /** Security code · 證券代號 */
  stock_id: string
  /** Short Chinese name · 證券簡稱 */
  stock_name: string | null
  /** Market: TWSE listed, TPEX OTC, ESB emerging board · 市場別：TWSE 上市、TPEX 上櫃、ESB 興櫃 */
  market: 'TWSE' | 'TPEX'
  /** First suspended day · 暫停起日 */
  suspend_start_date: string
  /** Last suspended day · 暫停迄日 */
  suspend_end_date: string
  /** Reason · 原因 */
  reason: string
}

/** Daily price limits · 每日漲跌停價 */
export interface TaiwanStockDailyPriceLimit {
  /** Security code · 證券代號 */
  stock_id: string
  /** Trading date · 交易日期 */
  trade_date: string
  /** Market: TWSE listed, TPEX OTC, ESB emerging board · 市場別：TWSE 上市、TPEX 上櫃、ESB 興櫃 */
  market: 'TWSE' | 'TPEX'
  /** Opening reference price · 開盤競價基準 (TWD, 4 decimals) */
  reference_price: string | null
  /** Limit-up price · 漲停價 (TWD, 4 decimals) */
  limit_up: string | null
  /** Limit-down price · 跌停價 (TWD, 4 decimals) */
  limit_down: string | null
}

/** Order and trade statistics every 5 seconds · 每 5 秒委託成交統計 */
export interface TaiwanStock5SecondsOrderStats {
  /** Always MARKET · 固定為 MARKET */
  stock_id: 'MARKET'
  /** Trading date · 交易日期 */
  trade_date: string
  /** Time of day, HH:MM:SS · 時間（HH:MM:SS） */
  trade_time: string
  /** Buy orders, cumulative · 累積委託買進筆數 (orders) */
  buy_order_count: number
  /** Shares bid, cumulative · 累積委託買進數量 (shares) */
  buy_order_volume: number
  /** Sell orders, cumulative · 累積委託賣出筆數 (orders) */
  sell_order_count: number
  /** Shares offered, cumulative · 累積委託賣出數量 (shares) */
  sell_order_volume: number
  /** Trades, cumulative · 累積成交筆數 (trades) */
  trade_count: number
  /** Shares traded, cumulative · 累積成交數量 (shares) */
  volume: number
  /** Value traded, cumulative · 累積成交金額 (TWD, 2 decimals) */
  turnover: string
}

/** Index values every 5 seconds · 每 5 秒指數統計 */
export interface TaiwanIndex5Seconds {
  /** Index code · 指數代號 */
  stock_id: string
  /** Trading date · 交易日期 */
  trade_date: string
  /** Time of day, HH:MM:SS · 時間（HH:MM:SS） */
  trade_time: string
  /** Market: TWSE listed, TPEX OTC, ESB emerging board · 市場別：TWSE 上市、TPEX 上櫃、ESB 興櫃 */
  market: 'TWSE' | 'TPEX'
  /** Index name · 指數名稱 */
  index_name: string
  /** Index value · 指數 (index points, 4 decimals) */
  index_value: string
}

/** Day-trading shortfall borrowing fees · 現股當日沖銷券差借券費率 */
export interface TaiwanStockDayTradingFee {
  /** Security code · 證券代號 */
  stock_id: string
  /** Trading date · 交易日期 */
  trade_date: string
  /** Row number within stock and day · 序號 */
  seq: number
  /** Short Chinese name · 證券簡稱 */
  stock_name: string | null
  /** Market: TWSE listed, TPEX OTC, ESB emerging board · 市場別：TWSE 上市、TPEX 上櫃、ESB 興櫃 */
  market: 'TWSE' | 'TPEX'
  /** Shares borrowed · 借券股數 (shares) */
  borrowed_volume: number
  /** Borrowing fee rate · 借券費率 (percent, 4 decimals) */
  fee_rate: string
}

/** Market-wide margin and short balances · 整體市場融資融券 */
export interface TaiwanStockTotalMarginPurchaseShortSale {
  /** Trading date · 交易日期 */
  trade_date: string
  /** Market: TWSE listed, TPEX OTC, ESB emerging board · 市場別：TWSE 上市、TPEX 上櫃、ESB 興櫃 */
  market: 'TWSE' | 'TPEX'
  /** Bought on margin · 融資買進 (shares) */
  margin_purchase_buy: number
  /** Margin positions sold · 融資賣出 (shares) */
  margin_purchase_sell: number
  /** Margin loans repaid in cash · 融資現金償還 (shares) */
  margin_purchase_cash_repayment: number
  /** Margin balance, previous day · 融資前日餘額 (shares) */
  margin_purchase_previous_balance: number
  /** Margin balance · 融資餘額 (shares) */
  margin_purchase_balance: number
  /** Bought on margin, value · 融資買進金額 (TWD, 2 decimals) */
  margin_purchase_buy_amount: string
  /** Margin positions sold, value · 融資賣出金額 (TWD, 2 decimals) */
  margin_purchase_sell_amount: string
  /** Margin loans repaid in cash, value · 融資現金償還金額 (TWD, 2 decimals) */
  margin_purchase_cash_repayment_amount: string
  /** Margin loans outstanding, previous day · 融資金額前日餘額 (TWD, 2 decimals) */
  margin_purchase_previous_balance_amount: string
  /** Margin loans outstanding · 融資金額餘額 (TWD, 2 decimals) */
  margin_purchase_balance_amount: string
  /** Short positions bought back · 融券買進 (shares) */
  short_sale_buy: number
  /** Sold short on margin · 融券賣出 (shares) */
  short_sale_sell: number
  /** Short positions closed by delivery · 融券現券償還 (shares) */
  short_sale_stock_repayment: number
  /** Short balance, previous day · 融券前日餘額 (shares) */
  short_sale_previous_balance: number
  /** Short balance · 融券餘額 (shares) */
  short_sale_balance: number
}

/** Market-wide institutional flows · 整體市場三大法人買賣金額 */
export interface TaiwanStockTotalInstitutionalInvestors {
  /** Trading date · 交易日期 */
  trade_date: string
  /** Market: TWSE listed, TPEX OTC, ESB emerging board · 市場別：TWSE 上市、TPEX 上櫃、ESB 興櫃 */
  market: 'TWSE' | 'TPEX'
  /** Foreign investors: value bought · 外資及陸資買進金額 (TWD, 2 decimals) */
  foreign_investor_buy_amount: string
  /** Foreign investors: value sold · 外資及陸資賣出金額 (TWD, 2 decimals) */
  foreign_investor_sell_amount: string
  /** Foreign investors: net value bought · 外資及陸資買賣超金額 (TWD, 2 decimals) */
  foreign_investor_net_amount: string
  /** Foreign dealers: value bought · 外資自營商買進金額 (TWD, 2 decimals) */
  foreign_dealer_buy_amount: string | null
  /** Foreign dealers: value sold · 外資自營商賣出金額 (TWD, 2 decimals) */
  foreign_dealer_sell_amount: string | null
  /** Foreign dealers: net value bought · 外資自營商買賣超金額 (TWD, 2 decimals) */
  foreign_dealer_net_amount: string | null
  /** Investment trusts: value bought · 投信買進金額 (TWD, 2 decimals) */
  investment_trust_buy_amount: string
  /** Investment trusts: value sold · 投信賣出金額 (TWD, 2 decimals) */
  investment_trust_sell_amount: string
  /** Investment trusts: net value bought · 投信買賣超金額 (TWD, 2 decimals) */
  investment_trust_net_amount: string
  /** Dealers, own account: value bought · 自營商（自行買賣）買進金額 (TWD, 2 decimals) */
  dealer_self_buy_amount: string | null
  /** Dealers, own account: value sold · 自營商（自行買賣）賣出金額 (TWD, 2 decimals) */
  dealer_self_sell_amount: string | null
  /** Dealers, own account: net value bought · 自營商（自行買賣）買賣超金額 (TWD, 2 decimals) */
  dealer_self_net_amount: string | null
  /** Dealers, hedging account: value bought · 自營商（避險）買進金額 (TWD, 2 decimals) */
  dealer_hedging_buy_amount: string | null
  /** Dealers, hedging account: value sold · 自營商（避險）賣出金額 (TWD, 2 decimals) */
  dealer_hedging_sell_amount: string | null
  /** Dealers, hedging account: net value bought · 自營商（避險）買賣超金額 (TWD, 2 decimals) */
  dealer_hedging_net_amount: string | null
  /** Dealers, all accounts: value bought · 自營商買進金額 (TWD, 2 decimals) */
  dealer_buy_amount: string | null
  /** Dealers, all accounts: value sold · 自營商賣出金額 (TWD, 2 decimals) */
  dealer_sell_amount: string | null
  /** Dealers, all accounts: net value bought · 自營商買賣超金額 (TWD, 2 decimals) */
  dealer_net_amount: string | null
  /** All institutions: value bought · 三大法人買進金額 (TWD, 2 decimals) */
  total_buy_amount: string
  /** All institutions: value sold · 三大法人賣出金額 (TWD, 2 decimals) */
  total_sell_amount: string
  /** All institutions: net value bought · 三大法人買賣超金額 (TWD, 2 decimals) */
  total_net_amount: string
}

/** Securities lending transactions · 借券成交明細 */
export interface TaiwanStockSecuritiesLending {
  /** Security code · 證券代號 */
  stock_id: string
  /** Trading date · 交易日期 */
  trade_date: string
  /** Row number within stock and day · 序號 */
  seq: number
  /** Short Chinese name · 證券簡稱 */
  stock_name: string | null
  /** Transaction type · 交易方式：fixed_rate 定價、competitive 競價、negotiated 議借 */
  transaction_type: 'fixed_rate' | 'competitive' | 'negotiated'
  /** Shares lent · 借券成交股數 (shares) */
  volume: number
  /** Annual fee rate · 成交費率（年利率） (percent, 4 decimals) */
  fee_rate: string
  /** Closing price · 收盤價 (TWD, 4 decimals) */
  close: string | null
  /** Agreed return date · 約定還券日期 */
  original_return_date: string | null
  /** Agreed term · 約定借券天數 (days) */
  original_lending_days: number | null
}

/** Short-sale and borrowed-share balances · 融券與借券賣出餘額 */
export interface TaiwanDailyShortSaleBalances {
  /** Security code · 證券代號 */
  stock_id: string
  /** Trading date · 交易日期 */
  trade_date: string
  /** Market: TWSE listed, TPEX OTC, ESB emerging board · 市場別：TWSE 上市、TPEX 上櫃、ESB 興櫃 */
  market: 'TWSE' | 'TPEX'
  /** Short balance, previous day · 融券前日餘額 (shares) */
  short_sale_previous_balance: number
  /** Sold short on margin · 融券賣出 (shares) */
  short_sale_sell: number
  /** Short positions bought back · 融券買進 (shares) */
  short_sale_buy: number
  /** Short positions closed by delivery · 融券現券償還 (shares) */
  short_sale_stock_repayment: number
  /** Short balance · 融券餘額 (shares) */
  short_sale_balance: number
  /** Short quota, next business day · 次一營業日融券限額 (shares) */
  short_sale_limit: number
  /** Borrowed-share short balance, previous day · 借券賣出前日餘額 (shares) */
  sbl_short_sale_previous_balance: number
  /** Borrowed shares sold · 借券賣出當日賣出 (shares) */
  sbl_short_sale_sell: number
  /** Borrowed shares returned · 借券賣出當日還券 (shares) */
  sbl_short_sale_return: number
  /** Balance adjustment, signed · 借券賣出當日調整 (shares) */
  sbl_short_sale_adjustment: number
  /** Borrowed-share short balance · 借券賣出餘額 (shares) */
  sbl_short_sale_balance: number
  /** Borrowed-share quota, next business day · 次一營業日可借券賣出限額 (shares) */
  sbl_short_sale_limit: number
  /** Status symbols · 註記 */
  note: string | null
}

/** Block trades · 鉅額交易 */
export interface TaiwanStockBlockTrade {
  /** Security code · 證券代號 */
  stock_id: string
  /** Trading date · 交易日期 */
  trade_date: string
  /** Market: TWSE listed, TPEX OTC, ESB emerging board · 市場別：TWSE 上市、TPEX 上櫃、ESB 興櫃 */
  market: 'TWSE' | 'TPEX'
  /** Row number within stock and day · 序號 */
  seq: number
  /** Short Chinese name · 證券簡稱 */
  stock_name: string | null
  /** Trade type · 交易別 */
  trade_type: string | null
  /** Settlement period · 交割期別 */
  settlement_period: string | null
  /** Trade price · 成交價 (TWD, 4 decimals) */
  price: string
  /** Shares traded · 成交股數 (shares) */
  volume: number
  /** Value traded · 成交金額 (TWD, 2 decimals) */
  turnover: string
  /** Time of day, HH:MM:SS · 時間（HH:MM:SS） */
  trade_time: string | null
}

/** Credit quotas and usage · 信用交易額度與使用率 */
export interface TaiwanStockCreditLimit {
  /** Security code · 證券代號 */
  stock_id: string
  /** Trading date · 交易日期 */
  trade_date: string
  /** Market: TWSE listed, TPEX OTC, ESB emerging board · 市場別：TWSE 上市、TPEX 上櫃、ESB 興櫃 */
  market: 'TWSE' | 'TPEX'
  /** Margin quota, next business day · 次一營業日融資限額 (shares) */
  margin_purchase_limit: number | null
  /** Margin balance · 融資餘額 (shares) */
  margin_purchase_balance: number | null
  /** Margin quota used · 融資使用率 (percent, 4 decimals) */
  margin_purchase_utilization_rate: string | null
  /** Short quota, next business day · 次一營業日融券限額 (shares) */
  short_sale_limit: number | null
  /** Short balance · 融券餘額 (shares) */
  short_sale_balance: number | null
  /** Short quota used · 融券使用率 (percent, 4 decimals) */
  short_sale_utilization_rate: string | null
  /** Borrowed-share quota, next business day · 次一營業日可借券賣出限額 (shares) */
  sbl_short_sale_limit: number | null
  /** Borrowed-share short balance · 借券賣出餘額 (shares) */
  sbl_short_sale_balance: number | null
  /** Status symbols · 註記 */
  note: string | null
}

/** Securities brokers and branches · 證券商及分公司 */
export interface TaiwanStockBrokerInfo {
  /** Broker code, case-sensitive · 證券商代號（區分大小寫） */
  broker_id: string
  /** Broker or branch name · 證券商名稱 */
  broker_name: string
  /** Head office or branch · 總公司 head_office／分公司 branch */
  broker_type: 'head_office' | 'branch'
  /** Head office name · 總公司名稱 */
  head_office_name: string | null
  /** Opening date · 開業日 */
  establish_date: string
  /** Address · 地址 */
  address: string | null
  /** Telephone · 電話 */
  phone: string | null
  /** Date the row was last confirmed · 資料確認日 */
  as_of_date: string
}

/** Margin purchases and short sales · 個股融資融券 */
export interface TaiwanStockMarginPurchaseShortSale {
  /** Security code · 證券代號 */
  stock_id: string
  /** Trading date · 交易日期 */
  trade_date: string
  /** Market: TWSE listed, TPEX OTC, ESB emerging board · 市場別：TWSE 上市、TPEX 上櫃、ESB 興櫃 */
  market: 'TWSE' | 'TPEX'
  /** Bought on margin · 融資買進 (shares) */
  margin_purchase_buy: number
  /** Margin positions sold · 融資賣出 (shares) */
  margin_purchase_sell: number
  /** Margin loans repaid in cash · 融資現金償還 (shares) */
  margin_purchase_cash_repayment: number
  /** Margin balance, previous day · 融資前日餘額 (shares) */
  margin_purchase_previous_balance: number
  /** Margin balance · 融資餘額 (shares) */
  margin_purchase_balance: number
  /** Margin quota, next business day · 次一營業日融資限額 (shares) */
  margin_purchase_limit: number | null
  /** Short positions bought back · 融券買進 (shares) */
  short_sale_buy: number
  /** Sold short on margin · 融券賣出 (shares) */
  short_sale_sell: number
  /** Short positions closed by delivery · 融券現券償還 (shares) */
  short_sale_stock_repayment: number
  /** Short balance, previous day · 融券前日餘額 (shares) */
  short_sale_previous_balance: number
  /** Short balance · 融券餘額 (shares) */
  short_sale_balance: number
  /** Short quota, next business day · 次一營業日融券限額 (shares) */
  short_sale_limit: number | null
  /** Margin and short trades offset · 資券互抵 (shares) */
  offset_volume: number
  /** Status symbols · 註記 */
  note: string | null
}

/** Institutional flows per stock · 個股三大法人買賣超 */
export interface TaiwanStockInstitutionalInvestorsBuySell {
  /** Security code · 證券代號 */
  stock_id: string
  /** Trading date · 交易日期 */
  trade_date: string
  /** Market: TWSE listed, TPEX OTC, ESB emerging board · 市場別：TWSE 上市、TPEX 上櫃、ESB 興櫃 */
  market: 'TWSE' | 'TPEX'
  /** Foreign investors: shares bought · 外資及陸資買進股數 (shares) */
  foreign_investor_buy: number
  /** Foreign investors: shares sold · 外資及陸資賣出股數 (shares) */
  foreign_investor_sell: number
  /** Foreign investors: net shares bought · 外資及陸資買賣超股數 (shares) */
  foreign_investor_net: number
  /** Foreign dealers: shares bought · 外資自營商買進股數 (shares) */
  foreign_dealer_buy: number | null
  /** Foreign dealers: shares sold · 外資自營商賣出股數 (shares) */
  foreign_dealer_sell: number | null
  /** Foreign dealers: net shares bought · 外資自營商買賣超股數 (shares) */
  foreign_dealer_net: number | null
  /** Investment trusts: shares bought · 投信買進股數 (shares) */
  investment_trust_buy: number
  /** Investment trusts: shares sold · 投信賣出股數 (shares) */
  investment_trust_sell: number
  /** Investment trusts: net shares bought · 投信買賣超股數 (shares) */
  investment_trust_net: number
  /** Dealers, own account: shares bought · 自營商（自行買賣）買進股數 (shares) */
  dealer_self_buy: number | null
  /** Dealers, own account: shares sold · 自營商（自行買賣）賣出股數 (shares) */
  dealer_self_sell: number | null
  /** Dealers, own account: net shares bought · 自營商（自行買賣）買賣超股數 (shares) */
  dealer_self_net: number | null
  /** Dealers, hedging account: shares bought · 自營商（避險）買進股數 (shares) */
  dealer_hedging_buy: number | null
  /** Dealers, hedging account: shares sold · 自營商（避險）賣出股數 (shares) */
  dealer_hedging_sell: number | null
  /** Dealers, hedging account: net shares bought · 自營商（避險）買賣超股數 (shares) */
  dealer_hedging_net: number | null
  /** Dealers, all accounts: shares bought · 自營商買進股數 (shares) */
  dealer_buy: number | null
  /** Dealers, all accounts: shares sold · 自營商賣出股數 (shares) */
  dealer_sell: number | null
  /** Dealers, all accounts: net shares bought · 自營商買賣超股數 (shares) */
  dealer_net: number | null
  /** All institutions: net shares bought · 三大法人買賣超股數 (shares) */
  total_net: number | null
}

/** Foreign shareholding · 個股外資持股 */
export interface TaiwanStockShareholding {
  /** Security code · 證券代號 */
  stock_id: string
  /** Trading date · 交易日期 */
  trade_date: string
  /** Market: TWSE listed, TPEX OTC, ESB emerging board · 市場別：TWSE 上市、TPEX 上櫃、ESB 興櫃 */
  market: 'TWSE' | 'TPEX'
  /** ISIN · 國際證券編碼（ISIN） */
  isin_code: string | null
  /** Issued shares · 發行股數 (shares) */
  issued_shares: number
  /** Shares foreigners may still buy · 外資及陸資尚可投資股數 (shares) */
  foreign_available_shares: number | null
  /** Shares held by foreign investors · 外資及陸資持有股數 (shares) */
  foreign_shares: number
  /** Share foreigners may still buy · 外資及陸資尚可投資比率 (percent, 4 decimals) */
  foreign_available_ratio: string | null
  /** Share held by foreign investors · 外資及陸資持股比率 (percent, 4 decimals) */
  foreign_shareholding_ratio: string
  /** Legal ceiling, foreign and mainland · 外資及陸資共用法令投資上限 (percent, 4 decimals) */
  foreign_limit_ratio: string | null
  /** Legal ceiling, mainland investors · 陸資法令投資上限 (percent, 4 decimals) */
  mainland_limit_ratio: string | null
  /** Reason of change, codes · 與前日異動原因代碼 */
  change_reason: string | null
  /** Latest filing by the issuer · 最近一次申報異動日期 */
  last_report_date: string | null
}

/** Margin short-sale suspensions · 停券預告（融券回補日） */
export interface TaiwanStockMarginShortSaleSuspension {
  /** Security code · 證券代號 */
  stock_id: string
  /** Short Chinese name · 證券簡稱 */
  stock_name: string | null
  /** Market: TWSE listed, TPEX OTC, ESB emerging board · 市場別：TWSE 上市、TPEX 上櫃、ESB 興櫃 */
  market: 'TWSE' | 'TPEX'
  /** First suspended day, last day to cover · 停券起日（最後回補日） */
  suspend_start_date: string
  /** Last suspended day · 停券迄日 */
  suspend_end_date: string | null
  /** Reason · 停券原因 */
  reason: string
}

/** Market margin maintenance ratio · 大盤融資維持率 */
export interface TaiwanStockMarginRatio {
  /** Trading date · 交易日期 */
  trade_date: string
  /** Market: TWSE listed, TPEX OTC, ESB emerging board · 市場別：TWSE 上市、TPEX 上櫃、ESB 興櫃 */
  market: 'TWSE' | 'TPEX' | 'ALL'
  /** Margin maintenance ratio · 融資維持率 (percent, 4 decimals) */
  margin_maintenance_ratio: string
  /** Value of the shares held on margin · 融資擔保品市值 (TWD, 2 decimals) */
  margin_collateral_value: string
  /** Margin loans outstanding · 融資金額餘額 (TWD, 2 decimals) */
  margin_purchase_balance_amount: string
  /** Margin balance · 融資餘額 (shares) */
  margin_purchase_balance: number
  /** Short balance · 融券餘額 (shares) */
  short_sale_balance: number
  /** Short balance over margin balance · 券資比 (percent, 4 decimals) */
  short_margin_ratio: string | null
}

/** Shareholder distribution by size · 集保戶股權分散表 */
export interface TaiwanStockHoldingSharesPer {
  /** Security code · 證券代號 */
  stock_id: string
  /** Last business day of the week · 資料日期（週最後營業日） */
  record_date: string
  /** Bracket number, 17 is the total · 持股分級序號（17 為合計） */
  level: number
  /** Bracket in shares · 持股分級 */
  level_name: string
  /** Number of holders · 人數 (people) */
  people: number | null
  /** Shares held · 股數 (shares) */
  shares: number
  /** Share of the depository holdings · 占集保庫存數比例 (percent, 2 decimals) */
  percent: string
}

/** Disposition notices · 處置有價證券 */
export interface TaiwanStockDisposition {
  /** Security code · 證券代號 */
  stock_id: string
  /** Short Chinese name · 證券簡稱 */
  stock_name: string | null
  /** Market: TWSE listed, TPEX OTC, ESB emerging board · 市場別：TWSE 上市、TPEX 上櫃、ESB 興櫃 */
  market: 'TWSE' | 'TPEX' | 'ESB'
  /** Announcement date · 公告日期 */
  announce_date: string
  /** Cumulative number of dispositions · 累計次數 */
  disposition_count: number | null
  /** Trigger · 處置條件 */
  condition: string | null
  /** Measure · 處置措施 */
  measure: string | null
  /** First restricted day · 處置起日 */
  period_start_date: string
  /** Last restricted day · 處置迄日 */
  period_end_date: string
  /** Minutes between matchings · 撮合間隔（分鐘） (minutes) */
  match_interval_minutes: number | null
  /** Full text of the notice · 處置內容 */
  detail: string | null
}

/** Delistings · 終止上市（櫃）公司 */
export interface TaiwanStockDelisting {
  /** Security code · 證券代號 */
  stock_id: string
  /** Short Chinese name · 證券簡稱 */
  stock_name: string
  /** Market: TWSE listed, TPEX OTC, ESB emerging board · 市場別：TWSE 上市、TPEX 上櫃、ESB 興櫃 */
  market: 'TWSE' | 'TPEX'
  /** Delisting date · 終止上市（櫃）日期 */
  delisting_date: string
  /** Reason · 終止原因 */
  reason: string | null
  /** Moved to the other market · 是否轉板 */
  is_transfer: boolean | null
}

/** Cash flow statement · 現金流量表 */
export interface TaiwanStockCashFlowsStatement {
  /** Security code · 證券代號 */
  stock_id: string
  /** Last day of the fiscal period · 財報期間截止日 */
  report_date: string
  /** Quarterly or annual row · 期間別：quarterly 季、annual 年 */
  period: 'quarterly' | 'annual'
  /** Fiscal year · 會計年度（西元） */
  fiscal_year: number
  /** Fiscal quarter, 1 to 4 · 季別（1 至 4） */
  fiscal_quarter: number | null
  /** Account code · 會計項目代碼 */
  type: string
  /** Account name in the filing · 財報會計項目名稱 */
  origin_name: string
  /** Amount · 金額（單位見 unit 欄） (see unit column, 4 decimals) */
  value: string
  /** Unit of the amount · 金額單位 */
  unit: 'TWD' | 'TWD_per_share' | 'percent' | 'shares'
  /** Consolidated or individual statement · 報表範圍：consolidated 合併、individual 個別 */
  statement_scope: 'consolidated' | 'individual'
  /** Computed rather than printed in a filing · 是否為計算所得 */
  is_derived: boolean
  /** Filing date · 申報日期 */
  announce_date: string | null
}

/** Comprehensive income statement · 綜合損益表 */
export interface TaiwanStockFinancialStatement {
  /** Security code · 證券代號 */
  stock_id: string
  /** Last day of the fiscal period · 財報期間截止日 */
  report_date: string
  /** Quarterly, annual, or cumulative from 1 January · 期間別：quarterly 季、annual 年、cumulative 自 1 月 1 日累計 */
  period: 'quarterly' | 'annual' | 'cumulative'
  /** Fiscal year · 會計年度（西元） */
  fiscal_year: number
  /** Fiscal quarter, 1 to 4 · 季別（1 至 4） */
  fiscal_quarter: number | null
  /** Account code · 會計項目代碼 */
  type: string
  /** Account name in the filing · 財報會計項目名稱 */
  origin_name: string
  /** Amount · 金額（單位見 unit 欄） (see unit column, 4 decimals) */
  value: string
  /** Unit of the amount · 金額單位 */
  unit: 'TWD' | 'TWD_per_share' | 'percent' | 'shares'
  /** Consolidated or individual statement · 報表範圍：consolidated 合併、individual 個別 */
  statement_scope: 'consolidated' | 'individual'
  /** Computed rather than printed in a filing · 是否為計算所得 */
  is_derived: boolean
  /** Filing date · 申報日期 */
  announce_date: string | null
}

/** Balance sheet · 資產負債表 */
export interface TaiwanStockBalanceSheet {
  /** Security code · 證券代號 */
  stock_id: string
  /** Last day of the fiscal period · 財報期間截止日 */
  report_date: string
  /** Quarterly or annual row · 期間別：quarterly 季、annual 年 */
  period: 'quarterly' | 'annual'
  /** Fiscal year · 會計年度（西元） */
  fiscal_year: number
  /** Fiscal quarter, 1 to 4 · 季別（1 至 4） */
  fiscal_quarter: number | null
  /** Account code · 會計項目代碼 */
  type: string
  /** Account name in the filing · 財報會計項目名稱 */
  origin_name: string
  /** Amount · 金額（單位見 unit 欄） (see unit column, 4 decimals) */
  value: string
  /** Unit of the amount · 金額單位 */
  unit: 'TWD' | 'TWD_per_share' | 'percent' | 'shares'
  /** Consolidated or individual statement · 報表範圍：consolidated 合併、individual 個別 */
  statement_scope: 'consolidated' | 'individual'
  /** Computed rather than printed in a filing · 是否為計算所得 */
  is_derived: boolean
  /** Filing date · 申報日期 */
  announce_date: string | null
}

/** Dividend announcements · 股利分派公告 */
export interface TaiwanStockDividend {
  /** Security code · 證券代號 */
  stock_id: string
  /** Announcement date · 公告日期 */
  announce_date: string
  /** Announcement time, HH:MM:SS · 公告時間（HH:MM:SS） */
  announce_time: string
  /** Short Chinese name · 證券簡稱 */
  stock_name: string | null
  /** Dividend period as announced · 股利所屬期間（公告原文） */
  dividend_period: string
  /** Year the dividend belongs to · 股利所屬年度（西元） */
  fiscal_year: number | null
  /** Quarter the dividend belongs to · 股利所屬季別 */
  fiscal_quarter: number | null
  /** Record date · 權利分派基準日 */
  record_date: string | null
  /** Stock dividend from earnings · 盈餘轉增資配股 (TWD per share, 6 decimals) */
  stock_earnings_distribution: string | null
  /** Stock dividend from reserves · 公積轉增資配股 (TWD per share, 6 decimals) */
  stock_statutory_surplus: string | null
  /** Ex-rights date · 除權交易日 */
  stock_ex_date: string | null
  /** Cash dividend from earnings · 盈餘分配現金股利 (TWD per share, 6 decimals) */
  cash_earnings_distribution: string | null
  /** Cash dividend from reserves · 公積發放現金 (TWD per share, 6 decimals) */
  cash_statutory_surplus: string | null
  /** Cash dividend on preferred shares · 特別股現金股利 (TWD per share, 6 decimals) */
  cash_preferred_dividend: string | null
  /** Ex-dividend date · 除息交易日 */
  cash_ex_date: string | null
  /** Cash payment date · 現金股利發放日 */
  cash_payment_date: string | null
  /** Shares of the attached rights issue · 現金增資股數 (shares) */
  capital_increase_shares: number | null
  /** Rights issue subscription ratio · 現金增資認股比率 (percent, 6 decimals) */
  capital_increase_ratio: string | null
  /** Rights issue subscription price · 現金增資認購價 (TWD, 4 decimals) */
  capital_increase_price: string | null
  /** Shares entitled to the distribution · 參加分派總股數 (shares) */
  participating_shares: number | null
  /** Par value as announced · 普通股每股面額（公告原文） */
  par_value: string | null
  /** Employee bonus shares, until 2015 · 員工配股股數（2015 年以前） (shares) */
  employee_stock_bonus_shares: number | null
  /** Employee cash bonus, until 2015 · 員工現金紅利（2015 年以前） (TWD, 2 decimals) */
  employee_cash_bonus: string | null
  /** Directors’ remuneration, until 2015 · 董監酬勞（2015 年以前） (TWD, 2 decimals) */
  directors_remuneration: string | null
}

/** Ex-dividend and ex-rights results · 除權除息計算結果 */
export interface TaiwanStockDividendResult {
  /** Security code · 證券代號 */
  stock_id: string
  /** Ex-dividend or ex-rights date · 除權息日期 */
  ex_date: string
  /** Short Chinese name · 證券簡稱 */
  stock_name: string | null
  /** Market: TWSE listed, TPEX OTC, ESB emerging board · 市場別：TWSE 上市、TPEX 上櫃、ESB 興櫃 */
  market: 'TWSE' | 'TPEX'
  /** Last close before the event · 事件前收盤價 (TWD, 4 decimals) */
  close_before: string | null
  /** Reference price after the event · 事件後參考價 (TWD, 4 decimals) */
  reference_price: string | null
  /** Rights and cash value removed · 權值加息值 (TWD, 6 decimals) */
  dividend_value: string | null
  /** Rights value removed · 權值 (TWD, 6 decimals) */
  rights_value: string | null
  /** Cash value removed · 息值 (TWD, 6 decimals) */
  cash_value: string | null
  /** Ex-dividend, ex-rights or both · 權息別：dividend 息、rights 權、both 權息 */
  event_type: 'dividend' | 'rights' | 'both'
  /** Limit-up price · 漲停價 (TWD, 4 decimals) */
  limit_up: string | null
  /** Limit-down price · 跌停價 (TWD, 4 decimals) */
  limit_down: string | null
  /** Opening auction base price · 開盤競價基準 (TWD, 4 decimals) */
  opening_reference_price: string | null
  /** Reference price net of dividends only · 減除股利參考價 (TWD, 4 decimals) */
  dividend_reference_price: string | null
  /** Cash dividend per share · 每股現金股利 (TWD per share, 6 decimals) */
  cash_dividend: string | null
  /** Bonus shares per 1,000 held · 每千股無償配股 (shares per 1000, 6 decimals) */
  stock_dividend_per_1000: string | null
  /** Shares of the rights issue · 現金增資股數 (shares) */
  rights_issue_shares: number | null
  /** Subscription price · 現金增資認購價 (TWD, 4 decimals) */
  rights_issue_price: string | null
  /** Subscription right per 1,000 held · 每千股認購股數 (shares per 1000, 6 decimals) */
  rights_issue_per_1000: string | null
}

/** Capital reduction reference prices · 減資恢復買賣參考價 */
export interface TaiwanStockCapitalReductionReferencePrice {
  /** Security code · 證券代號 */
  stock_id: string
  /** Day trading resumes · 恢復買賣日期 */
  resumption_date: string
  /** Short Chinese name · 證券簡稱 */
  stock_name: string | null
  /** Market: TWSE listed, TPEX OTC, ESB emerging board · 市場別：TWSE 上市、TPEX 上櫃、ESB 興櫃 */
  market: 'TWSE' | 'TPEX'
  /** First day of the halt · 停止買賣日期 */
  halt_date: string | null
  /** Last close before the event · 事件前收盤價 (TWD, 4 decimals) */
  close_before: string | null
  /** Reference price after the event · 事件後參考價 (TWD, 4 decimals) */
  reference_price: string | null
  /** Limit-up price · 漲停價 (TWD, 4 decimals) */
  limit_up: string | null
  /** Limit-down price · 跌停價 (TWD, 4 decimals) */
  limit_down: string | null
  /** Opening auction base price · 開盤競價基準 (TWD, 4 decimals) */
  opening_reference_price: string | null
  /** Ex-rights reference price · 除權參考價 (TWD, 4 decimals) */
  exright_reference_price: string | null
  /** Reason · 減資原因 */
  reason: string
  /** New shares per 1,000 old shares · 每千股換發新股 (shares per 1000, 6 decimals) */
  shares_per_1000: string | null
  /** Cash refunded per share · 每股退還股款 (TWD, 6 decimals) */
  refund_per_share: string | null
}

/** Split and reverse-split reference prices · ETF 分割／反分割參考價 */
export interface TaiwanStockSplitPrice {
  /** Security code · 證券代號 */
  stock_id: string
  /** Day trading resumes · 恢復買賣日期 */
  resumption_date: string
  /** Short Chinese name · 證券簡稱 */
  stock_name: string | null
  /** Market: TWSE listed, TPEX OTC, ESB emerging board · 市場別：TWSE 上市、TPEX 上櫃、ESB 興櫃 */
  market: 'TWSE' | 'TPEX'
  /** Split or reverse split · 分割類型：split 分割、reverse_split 反分割 */
  split_type: 'split' | 'reverse_split'
  /** Last close before the event · 事件前收盤價 (TWD, 4 decimals) */
  close_before: string | null
  /** Reference price after the event · 事件後參考價 (TWD, 4 decimals) */
  reference_price: string | null
  /** Limit-up price · 漲停價 (TWD, 4 decimals) */
  limit_up: string | null
  /** Limit-down price · 跌停價 (TWD, 4 decimals) */
  limit_down: string | null
  /** Opening auction base price · 開盤競價基準 (TWD, 4 decimals) */
  opening_reference_price: string | null
  /** Units after for one unit before · 分割比率 (6 decimals) */
  split_ratio: string | null
}

/** Par-value change reference prices · 變更面額恢復買賣參考價 */
export interface TaiwanStockChangeFaceReference {
  /** Security code · 證券代號 */
  stock_id: string
  /** Day trading resumes · 恢復買賣日期 */
  resumption_date: string
  /** Short Chinese name · 證券簡稱 */
  stock_name: string | null
  /** Market: TWSE listed, TPEX OTC, ESB emerging board · 市場別：TWSE 上市、TPEX 上櫃、ESB 興櫃 */
  market: 'TWSE' | 'TPEX'
  /** First day of the halt · 停止買賣日期 */
  halt_date: string | null
  /** Last close before the event · 事件前收盤價 (TWD, 4 decimals) */
  close_before: string | null
  /** Reference price after the event · 事件後參考價 (TWD, 4 decimals) */
  reference_price: string | null
  /** Limit-up price · 漲停價 (TWD, 4 decimals) */
  limit_up: string | null
  /** Limit-down price · 跌停價 (TWD, 4 decimals) */
  limit_down: string | null
  /** Opening auction base price · 開盤競價基準 (TWD, 4 decimals) */
  opening_reference_price: string | null
  /** Par value before · 變更前面額 (TWD, 4 decimals) */
  par_value_before: string | null
  /** Par value after · 變更後面額 (TWD, 4 decimals) */
  par_value_after: string | null
  /** New shares per old share · 換股率 (6 decimals) */
  exchange_ratio: string | null
}

/** Monthly revenue · 月營收 */
export interface TaiwanStockMonthRevenue {
  /** Security code · 證券代號 */
  stock_id: string
  /** First day of the month reported · 資料月份（當月首日） */
  report_month: string
  /** Short Chinese name · 證券簡稱 */
  stock_name: string | null
  /** Market: TWSE listed, TPEX OTC, ESB emerging board · 市場別：TWSE 上市、TPEX 上櫃、ESB 興櫃 */
  market: 'TWSE' | 'TPEX' | 'ESB'
  /** Industry · 產業別 */
  industry_category: string | null
  /** Revenue of the month · 當月營收 (TWD, 2 decimals) */
  revenue: string
  /** Revenue of the previous month · 上月營收 (TWD, 2 decimals) */
  revenue_last_month: string | null
  /** Revenue of the same month last year · 去年當月營收 (TWD, 2 decimals) */
  revenue_last_year: string | null
  /** Change from the previous month · 月增率 (percent, 2 decimals) */
  mom_percent: string | null
  /** Change from a year earlier · 年增率 (percent, 2 decimals) */
  yoy_percent: string | null
  /** Revenue of the year to date · 累計營收 (TWD, 2 decimals) */
  revenue_ytd: string | null
  /** Revenue to date in the previous year · 去年累計營收 (TWD, 2 decimals) */
  revenue_ytd_last_year: string | null
  /** Change of revenue to date · 累計年增率 (percent, 2 decimals) */
  ytd_yoy_percent: string | null
  /** Remark of the company · 備註 */
  note: string | null
  /** Day first available here · 首次取得日期 */
  first_seen_date: string | null
}

/** Market value · 個股市值 */
export interface TaiwanStockMarketValue {
  /** Security code · 證券代號 */
  stock_id: string
  /** Trading date · 交易日期 */
  trade_date: string
  /** Market: TWSE listed, TPEX OTC, ESB emerging board · 市場別：TWSE 上市、TPEX 上櫃、ESB 興櫃 */
  market: 'TWSE' | 'TPEX'
  /** Closing price · 收盤價 (TWD, 4 decimals) */
  close: string
  /** Issued shares · 發行股數 (shares) */
  issued_shares: number
  /** Market value · 市值 (TWD, 2 decimals) */
  market_value: string
}

/** Index weights · 大盤成分股市值比重 */
export interface TaiwanStockMarketValueWeight {
  /** Security code · 證券代號 */
  stock_id: string
  /** Date of the weights · 權重資料日期 */
  trade_date: string
  /** Market: TWSE listed, TPEX OTC, ESB emerging board · 市場別：TWSE 上市、TPEX 上櫃、ESB 興櫃 */
  market: 'TWSE' | 'TPEX'
  /** Rank within the market · 排名 */
  rank: number
  /** Short Chinese name · 證券簡稱 */
  stock_name: string | null
  /** Weight in the market · 市值比重 (percent, 4 decimals) */
  weight_percent: string
  /** Computed, no official figure · 是否為推算值 */
  is_estimated: boolean
}

/** Company industry and value chain · 個股產業與產業鏈 */
export interface TaiwanStockCompanyIndustry {
  /** Security code · 證券代號 */
  stock_id: string
  /** Date the row was last confirmed · 資料確認日 */
  as_of_date: string
  /** Short Chinese name · 證券簡稱 */
  stock_name: string | null
  /** Market: TWSE listed, TPEX OTC, ESB emerging board · 市場別：TWSE 上市、TPEX 上櫃、ESB 興櫃 */
  market: 'TWSE' | 'TPEX' | 'ESB' | null
  /** Official industry or value chain · 分類：official 官方產業別、value_chain 產業鏈 */
  classification: 'official' | 'value_chain'
  /** Industry code · 產業別代碼 */
  industry_code: string | null
  /** Industry · 產業別 */
  industry_category: string
  /** Sub-industry · 子產業 */
  sub_industry: string
  /** Position in the value chain · 產業鏈位置：upstream 上游、midstream 中游、downstream 下游 */
  chain_position: 'upstream' | 'midstream' | 'downstream' | null
}

/** Financial holding companies, monthly earnings · 金控公司月自結損益 */
export interface TaiwanFinancialHoldingsCompany {
  /** Security code · 證券代號 */
  stock_id: string
  /** First day of the month reported · 資料月份（當月首日） */
  report_month: string
  /** Short Chinese name · 證券簡稱 */
  stock_name: string
  /** Reporting entity · 申報主體名稱 */
  entity_name: string
  /** Entity type · 主體類型 */
  entity_type: 'holding' | 'bank' | 'life' | 'property_insurance' | 'securities' | 'other'
  /** Pre-tax income of the month · 單月稅前損益 (TWD, 2 decimals) */
  pre_tax_income_month: string | null
  /** After-tax income of the month · 單月稅後損益 (TWD, 2 decimals) */
  net_income_month: string | null
  /** Pre-tax income of the year to date · 累計稅前損益 (TWD, 2 decimals) */
  pre_tax_income_ytd: string | null
  /** After-tax income of the year to date · 累計稅後損益 (TWD, 2 decimals) */
  net_income_ytd: string | null
  /** EPS of the year to date · 累計每股盈餘 (TWD, 4 decimals) */
  eps_ytd: string | null
  /** Net revenue of the month · 單月淨收益 (TWD, 2 decimals) */
  net_revenue_month: string | null
  /** Announcement date · 公告日期 */
  announce_date: string | null
  /** Announcement URL · 公告連結 */
  link: string | null
}

/** Futures and options product overview · 期貨與選擇權商品日總覽 */
export interface TaiwanFutureOptionDailyTotalOverview {
  /** Trading date · 交易日期 */
  trade_date: string
  /** Product code · 商品代號 */
  product_id: string
  /** Futures or option · 商品種類：futures 期貨、option 選擇權 */
  product_type: 'futures' | 'option'
  /** Product name · 商品名稱 */
  product_name: string | null
  /** Product category · 商品類別 */
  product_category: 'index' | 'stock' | 'etf' | 'commodity' | 'fx' | 'interest_rate' | null
  /** Underlying security code · 標的證券代號 */
  underlying_stock_id: string | null
  /** Contracts listed on the day · 當日契約檔數 */
  contract_count: number
  /** Contracts traded · 成交口數 (contracts) */
  volume: number
  /** Contracts traded after hours · 盤後成交口數 (contracts) */
  after_hours_volume: number
  /** Open interest · 未平倉量 (contracts) */
  open_interest: number | null
  /** Puts traded · 賣權成交量 (contracts) */
  put_volume: number | null
  /** Calls traded · 買權成交量 (contracts) */
  call_volume: number | null
  /** Put open interest · 賣權未平倉量 (contracts) */
  put_open_interest: number | null
  /** Call open interest · 買權未平倉量 (contracts) */
  call_open_interest: number | null
  /** Put/call volume ratio · 賣權／買權成交量比 (4 decimals) */
  put_call_volume_ratio: string | null
  /** Put/call open interest ratio · 賣權／買權未平倉比 (4 decimals) */
  put_call_oi_ratio: string | null
}

/** Futures and options quote snapshot · 期貨、選擇權即時報價快照 */
export interface TaiwanFutureOptionTickRealtime {
  /** Contract code, e.g. TXFA4 · 契約代碼 */
  contract_code: string
  /** Trading date · 交易日期 */
  trade_date: string
  /** Session: regular by day, after_hours by night · 交易時段：regular 一般、after_hours 盤後（夜盤） */
  trading_session: 'regular' | 'after_hours'
  /** Product code · 商品代號 */
  product_id: string
  /** Futures or option · 商品種類：futures 期貨、option 選擇權 */
  product_type: 'futures' | 'option'
  /** Contract name · 契約名稱 */
  contract_name: string | null
  /** Contract: YYYYMM, or YYYYMMWn / YYYYMMFn weekly · 到期月份（週別）：YYYYMM、YYYYMMWn、YYYYMMFn */
  contract_month: string
  /** Strike price · 履約價 (points or TWD, 4 decimals) */
  strike_price: string | null
  /** Call or put · 買賣權別：call 買權、put 賣權 */
  call_put: 'call' | 'put' | null
  /** Time of the last trade · 最後成交時間 */
  quote_time: string | null
  /** Last price · 成交價 (points or TWD, 4 decimals) */
  last_price: string | null
  /** Opening price · 開盤價 (points or TWD, 4 decimals) */
  open: string | null
  /** Highest price · 最高價 (points or TWD, 4 decimals) */
  high: string | null
  /** Lowest price · 最低價 (points or TWD, 4 decimals) */
  low: string | null
  /** Reference price · 參考價 (points or TWD, 4 decimals) */
  reference_price: string | null
  /** Change from the reference price · 漲跌 (points or TWD, 4 decimals) */
  spread: string | null
  /** Change in percent · 漲跌幅 (percent, 2 decimals) */
  spread_percent: string | null
  /** Limit-up price · 漲停價 (points or TWD, 4 decimals) */
  limit_up: string | null
  /** Limit-down price · 跌停價 (points or TWD, 4 decimals) */
  limit_down: string | null
  /** Contracts traded · 成交口數 (contracts) */
  volume: number | null
  /** Best bid · 最佳買價 (points or TWD, 4 decimals) */
  best_bid: string | null
  /** Best bid size · 最佳買量 (contracts) */
  best_bid_size: number | null
  /** Best ask · 最佳賣價 (points or TWD, 4 decimals) */
  best_ask: string | null
  /** Best ask size · 最佳賣量 (contracts) */
  best_ask_size: number | null
  /** Daily settlement price · 每日結算價 (points or TWD, 4 decimals) */
  settlement_price: string | null
  /** Open interest · 未平倉量 (contracts) */
  open_interest: number | null
  /** Time of the snapshot · 快照時間 */
  snapshot_time: string
}

/** Futures, daily · 期貨日行情 */
export interface TaiwanFuturesDaily {
  /** Trading date · 交易日期 */
  trade_date: string
  /** Futures product code · 期貨商品代號 */
  futures_id: string
  /** Contract: YYYYMM, or YYYYMMWn / YYYYMMFn weekly · 到期月份（週別）：YYYYMM、YYYYMMWn、YYYYMMFn */
  contract_month: string
  /** Session: regular by day, after_hours by night · 交易時段：regular 一般、after_hours 盤後（夜盤） */
  trading_session: 'regular' | 'after_hours'
  /** Opening price · 開盤價 (points or TWD, 4 decimals) */
  open: string | null
  /** Highest price · 最高價 (points or TWD, 4 decimals) */
  high: string | null
  /** Lowest price · 最低價 (points or TWD, 4 decimals) */
  low: string | null
  /** Closing price · 收盤價 (points or TWD, 4 decimals) */
  close: string | null
  /** Change from the previous settlement · 漲跌價 (points or TWD, 4 decimals) */
  spread: string | null
  /** Change in percent · 漲跌幅 (percent, 2 decimals) */
  spread_percent: string | null
  /** Contracts traded · 成交口數 (contracts) */
  volume: number
  /** Daily settlement price · 每日結算價 (points or TWD, 4 decimals) */
  settlement_price: string | null
  /** Open interest · 未平倉量 (contracts) */
  open_interest: number | null
  /** Best bid · 最佳買價 (points or TWD, 4 decimals) */
  best_bid: string | null
  /** Best ask · 最佳賣價 (points or TWD, 4 decimals) */
  best_ask: string | null
  /** Highest price of the contract so far · 歷史最高價 (points or TWD, 4 decimals) */
  historical_high: string | null
  /** Lowest price of the contract so far · 歷史最低價 (points or TWD, 4 decimals) */
  historical_low: string | null
  /** Halted on news about the underlying · 是否因訊息面暫停交易 */
  is_halted: boolean
}

/** Options, daily · 選擇權日行情 */
export interface TaiwanOptionDaily {
  /** Trading date · 交易日期 */
  trade_date: string
  /** Option product code · 選擇權商品代號 */
  option_id: string
  /** Contract: YYYYMM, or YYYYMMWn / YYYYMMFn weekly · 到期月份（週別）：YYYYMM、YYYYMMWn、YYYYMMFn */
  contract_month: string
  /** Strike price · 履約價 (points or TWD, 4 decimals) */
  strike_price: string
  /** Call or put · 買賣權別：call 買權、put 賣權 */
  call_put: 'call' | 'put'
  /** Session: regular by day, after_hours by night · 交易時段：regular 一般、after_hours 盤後（夜盤） */
  trading_session: 'regular' | 'after_hours'
  /** Opening price · 開盤價 (points or TWD, 4 decimals) */
  open: string | null
  /** Highest price · 最高價 (points or TWD, 4 decimals) */
  high: string | null
  /** Lowest price · 最低價 (points or TWD, 4 decimals) */
  low: string | null
  /** Closing price · 收盤價 (points or TWD, 4 decimals) */
  close: string | null
  /** Change from the previous settlement · 漲跌價 (points or TWD, 4 decimals) */
  spread: string | null
  /** Change in percent · 漲跌幅 (percent, 2 decimals) */
  spread_percent: string | null
  /** Contracts traded · 成交口數 (contracts) */
  volume: number
  /** Daily settlement price · 每日結算價 (points or TWD, 4 decimals) */
  settlement_price: string | null
  /** Open interest · 未平倉量 (contracts) */
  open_interest: number | null
  /** Best bid · 最佳買價 (points or TWD, 4 decimals) */
  best_bid: string | null
  /** Best ask · 最佳賣價 (points or TWD, 4 decimals) */
  best_ask: string | null
  /** Highest price of the contract so far · 歷史最高價 (points or TWD, 4 decimals) */
  historical_high: string | null
  /** Lowest price of the contract so far · 歷史最低價 (points or TWD, 4 decimals) */
  historical_low: string | null
  /** Halted on news about the underlying · 是否因訊息面暫停交易 */
  is_halted: boolean
  /** Expiry date · 契約到期日 */
  expiry_date: string | null
}

/** Futures, institutional investors · 期貨三大法人交易與未平倉 */
export interface TaiwanFuturesInstitutionalInvestors {
  /** Trading date · 交易日期 */
  trade_date: string
  /** Futures product code · 期貨商品代號 */
  futures_id: string
  /** Product name · 商品名稱 */
  futures_name: string | null
  /** Institutional investor · 身份別：dealer 自營商、investment_trust 投信、foreign_investor 外資 */
  institutional_investor: 'dealer' | 'investment_trust' | 'foreign_investor'
  /** Contracts bought · 多方交易口數 (contracts) */
  long_deal_volume: number
  /** Value bought · 多方交易契約金額 (TWD, 2 decimals) */
  long_deal_amount: string
  /** Contracts sold · 空方交易口數 (contracts) */
  short_deal_volume: number
  /** Value sold · 空方交易契約金額 (TWD, 2 decimals) */
  short_deal_amount: string
  /** Net contracts bought · 多空交易口數淨額 (contracts) */
  net_deal_volume: number
  /** Net value bought · 多空交易契約金額淨額 (TWD, 2 decimals) */
  net_deal_amount: string
  /** Long open interest · 多方未平倉口數 (contracts) */
  long_open_interest_volume: number
  /** Long open interest, value · 多方未平倉契約金額 (TWD, 2 decimals) */
  long_open_interest_amount: string
  /** Short open interest · 空方未平倉口數 (contracts) */
  short_open_interest_volume: number
  /** Short open interest, value · 空方未平倉契約金額 (TWD, 2 decimals) */
  short_open_interest_amount: string
  /** Net open interest · 多空未平倉口數淨額 (contracts) */
  net_open_interest_volume: number
  /** Net open interest, value · 多空未平倉契約金額淨額 (TWD, 2 decimals) */
  net_open_interest_amount: string
}

/** Options, institutional investors · 選擇權三大法人交易與未平倉 */
export interface TaiwanOptionInstitutionalInvestors {
  /** Trading date · 交易日期 */
  trade_date: string
  /** Option product code · 選擇權商品代號 */
  option_id: string
  /** Product name · 商品名稱 */
  option_name: string | null
  /** Call or put · 買賣權別：call 買權、put 賣權 */
  call_put: 'call' | 'put'
  /** Institutional investor · 身份別：dealer 自營商、investment_trust 投信、foreign_investor 外資 */
  institutional_investor: 'dealer' | 'investment_trust' | 'foreign_investor'
  /** Contracts bought · 多方交易口數 (contracts) */
  long_deal_volume: number
  /** Value bought · 多方交易契約金額 (TWD, 2 decimals) */
  long_deal_amount: string
  /** Contracts sold · 空方交易口數 (contracts) */
  short_deal_volume: number
  /** Value sold · 空方交易契約金額 (TWD, 2 decimals) */
  short_deal_amount: string
  /** Net contracts bought · 多空交易口數淨額 (contracts) */
  net_deal_volume: number
  /** Net value bought · 多空交易契約金額淨額 (TWD, 2 decimals) */
  net_deal_amount: string
  /** Long open interest · 多方未平倉口數 (contracts) */
  long_open_interest_volume: number
  /** Long open interest, value · 多方未平倉契約金額 (TWD, 2 decimals) */
  long_open_interest_amount: string
  /** Short open interest · 空方未平倉口數 (contracts) */
  short_open_interest_volume: number
  /** Short open interest, value · 空方未平倉契約金額 (TWD, 2 decimals) */
  short_open_interest_amount: string
  /** Net open interest · 多空未平倉口數淨額 (contracts) */
  net_open_interest_volume: number
  /** Net open interest, value · 多空未平倉契約金額淨額 (TWD, 2 decimals) */
  net_open_interest_amount: string
}

/** Futures volume by broker · 期貨商期貨交易量 */
export interface TaiwanFuturesBrokerDaily {
  /** Trading date · 交易日期 */
  trade_date: string
  /** Futures broker code · 期貨商代號 */
  broker_id: string
  /** Futures broker name · 期貨商名稱 */
  broker_name: string | null
  /** Futures product code · 期貨商品代號 */
  futures_id: string
  /** Session: regular by day, after_hours by night · 交易時段：regular 一般、after_hours 盤後（夜盤） */
  trading_session: 'all' | 'regular' | 'after_hours'
  /** Contracts traded through the broker · 期貨商交易口數 (contracts) */
  volume: number
}

/** Options volume by broker · 期貨商選擇權交易量 */
export interface TaiwanOptionsBrokerDaily {
  /** Trading date · 交易日期 */
  trade_date: string
  /** Futures broker code · 期貨商代號 */
  broker_id: string
  /** Futures broker name · 期貨商名稱 */
  broker_name: string | null
  /** Option product code · 選擇權商品代號 */
  option_id: string
  /** Session: regular by day, after_hours by night · 交易時段：regular 一般、after_hours 盤後（夜盤） */
  trading_session: 'all' | 'regular' | 'after_hours'
  /** Contracts traded through the broker · 期貨商交易口數 (contracts) */
  volume: number
}

/** Futures, large traders · 期貨大額交易人未平倉 */
export interface TaiwanFuturesLargeTraders {
  /** Trading date · 交易日期 */
  trade_date: string
  /** Futures product code · 期貨商品代號 */
  futures_id: string
  /** Product name · 商品名稱 */
  futures_name: string | null
  /** Front month YYYYMM, week or all · 契約：近月 YYYYMM、week 週契約、all 所有契約 */
  contract_month: string
  /** Long positions of the top 5 traders · 買方前五大交易人部位數 (contracts) */
  buy_top5_trader_open_interest: number | null
  /** Long positions of the top 5 traders, % of market · 買方前五大交易人部位占比 (percent, 2 decimals) */
  buy_top5_trader_open_interest_percent: string | null
  /** Long positions of the top 10 traders · 買方前十大交易人部位數 (contracts) */
  buy_top10_trader_open_interest: number | null
  /** Long positions of the top 10 traders, % of market · 買方前十大交易人部位占比 (percent, 2 decimals) */
  buy_top10_trader_open_interest_percent: string | null
  /** Short positions of the top 5 traders · 賣方前五大交易人部位數 (contracts) */
  sell_top5_trader_open_interest: number | null
  /** Short positions of the top 5 traders, % of market · 賣方前五大交易人部位占比 (percent, 2 decimals) */
  sell_top5_trader_open_interest_percent: string | null
  /** Short positions of the top 10 traders · 賣方前十大交易人部位數 (contracts) */
  sell_top10_trader_open_interest: number | null
  /** Short positions of the top 10 traders, % of market · 賣方前十大交易人部位占比 (percent, 2 decimals) */
  sell_top10_trader_open_interest_percent: string | null
  /** Long positions of institutions in the top 5 · 買方前五大特定法人部位數 (contracts) */
  buy_top5_specific_open_interest: number | null
  /** Long positions of institutions in the top 5, % of market · 買方前五大特定法人部位占比 (percent, 2 decimals) */
  buy_top5_specific_open_interest_percent: string | null
  /** Long positions of institutions in the top 10 · 買方前十大特定法人部位數 (contracts) */
  buy_top10_specific_open_interest: number | null
  /** Long positions of institutions in the top 10, % of market · 買方前十大特定法人部位占比 (percent, 2 decimals) */
  buy_top10_specific_open_interest_percent: string | null
  /** Short positions of institutions in the top 5 · 賣方前五大特定法人部位數 (contracts) */
  sell_top5_specific_open_interest: number | null
  /** Short positions of institutions in the top 5, % of market · 賣方前五大特定法人部位占比 (percent, 2 decimals) */
  sell_top5_specific_open_interest_percent: string | null
  /** Short positions of institutions in the top 10 · 賣方前十大特定法人部位數 (contracts) */
  sell_top10_specific_open_interest: number | null
  /** Short positions of institutions in the top 10, % of market · 賣方前十大特定法人部位占比 (percent, 2 decimals) */
  sell_top10_specific_open_interest_percent: string | null
  /** Open interest of the whole market · 全市場未平倉量 (contracts) */
  market_open_interest: number | null
}

/** Options, large traders · 選擇權大額交易人未平倉 */
export interface TaiwanOptionsLargeTraders {
  /** Trading date · 交易日期 */
  trade_date: string
  /** Option product code · 選擇權商品代號 */
  option_id: string
  /** Product name · 商品名稱 */
  option_name: string | null
  /** Call or put · 買賣權別：call 買權、put 賣權 */
  call_put: 'call' | 'put'
  /** Front month YYYYMM, week or all · 契約：近月 YYYYMM、week 週契約、all 所有契約 */
  contract_month: string
  /** Long positions of the top 5 traders · 買方前五大交易人部位數 (contracts) */
  buy_top5_trader_open_interest: number | null
  /** Long positions of the top 5 traders, % of market · 買方前五大交易人部位占比 (percent, 2 decimals) */
  buy_top5_trader_open_interest_percent: string | null
  /** Long positions of the top 10 traders · 買方前十大交易人部位數 (contracts) */
  buy_top10_trader_open_interest: number | null
  /** Long positions of the top 10 traders, % of market · 買方前十大交易人部位占比 (percent, 2 decimals) */
  buy_top10_trader_open_interest_percent: string | null
  /** Short positions of the top 5 traders · 賣方前五大交易人部位數 (contracts) */
  sell_top5_trader_open_interest: number | null
  /** Short positions of the top 5 traders, % of market · 賣方前五大交易人部位占比 (percent, 2 decimals) */
  sell_top5_trader_open_interest_percent: string | null
  /** Short positions of the top 10 traders · 賣方前十大交易人部位數 (contracts) */
  sell_top10_trader_open_interest: number | null
  /** Short positions of the top 10 traders, % of market · 賣方前十大交易人部位占比 (percent, 2 decimals) */
  sell_top10_trader_open_interest_percent: string | null
  /** Long positions of institutions in the top 5 · 買方前五大特定法人部位數 (contracts) */
  buy_top5_specific_open_interest: number | null
  /** Long positions of institutions in the top 5, % of market · 買方前五大特定法人部位占比 (percent, 2 decimals) */
  buy_top5_specific_open_interest_percent: string | null
  /** Long positions of institutions in the top 10 · 買方前十大特定法人部位數 (contracts) */
  buy_top10_specific_open_interest: number | null
  /** Long positions of institutions in the top 10, % of market · 買方前十大特定法人部位占比 (percent, 2 decimals) */
  buy_top10_specific_open_interest_percent: string | null
  /** Short positions of institutions in the top 5 · 賣方前五大特定法人部位數 (contracts) */
  sell_top5_specific_open_interest: number | null
  /** Short positions of institutions in the top 5, % of market · 賣方前五大特定法人部位占比 (percent, 2 decimals) */
  sell_top5_specific_open_interest_percent: string | null
  /** Short positions of institutions in the top 10 · 賣方前十大特定法人部位數 (contracts) */
  sell_top10_specific_open_interest: number | null
  /** Short positions of institutions in the top 10, % of market · 賣方前十大特定法人部位占比 (percent, 2 decimals) */
  sell_top10_specific_open_interest_percent: string | null
  /** Open interest of the whole market · 全市場未平倉量 (contracts) */
  market_open_interest: number | null
}

/** Futures after hours, institutional investors · 期貨夜盤三大法人交易 */
export interface TaiwanFuturesNightInstitutionalInvestors {
  /** Trading date · 交易日期 */
  trade_date: string
  /** Futures product code · 期貨商品代號 */
  futures_id: string
  /** Product name · 商品名稱 */
  futures_name: string | null
  /** Institutional investor · 身份別：dealer 自營商、investment_trust 投信、foreign_investor 外資 */
  institutional_investor: 'dealer' | 'investment_trust' | 'foreign_investor'
  /** Contracts bought · 多方交易口數 (contracts) */
  long_deal_volume: number
  /** Value bought · 多方交易契約金額 (TWD, 2 decimals) */
  long_deal_amount: string
  /** Contracts sold · 空方交易口數 (contracts) */
  short_deal_volume: number
  /** Value sold · 空方交易契約金額 (TWD, 2 decimals) */
  short_deal_amount: string
  /** Net contracts bought · 多空交易口數淨額 (contracts) */
  net_deal_volume: number
  /** Net value bought · 多空交易契約金額淨額 (TWD, 2 decimals) */
  net_deal_amount: string
}

/** Options after hours, institutional investors · 選擇權夜盤三大法人交易 */
export interface TaiwanOptionsNightInstitutionalInvestors {
  /** Trading date · 交易日期 */
  trade_date: string
  /** Option product code · 選擇權商品代號 */
  option_id: string
  /** Product name · 商品名稱 */
  option_name: string | null
  /** Call or put · 買賣權別：call 買權、put 賣權 */
  call_put: 'call' | 'put'
  /** Institutional investor · 身份別：dealer 自營商、investment_trust 投信、foreign_investor 外資 */
  institutional_investor: 'dealer' | 'investment_trust' | 'foreign_investor'
  /** Contracts bought · 多方交易口數 (contracts) */
  long_deal_volume: number
  /** Value bought · 多方交易契約金額 (TWD, 2 decimals) */
  long_deal_amount: string
  /** Contracts sold · 空方交易口數 (contracts) */
  short_deal_volume: number
  /** Value sold · 空方交易契約金額 (TWD, 2 decimals) */
  short_deal_amount: string
  /** Net contracts bought · 多空交易口數淨額 (contracts) */
  net_deal_volume: number
  /** Net value bought · 多空交易契約金額淨額 (TWD, 2 decimals) */
  net_deal_amount: string
}

/** Futures final settlement prices · 期貨最後結算價 */
export interface TaiwanFuturesSettlement {
  /** Final settlement date · 最後結算日 */
  settlement_date: string
  /** Futures product code · 期貨商品代號 */
  futures_id: string
  /** Contract: YYYYMM, or YYYYMMWn / YYYYMMFn weekly · 到期月份（週別）：YYYYMM、YYYYMMWn、YYYYMMFn */
  contract_month: string
  /** Product name · 商品名稱 */
  futures_name: string | null
  /** Product category · 商品類別 */
  product_category: 'index' | 'stock' | 'etf' | 'commodity' | 'fx' | 'interest_rate'
  /** Final settlement price · 最後結算價 (points or TWD, 4 decimals) */
  final_settlement_price: string
  /** Underlying security code · 標的證券代號 */
  underlying_stock_id: string | null
  /** Agreed value of the underlying · 約定標的物價值 (TWD, 4 decimals) */
  contract_value: string | null
}

/** Options final settlement prices · 選擇權最後結算價 */
export interface TaiwanOptionsSettlement {
  /** Final settlement date · 最後結算日 */
  settlement_date: string
  /** Option product code · 選擇權商品代號 */
  option_id: string
  /** Contract: YYYYMM, or YYYYMMWn / YYYYMMFn weekly · 到期月份（週別）：YYYYMM、YYYYMMWn、YYYYMMFn */
  contract_month: string
  /** Product name · 商品名稱 */
  option_name: string | null
  /** Product category · 商品類別 */
  product_category: 'index' | 'stock' | 'etf' | 'commodity' | 'fx' | 'interest_rate'
  /** Final settlement price · 最後結算價 (points or TWD, 4 decimals) */
  final_settlement_price: string
  /** Underlying security code · 標的證券代號 */
  underlying_stock_id: string | null
  /** Agreed value of the underlying · 約定標的物價值 (TWD, 4 decimals) */
  contract_value: string | null
}

/** Futures calendar spreads · 期貨跨月價差行情 */
export interface TaiwanFuturesSpread {
  /** Trading date · 交易日期 */
  trade_date: string
  /** Futures product code · 期貨商品代號 */
  futures_id: string
  /** Combination, near/far · 價差組合（近月/遠月） */
  contract_month: string
  /** Near month · 近月契約 */
  near_month: string
  /** Far month · 遠月契約 */
  far_month: string
  /** Session: regular by day, after_hours by night · 交易時段：regular 一般、after_hours 盤後（夜盤） */
  trading_session: 'regular' | 'after_hours'
  /** Opening price · 開盤價 (points or TWD, 4 decimals) */
  open: string | null
  /** Highest price · 最高價 (points or TWD, 4 decimals) */
  high: string | null
  /** Lowest price · 最低價 (points or TWD, 4 decimals) */
  low: string | null
  /** Closing price · 收盤價 (points or TWD, 4 decimals) */
  close: string | null
  /** Best bid · 最佳買價 (points or TWD, 4 decimals) */
  best_bid: string | null
  /** Best ask · 最佳賣價 (points or TWD, 4 decimals) */
  best_ask: string | null
  /** Highest price of the contract so far · 歷史最高價 (points or TWD, 4 decimals) */
  historical_high: string | null
  /** Lowest price of the contract so far · 歷史最低價 (points or TWD, 4 decimals) */
  historical_low: string | null
  /** Volume between spread orders · 價差對價差成交量 (contracts) */
  spread_to_spread_volume: number
  /** Volume against outright orders · 價差對單式委託成交量 (contracts) */
  spread_to_single_volume: number
}

/** Convertible bond overview · 可轉債總覽 */
export interface TaiwanCBOverview {
  /** Bond code · 可轉債代號 */
  cb_id: string
  /** Short bond name · 可轉債簡稱 */
  cb_name: string
  /** Stock code of the issuer · 發行公司股票代號 */
  stock_id: string
  /** Issuer name · 發行公司名稱 */
  issuer_name: string | null
  /** Convertible or exchangeable · 種類：convertible 轉換、exchangeable 交換 */
  bond_kind: 'convertible' | 'exchangeable'
  /** Issue date · 發行日 */
  issue_date: string
  /** Listing date · 上市（櫃）日期 */
  listing_date: string | null
  /** Maturity date · 到期日 */
  maturity_date: string
  /** Delisting date · 終止上市（櫃）日期 */
  delisting_date: string | null
  /** Issue amount · 發行總額 (TWD, 2 decimals) */
  issue_amount: string | null
  /** Outstanding principal · 流通餘額 (TWD, 2 decimals) */
  outstanding_amount: string | null
  /** Coupon rate · 票面利率 (percent, 6 decimals) */
  coupon_rate: string | null
  /** Currency · 幣別 */
  currency: string | null
  /** Conversion price at issue · 發行時轉換價 (TWD, 4 decimals) */
  issue_conversion_price: string | null
  /** Latest conversion price · 最新轉換價 (TWD, 4 decimals) */
  conversion_price: string | null
  /** Conversion price effective from · 轉換價生效日 */
  conversion_price_effective_date: string | null
  /** Conversion period, first day · 轉換起日 */
  conversion_start_date: string | null
  /** Conversion period, last day · 轉換迄日 */
  conversion_end_date: string | null
  /** Next put date · 賣回權日期 */
  put_date: string | null
  /** Put price per 100 par · 賣回價格 (4 decimals) */
  put_price: string | null
  /** Put window, first day · 賣回起日 */
  put_start_date: string | null
  /** Put window, last day · 賣回迄日 */
  put_end_date: string | null
  /** Call window, first day · 強制贖回起日 */
  call_start_date: string | null
  /** Call window, last day · 強制贖回迄日 */
  call_end_date: string | null
  /** Call price · 強制贖回價格 (4 decimals) */
  call_price: string | null
  /** Suspension, first day · 停止交易起日 */
  suspension_start_date: string | null
  /** Suspension, last day · 停止交易迄日 */
  suspension_end_date: string | null
  /** Bond reference price · 可轉債參考價 (TWD per 100 par, 4 decimals) */
  reference_price: string | null
  /** Price of the underlying stock · 標的股票價格 (TWD, 4 decimals) */
  underlying_price: string | null
  /** Conversion value · 轉換價值 (TWD per 100 par, 4 decimals) */
  conversion_value: string | null
  /** Conversion premium · 轉換溢價率 (percent, 2 decimals) */
  premium_percent: string | null
  /** Guaranteed · 是否有擔保 */
  is_secured: boolean | null
  /** Guarantee · 擔保情形 */
  guarantor: string | null
  /** Listing status code · 掛牌狀態代碼 */
  listing_status: string | null
  /** Status · 狀態：active 流通中、matured 到期、terminated 終止 */
  status: 'active' | 'matured' | 'terminated'
  /** Date the row was last confirmed · 資料確認日 */
  as_of_date: string
}

/** Stock-related news · 個股相關新聞 */
export interface TaiwanRelatedNews {
  /** News id · 新聞識別碼 */
  news_id: string
  /** Security code, or MARKET · 證券代號（全市場為 MARKET） */
  stock_id: string
  /** Publication date · 發布日期 */
  publish_date: string
  /** Publication time · 發布時間 */
  published_at: string
  /** Headline · 標題 */
  title: string
  /** Media or publisher · 來源媒體 */
  source: string | null
  /** Link · 連結 */
  link: string
  /** Summary · 摘要 */
  summary: string | null
  /** Provider · 資料提供者 */
  provider: 'mops' | 'twse' | 'tpex' | 'google_news'
  /** Announcement or news · 類別：announcement 公告、news 新聞 */
  category: 'announcement' | 'news' | null
}

/** Currency in circulation · 流通貨幣量 */
export interface CurrencyCirculation {
  /** Country · 國別：TW 台灣、US 美國 */
  country: 'TW' | 'US'
  /** First day of the month reported · 資料月份（當月首日） */
  report_month: string
  /** Currency · 幣別 */
  currency: string
  /** Currency in circulation · 流通貨幣量 (currency units, 2 decimals) */
  amount: string
  /** Change from a year earlier · 年增率 (percent, 2 decimals) */
  yoy_percent: string | null
  /** Statistical basis · 統計基礎 */
  basis: string
}

/** Gold price · 黃金價格 */
export interface GoldPrice {
  /** Fixing date · 定盤日期 */
  trade_date: string
  /** Gold price · 黃金價格 (USD per troy ounce, 4 decimals) */
  price: string
  /** Morning fixing · 上午定盤價 (USD per troy ounce, 4 decimals) */
  price_am: string | null
  /** Afternoon fixing · 下午定盤價 (USD per troy ounce, 4 decimals) */
  price_pm: string | null
  /** Afternoon fixing in sterling · 下午定盤價（英鎊） (GBP per troy ounce, 4 decimals) */
  price_gbp: string | null
  /** Afternoon fixing in euro · 下午定盤價（歐元） (EUR per troy ounce, 4 decimals) */
  price_eur: string | null
}

/** Crude oil spot prices · 原油現貨價 */
export interface CrudeOilPrices {
  /** Crude oil: WTI or Brent · 原油種類：WTI 西德州、Brent 布蘭特 */
  name: 'WTI' | 'Brent'
  /** Price date · 日期 */
  trade_date: string
  /** Spot price · 現貨價 (USD per barrel, 4 decimals) */
  price: string
}

/** US stock and index prices · 美股股價 */
export interface USStockPrice {
  /** US ticker · 美股代號 */
  stock_id: string
  /** Trading date in New York · 交易日期（紐約） */
  trade_date: string
  /** Opening price · 開盤價 (USD, 4 decimals) */
  open: string | null
  /** Highest price · 最高價 (USD, 4 decimals) */
  high: string | null
  /** Lowest price · 最低價 (USD, 4 decimals) */
  low: string | null
  /** Closing price · 收盤價 (USD, 4 decimals) */
  close: string
  /** Adjusted closing price · 還原收盤價 (USD, 4 decimals) */
  adj_close: string | null
  /** Shares traded · 成交股數 (shares) */
  volume: number | null
}

/** Exchange rates against TWD · 外幣兌新台幣匯率 */
export interface ExchangeRate {
  /** Currency · 幣別 */
  currency: 'USD' | 'HKD' | 'GBP' | 'AUD' | 'CAD' | 'SGD' | 'CHF' | 'JPY' | 'ZAR' | 'SEK' | 'NZD' | 'THB' | 'PHP' | 'IDR' | 'EUR' | 'KRW' | 'VND' | 'MYR' | 'CNY'
  /** Quotation date · 牌告日期 */
  trade_date: string
  /** Bank buys cash · 現金買入 (TWD per unit, 6 decimals) */
  cash_buy: string | null
  /** Bank sells cash · 現金賣出 (TWD per unit, 6 decimals) */
  cash_sell: string | null
  /** Bank buys spot · 即期買入 (TWD per unit, 6 decimals) */
  spot_buy: string | null
  /** Bank sells spot · 即期賣出 (TWD per unit, 6 decimals) */
  spot_sell: string | null
  /** Reference rate of the futures exchange · 期交所參考匯率 (TWD per unit, 6 decimals) */
  reference_rate: string | null
}

/** Central bank policy rates · 各國央行政策利率 */
export interface CentralBankRate {
  /** Bank code, e.g. FED, ECB, BOJ, CBC · 央行代碼（如 FED、ECB、BOJ、CBC） */
  bank_code: string
  /** First day the rate applies · 生效日 */
  effective_date: string
  /** Central bank · 央行名稱 */
  bank_name: string
  /** Country code, XM for the euro area · 國別代碼（歐元區為 XM） */
  country_code: string
  /** Policy rate · 政策利率 (percent, 4 decimals) */
  interest_rate: string
  /** Change from the previous rate · 變動幅度 (basis points, 2 decimals) */
  change_bp: string | null
  /** Name of the rate · 利率名稱 */
  rate_name: string | null
}

/** US Treasury yields · 美國公債殖利率 */
export interface USBondYield {
  /** Tenor · 天期 */
  tenor: '1M' | '1.5M' | '2M' | '3M' | '4M' | '6M' | '1Y' | '2Y' | '3Y' | '5Y' | '7Y' | '10Y' | '20Y' | '30Y'
  /** Curve date · 日期 */
  trade_date: string
  /** Name of the tenor · 天期名稱 */
  name: string
  /** Yield · 殖利率 (percent, 4 decimals) */
  value: string
}

/** Taiwan monthly business indicators · 台灣景氣指標與燈號 */
export interface TaiwanMonthlyEconomicIndicator {
  /** First day of the month reported · 資料月份（當月首日） */
  report_month: string
  /** Leading index · 領先指標綜合指數 (index, 4 decimals) */
  leading_index: string | null
  /** Leading index, trend-adjusted · 領先指標不含趨勢指數 (index, 4 decimals) */
  leading_index_notrend: string | null
  /** Coincident index · 同時指標綜合指數 (index, 4 decimals) */
  coincident_index: string | null
  /** Coincident index, trend-adjusted · 同時指標不含趨勢指數 (index, 4 decimals) */
  coincident_index_notrend: string | null
  /** Lagging index · 落後指標綜合指數 (index, 4 decimals) */
  lagging_index: string | null
  /** Lagging index, trend-adjusted · 落後指標不含趨勢指數 (index, 4 decimals) */
  lagging_index_notrend: string | null
  /** Monitoring score, 9 to 45 · 景氣對策信號綜合分數 (points) */
  monitoring_score: number | null
  /** Monitoring light · 景氣燈號：blue 藍、yellow_blue 黃藍、green 綠、yellow_red 黃紅、red 紅 */
  monitoring_light: 'blue' | 'yellow_blue' | 'green' | 'yellow_red' | 'red' | null
  /** Money supply M1B · 貨幣總計數 M1B (TWD, 2 decimals) */
  m1b: string | null
  /** Stock price index · 股價指數 (index 1966=100, 4 decimals) */
  stock_price_index: string | null
  /** Industrial production index · 工業生產指數 (index, 4 decimals) */
  industrial_production_index: string | null
  /** Customs exports · 海關出口值 (TWD, 2 decimals) */
  exports: string | null
  /** Unemployment rate · 失業率 (percent, 2 decimals) */
  unemployment_rate: string | null
}

/** Taiwan fear and greed index · 台股恐懼與貪婪指數 */
export interface TaiwanFearAndGreedIndex {
  /** Trading date · 交易日期 */
  trade_date: string
  /** Fear and greed score, 0 to 100 · 恐懼與貪婪指數（0 至 100） (points, 2 decimals) */
  fear_greed_score: string
  /** Label · 情緒標籤：extreme_fear 極度恐懼 … extreme_greed 極度貪婪 */
  fear_greed_label: 'extreme_fear' | 'fear' | 'neutral' | 'greed' | 'extreme_greed'
  /** Momentum score · 動能分數 (points, 2 decimals) */
  momentum_score: string | null
  /** Breadth score · 市場廣度分數 (points, 2 decimals) */
  breadth_score: string | null
  /** Put/call score · 賣買權比分數 (points, 2 decimals) */
  put_call_score: string | null
  /** Volatility score · 波動分數 (points, 2 decimals) */
  volatility_score: string | null
  /** Safe haven score · 避險需求分數 (points, 2 decimals) */
  safe_haven_score: string | null
  /** Margin score · 融資分數 (points, 2 decimals) */
  margin_score: string | null
  /** Foreign flow score · 外資流向分數 (points, 2 decimals) */
  foreign_flow_score: string | null
  /** Momentum, raw value · 動能原始值 (6 decimals) */
  momentum_raw: string | null
  /** Breadth, raw value · 市場廣度原始值 (6 decimals) */
  breadth_raw: string | null
  /** Put/call, raw value · 賣買權比原始值 (6 decimals) */
  put_call_raw: string | null
  /** Volatility, raw value · 波動原始值 (6 decimals) */
  volatility_raw: string | null
  /** Safe haven, raw value · 避險需求原始值 (6 decimals) */
  safe_haven_raw: string | null
  /** Margin, raw value · 融資原始值 (6 decimals) */
  margin_raw: string | null
  /** Foreign flow, raw value · 外資流向原始值 (6 decimals) */
  foreign_flow_raw: string | null
  /** Components available, 5 to 7 · 可用指標數（5 至 7） */
  component_count: number
  /** Version of the method · 計算方法版本 */
  method_version: string
}

/** Continuous futures, daily · 期貨連續月日行情 */
export interface TaiwanFuturesContinuous {
  /** Futures product code · 期貨商品代號 */
  futures_id: string
  /** Trading date · 交易日期 */
  trade_date: string
  /** Rule by which the contract is chosen · 轉倉規則：expiry 依到期、volume 依成交量 */
  roll_rule: 'expiry' | 'volume'
  /** Contract: YYYYMM, or YYYYMMWn / YYYYMMFn weekly · 到期月份（週別）：YYYYMM、YYYYMMWn、YYYYMMFn */
  contract_month: string
  /** First day in another contract · 是否為轉倉後首日 */
  is_roll: boolean
  /** Opening price · 開盤價 (points or TWD, 4 decimals) */
  open: string | null
  /** Highest price · 最高價 (points or TWD, 4 decimals) */
  high: string | null
  /** Lowest price · 最低價 (points or TWD, 4 decimals) */
  low: string | null
  /** Closing price · 收盤價 (points or TWD, 4 decimals) */
  close: string | null
  /** Daily settlement price · 每日結算價 (points or TWD, 4 decimals) */
  settlement_price: string | null
  /** Contracts traded · 成交口數 (contracts) */
  volume: number
  /** Open interest · 未平倉量 (contracts) */
  open_interest: number | null
  /** New less old contract, on a day of a roll · 轉倉價差（新契約減舊契約，僅轉倉日） (points or TWD, 4 decimals) */
  roll_gap: string | null
  /** Sum of the gaps since adjusted_since · 自 adjusted_since 起之累計轉倉價差 (points or TWD, 4 decimals) */
  cumulative_gap: string
  /** Product of new / old since adjusted_since · 自 adjusted_since 起之累計轉倉比率（新／舊） (10 decimals) */
  cumulative_ratio: string
  /** Close less cumulative_gap · 差額調整收盤價 (points or TWD, 4 decimals) */
  difference_adjusted_close: string | null
  /** Close divided by cumulative_ratio · 比率調整收盤價 (points or TWD, 4 decimals) */
  ratio_adjusted_close: string | null
  /** First day of comparable adjusted prices · 調整價格起算日 */
  adjusted_since: string
}

/** Calendar of futures and options contracts · 期貨與選擇權契約行事曆 */
export interface TaiwanDerivativesContracts {
  /** Product code · 商品代號 */
  product_id: string
  /** Contract: YYYYMM, or YYYYMMWn / YYYYMMFn weekly · 到期月份（週別）：YYYYMM、YYYYMMWn、YYYYMMFn */
  contract_month: string
  /** Futures or option · 商品種類：futures 期貨、option 選擇權 */
  product_type: 'futures' | 'option'
  /** Product name · 商品名稱 */
  product_name: string | null
  /** Product category · 商品類別 */
  product_category: 'index' | 'stock' | 'etf' | 'commodity' | 'fx' | 'interest_rate' | null
  /** Monthly, or weekly by its weekday · 到期週期：monthly 月、weekly_wednesday 週三、weekly_friday 週五 */
  expiry_cycle: 'monthly' | 'weekly_wednesday' | 'weekly_friday'
  /** First day with a quotation here · 首筆行情日 */
  first_trade_date: string
  /** Expiry date · 契約到期日 */
  expiry_date: string | null
  /** Where the expiry date comes from · 到期日依據 */
  expiry_basis: 'settlement' | 'option_daily' | 'calendar' | 'weekday' | null
  /** Final settlement price · 最後結算價 (points or TWD, 4 decimals) */
  final_settlement_price: string | null
  /** Contract multiplier, in multiplier_unit · 契約乘數（單位見 multiplier_unit） (4 decimals) */
  multiplier: string | null
  /** Unit of the multiplier · 契約乘數單位 */
  multiplier_unit: string | null
  /** Currency of the price · 報價幣別 */
  currency: string | null
  /** Tick, where it is one for all prices · 升降單位（單一級距） (4 decimals) */
  tick_size: string | null
  /** Ticks by price, where there are several · 升降單位（依價格分級） */
  tick_bands: string | null
  /** Code of the underlying security or index · 標的證券或指數代號 */
  underlying_id: string | null
}

/** Implied volatility and greeks of options · 選擇權隱含波動率與希臘字母 */
export interface TaiwanOptionGreeks {
  /** Trading date · 交易日期 */
  trade_date: string
  /** Option product code · 選擇權商品代號 */
  option_id: string
  /** Contract: YYYYMM, or YYYYMMWn / YYYYMMFn weekly · 到期月份（週別）：YYYYMM、YYYYMMWn、YYYYMMFn */
  contract_month: string
  /** Strike price · 履約價 (points or TWD, 4 decimals) */
  strike_price: string
  /** Call or put · 買賣權別：call 買權、put 賣權 */
  call_put: 'call' | 'put'
  /** Expiry date · 契約到期日 */
  expiry_date: string | null
  /** Calendar days to expiry · 距到期日曆日數 (days) */
  days_to_expiry: number | null
  /** Settlement price, or the close · 結算價（無則為收盤價） (points or TWD, 4 decimals) */
  option_price: string | null
  /** Forward by put-call parity · 買賣權平價遠期價格 (points or TWD, 4 decimals) */
  forward_price: string | null
  /** Discount rate a year · 年折現率 (percent, 4 decimals) */
  discount_rate: string | null
  /** Implied volatility a year · 隱含波動率（年） (percent, 4 decimals) */
  implied_volatility: string | null
  /** Delta · Delta（對遠期價格） (6 decimals) */
  delta: string | null
  /** Gamma · Gamma（對遠期價格） (10 decimals) */
  gamma: string | null
  /** Vega for one percentage point · Vega（每一百分點） (points or TWD, 6 decimals) */
  vega: string | null
  /** Theta for one calendar day · Theta（每一日曆日） (points or TWD, 6 decimals) */
  theta: string | null
  /** Why the figures are null · 數值為 null 的原因 */
  reason: 'no_price' | 'no_expiry' | 'no_days' | 'no_rate' | 'no_forward' | 'outside_bounds' | null
}

/** Volatility index of TXO, by closing quotes · 臺指選擇權波動率指數（收盤報價） */
export interface TaiwanVolatilityIndex {
  /** Trading date · 交易日期 */
  trade_date: string
  /** Volatility index · 波動率指數 (percent, 4 decimals) */
  volatility_index: string | null
  /** Discount rate a year · 年折現率 (percent, 4 decimals) */
  discount_rate: string | null
  /** Contract of the near term · 近月契約月份 */
  near_contract_month: string | null
  /** Calendar days to expiry, near term · 近月距到期日曆日數 (days) */
  near_days: number | null
  /** Forward, near term · 近月遠期價格 (points, 4 decimals) */
  near_forward: string | null
  /** Strikes used, near term · 近月採用履約價數 */
  near_strikes: number | null
  /** Variance a year, near term · 近月年化變異數 (8 decimals) */
  near_variance: string | null
  /** Contract of the next term · 次近月契約月份 */
  next_contract_month: string | null
  /** Calendar days to expiry, next term · 次近月距到期日曆日數 (days) */
  next_days: number | null
  /** Forward, next term · 次近月遠期價格 (points, 4 decimals) */
  next_forward: string | null
  /** Strikes used, next term · 次近月採用履約價數 */
  next_strikes: number | null
  /** Variance a year, next term · 次近月年化變異數 (8 decimals) */
  next_variance: string | null
  /** Why the index is null · 指數為 null 的原因 */
  reason: 'no_rate' | 'no_terms' | 'no_forward' | 'few_strikes' | 'no_variance' | null
}

/** Futures, large traders, by day · 期貨大額交易人未平倉歷史 */
export interface TaiwanFuturesLargeTradersHistory {
  /** Trading date · 交易日期 */
  trade_date: string
  /** Futures product code · 期貨商品代號 */
  futures_id: string
  /** Product name · 商品名稱 */
  futures_name: string | null
  /** Front month YYYYMM, week or all · 契約：近月 YYYYMM、week 週契約、all 所有契約 */
  contract_month: string
  /** Long positions of the top 5 traders · 買方前五大交易人部位數 (contracts) */
  buy_top5_trader_open_interest: number | null
  /** Long positions of the top 5 traders, % of market · 買方前五大交易人部位占比 (percent, 2 decimals) */
  buy_top5_trader_open_interest_percent: string | null
  /** Long positions of the top 10 traders · 買方前十大交易人部位數 (contracts) */
  buy_top10_trader_open_interest: number | null
  /** Long positions of the top 10 traders, % of market · 買方前十大交易人部位占比 (percent, 2 decimals) */
  buy_top10_trader_open_interest_percent: string | null
  /** Short positions of the top 5 traders · 賣方前五大交易人部位數 (contracts) */
  sell_top5_trader_open_interest: number | null
  /** Short positions of the top 5 traders, % of market · 賣方前五大交易人部位占比 (percent, 2 decimals) */
  sell_top5_trader_open_interest_percent: string | null
  /** Short positions of the top 10 traders · 賣方前十大交易人部位數 (contracts) */
  sell_top10_trader_open_interest: number | null
  /** Short positions of the top 10 traders, % of market · 賣方前十大交易人部位占比 (percent, 2 decimals) */
  sell_top10_trader_open_interest_percent: string | null
  /** Long positions of institutions in the top 5 · 買方前五大特定法人部位數 (contracts) */
  buy_top5_specific_open_interest: number | null
  /** Long positions of institutions in the top 5, % of market · 買方前五大特定法人部位占比 (percent, 2 decimals) */
  buy_top5_specific_open_interest_percent: string | null
  /** Long positions of institutions in the top 10 · 買方前十大特定法人部位數 (contracts) */
  buy_top10_specific_open_interest: number | null
  /** Long positions of institutions in the top 10, % of market · 買方前十大特定法人部位占比 (percent, 2 decimals) */
  buy_top10_specific_open_interest_percent: string | null
  /** Short positions of institutions in the top 5 · 賣方前五大特定法人部位數 (contracts) */
  sell_top5_specific_open_interest: number | null
  /** Short positions of institutions in the top 5, % of market · 賣方前五大特定法人部位占比 (percent, 2 decimals) */
  sell_top5_specific_open_interest_percent: string | null
  /** Short positions of institutions in the top 10 · 賣方前十大特定法人部位數 (contracts) */
  sell_top10_specific_open_interest: number | null
  /** Short positions of institutions in the top 10, % of market · 賣方前十大特定法人部位占比 (percent, 2 decimals) */
  sell_top10_specific_open_interest_percent: string | null
  /** Open interest of the whole market · 全市場未平倉量 (contracts) */
  market_open_interest: number | null
}

/** Options, large traders, by day · 選擇權大額交易人未平倉歷史 */
export interface TaiwanOptionsLargeTradersHistory {
  /** Trading date · 交易日期 */
  trade_date: string
  /** Option product code · 選擇權商品代號 */
  option_id: string
  /** Product name · 商品名稱 */
  option_name: string | null
  /** Call or put · 買賣權別：call 買權、put 賣權 */
  call_put: 'call' | 'put'
  /** Front month YYYYMM, week or all · 契約：近月 YYYYMM、week 週契約、all 所有契約 */
  contract_month: string
  /** Long positions of the top 5 traders · 買方前五大交易人部位數 (contracts) */
  buy_top5_trader_open_interest: number | null
  /** Long positions of the top 5 traders, % of market · 買方前五大交易人部位占比 (percent, 2 decimals) */
  buy_top5_trader_open_interest_percent: string | null
  /** Long positions of the top 10 traders · 買方前十大交易人部位數 (contracts) */
  buy_top10_trader_open_interest: number | null
  /** Long positions of the top 10 traders, % of market · 買方前十大交易人部位占比 (percent, 2 decimals) */
  buy_top10_trader_open_interest_percent: string | null
  /** Short positions of the top 5 traders · 賣方前五大交易人部位數 (contracts) */
  sell_top5_trader_open_interest: number | null
  /** Short positions of the top 5 traders, % of market · 賣方前五大交易人部位占比 (percent, 2 decimals) */
  sell_top5_trader_open_interest_percent: string | null
  /** Short positions of the top 10 traders · 賣方前十大交易人部位數 (contracts) */
  sell_top10_trader_open_interest: number | null
  /** Short positions of the top 10 traders, % of market · 賣方前十大交易人部位占比 (percent, 2 decimals) */
  sell_top10_trader_open_interest_percent: string | null
  /** Long positions of institutions in the top 5 · 買方前五大特定法人部位數 (contracts) */
  buy_top5_specific_open_interest: number | null
  /** Long positions of institutions in the top 5, % of market · 買方前五大特定法人部位占比 (percent, 2 decimals) */
  buy_top5_specific_open_interest_percent: string | null
  /** Long positions of institutions in the top 10 · 買方前十大特定法人部位數 (contracts) */
  buy_top10_specific_open_interest: number | null
  /** Long positions of institutions in the top 10, % of market · 買方前十大特定法人部位占比 (percent, 2 decimals) */
  buy_top10_specific_open_interest_percent: string | null
  /** Short positions of institutions in the top 5 · 賣方前五大特定法人部位數 (contracts) */
  sell_top5_specific_open_interest: number | null
  /** Short positions of institutions in the top 5, % of market · 賣方前五大特定法人部位占比 (percent, 2 decimals) */
  sell_top5_specific_open_interest_percent: string | null
  /** Short positions of institutions in the top 10 · 賣方前十大特定法人部位數 (contracts) */
  sell_top10_specific_open_interest: number | null
  /** Short positions of institutions in the top 10, % of market · 賣方前十大特定法人部位占比 (percent, 2 decimals) */
  sell_top10_specific_open_interest_percent: string | null
  /** Open interest of the whole market · 全市場未平倉量 (contracts) */
  market_open_interest: number | null
}

/** Convertible bond overview, by day · 可轉債總覽歷史 */
export interface TaiwanCBOverviewHistory {
  /** Bond code · 可轉債代號 */
  cb_id: string
  /** Day of the overview · 總覽資料日 */
  trade_date: string
  /** Short bond name · 可轉債簡稱 */
  cb_name: string
  /** Stock code of the issuer · 發行公司股票代號 */
  stock_id: string
  /** Issuer name · 發行公司名稱 */
  issuer_name: string | null
  /** Convertible or exchangeable · 種類：convertible 轉換、exchangeable 交換 */
  bond_kind: 'convertible' | 'exchangeable'
  /** Issue date · 發行日 */
  issue_date: string
  /** Listing date · 上市（櫃）日期 */
  listing_date: string | null
  /** Maturity date · 到期日 */
  maturity_date: string
  /** Delisting date · 終止上市（櫃）日期 */
  delisting_date: string | null
  /** Issue amount · 發行總額 (TWD, 2 decimals) */
  issue_amount: string | null
  /** Outstanding principal · 流通餘額 (TWD, 2 decimals) */
  outstanding_amount: string | null
  /** Coupon rate · 票面利率 (percent, 6 decimals) */
  coupon_rate: string | null
  /** Currency · 幣別 */
  currency: string | null
  /** Conversion price at issue · 發行時轉換價 (TWD, 4 decimals) */
  issue_conversion_price: string | null
  /** Latest conversion price · 最新轉換價 (TWD, 4 decimals) */
  conversion_price: string | null
  /** Conversion price effective from · 轉換價生效日 */
  conversion_price_effective_date: string | null
  /** Conversion period, first day · 轉換起日 */
  conversion_start_date: string | null
  /** Conversion period, last day · 轉換迄日 */
  conversion_end_date: string | null
  /** Next put date · 賣回權日期 */
  put_date: string | null
  /** Put price per 100 par · 賣回價格 (4 decimals) */
  put_price: string | null
  /** Put window, first day · 賣回起日 */
  put_start_date: string | null
  /** Put window, last day · 賣回迄日 */
  put_end_date: string | null
  /** Call window, first day · 強制贖回起日 */
  call_start_date: string | null
  /** Call window, last day · 強制贖回迄日 */
  call_end_date: string | null
  /** Call price · 強制贖回價格 (4 decimals) */
  call_price: string | null
  /** Suspension, first day · 停止交易起日 */
  suspension_start_date: string | null
  /** Suspension, last day · 停止交易迄日 */
  suspension_end_date: string | null
  /** Bond reference price · 可轉債參考價 (TWD per 100 par, 4 decimals) */
  reference_price: string | null
  /** Price of the underlying stock · 標的股票價格 (TWD, 4 decimals) */
  underlying_price: string | null
  /** Conversion value · 轉換價值 (TWD per 100 par, 4 decimals) */
  conversion_value: string | null
  /** Conversion premium · 轉換溢價率 (percent, 2 decimals) */
  premium_percent: string | null
  /** Guaranteed · 是否有擔保 */
  is_secured: boolean | null
  /** Guarantee · 擔保情形 */
  guarantor: string | null
  /** Listing status code · 掛牌狀態代碼 */
  listing_status: string | null
  /** Status · 狀態：active 流通中、matured 到期、terminated 終止 */
  status: 'active' | 'matured' | 'terminated'
}

/** Convertible bonds, parity and premium by day · 可轉債每日轉換價值與溢價率 */
export interface TaiwanCBPremium {
  /** Bond code · 可轉債代號 */
  cb_id: string
  /** Trading date · 交易日期 */
  trade_date: string
  /** Stock code of the issuer · 發行公司股票代號 */
  stock_id: string
  /** Conversion price in force · 當日適用轉換價 (TWD, 4 decimals) */
  conversion_price: string
  /** Close of the stock · 股票收盤價 (TWD, 4 decimals) */
  stock_close: string | null
  /** Conversion value, parity · 轉換價值 (TWD per 100 par, 4 decimals) */
  conversion_value: string | null
  /** Bond reference price · 可轉債參考價 (TWD per 100 par, 4 decimals) */
  bond_price: string | null
  /** Conversion premium · 轉換溢價率 (percent, 2 decimals) */
  premium_percent: string | null
}

/** Ratios from financial statements · 財務比率 */
export interface TaiwanStockRatios {
  /** Security code · 證券代號 */
  stock_id: string
  /** Last day of the quarter · 財報期間截止日 */
  report_date: string
  /** Fiscal year · 會計年度（西元） */
  fiscal_year: number
  /** Fiscal quarter, 1 to 4 · 季別（1 至 4） */
  fiscal_quarter: number
  /** Latest filing date of its statements · 各報表申報日之最晚者 */
  announce_date: string | null
  /** Gross profit over revenue · 毛利率 (percent, 4 decimals) */
  gross_margin: string | null
  /** Operating income over revenue · 營業利益率 (percent, 4 decimals) */
  operating_margin: string | null
  /** Net income over revenue · 稅後淨利率 (percent, 4 decimals) */
  net_margin: string | null
  /** Return on equity, four quarters · 股東權益報酬率（近四季） (percent, 4 decimals) */
  roe_trailing: string | null
  /** Return on equity, the quarter times four · 股東權益報酬率（單季年化） (percent, 4 decimals) */
  roe_annualised: string | null
  /** Return on assets, four quarters · 資產報酬率（近四季） (percent, 4 decimals) */
  roa_trailing: string | null
  /** Return on assets, the quarter times four · 資產報酬率（單季年化） (percent, 4 decimals) */
  roa_annualised: string | null
  /** Liabilities over assets · 負債比率 (percent, 4 decimals) */
  debt_ratio: string | null
  /** Revenue of four quarters over average assets · 總資產週轉率（近四季） (times, 4 decimals) */
  asset_turnover: string | null
  /** Operating cash flow less purchases of property · 單季自由現金流 (TWD, 4 decimals) */
  free_cash_flow: string | null
  /** The same of four quarters · 近四季自由現金流 (TWD, 4 decimals) */
  free_cash_flow_trailing: string | null
  /** Basic earnings per share of the quarter · 單季基本每股盈餘 (TWD per share, 4 decimals) */
  eps: string | null
  /** Basic earnings per share of four quarters · 近四季基本每股盈餘 (TWD per share, 4 decimals) */
  eps_trailing: string | null
}

/** Margin maintenance ratio of a stock, estimated · 個股融資維持率（推估） */
export interface TaiwanStockMarginMaintenance {
  /** Security code · 證券代號 */
  stock_id: string
  /** Trading date · 交易日期 */
  trade_date: string
  /** Market: TWSE listed, TPEX OTC, ESB emerging board · 市場別：TWSE 上市、TPEX 上櫃、ESB 興櫃 */
  market: 'TWSE' | 'TPEX'
  /** Shares held on margin · 融資餘額 (shares) */
  margin_purchase_balance: number
  /** Last close · 最近收盤價 (TWD, 4 decimals) */
  close: string
  /** Day of that close · 收盤價日期 */
  close_date: string
  /** Estimated cost of a share held on margin · 推估融資成本 (TWD, 4 decimals) */
  margin_cost: string | null
  /** Estimated margin loans · 推估融資金額 (TWD, 2 decimals) */
  estimated_loan: string | null
  /** Estimated maintenance ratio · 推估融資維持率 (percent, 4 decimals) */
  margin_maintenance_ratio: string | null
  /** First purchase that the cost counts · 計入成本之最早買進日 */
  purchases_since: string | null
}

/** Corporate calendar · 公司與市場行事曆 */
export interface TaiwanCorporateCalendar {
  /** Security code · 證券代號 */
  stock_id: string
  /** Day of the event · 事件日期 */
  event_date: string
  /** Kind of the event · 事件類別 */
  event: 'ex_dividend' | 'ex_rights' | 'dividend_payment' | 'shareholder_meeting' | 'extraordinary_meeting' | 'capital_reduction' | 'split' | 'par_change' | 'disposition_start' | 'disposition_end' | 'delisting' | 'revenue_deadline' | 'statement_deadline' | 'settlement'
  /** Period, contract or reason · 期間、契約或原因 */
  detail: string
  /** Short Chinese name · 證券簡稱 */
  stock_name: string | null
  /** Dividend per share, reference or settlement price · 每股股利、參考價或結算價 (TWD or points, 6 decimals) */
  amount: string | null
  /** Day of the announcement · 公告日期 */
  announce_date: string | null
}

/** Account codes of financial statements · 財務報表會計項目代碼 */
export interface TaiwanStatementAccounts {
  /** Dataset of the statement · 所屬報表資料集 */
  statement: 'TaiwanStockFinancialStatement' | 'TaiwanStockBalanceSheet' | 'TaiwanStockCashFlowsStatement'
  /** Account code · 會計項目代碼 */
  type: string
  /** First day of statements with these codes · 適用起日 */
  effective_date: string
  /** Place within the statement · 報表內順序 */
  sequence: number
  /** English name · 英文名稱 */
  name_en: string
  /** Preferred name in filings · 申報中文名稱 */
  name_zh: string
  /** Other names in filings · 其他申報名稱 */
  other_names_zh: string | null
  /** Unit of the amounts · 金額單位 */
  unit: 'TWD' | 'TWD_per_share' | 'shares'
  /** Element of the IFRS taxonomy · IFRS 分類項目 */
  ifrs_element: string | null
  /** Side of a positive amount · 借貸方向：debit 借方、credit 貸方 */
  balance: 'debit' | 'credit' | null
}

/** Row type by dataset name. */
export interface Rows {
  TaiwanStockOverview: TaiwanStockOverview
  TaiwanStockOverviewIncludeWarrant: TaiwanStockOverviewIncludeWarrant
  TaiwanStockTradingDate: TaiwanStockTradingDate
  TaiwanStockSectorPrice: TaiwanStockSectorPrice
  TaiwanStockPER: TaiwanStockPER
  TaiwanWeightedIndex: TaiwanWeightedIndex
  TaiwanStockDayTradingInfo: TaiwanStockDayTradingInfo
  TaiwanReturnIndex: TaiwanReturnIndex
  TaiwanStockPrice: TaiwanStockPrice
  TaiwanStockPriceAdj: TaiwanStockPriceAdj
  TaiwanStockWeekPrice: TaiwanStockWeekPrice
  TaiwanStockMonthPrice: TaiwanStockMonthPrice
  TaiwanStock10Year: TaiwanStock10Year
  TaiwanStockTradingHaltAnnouncement: TaiwanStockTradingHaltAnnouncement
  TaiwanStockSuspendDayTrading: TaiwanStockSuspendDayTrading
  TaiwanStockDailyPriceLimit: TaiwanStockDailyPriceLimit
  TaiwanStock5SecondsOrderStats: TaiwanStock5SecondsOrderStats
  TaiwanIndex5Seconds: TaiwanIndex5Seconds
  TaiwanStockDayTradingFee: TaiwanStockDayTradingFee
  TaiwanStockTotalMarginPurchaseShortSale: TaiwanStockTotalMarginPurchaseShortSale
  TaiwanStockTotalInstitutionalInvestors: TaiwanStockTotalInstitutionalInvestors
  TaiwanStockSecuritiesLending: TaiwanStockSecuritiesLending
  TaiwanDailyShortSaleBalances: TaiwanDailyShortSaleBalances
  TaiwanStockBlockTrade: TaiwanStockBlockTrade
  TaiwanStockCreditLimit: TaiwanStockCreditLimit
  TaiwanStockBrokerInfo: TaiwanStockBrokerInfo
  TaiwanStockMarginPurchaseShortSale: TaiwanStockMarginPurchaseShortSale
  TaiwanStockInstitutionalInvestorsBuySell: TaiwanStockInstitutionalInvestorsBuySell
  TaiwanStockShareholding: TaiwanStockShareholding
  TaiwanStockMarginShortSaleSuspension: TaiwanStockMarginShortSaleSuspension
  TaiwanStockMarginRatio: TaiwanStockMarginRatio
  TaiwanStockHoldingSharesPer: TaiwanStockHoldingSharesPer
  TaiwanStockDisposition: TaiwanStockDisposition
  TaiwanStockDelisting: TaiwanStockDelisting
  TaiwanStockCashFlowsStatement: TaiwanStockCashFlowsStatement
  TaiwanStockFinancialStatement: TaiwanStockFinancialStatement
  TaiwanStockBalanceSheet: TaiwanStockBalanceSheet
  TaiwanStockDividend: TaiwanStockDividend
  TaiwanStockDividendResult: TaiwanStockDividendResult
  TaiwanStockCapitalReductionReferencePrice: TaiwanStockCapitalReductionReferencePrice
  TaiwanStockSplitPrice: TaiwanStockSplitPrice
  TaiwanStockChangeFaceReference: TaiwanStockChangeFaceReference
  TaiwanStockMonthRevenue: TaiwanStockMonthRevenue
  TaiwanStockMarketValue: TaiwanStockMarketValue
  TaiwanStockMarketValueWeight: TaiwanStockMarketValueWeight
  TaiwanStockCompanyIndustry: TaiwanStockCompanyIndustry
  TaiwanFinancialHoldingsCompany: TaiwanFinancialHoldingsCompany
  TaiwanFutureOptionDailyTotalOverview: TaiwanFutureOptionDailyTotalOverview
  TaiwanFutureOptionTickRealtime: TaiwanFutureOptionTickRealtime
  TaiwanFuturesDaily: TaiwanFuturesDaily
  TaiwanOptionDaily: TaiwanOptionDaily
  TaiwanFuturesInstitutionalInvestors: TaiwanFuturesInstitutionalInvestors
  TaiwanOptionInstitutionalInvestors: TaiwanOptionInstitutionalInvestors
  TaiwanFuturesBrokerDaily: TaiwanFuturesBrokerDaily
  TaiwanOptionsBrokerDaily: TaiwanOptionsBrokerDaily
  TaiwanFuturesLargeTraders: TaiwanFuturesLargeTraders
  TaiwanOptionsLargeTraders: TaiwanOptionsLargeTraders
  TaiwanFuturesNightInstitutionalInvestors: TaiwanFuturesNightInstitutionalInvestors
  TaiwanOptionsNightInstitutionalInvestors: TaiwanOptionsNightInstitutionalInvestors
  TaiwanFuturesSettlement: TaiwanFuturesSettlement
  TaiwanOptionsSettlement: TaiwanOptionsSettlement
  TaiwanFuturesSpread: TaiwanFuturesSpread
  TaiwanCBOverview: TaiwanCBOverview
  TaiwanRelatedNews: TaiwanRelatedNews
  CurrencyCirculation: CurrencyCirculation
  GoldPrice: GoldPrice
  CrudeOilPrices: CrudeOilPrices
  USStockPrice: USStockPrice
  ExchangeRate: ExchangeRate
  CentralBankRate: CentralBankRate
  USBondYield: USBondYield
  TaiwanMonthlyEconomicIndicator: TaiwanMonthlyEconomicIndicator
  TaiwanFearAndGreedIndex: TaiwanFearAndGreedIndex
  TaiwanFuturesContinuous: TaiwanFuturesContinuous
  TaiwanDerivativesContracts: TaiwanDerivativesContracts
  TaiwanOptionGreeks: TaiwanOptionGreeks
  TaiwanVolatilityIndex: TaiwanVolatilityIndex
  TaiwanFuturesLargeTradersHistory: TaiwanFuturesLargeTradersHistory
  TaiwanOptionsLargeTradersHistory: TaiwanOptionsLargeTradersHistory
  TaiwanCBOverviewHistory: TaiwanCBOverviewHistory
  TaiwanCBPremium: TaiwanCBPremium
  TaiwanStockRatios: TaiwanStockRatios
  TaiwanStockMarginMaintenance: TaiwanStockMarginMaintenance
  TaiwanCorporateCalendar: TaiwanCorporateCalendar
  TaiwanStatementAccounts: TaiwanStatementAccounts
}
