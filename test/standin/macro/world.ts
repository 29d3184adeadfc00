import { ExchangeRate } from '../../../src/catalogue/other/ExchangeRate.ts'
import { USStockPrice } from '../../../src/catalogue/other/USStockPrice.ts'
import { csvBody } from '../csv.ts'
import { jsonBody, type Page } from '../page.ts'
import { type Printer, printer } from '../sheet.ts'
import { dayIn, lastOfMonth } from '../spell.ts'

/** Rates of banks, gold, and prices of American stocks. */

const forwards = [10, 30, 60, 90, 120, 150, 180].map((days) => `遠期${days}天 =0.00000`).join('\n')
const rateLines = `
  幣別 currency
  匯率 =本行買入
  現金 cash_buy/five
  即期 spot_buy/five
  ${forwards}
  匯率 =本行賣出
  現金 cash_sell/five
  即期 spot_sell/five
  ${forwards}`
const rates = (select: string, lines: string): Printer => printer(ExchangeRate, '', select, lines)

const bank = (path: RegExp, made: Printer, asked: Page['asked']): Page => ({
  publisher: 'bankOfTaiwan',
  path,
  asked,
  // A rate that is not quoted is a zero.
  sheets: async (market, days) => [await made.print(market, days, { date: String, grouped: false, none: '0.00000' })],
  write: (sheets) => csvBody(sheets.at(-1)!, { bom: true, end: ',' }),
  nothing: () => csvBody({ title: '', titles: ['幣別', '匯率', '現金', '即期', '匯率', '現金', '即期'], rows: [] }),
})

const dayRates = bank(
  /^\/xrt\/flcsv\/0\/\d{4}-\d{2}-\d{2}$/,
  rates('SELECT * FROM ExchangeRate WHERE trade_date BETWEEN :from AND :to ORDER BY currency', rateLines),
  ({ path }) => ({ from: path.slice(-10), to: path.slice(-10) }),
)

/** One currency and month, the newest day first. */
const monthRates: Page = {
  publisher: 'bankOfTaiwan',
  path: /^\/xrt\/flcsv\/0\/\d{4}-\d{2}\/[A-Z]{3}$/,
  asked: ({ path }) => {
    const month = path.slice(-11, -4)
    return { from: `${month}-01`, to: lastOfMonth(month) }
  },
  sheets: async (market, days, { path }) => [
    await rates(
      `SELECT * FROM ExchangeRate WHERE currency = '${path.slice(-3)}' AND trade_date BETWEEN :from AND :to
       ORDER BY trade_date DESC`,
      `資料日期 trade_date/compact${rateLines}`,
    ).print(market, days, { date: String, grouped: false, none: '0.00000' }),
  ],
  write: (sheets) => csvBody(sheets.at(-1)!, { bom: true, end: ',' }),
  nothing: dayRates.nothing,
}

/** Closes that are adjusted for dividends too. */
const indices: Readonly<Record<string, string>> = { '^spx': '^GSPC', '^dji': '^DJI', '^ndq': '^IXIC' }
const closes: Page = {
  publisher: 'stooq',
  path: '/q/d/l/',
  asked: ({ fields }) => {
    const [from, to] = [dayIn(fields.d1), dayIn(fields.d2)]
    return from === null || to === null ? null : { from, to }
  },
  async sheets(market, days, { fields }) {
    const symbol = fields.s ?? ''
    const id = indices[symbol] ?? symbol.replace(/\.us$/, '').toUpperCase()
    const made = printer(
      USStockPrice,
      '',
      `SELECT * FROM USStockPrice WHERE stock_id = '${id.replaceAll("'", "''")}' AND trade_date BETWEEN :from AND :to
       ORDER BY trade_date`,
      `Date trade_date
       Open open/bare
       High high/bare
       Low low/bare
       Close adj_close/bare
       Volume volume`,
    )
    return [await made.print(market, days, { date: String, grouped: false, none: '' })]
  },
  write: (sheets) => csvBody(sheets.at(-1)!),
  nothing: () => ({ body: 'No data\r\n', type: 'text/plain' }),
}

