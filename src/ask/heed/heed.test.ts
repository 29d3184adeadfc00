import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openFixture } from '../../../test/support/ask.ts'
import { canonicalOf } from '../reading.ts'
import { lapsesOf } from './lapses.ts'
import { mended } from './mend.ts'

const asked = await openFixture()
after(asked.close)

const meaningOf = (sentence: string) => {
  const [meaning] = canonicalOf(asked.facts).read(sentence, 'code')
  assert.ok(meaning, sentence)
  return meaning
}
const lapses = (question: string, sentence: string): string[] => lapsesOf(meaningOf(sentence), question, asked.facts)
const mend = (question: string, sentence: string): string =>
  canonicalOf(asked.facts).print(mended(meaningOf(sentence), question, asked.facts), 'code')

const flows = 'TaiwanStockInstitutionalInvestorsBuySell'
const ranked = 'for all, the latest date, sorted by value 1 from the largest, at most 5 rows.'

test('a bound that includes its number does so in the meaning', () => {
  const per = (op: string) => `TaiwanStockPER: pe_ratio for all, the latest date, where pe_ratio is ${op} 10.`
  const isInclusive = (question: string, op: string): boolean => mend(question, per(op)) !== mend('', per(op))
  for (const question of ['本益比10倍以下的股票', 'stocks with a P/E of 10 or less', 'P/E at most 10.0'])
    assert.ok(isInclusive(question, 'below'), question)
  for (const question of ['本益比10倍以上的股票', 'stocks with a P/E of at least 10', '本益比至少10倍'])
    assert.ok(isInclusive(question, 'above'), question)
  for (const question of ['本益比低於10倍的股票', '本益比100倍以下', 'P/E below 10'])
    assert.ok(!isInclusive(question, 'below'), question)
})

test('a meaning without a number of the question lapses, however the number is written', () => {
  const above = (value: string) =>
    `TaiwanStockPER: dividend_yield for all, the latest date, where dividend_yield is above ${value} percent.`
  for (const [question, value, other] of [
    ['殖利率超過一成五的股票', '15', '5'],
    ['殖利率超過7.5%的股票', '7.5', '7'],
    ['stocks with a yield above a third', '33.3333333333', '3'],
    ['殖利率超過三分之一的股票', '33.3333333333', '3'],
  ] as const) {
    assert.deepEqual(lapses(question, above(value)), [], question)
    assert.notDeepEqual(lapses(question, above(other)), [], question)
  }
  const times = (value: string) =>
    `TaiwanStockPrice: volume for all, the latest date, where volume is at least (${value} times the average of volume over the 20 trading days before the latest date).`
  for (const question of [
    '今天成交量是20日均量兩倍半以上的股票',
    'volume at least two and a half times the 20-day average',
  ]) {
    assert.deepEqual(lapses(question, times('2.5')), [], question)
    assert.deepEqual(
      lapses(question, times('2')),
      [question.startsWith('今') ? 'number 兩倍半' : 'number two and a half'],
      question,
    )
  }
  assert.notDeepEqual(
    lapses(
      '外資連續三天買超的股票',
      `${flows}: foreign_investor_net for all, the latest date, where foreign_investor_net is above 0.`,
    ),
    [],
  )
  // Fifty-two weeks are a year, and 10月 is a month of a contract.
  assert.deepEqual(
    lapses(
      '2330 close as a share of its 52-week high',
      'TaiwanStockPrice: (close as a percentage of the maximum of high over the last 1 years) for 2330, the latest date.',
    ),
    [],
  )
})

