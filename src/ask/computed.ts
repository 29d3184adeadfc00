import type { Kind, Label } from '../fields.ts'

/** A column computed from its row: people ask for it, and no publisher has it. */
export type Computed = {
  readonly name: string
  readonly datasets: readonly string[]
  readonly kind: Kind
  readonly unit: string
  readonly label: Label
  readonly also: { readonly en: readonly string[]; readonly zh: readonly string[] }
  /** Reads the columns of its row; what looks at other rows too is told the table of its own. */
  readonly sql: string | ((row: string) => string)
  /** What a text may be, for conditions on it. */
  readonly values?: readonly string[]
}

/** A computed column as it is written below: the label, then what else people call it, divided by bars. */
type Entry = Omit<Computed, 'kind' | 'label' | 'also'> & {
  readonly kind?: Kind
  readonly en: string
  readonly zh: string
}

const prices = ['TaiwanStockPrice', 'TaiwanStockPriceAdj', 'TaiwanStockWeekPrice', 'TaiwanStockMonthPrice']
const bars = [...prices, 'TaiwanWeightedIndex', 'TaiwanStockSectorPrice']
const credit = ['TaiwanStockMarginPurchaseShortSale', 'TaiwanStockTotalMarginPurchaseShortSale']

const percent = (part: string, whole: string): string => `(${part}) / nullif(${whole}, 0) * 100`

/** A prefix as two comparisons: the sandbox has no LIKE. */
const startsWith =
  (column: string) =>
  (prefix: string): string => {
    const last = prefix.at(-1)!
    const end = prefix.slice(0, -last.length) + String.fromCodePoint(last.codePointAt(0)! + 1)
    return `(${column} >= '${prefix}' AND ${column} < '${end}')`
  }

/** Counties, and cities that some addresses name instead of their county. */
const counties = [
  ...['台北市', '新北市', '桃園市', '台中市', '台南市', '高雄市', '基隆市', '新竹市', '嘉義市'],
  ...['屏東市', '宜蘭市', '台東市', '花蓮市', '彰化市', '南投市', '苗栗市', '台北縣'],
  ...['新竹縣', '苗栗縣', '彰化縣', '南投縣', '雲林縣', '嘉義縣', '屏東縣', '宜蘭縣', '花蓮縣', '台東縣'],
  ...['澎湖縣', '金門縣', '連江縣'],
]

