import { ExchangeRate } from '../../catalogue/other/ExchangeRate.ts'
import { dayFrom } from '../dates.ts'
import { scaled } from '../numbers.ts'
import { changed, leftOut, type ParsedRows, type Rejected, type Row } from '../outcome.ts'
import { textOf } from '../plan.ts'
import { readBy } from '../reading.ts'
import type { Table } from '../tables.ts'
import { ofTheDay, taifexList } from './openApi.ts'
import { taifexFile } from './response.ts'

/** The titles of the web site and of the OpenAPI: the day, and the rates in TWD. All others are between currencies. */
export const rateTitles = {
  web: { day: '日期', USD: '美元/新台幣', CNY: '人民幣/新台幣' },
  openApi: { day: 'Date', USD: 'USD/NTD', CNY: 'RMB/NTD' },
} as const
const currencies = new Map<string, string>(
  Object.values(rateTitles).flatMap(({ USD, CNY }): [string, string][] => [
    [USD, 'USD'],
    [CNY, 'CNY'],
  ]),
)
const dayTitles = Object.values(rateTitles).map(({ day }): string => day)

function read(tables: readonly Table[]): ParsedRows {
  const [table] = tables
  const dayAt = table?.titles.findIndex((title) => dayTitles.includes(title)) ?? -1
  const columns = (table?.titles ?? []).flatMap((title, at) => {
    const currency = currencies.get(title)
    return currency === undefined ? [] : [{ at, currency }]
  })
  for (const currency of new Set(currencies.values()))
    if (!columns.some((one) => one.currency === currency)) {
      const titles = [...currencies].flatMap(([title, of]) => (of === currency ? [title] : []))
      throw changed(`no table with the columns ${titles.join(' or ')}`)
    }
  if (dayAt < 0) throw changed('no table with the columns Date or 日期')
  const rows: Row[] = []
  const rejected: Rejected[] = []
  let unset = 0
  for (const row of table!.rows)
    for (const { at, currency } of columns) {
      const [day, rate] = [dayFrom(textOf(row[dayAt])), scaled(textOf(row[at]), 6)]
      if (typeof day === 'number' && typeof rate === 'number')
        rows.push({ currency, trade_date: day, reference_rate: rate })
      else if (typeof day === 'number' && rate === null) unset++
      else rejected.push({ column: currency, why: 'cannot be read', cells: row.map(textOf) })
    }
  const left = leftOut('days without a rate', unset)
  const known = (title: string, at: number) => at === dayAt || title.includes('/')
  return { rows, rejected, left, unread: table!.titles.filter((title, at) => !known(title, at)) }
}

/** The rates that the exchange settles with, in the middle between buying and selling. */
const referenceRates = readBy(ExchangeRate, read, { fills: ['currency', 'trade_date', 'reference_rate'] })

/** Reference rates, which no bank quotes: of the last two months, and of any days. */
export const exchangeRates = [
  taifexList(referenceRates, 'DailyForeignExchangeRates', ofTheDay, {
    role: 'part',
    choice: 'beside',
    recorded: '.json',
  }),
  taifexFile(referenceRates, 'dailyFXRateDown', { role: 'part', choice: 'beside', longest: 31 }),
]