test('one of ten thousand, a tenth, twice and two million are numbers, and so are the ranks of the largest', () => {
  const where = (condition: string) => `TaiwanStockPrice: volume for all, the latest date, where ${condition}.`
  for (const [question, held, other] of [
    ['成交量超過1萬張的股票', 'volume is above 10000 lots', 'volume is above 0'],
    ['成交量超過一億股的股票', 'volume is above 100000000', 'volume is above 0'],
    ['stocks with a volume above 1 million shares', 'volume is above 1000000', 'volume is above 0'],
    ['今天漲超過1%的股票', 'change_percent is above 1 percent', 'change_percent is above 0'],
    ['今天跌超過一成的股票', 'change_percent is below -10 percent', 'change_percent is below 0'],
    ['stocks with a volume of two million shares', 'volume is above 2000000', 'volume is above 0'],
    ['stocks that traded five billion shares', 'volume is above 5000000000', 'volume is above 0'],
    [
      'stocks with volume twice that of yesterday',
      'volume is above (2 times (volume at 1 dates before the latest))',
      'volume is above (volume at 1 dates before the latest)',
    ],
    [
      '成交量比昨天翻倍的股票',
      'volume is above (2 times (volume at 1 dates before the latest))',
      'volume is above (volume at 1 dates before the latest)',
    ],
  ] as const) {
    assert.deepEqual(lapses(question, where(held)), [], question)
    assert.ok(
      lapses(question, where(other)).some((lapse) => lapse.startsWith('number')),
      question,
    )
  }
  const first = (rows: number) =>
    `TaiwanStockPrice: volume for all, the latest date, sorted by value 1 from the largest, at most ${rows} rows.`
  for (const [question, rows] of [
    ['成交量前三大', 3],
    ['成交量前五大的股票', 5],
    ['成交量前十大', 10],
    ['the five largest by volume', 5],
  ] as const) {
    assert.deepEqual(lapses(question, first(rows)), [], question)
    assert.ok(
      lapses(question, first(rows + 1)).some((lapse) => lapse.startsWith('number')),
      question,
    )
  }
  // One of a thing is the thing, and what is part of a name is no number.
  assert.deepEqual(lapses('M1B', 'TaiwanMonthlyEconomicIndicator: m1b for all, the latest date.'), [])
  assert.deepEqual(
    lapses(
      '台指期前十大交易人買方部位',
      'TaiwanFuturesLargeTraders: buy_top10_trader_open_interest (for contract_month = "all") for TX, the latest date.',
    ),
    [],
  )
})

test('what is named is what sorts: by the amount where the amount is asked for', () => {
  const shares = `${flows}: the sum of investment_trust_net over the last 20 trading days ${ranked}`
  const amount = `${flows}: the sum of (investment_trust_net times the TaiwanStockPrice dataset’s close) over the last 20 trading days ${ranked}`
  assert.equal(mend('過去20個交易日投信買超金額最高的5檔', shares), amount)
  assert.equal(mend('過去20個交易日投信買超張數最高的5檔', shares), shares)
  assert.equal(mend('過去20個交易日投信買超最多的5檔', shares), shares)
})

test('a part of the market that nobody names is no condition', () => {
  assert.equal(
    mend('所有股票今天的收盤價', 'TaiwanStockPrice: close for those of type preferred share, the latest date.'),
    'TaiwanStockPrice: close for all, the latest date.',
  )
  const put = 'TaiwanOptionDaily: every record’s open_interest; strike_price'.replace('’', "'")
  const rows = (filter: string) =>
    `${put} for those named TXO with trading_session = "regular"${filter}, the latest date, sorted by value 1 from the largest, at most 1 rows.`
  assert.equal(mend('台指選擇權最大未平倉履約價', rows(' and call_put = "put"')), rows(''))
  assert.equal(mend('台指選擇權最大未平倉賣權履約價', rows(' and call_put = "put"')), rows(' and call_put = "put"'))
  assert.ok(
    lapses('各履約價的賣權買權未平倉比', `${put} for those named TXO with call_put = "put", the latest date.`).includes(
      'one of two',
    ),
  )
})

test('days to come are ahead, and a month of this year is no month of the last', async () => {
  const events = (window: string) =>
    `TaiwanStockDividend: every record's cash_ex_date; cash_dividend for all, all dates, where cash_ex_date falls in ${window}.`
  for (const [question, days] of [
    ['明天除息的股票', 1],
    ['後天除息的股票', 2],
    ['Stocks going ex-dividend tomorrow', 1],
    ['Which stocks go ex-dividend the day after tomorrow', 2],
  ] as const) {
    assert.equal(
      mend(question, events('the following week')),
      events(`${days} trading days after the latest`),
      question,
    )
    assert.deepEqual(lapses(question, events('the latest date')), ['day ahead'], question)
  }
  const { calendar } = asked.facts
  const newest = calendar.newest('TaiwanStockDividend')
  const [tomorrow] = calendar.dates('TaiwanStockTradingDate', { from: newest, to: null }).slice(1)
  const { from, to } = calendar.range({ kind: 'ahead', n: 1 }, 'TaiwanStockDividend')
  assert.ok(from !== null && from === to && from > newest && (tomorrow === undefined || from === tomorrow))
  const december = calendar.range({ kind: 'newest', month: 12 }, 'TaiwanStockDividend')
  assert.equal(december.from, `${newest.slice(0, 4)}-12-01`)
  assert.match(calendar.range({ kind: 'newest', month: 12 }, 'TaiwanStockPrice').to!, /-12-31$/)
  assert.equal(
    mend('下個月除權息', events('the following month')),
    "TaiwanStockDividend: every record's cash_ex_date; cash_dividend; stock_ex_date; stock_dividend for all, all dates, where any of (cash_ex_date falls in the following month; stock_ex_date falls in the following month).",
  )
})

