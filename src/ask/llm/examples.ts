import type { Column, Representation } from '../representation.ts'

const column = (dataset: string, name: string): Column => ({ kind: 'column', dataset, column: name })
const price = (name: string): Column => column('TaiwanStockPrice', name)
const close = price('close')
const rest = { where: [], by: [], order: [], notes: [] } as const

/** Questions and what they mean, one of each shape: a model learns more from them than from rules. */
export const examples: readonly { readonly question: string; readonly representation: Representation }[] = [
  {
    question: '台積電昨天收盤價多少？',
    representation: {
      ...rest,
      shape: 'entities',
      dataset: 'TaiwanStockPrice',
      universe: { ids: ['2330'] },
      when: { kind: 'back', n: 1 },
      select: [{ as: 'close', of: close }],
      limit: null,
      notes: [{ code: 'name', value: '2330' }],
    },
  },
  {
    question: 'Daily closes and 20-day average of 2317 over the last 30 trading days',
    representation: {
      ...rest,
      shape: 'series',
      dataset: 'TaiwanStockPrice',
      universe: { ids: ['2317'] },
      when: { kind: 'last', n: 30, unit: 'trading_day' },
      select: [
        { as: 'close', of: close },
        { as: 'average_20', of: { kind: 'average', of: close, n: 20 } },
      ],
      order: [{ by: 'date', descending: false }],
      limit: null,
    },
  },
  {
    question: '今年以來漲幅最大的上市股票前五名，且今天成交量超過一萬張',
    representation: {
      ...rest,
      shape: 'entities',
      dataset: 'TaiwanStockPrice',
      universe: { market: ['TWSE'], type: ['stock'] },
      when: { kind: 'latest' },
      select: [
        {
          as: 'return_percent',
          of: { kind: 'change', of: close, since: { kind: 'this', unit: 'year' }, as: 'percent' },
        },
      ],
      where: [
        {
          kind: 'compare',
          left: price('volume'),
          op: '>',
          right: { kind: 'number', value: 10_000, unit: 'lots' },
        },
      ],
      order: [{ by: 0, descending: true }],
      limit: 5,
    },
  },
  {
    question: 'Which stocks rose five sessions in a row and have a PE below 15?',
    representation: {
      ...rest,
      shape: 'entities',
      dataset: 'TaiwanStockPrice',
      universe: {},
      when: { kind: 'latest' },
      select: [
        { as: 'close', of: close },
        { as: 'pe_ratio', of: { kind: 'column', dataset: 'TaiwanStockPER', column: 'pe_ratio' } },
      ],
      where: [
        {
          kind: 'compare',
          left: {
            kind: 'streak',
            of: { kind: 'compare', left: price('change_percent'), op: '>', right: { kind: 'number', value: 0 } },
          },
          op: '>=',
          right: { kind: 'number', value: 5, unit: 'days' },
        },
        {
          kind: 'between',
          of: { kind: 'column', dataset: 'TaiwanStockPER', column: 'pe_ratio' },
          low: { kind: 'number', value: 0.01 },
          high: { kind: 'number', value: 15 },
        },
      ],
      limit: null,
    },
  },
  {
    question: '各產業今天的成交金額合計，由大到小（億元）',
    representation: {
      ...rest,
      shape: 'groups',
      dataset: 'TaiwanStockPrice',
      universe: {},
      when: { kind: 'latest' },
      select: [{ as: 'turnover', of: { kind: 'across', fn: 'sum', of: price('turnover') }, in: 'hundred_million' }],
      by: ['industry'],
      order: [{ by: 0, descending: true }],
      limit: null,
    },
  },
  {
    question: '市值前五十大裡，本益比低於同產業中位數的，殖利率最高五檔',
    representation: {
      ...rest,
      shape: 'entities',
      dataset: 'TaiwanStockPER',
      universe: { top: { n: 50, by: column('TaiwanStockMarketValue', 'market_value'), descending: true } },
      when: { kind: 'latest' },
      select: [{ as: 'dividend_yield', of: column('TaiwanStockPER', 'dividend_yield') }],
      where: [
        {
          kind: 'compare',
          left: column('TaiwanStockPER', 'pe_ratio'),
          op: '<',
          right: { kind: 'group', fn: 'median', of: column('TaiwanStockPER', 'pe_ratio'), by: 'industry' },
        },
      ],
      order: [{ by: 0, descending: true }],
      limit: 5,
    },
  },
  {
    question: 'US 10-year minus 2-year yield in bp, last 10 days',
    representation: {
      ...rest,
      shape: 'series',
      dataset: 'USBondYield',
      universe: {},
      when: { kind: 'last', n: 10, unit: 'trading_day' },
      select: [
        {
          as: 'spread',
          of: {
            kind: 'arithmetic',
            op: 'subtract',
            left: { ...column('USBondYield', 'value'), entity: '10Y' },
            right: { ...column('USBondYield', 'value'), entity: '2Y' },
          },
          in: 'basis_points',
        },
      ],
      order: [{ by: 'date', descending: false }],
      limit: null,
    },
  },
  {
    question: 'Has 2330 risen in volume against its 20-day average, and since when has K been above D?',
    representation: {
      ...rest,
      shape: 'entities',
      dataset: 'TaiwanStockPrice',
      universe: { ids: ['2330'] },
      when: { kind: 'latest' },
      select: [
        {
          as: 'volume_percent',
          of: {
            kind: 'arithmetic',
            op: 'percent',
            left: price('volume'),
            right: {
              kind: 'over',
              fn: 'avg',
              of: price('volume'),
              window: { kind: 'before', n: 20, unit: 'trading_day' },
            },
          },
        },
        {
          as: 'k_above_d_since',
          of: {
            kind: 'since',
            of: {
              kind: 'compare',
              left: { kind: 'indicator', name: 'k', of: close },
              op: '>',
              right: { kind: 'indicator', name: 'd', of: close },
            },
          },
        },
      ],
      limit: null,
    },
  },
]
