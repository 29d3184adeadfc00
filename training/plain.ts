import { computed } from '../src/ask/computed.ts'
import type { Column, Filter, Measure, Output, Representation, Universe, Window } from '../src/ask/representation.ts'
import { columnsOf } from '../src/catalogue/dataset.ts'
import { find } from '../src/catalogue/index.ts'

/** A value in either language, the first that is fitting. */
type Said = { readonly zh: string; readonly en: string }
type Language = keyof Said

/** What is asked of a dataset in plain words: of which ids, of which part of its rows, and how its dates are counted. */
type Plain = {
  readonly dataset: string
  readonly columns: readonly string[]
  /** Names to ask about; none where the dataset has no ids. */
  readonly ids?: readonly (readonly [id: string, zh: string, en: string])[]
  /** What all of them are called, where all of them may be asked for. */
  readonly all?: Said
  /** Words that every question about the dataset has before the measure. */
  readonly before?: Said
  /** Parts of the rows of which every question names one. */
  readonly parts?: readonly (Said & { readonly where: readonly Filter[] })[]
  readonly unit?: 'trading_day' | 'week' | 'month'
  /** Whether only the newest date is kept, so that no other can be asked for. */
  readonly isNewest?: true
  /** Whether the measure may rank, and be compared with a number. */
  readonly ranks?: true
}

const is = (column: string, value: string | number): Filter => ({ column, is: [value] })
const stocks = [
  ['2330', '台積電', 'TSMC'],
  ['2454', '聯發科', 'MediaTek'],
  ['2317', '鴻海', 'Hon Hai'],
  ['2303', '聯電', 'UMC'],
  ['2603', '長榮', 'Evergreen Marine'],
  ['2881', '富邦金', 'Fubon Financial'],
  ['2412', '中華電', 'Chunghwa Telecom'],
  ['1301', '台塑', 'Formosa Plastics'],
  ['2382', '廣達', 'Quanta'],
  ['2308', '台達電', 'Delta Electronics'],
  ['0050', '0050', '0050'],
  ['2609', '2609', '2609'],
  ['3711', '日月光投控', 'ASE'],
  ['1216', '統一', 'Uni-President'],
] as const
const companies = stocks.filter(([id]) => !id.startsWith('00'))
const allStocks = { zh: '股票', en: 'stocks' }
const boards = [
  { zh: '上市', en: 'TWSE', where: [is('market', 'TWSE')] },
  { zh: '上櫃', en: 'TPEx', where: [is('market', 'TPEX')] },
]
const investors = [
  { zh: '外資', en: "foreign investors'", where: [is('institutional_investor', 'foreign_investor')] },
  { zh: '投信', en: "investment trusts'", where: [is('institutional_investor', 'investment_trust')] },
  { zh: '自營商', en: "dealers'", where: [is('institutional_investor', 'dealer')] },
]
const calls = [
  { zh: '買權', en: 'calls', where: [is('call_put', 'call')] },
  { zh: '賣權', en: 'puts', where: [is('call_put', 'put')] },
]
const futures = [
  ['TX', '台指期', 'TX futures'],
  ['MTX', '小台', 'MTX'],
  ['TMF', '微台', 'TMF'],
  ['TE', '電子期', 'TE'],
] as const
const options = [['TXO', '台指選', 'TXO']] as const

/** A part of the rows of two kinds, as two words beside each other. */
const both = (ones: NonNullable<Plain['parts']>, others: NonNullable<Plain['parts']>): NonNullable<Plain['parts']> =>
  ones.flatMap((one) =>
    others.map((other) => ({
      zh: one.zh + other.zh,
      en: `${one.en} ${other.en}`,
      where: [...one.where, ...other.where],
    })),
  )
const numbersOf = (name: string): string[] => [
  ...columnsOf(find(name)!)
    .filter(([, { kind }]) => kind === 'integer' || kind === 'decimal')
    .map(([column]) => column),
]
const account = (period: string, type: string): Filter[] => [is('period', period), is('type', type)]

