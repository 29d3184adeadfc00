import { csvBody } from '../csv.ts'
import { jsonBody, type Page } from '../page.ts'
import { places } from '../spell.ts'

/** Rates of banks, gold, and prices of American stocks. */

const forwards = [10, 30, 60, 90, 120, 150, 180].map((days) => `遠期${days}天`)
const half = ['匯率', '現金', '即期', ...forwards]

/** Titles repeat for buying and selling, and a rate that is not quoted is a zero: no layout has them as they stand. */
const dayRates: Page = {
  publisher: 'bankOfTaiwan',
  path: /^\/xrt\/flcsv\/0\/\d{4}-\d{2}-\d{2}$/,
  requestedDays: ({ path }) => ({ from: path.slice(-10), to: path.slice(-10) }),
  async sheets(market, days) {
    const rows = await market.rows(
      'SELECT * FROM ExchangeRate WHERE trade_date BETWEEN :from AND :to ORDER BY currency',
      days,
    )
    const side = (word: string, ...rates: readonly (string | null | undefined)[]) => [
      word,
      ...rates.map((rate) => places(rate ?? '0.00000', 5)),
      ...forwards.map(() => '0.00000'),
    ]
    return [
      {
        title: '',
        titles: ['幣別', ...half, ...half],
        rows: rows.map((row) => [
          row.currency!,
          ...side('本行買入', row.cash_buy, row.spot_buy),
          ...side('本行賣出', row.cash_sell, row.spot_sell),
        ]),
      },
    ]
  },
  write: (sheets) => csvBody(sheets.at(-1)!, { bom: true, end: ',' }),
  nothing: () => csvBody({ title: '', titles: ['幣別', ...half, ...half], rows: [] }),
}

/** Changes as values of every day. */
const policyRates: Page = {
  publisher: 'bis',
  path: /^\/api\/v2\/data\/dataflow\/BIS\/WS_CBPOL\/1\.0\/D\./,
  requestedDays: ({ fields }) =>
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
  requestedDays: () => null,
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
        // A renamed column has another key.
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
  requestedDays: ({ fields }) => {
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
  policyRates,
  gold('gold_am', 'price_am AS usd, NULL AS gbp, NULL AS eur'),
  gold('gold_pm', 'price_pm AS usd, price_gbp AS gbp, price_eur AS eur'),
  chart,
]