test('both ends of a ranking are returned, or the reading lapses', async () => {
  const one = `${flows}: foreign_investor_net for all, the latest date, sorted by value 1 from the largest, at most 2 rows.`
  const both = one.replace(/\.$/, ' at both ends.')
  for (const question of [
    '外資今天買最多和賣最多的股票',
    '今天漲幅前兩名跟跌幅前兩名',
    'The most bought and the most sold by foreigners',
    'top 2 and bottom 2',
  ])
    assert.equal(mend(question, one), both, question)
  for (const question of ['外資今天買最多的股票', '今天最高價和最低價', 'at least 2 of the largest'])
    assert.equal(mend(question, one), one, question)
  // Two ends of two things are no ends of one, and a scope is none.
  for (const question of [
    '殖利率最高本益比最低的10檔',
    'highest yield and the lowest p/e',
    '融資增加最多融券減少最多',
  ]) {
    assert.equal(mend(question, one), one, question)
    assert.ok(lapses(question, one).includes('one end'), question)
  }
  const scoped =
    'TaiwanStockPER: pe_ratio for those among the first 50 by (the TaiwanStockMarketValue dataset’s market_value) from the largest, the latest date, sorted by value 1 from the smallest, at most 5 rows.'
  for (const question of [
    'which of the top 50 by weight has the lowest p/e',
    'the 5 lowest p/e among the 50 largest stocks',
  ]) {
    assert.equal(mend(question, scoped), scoped, question)
    assert.ok(!lapses(question, scoped).includes('one end'), question)
  }
  const whose = (by: string) =>
    `${flows}: foreign_investor_net; investment_trust_net for all, the latest date, where foreign_investor_net is above 0, sorted by value ${by}, at most 10 rows.`
  for (const question of ['外資買超、投信賣超最多的前10檔', '外資買超但投信賣超前10名'])
    assert.equal(mend(question, whose('1 from the largest')), whose('2 from the smallest'), question)
  const { compile } = await import('../compile.ts')
  // The order of a ratio has an order of its own inside.
  const { rows: ratios } = (await asked.run(
    compile(
      meaningOf(
        'TaiwanStockPrice: the rank of (volume) from the largest for all, the latest date, sorted by value 1 from the largest, at most 1 rows at both ends.',
      ),
      asked.facts,
      'en',
    ),
  ))!
  assert.equal(ratios.length, 2)
  const rows = async (sentence: string) => (await asked.run(compile(meaningOf(sentence), asked.facts, 'en')))!.rows
  const [most, least] = await Promise.all([rows(one), rows(one.replace('largest', 'smallest'))])
  const ids = (list: readonly (readonly unknown[])[]): string[] => list.map(([id]) => String(id)).sort()
  assert.deepEqual(ids(await rows(both)), ids([...most, ...least]))
})

test('a thing against itself and a column twice are never a reading', () => {
  for (const meaning of [
    'TaiwanStockPrice: (close minus close) for 2330, the latest date.',
    'TaiwanStockPrice: close; close for 2330, the latest date.',
    'TaiwanStockPrice: close for 2330, the latest date, where close is above close.',
  ])
    assert.ok(lapses('台積電收盤價', meaning).includes('repeats itself'), meaning)
})

