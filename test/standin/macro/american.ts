import { CrudeOilPrices } from '../../../src/catalogue/other/CrudeOilPrices.ts'
import { CurrencyCirculation } from '../../../src/catalogue/other/CurrencyCirculation.ts'
import { USBondYield } from '../../../src/catalogue/other/USBondYield.ts'
import { csvBody } from '../csv.ts'
import type { Page } from '../page.ts'
import { type Printer, printer, type Spelling } from '../sheet.ts'

/** Series of the Federal Reserve Bank of St. Louis, and the yield curve of the Treasury. */

const hand: Spelling = { date: String, grouped: false, none: '.' }

/** A series between two days. A file without observations has its titles. */
const series = (id: string, made: Printer): Page => ({
  publisher: 'fred',
  path: '/graph/fredgraph.csv',
  when: { id },
  asked: ({ fields }) => (fields.cosd && fields.coed ? { from: fields.cosd, to: fields.coed } : null),
  sheets: async (market, days) => [await made.print(market, days, hand)],
  write: (sheets) => csvBody(sheets.at(-1)!),
  nothing: () => csvBody({ title: '', titles: ['observation_date', id], rows: [] }),
  mayBeEmpty: true,
})

const oil = (id: string, name: string): Page =>
  series(
    id,
    printer(
      CrudeOilPrices,
      '',
      `SELECT * FROM CrudeOilPrices WHERE name = '${name}' AND trade_date BETWEEN :from AND :to ORDER BY trade_date`,
      `observation_date trade_date
       ${id} price`,
    ),
  )

/** Billions of dollars. */
const currency = series(
  'CURRCIR',
  printer(
    CurrencyCirculation,
    '',
    `SELECT * FROM CurrencyCirculation WHERE country = 'US' AND report_month BETWEEN :from AND :to ORDER BY report_month`,
    `observation_date report_month
     CURRCIR amount/billions`,
  ),
)

const tenors = ['1MO', '3MO', '6MO', '1', '2', '3', '5', '7', '10', '20', '30']
const yields = tenors.map((tenor) =>
  series(
    `DGS${tenor}`,
    printer(
      USBondYield,
      '',
      `SELECT * FROM USBondYield WHERE tenor = '${tenor.endsWith('MO') ? tenor.replace('MO', 'M') : `${tenor}Y`}'
         AND trade_date BETWEEN :from AND :to ORDER BY trade_date`,
      `observation_date trade_date
       DGS${tenor} value`,
    ),
  ),
)

/** A year so far, the newest day first, a column a tenor. */
const curveTenors = ['1M', '1.5M', '2M', '3M', '4M', '6M', '1Y', '2Y', '3Y', '5Y', '7Y', '10Y', '20Y', '30Y']
const titleOf = (tenor: string): string =>
  tenor === '1.5M' ? '1.5 Month' : tenor.replace(/M$/, ' Mo').replace(/Y$/, ' Yr')
const curve: Page = {
  publisher: 'treasury',
  path: /\/daily-treasury-rates\.csv\/(\d{4})\/all$/,
  asked: ({ path }) => {
    const year = /(\d{4})\/all$/.exec(path)![1]!
    return { from: `${year}-01-01`, to: `${year}-12-31` }
  },
  async sheets(market, days) {
    const rows = await market.rows(
      `SELECT trade_date, tenor, value FROM USBondYield WHERE trade_date BETWEEN :from AND :to ORDER BY trade_date DESC`,
      days,
    )
    const byDay = Map.groupBy(rows, (row) => row.trade_date!)
    const yieldOn = (day: string, tenor: string): string =>
      byDay
        .get(day)!
        .find((row) => row.tenor === tenor)
        ?.value?.replace(/0{1,2}$/, '') ?? ''
    return [
      {
        title: '',
        titles: ['Date', ...curveTenors.map(titleOf)],
        rows: [...byDay.keys()].map((day) => [
          `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`,
          ...curveTenors.map((tenor) => yieldOn(day, tenor)),
        ]),
      },
    ]
  },
  write: (sheets) => csvBody(sheets.at(-1)!),
  nothing: () => csvBody({ title: '', titles: ['Date', ...curveTenors.map(titleOf)], rows: [] }),
  mayBeEmpty: true,
}

export const americanPages: readonly Page[] = [
  oil('DCOILWTICO', 'WTI'),
  oil('DCOILBRENTEU', 'Brent'),
  currency,
  ...yields,
  curve,
]