const entries: readonly Entry[] = [
  {
    name: 'change_percent',
    datasets: bars,
    unit: 'percent',
    en: 'Daily change in percent | percent change | % change | percentage change | pct change | daily return | daily change',
    zh: '漲跌幅 | 漲跌百分比 | 日報酬率',
    sql: percent('spread', 'close - spread'),
  },
  {
    name: 'range_percent',
    datasets: bars,
    unit: 'percent',
    en: 'High-low range over the previous close | intraday range | trading range | amplitude | price range | daily range | intraday swing | high-low range',
    zh: '振幅 | 震幅 | 當日振幅 | 波動幅度 | 高低差 | 盤中振幅',
    sql: percent('high - low', 'close - spread'),
  },
  {
    name: 'gap_percent',
    datasets: bars,
    unit: 'percent',
    en: 'Opening gap over the previous close | opening gap | gap',
    zh: '跳空幅度 | 開盤跳空 | 跳空 | 開盤漲幅 | 開盤漲跌幅',
    sql: percent('open - (close - spread)', 'close - spread'),
  },
  {
    name: 'intraday_percent',
    datasets: bars,
    unit: 'percent',
    en: 'Change from open to close in percent | open to close change | open-to-close return',
    zh: '開收漲跌幅 | 開盤到收盤漲幅 | 實體漲跌幅',
    sql: percent('close - open', 'open'),
  },
  {
    name: 'average_trade_value',
    datasets: [...prices, 'TaiwanWeightedIndex'],
    unit: 'TWD',
    en: 'Average value per trade | average trade size | average trade value | value per trade | average ticket size | turnover per trade',
    zh: '平均每筆成交金額 | 每筆平均成交金額 | 平均單筆金額 | 每筆成交金額 | 平均每筆金額',
    sql: 'turnover / nullif(trade_count, 0)',
  },
  {
    name: 'average_trade_volume',
    datasets: prices,
    unit: 'shares',
    en: 'Average shares per trade | shares per trade | average shares per trade',
    zh: '平均每筆股數 | 平均每筆張數 | 每筆平均張數 | 均張',
    sql: 'volume / nullif(trade_count, 0)',
  },
  {
    name: 'average_price',
    datasets: prices,
    unit: 'TWD',
    en: 'Volume-weighted average price | VWAP | average traded price | average price traded',
    zh: '成交均價 | 均價 | 平均成交價 | 加權均價',
    sql: 'turnover / nullif(volume, 0)',
  },
  {
    name: 'margin_change',
    datasets: credit,
    kind: 'integer',
    unit: 'shares',
    en: 'Change of the margin balance | margin balance change | change in margin balance',
    zh: '融資增減 | 融資餘額增減 | 融資變化 | 融資餘額變化',
    sql: 'margin_purchase_balance - margin_purchase_previous_balance',
  },
  {
    name: 'short_change',
    datasets: [...credit, 'TaiwanDailyShortSaleBalances'],
    kind: 'integer',
    unit: 'shares',
    en: 'Change of the short balance | short balance change | change in short balance',
    zh: '融券增減 | 融券餘額增減 | 融券變化 | 融券餘額變化',
    sql: 'short_sale_balance - short_sale_previous_balance',
  },
  {
    name: 'short_margin_ratio',
    datasets: ['TaiwanStockMarginPurchaseShortSale'],
    unit: 'percent',
    en: 'Short balance over margin balance | short to margin ratio | short-to-margin ratio | short/margin ratio | short margin ratio',
    zh: '券資比 | 資券比',
    sql: percent('short_sale_balance', 'margin_purchase_balance'),
  },
  {
    name: 'margin_amount_change',
    datasets: ['TaiwanStockTotalMarginPurchaseShortSale'],
    unit: 'TWD',
    en: 'Change of the margin loans outstanding | change in margin debt | margin debt change | change in margin loans',
    zh: '融資金額增減 | 融資金額變化',
    sql: 'margin_purchase_balance_amount - margin_purchase_previous_balance_amount',
  },
  {
    name: 'sbl_short_sale_change',
    datasets: ['TaiwanDailyShortSaleBalances'],
    kind: 'integer',
    unit: 'shares',
    en: 'Change of the borrowed-share short balance | SBL short balance change | change in SBL short balance | SBL change',
    zh: '借券賣出增減 | 借券賣出餘額增減 | 借券賣出餘額變化 | 借券餘額增減',
    sql: 'sbl_short_sale_balance - sbl_short_sale_previous_balance',
  },
  {
    name: 'cash_dividend',
    datasets: ['TaiwanStockDividend'],
    unit: 'TWD per share',
    en: 'Cash dividend per share | cash dividend | dividend | dividend per share | cash payout | dividends paid',
    zh: '現金股利 | 配息 | 股息 | 現金配息 | 每股現金股利 | 現金股息 | 股利 | 息',
    sql: 'coalesce(cash_earnings_distribution, 0) + coalesce(cash_statutory_surplus, 0)',
  },
  {
    name: 'stock_dividend',
    datasets: ['TaiwanStockDividend'],
    unit: 'TWD per share',
    en: 'Stock dividend per share | stock dividend | share dividend | bonus shares',
    zh: '股票股利 | 配股 | 每股股票股利 | 股票配股',
    sql: 'coalesce(stock_earnings_distribution, 0) + coalesce(stock_statutory_surplus, 0)',
  },
  {
    name: 'fill_date',
    datasets: ['TaiwanStockDividendResult'],
    kind: 'date',
    unit: '',
    en: 'Day the ex-dividend gap was filled | gap fill date | fill date',
    zh: '填息日 | 填權息日 | 填息日期',
    sql: (row) =>
      `(SELECT min(p.trade_date) FROM TaiwanStockPrice p WHERE p.stock_id = ${row}.stock_id AND p.trade_date >= ${row}.ex_date AND p.close >= ${row}.close_before)`,
  },
  {
    name: 'close_now',
    datasets: ['TaiwanStockDividendResult'],
    unit: 'TWD',
    en: 'Newest close',
    zh: '最新收盤價',
    sql: (row) =>
      `(SELECT max(p.close) FROM TaiwanStockPrice p WHERE p.stock_id = ${row}.stock_id AND p.trade_date = (SELECT max(q.trade_date) FROM TaiwanStockPrice q))`,
  },
  {
    name: 'fill_days',
    datasets: ['TaiwanStockDividendResult'],
    kind: 'integer',
    unit: 'days',
    en: 'Trading days until the ex-dividend gap was filled | days to fill the gap | trading days to fill the gap | fill the gap | fill | filled | fill its | filled its | gap fill days | fill the dividend gap | fill the ex-dividend gap',
    zh: '填息天數 | 填息 | 填權息天數 | 填權息 | 填息花幾天 | 填息交易日',
    sql: (row) =>
      `(SELECT nullif(count(*), 0) FROM TaiwanStockPrice q WHERE q.stock_id = ${row}.stock_id AND q.trade_date >= ${row}.ex_date AND q.trade_date <= (SELECT min(p.trade_date) FROM TaiwanStockPrice p WHERE p.stock_id = ${row}.stock_id AND p.trade_date >= ${row}.ex_date AND p.close >= ${row}.close_before))`,
  },
  ...(['trader', 'specific'] as const).flatMap((who) =>
    ([5, 10] as const).map(
      (top): Entry => ({
        name: `net_top${top}_${who}_open_interest_percent`,
        datasets: ['TaiwanFuturesLargeTraders', 'TaiwanOptionsLargeTraders'],
        unit: 'percent',
        en: `Net position share of the top ${top} ${who === 'trader' ? 'traders' : 'institutions'}`,
        zh: `前${top === 5 ? '五' : '十'}大${who === 'trader' ? '交易人' : '特定法人'}淨部位占比`,
        sql: `buy_top${top}_${who}_open_interest_percent - sell_top${top}_${who}_open_interest_percent`,
      }),
    ),
  ),
  {
    name: 'previous_rate',
    datasets: ['CentralBankRate'],
    unit: 'percent',
    en: 'Rate before the change | previous rate | prior rate',
    zh: '變動前利率 | 前次利率 | 原利率',
    sql: 'interest_rate - change_bp / 100',
  },
  {
    name: 'rate_change',
    datasets: ['CentralBankRate'],
    unit: 'percentage points',
    en: 'Change of the rate in percentage points | rate change | change in rate',
    zh: '利率變動百分點 | 升降息 | 升息幅度 | 降息幅度',
    sql: 'change_bp / 100',
  },
  {
    name: 'county',
    datasets: ['TaiwanStockBrokerInfo'],
    kind: 'text',
    unit: '',
    en: 'County or city of the address | county | city',
    zh: '縣市 | 縣市別 | 所在縣市',
    sql: `CASE ${counties.map((name) => `WHEN ${[name, name.replace('台', '臺')].map(startsWith('address')).join(' OR ')} THEN '${name}'`).join(' ')} END`,
    values: counties,
  },
]

export const computed: readonly Computed[] = entries.map(({ en, zh, kind = 'decimal', ...entry }) => {
  const [[label, ...also], [labelZh, ...alsoZh]] = [en.split(' | '), zh.split(' | ')] as [[string], [string]]
  return { ...entry, kind, label: { en: label, zh: labelZh }, also: { en: also, zh: alsoZh } }
})

export const findComputed = (dataset: string, name: string): Computed | undefined =>
  computed.find((column) => column.name === name && column.datasets.includes(dataset))

/** The column as an expression over the table its row stands in. */
export const computedSql = ({ sql }: Computed, row: string): string => `(${typeof sql === 'string' ? sql : sql(row)})`