test('words that decide are heeded', () => {
  const below =
    'TaiwanStockPrice: close; the 60-value moving average of close for all, the latest date, where close is below the 60-value moving average of close.'
  assert.match(
    mend('跌破季線的權值股', below),
    /among the first 50 by \(the TaiwanStockMarketValueWeight dataset’s weight_percent\) from the largest/,
  )
  assert.ok(
    lapses(
      '台積電外資持股成本',
      'TaiwanStockShareholding: foreign_shareholding_ratio for 2330, the latest date.',
    ).includes('dropped cost'),
  )
  assert.ok(
    lapses(
      '本益比歷史分位',
      'TaiwanStockPER: pe_ratio for all, the latest date, where pe_ratio is at least the maximum of pe_ratio over all dates.',
    ).includes('dropped percentile'),
  )
  assert.equal(
    mend(
      '台積電本益比近三年分位',
      'TaiwanStockPER: percentile 90 of pe_ratio over the last 3 years for 2330, the latest date.',
    ),
    'TaiwanStockPER: the standing of (pe_ratio) within the last 3 years for 2330, the latest date.',
  )
  assert.equal(
    mend('台積電成交金額占大盤比重', 'TaiwanStockPrice: the share of (turnover) among all for 2330, the latest date.'),
    'TaiwanStockPrice: the share of (turnover) among its market for 2330, the latest date.',
  )
  const roe = (profit: string) =>
    `TaiwanStockFinancialStatement: (${profit} as a percentage of the TaiwanStockBalanceSheet dataset’s value (for period = "quarterly" and type = "Equity")) for 2330, the latest date.`
  const quarter = 'value (for period = "quarterly" and type = "IncomeAfterTaxes")'
  assert.equal(mend('2330 ROE', roe(quarter)), roe(`the sum of ${quarter} over the last 4 quarters`))
  assert.equal(mend('2330 單季 ROE', roe(quarter)), roe(quarter))
  assert.ok(
    lapses(
      'Fear and greed index this month',
      'TaiwanFearAndGreedIndex: the average of fear_greed_score over this month for all, the latest date.',
    ).includes('unasked average'),
  )
})

test('a value of all shares is one of each of them', () => {
  assert.equal(
    mend(
      'day-traded shares of all stocks today',
      'TaiwanStockDayTradingInfo: the sum across them of day_trading_volume for all taken together, the latest date.',
    ),
    'TaiwanStockDayTradingInfo: day_trading_volume for all, the latest date.',
  )
  const highest = 'TaiwanStockPrice: the maximum across them of close for all taken together, the latest date.'
  assert.equal(mend('the highest close among all stocks', highest), highest)
  const total =
    'TaiwanStockDayTradingInfo: the sum across them of day_trading_volume for all taken together, the latest date.'
  assert.equal(mend('total day-traded shares of all stocks today', total), total)
})

test('a row of a time of day is that of the one time that is said', () => {
  const at = (time: string) =>
    `TaiwanIndex5Seconds: every record's index_value; trade_time for those named TAIEX with trade_time = "${time}", the latest date.`
  assert.equal(mend('TAIEX at 10:30:00', at('09:00:00')), at('10:30:00'))
  assert.equal(mend('TAIEX at 9:00 and at 10:30', at('09:00:00')), at('09:00:00'))
})

test('who has no value on the day stands nowhere in its history', async () => {
  const { compile } = await import('../compile.ts')
  const { rows: gone } = await asked.select(
    `SELECT stock_id FROM TaiwanStockWeekPrice GROUP BY 1
     HAVING max(week_start_date) < (SELECT max(week_start_date) FROM TaiwanStockWeekPrice) LIMIT 1`,
  )
  assert.equal(gone.length, 1)
  const sentence = `TaiwanStockWeekPrice: the standing of (close) within all dates; week for ${gone[0]![0]}, the latest date.`
  const { columns, rows } = (await asked.run(compile(meaningOf(sentence), asked.facts, 'en')))!
  for (const row of rows) assert.equal(row[columns.indexOf('close_standing')], null)
})

test('where a value stands in its history is the share of days on which it was no larger', async () => {
  const { compile } = await import('../compile.ts')
  const sentence =
    'TaiwanStockPrice: the standing of (close) within the last 20 trading days; close for 2330, the latest date.'
  const table = await asked.run(compile(meaningOf(sentence), asked.facts, 'en'))
  const closes = await asked.run(
    compile(
      meaningOf('TaiwanStockPrice: close for 2330, on each date of the last 20 trading days.'),
      asked.facts,
      'en',
    ),
  )
  const values = closes!.rows.map((row) => Number(row[closes!.columns.indexOf('close')]))
  const now = Number(table!.rows[0]![table!.columns.indexOf('close')])
  const share = (values.filter((value) => value <= now).length / values.length) * 100
  assert.ok(Math.abs(Number(table!.rows[0]![table!.columns.indexOf('close_standing')]) - share) < 1e-9)
})