/** Changes as values of every day. */
const policyRates: Page = {
  publisher: 'bis',
  path: /^\/api\/v2\/data\/dataflow\/BIS\/WS_CBPOL\/1\.0\/D\./,
  asked: ({ fields }) =>
    fields.startPeriod && fields.endPeriod ? { from: fields.startPeriod, to: fields.endPeriod } : null,
  async sheets(market, days) {
    const rows = await market.rows(
      `WITH days AS (SELECT unnest(generate_series(:from, :to, INTERVAL 1 DAY))::DATE AS day),
         banks AS (SELECT country_code, arg_min(interest_rate, effective_date) AS first FROM CentralBankRate
           WHERE bank_code <> 'CBC' GROUP BY country_code)
       SELECT b.country_code AS area, d.day, coalesce(c.interest_rate, b.first) AS rate FROM banks b CROSS JOIN days d
       ASOF LEFT JOIN CentralBankRate c ON c.country_code = b.country_code AND c.effective_date <= d.day
       ORDER BY area, day`,
      days,
    )
    const titles = ['DATAFLOW', 'FREQ', 'REF_AREA', 'TIME_PERIOD', 'OBS_VALUE', 'TITLE']
    const cells = rows.map(({ area, day, rate }) => [
      'BIS:WS_CBPOL(1.0)',
      'D',
      area!,
      day!,
      rate!,
      `Policy rate, ${area}`,
    ])
    return [{ title: '', titles, rows: cells }]
  },
  write: (sheets) => csvBody(sheets.at(-1)!),
  nothing: () => csvBody({ title: '', titles: ['REF_AREA', 'TIME_PERIOD', 'OBS_VALUE'], rows: [] }),
}

/** A whole history of fixings: the day, and the price in dollars, pounds and euros. */
const gold = (name: string, columns: string): Page => ({
  publisher: 'lbma',
  path: `/json/${name}.json`,
  asked: () => null,
  async sheets(market) {
    const rows = await market.rows(
      `SELECT trade_date AS d, ${columns} FROM GoldPrice WHERE trade_date <= :through ORDER BY d`,
    )
    return [
      {
        title: '',
        titles: ['d', 'usd', 'gbp', 'eur'],
        rows: rows.map(({ d, usd, gbp, eur }) => [d!, usd ?? '', gbp ?? '', eur ?? '']),
      },
    ]
  },
  write: (sheets) => {
    const { titles, rows } = sheets.at(-1)!
    const [day, ...prices] = ['d', 'usd', 'gbp', 'eur'].map((title) => titles.indexOf(title))
    const priced = (text: string | undefined) => (text ? Number(text) : null)
    return jsonBody(
      rows.map((cells) => ({
        is_cms_locked: 1,
        // A column that was renamed is told by another key.
        [day! < 0 ? titles[0]! : 'd']: cells[Math.max(day!, 0)],
        v: prices.map((at) => priced(cells[at])),
      })),
    )
  },
  nothing: () => jsonBody([]),
})

/** Bars of one stock; a bar begins at half past nine in New York. */
const chart: Page = {
  publisher: 'yahoo',
  path: /^\/v8\/finance\/chart\/.+$/,
  asked: ({ fields }) => {
    const day = (seconds: string, back: number) => new Date((Number(seconds) - back) * 1000).toISOString().slice(0, 10)
    return fields.period1 && fields.period2 ? { from: day(fields.period1, 0), to: day(fields.period2, 86_400) } : null
  },
  async sheets(market, days, { path }) {
    const id = decodeURIComponent(path.split('/').at(-1)!)
    const rows = await market.rows(
      `SELECT epoch(trade_date)::BIGINT + 52200 AS timestamp, open, high, low, close, adj_close AS adjclose, volume
       FROM USStockPrice WHERE stock_id = '${id.replaceAll("'", "''")}' AND trade_date BETWEEN :from AND :to ORDER BY trade_date`,
      days,
    )
    const titles = ['timestamp', 'open', 'high', 'low', 'close', 'adjclose', 'volume']
    return [{ title: id, titles, rows: rows.map((row) => titles.map((name) => row[name] ?? '')) }]
  },
  write: (sheets) => {
    const { title, titles, rows } = sheets.at(-1)!
    const column = (name: string) => {
      const at = titles.indexOf(name)
      return at < 0 ? undefined : rows.map((cells) => (cells[at] ? Number(cells[at]) : null))
    }
    const [open, high, low, close, volume] = ['open', 'high', 'low', 'close', 'volume'].map(column)
    return jsonBody({
      chart: {
        result: [
          {
            meta: { symbol: title, gmtoffset: -18_000, dataGranularity: '1d' },
            timestamp: column('timestamp'),
            indicators: { quote: [{ open, high, low, close, volume }], adjclose: [{ adjclose: column('adjclose') }] },
          },
        ],
        error: null,
      },
    })
  },
  nothing: ({ path }) =>
    jsonBody({
      chart: {
        result: [
          { meta: { symbol: decodeURIComponent(path.split('/').at(-1)!), gmtoffset: -18_000, dataGranularity: '1d' } },
        ],
        error: null,
      },
    }),
}

export const worldPages: readonly Page[] = [
  dayRates,
  monthRates,
  closes,
  policyRates,
  gold('gold_am', 'price_am AS usd, NULL AS gbp, NULL AS eur'),
  gold('gold_pm', 'price_pm AS usd, price_gbp AS gbp, price_eur AS eur'),
  chart,
]
