import { USStockPrice } from '../../catalogue/other/USStockPrice.ts'
import { publishers } from '../../catalogue/publishers.ts'
import { csvTable, fileText } from '../csvTable.ts'
import { compact } from '../dates.ts'
import { type FeedRequest, feedsOf, get } from '../feed.ts'
import { column, fromRequest } from '../mapping.ts'
import { blocked, notYet, type Outcome } from '../outcome.ts'
import { part } from '../rows.ts'
import { someRows, within } from '../servedDays.ts'

const stooq = feedsOf(publishers.stooq, null)

/** Prices are adjusted for dividends too, so the close is what is called the adjusted close here. */
const closes = part(
  USStockPrice,
  { stock_id: fromRequest(({ id }) => id), trade_date: 'Date', adj_close: column('Close', { rounds: true }) },
  { ignore: ['Open', 'High', 'Low', 'Volume'] },
)

const indices: Readonly<Record<string, string>> = { '^GSPC': '^spx', '^DJI': '^dji', '^IXIC': '^ndq' }
const symbolOf = (id: string): string =>
  indices[id] ?? (id.startsWith('^') ? id.toLowerCase() : `${id.toLowerCase()}.us`)

function parse(bytes: Uint8Array, request: FeedRequest): Outcome {
  const text = fileText(bytes)
  if (/hits limit/i.test(text)) throw blocked(`the publisher refuses: ${text.trim().slice(0, 80)}`)
  if (/^\s*No data/i.test(text)) throw notYet(`the publisher says: ${text.trim().slice(0, 80)}`)
  return someRows(within(closes.read([csvTable(bytes)], request), 'trade_date', request), request)
}

/** One security, any days, to hold the newest of them against; within a cent. */
export const daily = stooq(closes, {
  endpoint: 'd',
  role: 'witness',
  nearest: { adj_close: 200 },
  span: 'range',
  each: 'id',
  request: ({ from, to, id }) => get('/q/d/l/', { s: symbolOf(id ?? ''), i: 'd', d1: compact(from), d2: compact(to) }),
  parse,
})
