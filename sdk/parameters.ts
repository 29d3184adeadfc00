// Printed from the parameters of queries by `npm run docs`; do not edit.

/** The parameters of a query of rows. */
export interface RowsParameters {
  /** One id, or up to 500 separated by commas · 代號，可用逗號分隔，最多 500 個 */
  readonly stock_id?: string | readonly string[] | undefined
  /** First key date, included · 起始日期（含） */
  readonly start_date?: string | undefined
  /** Last key date, included · 結束日期（含） */
  readonly end_date?: string | undefined
  /** Period of financial statements, quarterly when left out; cumulative is for income statements · 財報期間，預設 quarterly；cumulative 僅適用綜合損益表 */
  readonly period?: 'quarterly' | 'annual' | 'cumulative' | undefined
  /** Include matured and terminated bonds · 是否包含已到期或終止的債券 */
  readonly include_expired?: boolean | undefined
  /** Include delisted securities · 是否包含已下市（櫃）的證券 */
  readonly include_inactive?: boolean | undefined
  /** Date column that start_date and end_date apply to; the key date when left out · start_date 與 end_date 所比對的日期欄位，預設為資料日期 */
  readonly date?: string | undefined
  /** Only the rows of the newest key date of each id, within the other filters · 在其他條件內，僅回傳各代號最新日期的資料列 */
  readonly latest?: boolean | undefined
  /** wide: one row for each key date and one column for each id, with the column that value names · wide：每個日期一列、每個代號一欄，內容為 value 所指定的欄位 */
  readonly shape?: 'wide' | undefined
  /** Column whose values a wide frame has · 寬表格的內容欄位 */
  readonly value?: string | undefined
  /** desc (newest first, the default) or asc, the whole order turned round · 排序：desc 由新到舊（預設），asc 反轉整個順序 */
  readonly sort?: 'asc' | 'desc' | undefined
  /** Columns to return, separated by commas · 要回傳的欄位，以逗號分隔 */
  readonly columns?: string | readonly string[] | undefined
  /** Rows as they were known then: a date (its end in Taipei), or an instant such as 2026-08-10T13:30:00+08:00 · 當時所知的資料：日期（台北時間當日結束），或時點如 2026-08-10T13:30:00+08:00 */
  readonly as_of?: string | undefined
  /** How it is known when a row became known, separated by commas: observed, filed, deadline, unknown; all when left out · 得知時間的依據，以逗號分隔：observed、filed、deadline、unknown；預設為全部 */
  readonly known_by?: string | undefined
  /** warnings: the warnings of `X-Warning` in the body too, as `warnings`, for json; known: the columns `known_at` and `known_by` · warnings：將 `X-Warning` 的警告一併放入內容的 `warnings`，僅用於 json；known：加上 `known_at` 與 `known_by` 欄位 */
  readonly include?: 'known' | undefined
  /** Market: any of TWSE, TPEX, ESB · 市場別：TWSE、TPEX、ESB，可用逗號分隔多個 */
  readonly market?: string | number | readonly (string | number)[] | undefined
  /** Security type: any of stock, etf, etn, tdr, preferred, reit, warrant, bond, other · 有價證券別：stock、etf、etn、tdr、preferred、reit、warrant、bond、other，可用逗號分隔多個 */
  readonly security_type?: string | number | readonly (string | number)[] | undefined
  /** Issue key: listing date, YYYYMMDD or -; several are separated by commas · 發行識別鍵（上市日），可用逗號分隔多個 */
  readonly issue_key?: string | number | readonly (string | number)[] | undefined
  /** Warrant type: any of call, put, bull, bear · 權證類型：call、put、bull、bear，可用逗號分隔多個 */
  readonly warrant_type?: string | number | readonly (string | number)[] | undefined
  /** Exercise style: any of american, european · 履約方式：american、european，可用逗號分隔多個 */
  readonly exercise_style?: string | number | readonly (string | number)[] | undefined
  /** Halt time, HH:MM:SS; several are separated by commas · 暫停交易時間，可用逗號分隔多個 */
  readonly halt_time?: string | number | readonly (string | number)[] | undefined
  /** Why the figures are null: any of no_price, no_expiry, no_days, no_rate, no_forward, outside_bounds · 數值為 null 的原因：no_price、no_expiry、no_days、no_rate、no_forward、outside_bounds，可用逗號分隔多個 */
  readonly reason?: string | number | readonly (string | number)[] | undefined
  /** Time of day, HH:MM:SS; several are separated by commas · 時間（HH:MM:SS），可用逗號分隔多個 */
  readonly trade_time?: string | number | readonly (string | number)[] | undefined
  /** Row number within stock and day; several are separated by commas · 序號，可用逗號分隔多個 */
  readonly seq?: string | number | readonly (string | number)[] | undefined
  /** Transaction type: any of fixed_rate, competitive, negotiated · 交易方式：fixed_rate、competitive、negotiated，可用逗號分隔多個 */
  readonly transaction_type?: string | number | readonly (string | number)[] | undefined
  /** Broker code, case-sensitive; several are separated by commas · 證券商代號（區分大小寫），可用逗號分隔多個 */
  readonly broker_id?: string | number | readonly (string | number)[] | undefined
  /** Head office or branch: any of head_office, branch · 總公司 head_office／分公司 branch：head_office、branch，可用逗號分隔多個 */
  readonly broker_type?: string | number | readonly (string | number)[] | undefined
  /** Bracket number, 17 is the total; several are separated by commas · 持股分級序號（17 為合計），可用逗號分隔多個 */
  readonly level?: string | number | readonly (string | number)[] | undefined
  /** First restricted day; several are separated by commas · 處置起日，可用逗號分隔多個 */
  readonly period_start_date?: string | number | readonly (string | number)[] | undefined
  /** Account code; several are separated by commas · 會計項目代碼，可用逗號分隔多個 */
  readonly type?: string | number | readonly (string | number)[] | undefined
  /** Unit of the amount: any of TWD, TWD_per_share, percent, shares · 金額單位：TWD、TWD_per_share、percent、shares，可用逗號分隔多個 */
  readonly unit?: string | number | readonly (string | number)[] | undefined
  /** Consolidated or individual statement: any of consolidated, individual · 報表範圍：consolidated、individual，可用逗號分隔多個 */
  readonly statement_scope?: string | number | readonly (string | number)[] | undefined
  /** Announcement time, HH:MM:SS; several are separated by commas · 公告時間（HH:MM:SS），可用逗號分隔多個 */
  readonly announce_time?: string | number | readonly (string | number)[] | undefined
  /** Dividend period as announced; several are separated by commas · 股利所屬期間（公告原文），可用逗號分隔多個 */
  readonly dividend_period?: string | number | readonly (string | number)[] | undefined
  /** Ex-dividend, ex-rights or both: any of dividend, rights, both · 權息別：dividend、rights、both，可用逗號分隔多個 */
  readonly event_type?: string | number | readonly (string | number)[] | undefined
  /** Split or reverse split: any of split, reverse_split · 分割類型：split、reverse_split，可用逗號分隔多個 */
  readonly split_type?: string | number | readonly (string | number)[] | undefined
  /** Official industry or value chain: any of official, value_chain · 分類：official、value_chain，可用逗號分隔多個 */
  readonly classification?: string | number | readonly (string | number)[] | undefined
  /** Industry; several are separated by commas · 產業別，可用逗號分隔多個 */
  readonly industry_category?: string | number | readonly (string | number)[] | undefined
  /** Sub-industry; several are separated by commas · 子產業，可用逗號分隔多個 */
  readonly sub_industry?: string | number | readonly (string | number)[] | undefined
  /** Position in the value chain: any of upstream, midstream, downstream · 產業鏈位置：upstream、midstream、downstream，可用逗號分隔多個 */
  readonly chain_position?: string | number | readonly (string | number)[] | undefined
  /** Reporting entity; several are separated by commas · 申報主體名稱，可用逗號分隔多個 */
  readonly entity_name?: string | number | readonly (string | number)[] | undefined
  /** Entity type: any of holding, bank, life, property_insurance, securities, other · 主體類型：holding、bank、life、property_insurance、securities、other，可用逗號分隔多個 */
  readonly entity_type?: string | number | readonly (string | number)[] | undefined
  /** Product code: the same as stock_id where the ids are product_id · 商品代號，代號欄位為 product_id 時同 stock_id */
  readonly product_id?: string | number | readonly (string | number)[] | undefined
  /** Futures or option: any of futures, option · 商品種類：futures、option，可用逗號分隔多個 */
  readonly product_type?: string | number | readonly (string | number)[] | undefined
  /** Product category: any of index, stock, etf, commodity, fx, interest_rate · 商品類別：index、stock、etf、commodity、fx、interest_rate，可用逗號分隔多個 */
  readonly product_category?: string | number | readonly (string | number)[] | undefined
  /** Contract code, e.g. TXFA4; several are separated by commas · 契約代碼，可用逗號分隔多個 */
  readonly contract_code?: string | number | readonly (string | number)[] | undefined
  /** Session: any of all, regular, after_hours · 交易時段：all、regular、after_hours，可用逗號分隔多個 */
  readonly trading_session?: string | number | readonly (string | number)[] | undefined
  /** Call or put: any of call, put · 買賣權別：call、put，可用逗號分隔多個 */
  readonly call_put?: string | number | readonly (string | number)[] | undefined
  /** Futures product code: the same as stock_id where the ids are futures_id · 期貨商品代號，代號欄位為 futures_id 時同 stock_id */
  readonly futures_id?: string | number | readonly (string | number)[] | undefined
  /** Contract: YYYYMM, or YYYYMMWn / YYYYMMFn weekly; several are separated by commas · 到期月份（週別）：YYYYMM、YYYYMMWn、YYYYMMFn，可用逗號分隔多個 */
  readonly contract_month?: string | number | readonly (string | number)[] | undefined
  /** Option product code: the same as stock_id where the ids are option_id · 選擇權商品代號，代號欄位為 option_id 時同 stock_id */
  readonly option_id?: string | number | readonly (string | number)[] | undefined
  /** Strike price; several are separated by commas · 履約價，可用逗號分隔多個 */
  readonly strike_price?: string | number | readonly (string | number)[] | undefined
  /** Institutional investor: any of dealer, investment_trust, foreign_investor · 身份別：dealer、investment_trust、foreign_investor，可用逗號分隔多個 */
  readonly institutional_investor?: string | number | readonly (string | number)[] | undefined
  /** Bond code; several are separated by commas · 可轉債代號，可用逗號分隔多個 */
  readonly cb_id?: string | number | readonly (string | number)[] | undefined
  /** Convertible or exchangeable: any of convertible, exchangeable · 種類：convertible、exchangeable，可用逗號分隔多個 */
  readonly bond_kind?: string | number | readonly (string | number)[] | undefined
  /** Status: any of active, matured, terminated · 狀態：active、matured、terminated，可用逗號分隔多個 */
  readonly status?: string | number | readonly (string | number)[] | undefined
  /** News id; several are separated by commas · 新聞識別碼，可用逗號分隔多個 */
  readonly news_id?: string | number | readonly (string | number)[] | undefined
  /** Provider: any of mops, twse, tpex, google_news · 資料提供者：mops、twse、tpex、google_news，可用逗號分隔多個 */
  readonly provider?: string | number | readonly (string | number)[] | undefined
  /** Announcement or news: any of announcement, news · 類別：announcement、news，可用逗號分隔多個 */
  readonly category?: string | number | readonly (string | number)[] | undefined
  /** Country: the same as stock_id where the ids are country · 國別：TW 台灣、US 美國，代號欄位為 country 時同 stock_id */
  readonly country?: string | number | readonly (string | number)[] | undefined
  /** Crude oil: WTI or Brent: the same as stock_id where the ids are name · 原油種類：WTI 西德州、Brent 布蘭特，代號欄位為 name 時同 stock_id */
  readonly name?: string | number | readonly (string | number)[] | undefined
  /** Currency: the same as stock_id where the ids are currency · 幣別，代號欄位為 currency 時同 stock_id */
  readonly currency?: string | number | readonly (string | number)[] | undefined
  /** Bank code, e.g. FED, ECB, BOJ, CBC: the same as stock_id where the ids are bank_code · 央行代碼（如 FED、ECB、BOJ、CBC），代號欄位為 bank_code 時同 stock_id */
  readonly bank_code?: string | number | readonly (string | number)[] | undefined
  /** Tenor: the same as stock_id where the ids are tenor · 天期，代號欄位為 tenor 時同 stock_id */
  readonly tenor?: string | number | readonly (string | number)[] | undefined
  /** Monitoring light: any of blue, yellow_blue, green, yellow_red, red · 景氣燈號：blue、yellow_blue、green、yellow_red、red，可用逗號分隔多個 */
  readonly monitoring_light?: string | number | readonly (string | number)[] | undefined
  /** Label: any of extreme_fear, fear, neutral, greed, extreme_greed · 情緒標籤：extreme_fear、fear、neutral、greed、extreme_greed，可用逗號分隔多個 */
  readonly fear_greed_label?: string | number | readonly (string | number)[] | undefined
  /** Rule by which the contract is chosen: any of expiry, volume · 轉倉規則：expiry、volume，可用逗號分隔多個 */
  readonly roll_rule?: string | number | readonly (string | number)[] | undefined
  /** Monthly, or weekly by its weekday: any of monthly, weekly_wednesday, weekly_friday · 到期週期：monthly、weekly_wednesday、weekly_friday，可用逗號分隔多個 */
  readonly expiry_cycle?: string | number | readonly (string | number)[] | undefined
  /** Where the expiry date comes from: any of settlement, option_daily, calendar, weekday · 到期日依據：settlement、option_daily、calendar、weekday，可用逗號分隔多個 */
  readonly expiry_basis?: string | number | readonly (string | number)[] | undefined
  /** Kind of the event: any of ex_dividend, ex_rights, dividend_payment, shareholder_meeting, extraordinary_meeting, capital_reduction, split, par_change, disposition_start, disposition_end, delisting, revenue_deadline, statement_deadline, settlement · 事件類別：ex_dividend、ex_rights、dividend_payment、shareholder_meeting、extraordinary_meeting、capital_reduction、split、par_change、disposition_start、disposition_end、delisting、revenue_deadline、statement_deadline、settlement，可用逗號分隔多個 */
  readonly event?: string | number | readonly (string | number)[] | undefined
  /** Full text of the notice; several are separated by commas · 處置內容，可用逗號分隔多個 */
  readonly detail?: string | number | readonly (string | number)[] | undefined
  /** Dataset of the statement: any of TaiwanStockFinancialStatement, TaiwanStockBalanceSheet, TaiwanStockCashFlowsStatement · 所屬報表資料集：TaiwanStockFinancialStatement、TaiwanStockBalanceSheet、TaiwanStockCashFlowsStatement，可用逗號分隔多個 */
  readonly statement?: string | number | readonly (string | number)[] | undefined
  /** Side of a positive amount: any of debit, credit · 借貸方向：debit、credit，可用逗號分隔多個 */
  readonly balance?: string | number | readonly (string | number)[] | undefined
  /** Row number within stock and day, the least, included · 序號的最小值（含） */
  readonly min_seq?: string | number | readonly (string | number)[] | undefined
  /** Row number within stock and day, the most, included · 序號的最大值（含） */
  readonly max_seq?: string | number | readonly (string | number)[] | undefined
  /** Bracket number, 17 is the total, the least, included · 持股分級序號（17 為合計）的最小值（含） */
  readonly min_level?: string | number | readonly (string | number)[] | undefined
  /** Bracket number, 17 is the total, the most, included · 持股分級序號（17 為合計）的最大值（含） */
  readonly max_level?: string | number | readonly (string | number)[] | undefined
  /** Strike price, the least, included · 履約價的最小值（含） */
  readonly min_strike_price?: string | number | readonly (string | number)[] | undefined
  /** Strike price, the most, included · 履約價的最大值（含） */
  readonly max_strike_price?: string | number | readonly (string | number)[] | undefined
}
