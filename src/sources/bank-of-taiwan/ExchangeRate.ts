import { ExchangeRate } from '../../catalogue/other/ExchangeRate.ts'
import { publishers } from '../../catalogue/publishers.ts'
import { csvTable } from '../csvTable.ts'
import { type FeedRequest, feedsOf, get } from '../feed.ts'
import { changed, type Outcome, rowsOutcome } from '../outcome.ts'
import { textOf } from '../plan.ts'
import { column, part, theDay } from '../reading.ts'
import { nothing } from '../servedDays.ts'
import { type Table, tableOf } from '../tables.ts'

const bankOfTaiwan = feedsOf(publishers.bankOfTaiwan, null)

const [label, sides] = ['匯率', ['本行買入', '本行賣出']] as const

/** Titles repeat for buying and selling; the first cell of each half names the side. */
function withSides(table: Table): Table {
  const starts = table.titles.flatMap((title, at) => (title === label ? [at] : []))
  if (starts.length !== sides.length) throw changed(`no table with the columns ${label}, twice`)
  for (const [half, at] of starts.entries()) {
    const other = table.rows.find((row) => textOf(row[at]).trim() !== sides[half])
    if (other) throw changed(`${sides[half]} expected under ${label}, found ${textOf(other[at])}`)
  }
  const named = (title: string, at: number): string => {
    const half = starts.findLastIndex((start) => start <= at)
    return half < 0 || title === '' ? title : `${sides[half]}${title}`
  }
  const titles = table.titles.map(named)
  return tableOf('', titles.at(-1) === '' ? titles.slice(0, -1) : titles, table.rows)
}

/** A rate that the bank does not quote. */
const notQuoted = { none: ['0', '0.00000', '0.0000', '0.000', '0.00', '-'] } as const
const rates = {
  currency: '幣別',
  cash_buy: column('本行買入現金', notQuoted),
  cash_sell: column('本行賣出現金', notQuoted),
  spot_buy: column('本行買入即期', notQuoted),
  spot_sell: column('本行賣出即期', notQuoted),
} as const
const forwards = [label, ...[10, 30, 60, 90, 120, 150, 180].map((days) => `遠期${days}天`)]
const ignore = sides.flatMap((side) => forwards.map((title) => `${side}${title}`))

const ofTheDay = part(ExchangeRate, { ...rates, trade_date: theDay }, { ignore })

function parseDay(bytes: Uint8Array, request: FeedRequest): Outcome {
  // The file does not say its day, and a holiday may be answered with the rates of the day before.
  if (request.calendar.isOpen(request.from) === false) throw nothing(request, 'a file without a day')
  const table = csvTable(bytes)
  if (table.rows.length === 0) throw nothing(request, 'titles, and no rates')
  return rowsOutcome(ofTheDay.read([withSides(table)], request))
}

/** Every currency as it was last quoted on a day on which the market trades. */
export const dayRates = bankOfTaiwan(ofTheDay, {
  endpoint: 'flcsv day',
  span: 'day',
  since: '2006-01-02',
  request: ({ from }) => get(`/xrt/flcsv/0/${from}`),
  parse: parseDay,
})
