import { csvBody } from '../csv.ts'
import type { Page } from '../page.ts'

/** A year so far, the newest day first, a column a tenor. */
const curveTenors = ['1M', '1.5M', '2M', '3M', '4M', '6M', '1Y', '2Y', '3Y', '5Y', '7Y', '10Y', '20Y', '30Y']
const titleOf = (tenor: string): string =>
  tenor === '1.5M' ? '1.5 Month' : tenor.replace(/M$/, ' Mo').replace(/Y$/, ' Yr')
export const curve: Page = {
  publisher: 'treasury',
  path: /\/daily-treasury-rates\.csv\/(\d{4})\/all$/,
  requestedDays: ({ path }) => {
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