const prices = ['open', 'high', 'low', 'close', 'volume', 'turnover', 'trade_count', 'spread']
const plains: readonly Plain[] = [
  { dataset: 'TaiwanStockPrice', columns: [...prices, 'change_percent'], ids: stocks, all: allStocks, ranks: true },
  {
    dataset: 'TaiwanStockPriceAdj',
    columns: ['open', 'high', 'low', 'close'],
    ids: stocks,
    all: allStocks,
    before: { zh: '還原', en: 'adjusted ' },
  },
  { dataset: 'TaiwanStockPriceAdj', columns: ['adjustment_factor'], ids: stocks, all: allStocks },
  {
    dataset: 'TaiwanStockWeekPrice',
    columns: prices,
    ids: stocks,
    all: allStocks,
    before: { zh: '週', en: 'weekly ' },
    unit: 'week',
  },
  {
    dataset: 'TaiwanStockMonthPrice',
    columns: prices,
    ids: stocks,
    all: allStocks,
    before: { zh: '月', en: 'monthly ' },
    unit: 'month',
  },
  { dataset: 'TaiwanStock10Year', columns: ['ten_year_average'], ids: stocks, all: allStocks, ranks: true },
  {
    dataset: 'TaiwanStockPER',
    columns: ['pe_ratio', 'pb_ratio', 'dividend_yield', 'dividend_per_share'],
    ids: companies,
    all: allStocks,
    ranks: true,
  },
  ...[
    'TaiwanStockDayTradingInfo',
    'TaiwanStockMarginPurchaseShortSale',
    'TaiwanStockInstitutionalInvestorsBuySell',
    'TaiwanStockShareholding',
  ].map((dataset): Plain => ({ dataset, columns: numbersOf(dataset), ids: stocks, all: allStocks, ranks: true })),
  { dataset: 'TaiwanStockMarketValue', columns: ['market_value'], ids: companies, all: allStocks, ranks: true },
  {
    dataset: 'TaiwanStockDailyPriceLimit',
    columns: ['limit_up', 'limit_down', 'reference_price'],
    ids: stocks,
    all: allStocks,
  },
  {
    dataset: 'TaiwanStockCreditLimit',
    columns: ['margin_purchase_utilization_rate', 'short_sale_utilization_rate', 'margin_purchase_limit'],
    ids: companies,
    all: allStocks,
    ranks: true,
  },
  {
    dataset: 'TaiwanDailyShortSaleBalances',
    columns: numbersOf('TaiwanDailyShortSaleBalances').filter((column) => column.startsWith('sbl_')),
    ids: stocks,
    all: allStocks,
    ranks: true,
  },
  {
    dataset: 'TaiwanStockMarketValueWeight',
    columns: ['weight_percent', 'rank'],
    ids: companies,
    all: allStocks,
  },
  {
    dataset: 'TaiwanStockMonthRevenue',
    columns: numbersOf('TaiwanStockMonthRevenue').filter((column) => !/year$|month$/.test(column)),
    ids: companies,
    all: { zh: '公司', en: 'companies' },
    unit: 'month',
    ranks: true,
  },
  {
    dataset: 'TaiwanStockHoldingSharesPer',
    columns: ['percent', 'people', 'shares'],
    ids: companies,
    all: allStocks,
    parts: [
      { zh: '千張大戶', en: '1,000-lot holders', where: [is('level', 15)] },
      { zh: '集保總', en: 'all holders together', where: [is('level', 17)] },
    ],
    unit: 'week',
  },
  {
    dataset: 'TaiwanWeightedIndex',
    columns: prices,
    ids: [
      ['TAIEX', '大盤', 'TAIEX'],
      ['TPEX', '櫃買指數', 'TPEx index'],
    ],
  },
  {
    dataset: 'TaiwanReturnIndex',
    columns: ['return_index', 'price_index'],
    ids: [
      ['TAIEX', '加權指數', 'TAIEX'],
      ['TPEX', '櫃買', 'TPEx'],
    ],
  },
  {
    dataset: 'TaiwanStockSectorPrice',
    columns: prices,
    ids: [
      ['IX0028', 'IX0028', 'IX0028'],
      ['IX0037', 'IX0037', 'IX0037'],
    ],
    all: { zh: '類股指數', en: 'sector indices' },
  },
  {
    dataset: 'USStockPrice',
    columns: ['open', 'high', 'low', 'close', 'volume', 'adj_close'],
    ids: [
      ['AAPL', '蘋果', 'Apple'],
      ['NVDA', '輝達', 'NVDA'],
      ['TSM', '台積電ADR', 'TSM'],
      ['^SOX', '費半', 'SOX'],
      ['^GSPC', '標普500', 'S&P 500'],
    ],
    all: { zh: '美股', en: 'US stocks' },
  },
  {
    dataset: 'ExchangeRate',
    columns: ['cash_buy', 'cash_sell', 'spot_buy', 'spot_sell', 'reference_rate'],
    ids: [
      ['USD', '美元', 'USD'],
      ['JPY', '日圓', 'JPY'],
      ['EUR', '歐元', 'EUR'],
      ['CNY', '人民幣', 'CNY'],
      ['AUD', '澳幣', 'AUD'],
    ],
    all: { zh: '幣別', en: 'currencies' },
  },
  {
    dataset: 'CrudeOilPrices',
    columns: ['price'],
    ids: [
      ['WTI', '西德州原油', 'WTI'],
      ['Brent', '布蘭特原油', 'Brent'],
    ],
  },
  {
    dataset: 'GoldPrice',
    columns: ['price_am', 'price_pm', 'price_eur', 'price_gbp'],
    before: { zh: '黃金', en: 'gold ' },
  },
  { dataset: 'GoldPrice', columns: ['price'] },
  {
    dataset: 'USBondYield',
    columns: ['value'],
    ids: [
      ['10Y', '10年期美債', '10-year Treasury'],
      ['30Y', '30年期美債', '30-year Treasury'],
      ['2Y', '2年期美債', '2-year Treasury'],
      ['3M', '3個月美債', '3-month Treasury'],
    ],
    all: { zh: '天期美債', en: 'US Treasuries' },
  },
  {
    dataset: 'CurrencyCirculation',
    columns: ['amount', 'yoy_percent'],
    ids: [
      ['TW', '台灣', 'Taiwan'],
      ['US', '美國', 'US'],
    ],
    before: { zh: '流通貨幣', en: 'currency in circulation: ' },
    unit: 'month',
  },
  {
    dataset: 'TaiwanMonthlyEconomicIndicator',
    columns: numbersOf('TaiwanMonthlyEconomicIndicator').filter((column) => !column.endsWith('notrend')),
    before: { zh: '台灣', en: "Taiwan's " },
    unit: 'month',
  },
  {
    dataset: 'TaiwanMonthlyEconomicIndicator',
    columns: numbersOf('TaiwanMonthlyEconomicIndicator').filter((column) => column !== 'stock_price_index'),
    unit: 'month',
  },
  {
    dataset: 'TaiwanFearAndGreedIndex',
    columns: numbersOf('TaiwanFearAndGreedIndex').filter((column) => /_score$/.test(column)),
    before: { zh: '恐懼貪婪指數的', en: 'fear and greed ' },
  },
  { dataset: 'TaiwanFearAndGreedIndex', columns: ['fear_greed_score'] },
  {
    dataset: 'TaiwanFutureOptionDailyTotalOverview',
    columns: ['volume', 'after_hours_volume', 'open_interest'],
    ids: futures,
    all: { zh: '期貨商品', en: 'products' },
  },
  {
    dataset: 'TaiwanFutureOptionDailyTotalOverview',
    columns: [
      'put_volume',
      'call_volume',
      'put_open_interest',
      'call_open_interest',
      'put_call_volume_ratio',
      'put_call_oi_ratio',
    ],
    ids: options,
  },
  {
    dataset: 'TaiwanStockTotalMarginPurchaseShortSale',
    columns: numbersOf('TaiwanStockTotalMarginPurchaseShortSale'),
    parts: boards,
  },
  {
    dataset: 'TaiwanStockTotalInstitutionalInvestors',
    columns: numbersOf('TaiwanStockTotalInstitutionalInvestors'),
    parts: boards,
  },
  {
    dataset: 'TaiwanStockMarginRatio',
    columns: ['margin_maintenance_ratio', 'short_margin_ratio', 'margin_collateral_value'],
    parts: [...boards, { zh: '上市加上櫃', en: 'both markets together', where: [is('market', 'ALL')] }],
  },
  {
    dataset: 'TaiwanFuturesInstitutionalInvestors',
    columns: numbersOf('TaiwanFuturesInstitutionalInvestors'),
    ids: futures,
    all: { zh: '期貨商品', en: 'futures products' },
    parts: investors,
  },
  {
    dataset: 'TaiwanFuturesNightInstitutionalInvestors',
    columns: numbersOf('TaiwanFuturesNightInstitutionalInvestors'),
    ids: futures,
    parts: investors,
    before: { zh: '夜盤', en: 'night session ' },
  },
  {
    dataset: 'TaiwanOptionInstitutionalInvestors',
    columns: numbersOf('TaiwanOptionInstitutionalInvestors'),
    ids: options,
    parts: both(investors, calls),
  },
  {
    dataset: 'TaiwanOptionsNightInstitutionalInvestors',
    columns: numbersOf('TaiwanOptionsNightInstitutionalInvestors'),
    ids: options,
    parts: both(investors, calls),
    before: { zh: '夜盤', en: 'night session ' },
  },
  {
    dataset: 'TaiwanFuturesLargeTraders',
    columns: numbersOf('TaiwanFuturesLargeTraders'),
    ids: futures,
    all: { zh: '期貨', en: 'futures' },
    isNewest: true,
    parts: [{ zh: '所有契約', en: 'all contracts', where: [is('contract_month', 'all')] }],
  },
  {
    dataset: 'TaiwanOptionsLargeTraders',
    columns: numbersOf('TaiwanOptionsLargeTraders'),
    ids: options,
    isNewest: true,
    parts: both(calls, [
      { zh: '所有契約', en: 'all contracts', where: [is('contract_month', 'all')] },
      { zh: '週契約', en: 'weekly contracts', where: [is('contract_month', 'week')] },
    ]),
  },
  {
    dataset: 'TaiwanFuturesDaily',
    columns: ['open', 'high', 'low', 'close', 'volume', 'settlement_price', 'open_interest'],
    ids: futures,
    parts: [
      {
        zh: '近月日盤',
        en: 'front month, day session,',
        where: [is('trading_session', 'regular'), { column: 'contract_month', pick: 'front' }],
      },
      {
        zh: '近月夜盤',
        en: 'front month, night session,',
        where: [is('trading_session', 'after_hours'), { column: 'contract_month', pick: 'front' }],
      },
    ],
  },
  {
    dataset: 'TaiwanFinancialHoldingsCompany',
    columns: ['net_income_month', 'pre_tax_income_month', 'net_income_ytd', 'eps_ytd', 'net_revenue_month'],
    ids: [
      ['2881', '富邦金', 'Fubon Financial'],
      ['2882', '國泰金', 'Cathay Financial'],
      ['2891', '中信金', 'CTBC'],
      ['2886', '兆豐金', 'Mega Financial'],
    ],
    all: { zh: '金控', en: 'financial holding companies' },
    parts: [{ zh: '', en: '', where: [is('entity_type', 'holding')] }],
    unit: 'month',
  },
]

/** Accounts that people ask for, as values of statements. */
const accounts: readonly (readonly [dataset: string, type: string, zh: readonly string[], en: readonly string[]])[] = [
  ['TaiwanStockFinancialStatement', 'EPS', ['EPS', '每股盈餘'], ['EPS', 'earnings per share']],
  ['TaiwanStockFinancialStatement', 'Revenue', ['營業收入', '營收'], ['revenue', 'operating revenue']],
  ['TaiwanStockFinancialStatement', 'GrossProfit', ['營業毛利', '毛利'], ['gross profit']],
  ['TaiwanStockFinancialStatement', 'OperatingIncome', ['營業利益'], ['operating income', 'operating profit']],
  ['TaiwanStockFinancialStatement', 'IncomeAfterTaxes', ['稅後淨利', '本期淨利'], ['net income', 'profit after tax']],
  ['TaiwanStockBalanceSheet', 'TotalAssets', ['總資產', '資產總額'], ['total assets']],
  ['TaiwanStockBalanceSheet', 'Liabilities', ['總負債', '負債總額'], ['total liabilities']],
  ['TaiwanStockBalanceSheet', 'Equity', ['股東權益', '權益總額'], ['equity', 'total equity']],
  ['TaiwanStockBalanceSheet', 'CashAndCashEquivalents', ['現金及約當現金'], ['cash and cash equivalents', 'cash']],
  ['TaiwanStockBalanceSheet', 'Inventories', ['存貨'], ['inventories', 'inventory']],
  [
    'TaiwanStockCashFlowsStatement',
    'CashFlowsFromOperatingActivities',
    ['營業活動現金流量', '營運現金流'],
    ['operating cash flow', 'cash flow from operations'],
  ],
  [
    'TaiwanStockCashFlowsStatement',
    'PropertyAndPlantAndEquipment',
    ['購置不動產廠房及設備', '資本支出'],
    ['capital expenditure', 'purchase of property, plant and equipment'],
  ],
]

type Question = { readonly text: string; readonly representation: Representation }
const columnOf = (dataset: string, column: string, where: readonly Filter[] = []): Column => ({
  kind: 'column',
  dataset,
  column,
  ...(where.length > 0 ? { where } : {}),
})
const meaning = (
  shape: 'entities' | 'series',
  dataset: string,
  universe: Universe,
  when: Window,
  measures: readonly Measure[],
  more: Partial<Representation> = {},
): Representation => ({
  shape,
  dataset,
  universe,
  when,
  select: measures.map((of, at): Output => ({ as: `value_${at + 1}`, of })),
  where: [],
  by: [],
  order: [],
  limit: null,
  notes: [],
  ...more,
})

const months = ['January', 'March', 'May', 'July', 'August', 'September', 'October'] as const
const monthNumbers = [1, 3, 5, 7, 8, 9, 10] as const

/**
 * Plain questions, the first that people type, in both languages: a measure by a name of the registry, of one, of some
 * or of all, on a day or over a time, the first of a ranking, or beyond a number.
 */
export function plainQuestions(random: () => number): Question[] {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const found: Question[] = []
  const latest: Window = { kind: 'latest' }

  /** Times of one date, and what they are called where the unit of the dataset is so. */
  function momentOf({ unit, isNewest }: Plain): Said & { when: Window } {
    const at = Math.floor(random() * months.length)
    const [name, month] = [months[at]!, monthNumbers[at]!]
    if (unit === 'week')
      return pick([
        { zh: '本週', en: 'this week', when: latest },
        { zh: '這週', en: 'of this week', when: latest },
        { zh: '上週', en: 'last week', when: { kind: 'back', n: 1 } },
      ])
    if (unit === 'month')
      return pick([
        { zh: '最新一個月', en: 'in the latest month', when: latest },
        { zh: '上個月', en: 'last month', when: { kind: 'previous', unit: 'month' } },
        { zh: `${month}月`, en: `in ${name}`, when: { kind: 'newest', month } },
        { zh: `2026年${month}月`, en: `in ${name} 2026`, when: { kind: 'calendar', year: 2026, month } },
        { zh: `2025年${month}月`, en: `in ${name} 2025`, when: { kind: 'calendar', year: 2025, month } },
      ])
    if (isNewest) return { zh: '今天', en: 'today', when: latest }
    return pick([
      { zh: '今天', en: 'today', when: latest },
      { zh: '今日', en: 'on the latest day', when: latest },
      { zh: '最新', en: 'now', when: latest },
      { zh: '昨天', en: 'yesterday', when: { kind: 'back', n: 1 } },
      { zh: '昨日', en: 'yesterday', when: { kind: 'back', n: 1 } },
    ])
  }

  /** Times of several dates. */
  function spanOf(unit: Plain['unit'] = 'trading_day'): Said & { when: Window } {
    const n = pick([3, 4, 5, 6, 8, 10, 12, 15, 20, 30])
    const at = Math.floor(random() * months.length)
    const [name, month] = [months[at]!, monthNumbers[at]!]
    const one = { trading_day: ['天', 'trading days'], week: ['週', 'weeks'], month: ['個月', 'months'] }[unit]
    const last: Window = { kind: 'last', n, unit }
    const own = [
      { zh: `最近${n}${one[0]}`, en: `last ${n} ${one[1]}`, when: last },
      { zh: `近${n}${one[0]}`, en: `over the last ${n} ${one[1]}`, when: last },
      {
        zh: `過去${n}${one[0]}`,
        en: `, last ${n} ${unit === 'trading_day' ? pick(['days', 'sessions']) : one[1]}`,
        when: last,
      },
    ]
    const year = pick([2024, 2025])
    const whole: (Said & { when: Window })[] = [
      { zh: '今年', en: 'this year', when: { kind: 'this', unit: 'year' } },
      { zh: '去年', en: 'last year', when: { kind: 'previous', unit: 'year' } },
      { zh: `${year}年`, en: `in ${year}`, when: { kind: 'calendar', year } },
    ]
    const parts: (Said & { when: Window })[] = [
      { zh: '這個月', en: 'this month', when: { kind: 'this', unit: 'month' } },
      { zh: '上個月', en: 'last month', when: { kind: 'previous', unit: 'month' } },
      { zh: `${month}月`, en: `in ${name}`, when: { kind: 'newest', month } },
      { zh: `2026年${month}月`, en: `in ${name} 2026`, when: { kind: 'calendar', year: 2026, month } },
      { zh: `${year}年${month}月`, en: `in ${name} ${year}`, when: { kind: 'calendar', year, month } },
    ]
    const days: (Said & { when: Window })[] = [
      { zh: '這週', en: 'this week', when: { kind: 'this', unit: 'week' } },
      { zh: '上週', en: 'last week', when: { kind: 'previous', unit: 'week' } },
    ]
    return random() < 0.4
      ? pick(own)
      : pick(unit === 'trading_day' ? [...parts, ...days, ...whole] : unit === 'week' ? [...parts, ...whole] : whole)
  }

  const add = (text: string, representation: Representation): void => {
    found.push({ text: text.replaceAll(/ +(?=[ ,])|^的/g, '').trim(), representation })
  }

  const labelOf = (label: string): string => /^(?:[^：:；;（(,]|,(?! \d))+/.exec(label)?.[0].trim() ?? label

  /** A name of a column that no other column of the dataset has, most often its label. */
  function nameOf(dataset: string, column: string, language: Language): string | null {
    const known = find(dataset)!
    const field =
      new Map(columnsOf(known)).get(column) ??
      computed.find((one) => one.name === column && one.datasets.includes(dataset))
    if (!field) return null
    const others = (field.also?.[language] ?? []).filter((name) => !/ at$|ed$|^[a-z]{1,4}ed?$/.test(name))
    const name = random() < 0.6 || others.length === 0 ? labelOf(field.label[language]) : pick(others)
    const isShared = columnsOf(known).some(([key, other]) => key !== column && labelOf(other.label[language]) === name)
    if (name.length < 2 || isShared) return null
    return /^[A-Z][a-z]/.test(name) ? name[0]!.toLowerCase() + name.slice(1) : name
  }

  function* ways(plain: Plain, column: string): Iterable<() => void> {
    const { dataset, ids, all, before = { zh: '', en: '' }, parts, unit, ranks, isNewest } = plain
    for (const language of ['zh', 'en'] as const) {
      const isZh = language === 'zh'
      const partOf = () => (parts ? pick(parts) : { zh: '', en: '', where: [] })
      const measureOf = () => {
        const [name, part] = [nameOf(dataset, column, language), partOf()]
        return { name: name && before[language] + name, part, of: columnOf(dataset, column, part.where) }
      }
      const one = () => (ids ? pick(ids) : null)
      const universeOf = (own: readonly (readonly string[] | null)[]): Universe =>
        own[0] ? { ids: own.map((id) => id![0]!) } : {}
      const calledOf = (own: readonly string[] | null): string => (own ? own[isZh ? 1 : 2]! : '')
      const every = isZh
        ? pick(['所有', '全部', '全部的', '每一檔', '各'])
        : pick(['all', 'all the', 'every one of the'])
      // One of them, at one time.
      for (let n = 0; n < 4; n++)
        yield () => {
          const [{ name, part, of }, id, moment] = [measureOf(), one(), momentOf(plain)]
          if (!name) return
          const said = calledOf(id)
          const isPlain = random() < 0.35
          const when = isPlain ? latest : moment.when
          const time = isPlain ? '' : moment[language]
          const representation = meaning('entities', dataset, universeOf([id]), when, [of])
          const about = [said, part[language]].filter(Boolean)
          if (isZh)
            add(
              pick([
                `${about.join('')}${time}${name}`,
                `${time}${about.join('')}的${name}`,
                `${about.join('')}${time}的${name}${pick(['', '是多少', '多少', '？'])}`,
                `${about.join(' ')} ${name}${time && ` ${time}`}`,
              ]),
              representation,
            )
          else if (about.length === 0)
            add(
              pick([`${name} ${time}`, `${pick(['what is the ', 'latest ', ''])}${name}${time && ` ${time}`}`]),
              representation,
            )
          else
            add(
              pick([
                `${name} of ${about.join(' ')} ${time}`,
                `${about.join(' ')} ${name} ${time}`,
                `${name} for ${about.join(', ')} ${time}`,
                `${name}, ${about.join(' ')} ${time}`,
              ]),
              representation,
            )
        }
      // One of them, over a time.
      for (let n = 0; n < (isNewest ? 0 : 4); n++)
        yield () => {
          const [{ name, part, of }, id, span] = [measureOf(), one(), spanOf(unit)]
          if (!name) return
          const representation = meaning('series', dataset, universeOf([id]), span.when, [of])
          const about = [calledOf(id), part[language]].filter(Boolean).join(isZh ? '' : ' ')
          if (isZh)
            add(
              pick([
                `${about}${span.zh}${name}`,
                `${about}${span.zh}的${name}`,
                `${span.zh}${about}每${unit === 'week' ? '週' : unit === 'month' ? '月' : '天'}${name}`,
                `${about}${name} ${span.zh}`,
              ]),
              representation,
            )
          else
            add(
              about === ''
                ? pick([`${name} ${span.en}`, `daily ${name} ${span.en}`].slice(0, unit ? 1 : 2))
                : pick([
                    `${name} of ${about} ${span.en}`,
                    `${about} ${name} ${span.en}`,
                    `${about}: ${name} ${span.en}`,
                  ]),
              representation,
            )
        }
      // All of them.
      if (all)
        for (let n = 0; n < 3; n++)
          yield () => {
            const [{ name, part, of }, moment] = [measureOf(), momentOf(plain)]
            if (!name) return
            const isPlain = random() < 0.35
            const when = isPlain ? latest : moment.when
            const time = isPlain ? '' : moment[language]
            const representation = meaning('entities', dataset, {}, when, [of])
            const who = `${every}${isZh ? '' : ' '}${all[language]}`
            if (isZh)
              add(
                pick(
                  [
                    `${who}${time}${part.zh}${name}`,
                    `${who}${time}${part.zh}的${name}`,
                    `${time}${who}的${part.zh}${name}`,
                    `${part.zh}${name} ${who}`,
                  ].slice(0, time === '' || when.kind === 'latest' ? 4 : 3),
                ),
                representation,
              )
            else
              add(
                pick([
                  `${part.en} ${name} of ${who} ${time}`,
                  `${who}: ${part.en} ${name} ${time}`,
                  `${part.en} ${name}, ${who} ${time}`,
                  `${part.en} ${name} for ${who} ${time}`,
                ]),
                representation,
              )
          }
      // Some of them.
      if (ids && ids.length > 1)
        for (let n = 0; n < 2; n++)
          yield () => {
            const [{ name, part, of }, moment] = [measureOf(), momentOf(plain)]
            const first = Math.floor(random() * ids.length)
            const count = Math.min(ids.length, pick([2, 2, 3]))
            const own = Array.from({ length: count }, (_, at) => ids[(first + at) % ids.length]!)
            if (!name) return
            const names = own.map(calledOf)
            const representation = meaning('entities', dataset, universeOf(own), moment.when, [of])
            const list = isZh
              ? pick([names.join('、'), `${names.slice(0, -1).join('、')}和${names.at(-1)}`])
              : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
            if (isZh)
              add(
                pick([`${list}${moment.zh}${part.zh}${name}`, `${list}的${part.zh}${name} ${moment.zh}`]),
                representation,
              )
            else
              add(
                pick([`${part.en} ${name} of ${list} ${moment.en}`, `${list} ${part.en} ${name} ${moment.en}`]),
                representation,
              )
          }
      // Two measures at once.
      for (let n = 0; n < 2; n++)
        yield () => {
          const { name, part, of } = measureOf()
          const next = pick(plain.columns)
          if (!name || next === column || !(next in find(dataset)!.columns)) return
          const other = nameOf(dataset, next, language)
          const id = one()
          const isSpan = !isNewest && random() < 0.4
          const moment = isSpan ? spanOf(unit) : momentOf(plain)
          if (!other) return
          const representation = meaning(isSpan ? 'series' : 'entities', dataset, universeOf([id]), moment.when, [
            of,
            columnOf(dataset, next, part.where),
          ])
          const about = [calledOf(id), part[language]].filter(Boolean).join(isZh ? '' : ' ')
          if (isZh)
            add(
              pick([
                `${about}${moment.zh}${name}${pick(['和', '跟', '與', '、'])}${other}`,
                `${about}的${name}、${other} ${moment.zh}`,
              ]),
              representation,
            )
          else
            add(
              about === ''
                ? `${name} and ${other} ${moment.en}`
                : pick([`${name} and ${other} of ${about} ${moment.en}`, `${about} ${name} and ${other} ${moment.en}`]),
              representation,
            )
        }
      // The first of them, and those beyond a number.
      if (ranks && all) {
        for (let n = 0; n < 2; n++)
          yield () => {
            const { name, of } = measureOf()
            const limit = pick([3, 5, 10, 10, 20])
            const isLeast = random() < 0.25
            if (!name) return
            const representation = meaning('entities', dataset, {}, latest, [of], {
              order: [{ by: 0, descending: !isLeast }],
              limit,
            })
            if (isZh)
              add(
                isLeast
                  ? pick([`${name}最低的${limit}檔`, `${name}最低前${limit}名`])
                  : pick([`${name}前${limit}名`, `今天${name}最高的${limit}檔${all.zh}`, `${name}前${limit}大`]),
                representation,
              )
            else
              add(
                isLeast
                  ? pick([`${limit} ${all.en} with the lowest ${name}`, `lowest ${name}, ${limit} ${all.en}`])
                  : pick([
                      `top ${limit} ${all.en} by ${name}`,
                      `${limit} ${all.en} with the highest ${name}`,
                      `top ${limit} ${name}`,
                    ]),
                representation,
              )
          }
        yield () => {
          const { name, of } = measureOf()
          if (!name) return
          const value = pick([1, 2, 5, 8, 10, 20, 50, 100, 500, 1_000, 10_000])
          const isMore = random() < 0.6
          const isPercent = random() < 0.7 && find(dataset)!.columns[column]?.unit === 'percent'
          const said = `${value}${isPercent ? '%' : ''}`
          const representation = meaning('entities', dataset, {}, latest, [of], {
            where: [
              {
                kind: 'compare',
                left: of,
                op: isMore ? '>' : '<',
                right: { kind: 'number', value, ...(isPercent ? { unit: 'percent' } : {}) },
              },
            ],
          })
          if (isZh)
            add(
              `${name}${isMore ? pick(['超過', '高於', '大於']) : pick(['低於', '小於', '不到'])}${said}的${all.zh}`,
              representation,
            )
          else
            add(
              `${all.en} with ${name} ${isMore ? pick(['above', 'over', 'more than']) : pick(['below', 'under'])} ${said}`,
              representation,
            )
        }
      }
    }
  }

  for (const plain of plains) for (const column of plain.columns) for (const way of ways(plain, column)) way()

  // Values of statements, of a quarter or of a year.
  for (const [dataset, type, zh, en] of accounts)
    for (let n = 0; n < 10; n++) {
      const [year, quarter] = [pick([2023, 2024, 2025]), pick([1, 2, 3, 4])]
      const [id, name, english] = pick(companies)
      const isCash = dataset === 'TaiwanStockCashFlowsStatement'
      const quarterly = columnOf(dataset, 'value', account('quarterly', type))
      const annual = columnOf(dataset, 'value', account('annual', type))
      const [said, called] = [pick(zh), pick(en)]
      const own: Universe = { ids: [id] }
      const lasting: Window = { kind: 'last', n: pick([2, 4, 6, 8]), unit: 'quarter' }
      const years: Window = { kind: 'last', n: pick([3, 5]), unit: 'year' }
      const ofYear: Window = { kind: 'calendar', year }
      const ofQuarter: Window = { kind: 'calendar', year, quarter }
      const past: Window = { kind: 'previous', unit: 'year' }
      const entities = (universe: Universe, when: Window, of: Measure): Representation =>
        meaning('entities', dataset, universe, when, [of])
      const series = (when: Window, of: Measure): Representation => meaning('series', dataset, own, when, [of])
      add(`${name}${year}年${said}`, entities(own, ofYear, annual))
      add(`${called} of ${english} in ${pick(['', 'fiscal '])}${year}`, entities(own, ofYear, annual))
      add(`${name}去年${said}`, entities(own, past, annual))
      add(`${english} ${called} last year`, entities(own, past, annual))
      add(`${name}近${years.n}年每年${said}`, series(years, annual))
      add(`${called} of ${english}, last ${years.n} fiscal years`, series(years, annual))
      add(
        `${called} of ${english} in fiscal ${year - 1} and ${year}`,
        series({ kind: 'span', from: { kind: 'calendar', year: year - 1 }, to: ofYear }, annual),
      )
      add(
        `${name}${year - 1}年和${year}年的${said}`,
        series({ kind: 'span', from: { kind: 'calendar', year: year - 1 }, to: ofYear }, annual),
      )
      if (isCash) continue
      add(`${name}最新一季${said}`, entities(own, latest, quarterly))
      add(`${english} ${called}, latest quarter`, entities(own, latest, quarterly))
      add(`${name}最近${lasting.n}季${said}`, series(lasting, quarterly))
      add(`${english} ${called}, last ${lasting.n} quarters`, series(lasting, quarterly))
      add(`${name}${year}年第${quarter}季${said}`, entities(own, ofQuarter, quarterly))
      add(`${english} ${called} in Q${quarter} ${year}`, entities(own, ofQuarter, quarterly))
      add(`${pick(['所有', '全部'])}公司最新一季${said}`, entities({}, latest, quarterly))
      add(`latest ${called} of all companies`, entities({}, latest, quarterly))
      add(`${pick(['所有', '各'])}公司${year}年第${quarter}季${said}`, entities({}, ofQuarter, quarterly))
      add(`${called} of all companies in Q${quarter} ${year}`, entities({}, ofQuarter, quarterly))
    }
  return found
}
