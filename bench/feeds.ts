import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Feed, type FeedRequest, read } from '../src/sources/feed.ts'
import { feeds } from '../src/sources/index.ts'

/**
 * How fast answers are read, beside `JSON.parse` alone on the same bytes, in MB a second of processor time. Answers are
 * the fixtures of the feeds, their rows repeated under other codes until they are as large as is asked.
 *
 *   node bench/feeds.ts [--megabytes 1] [--runs 40] [--like MI_INDEX]
 */
const { values } = parseArgs({
  options: {
    megabytes: { type: 'string', default: '1' },
    runs: { type: 'string', default: '40' },
    like: { type: 'string', default: '' },
  },
})
const [size, runs] = [Number(values.megabytes) * 1e6, Number(values.runs)]

/** The answers that make up a day of the markets. */
const daily: readonly (readonly [publisher: string, folder: string, name: string])[] = [
  ['twse', 'twse', 'TaiwanStockPrice.MI_INDEX'],
  ['twse', 'twse', 'TaiwanStockPER.BWIBBU_d'],
  ['twse', 'twse', 'TaiwanStockInstitutionalInvestorsBuySell.T86'],
  ['twse', 'twse', 'TaiwanStockMarginPurchaseShortSale.MI_MARGN'],
  ['twse', 'twse', 'TaiwanDailyShortSaleBalances.TWT93U'],
  ['twse', 'twse', 'TaiwanStockShareholding.MI_QFIIS'],
  ['twse', 'twse', 'TaiwanIndex5Seconds.MI_5MINS_INDEX'],
  ['tpex', 'tpex', 'TaiwanStockPrice.dailyQuotes'],
  ['tpex', 'tpex', 'TaiwanStockInstitutionalInvestorsBuySell.dailyTrade'],
  ['tpex', 'tpex', 'TaiwanStockMarginPurchaseShortSale.balance'],
  ['twseOpenApi', 'twse-openapi', 'TaiwanStockPrice.STOCK_DAY_ALL'],
  ['twseOpenApi', 'twse-openapi', 'TaiwanStockMarginPurchaseShortSale.MI_MARGN'],
  ['tpexOpenApi', 'tpex-openapi', 'TaiwanStockPrice.tpex_mainboard_daily_close_quotes'],
]

const request: FeedRequest = {
  from: '2024-05-02',
  to: '2024-05-02',
  id: null,
  modified: '2024-05-02T10:00:00Z',
  calendar: { isOpen: () => true, next: () => '2024-05-03', previous: () => '2024-05-01' },
}

type Rows = unknown[]

/** The lists of rows in an answer, whichever shape it has. */
function listsIn(body: unknown): Rows[] {
  if (Array.isArray(body)) return [body]
  const { tables, data } = body as { tables?: { data?: Rows }[]; data?: Rows }
  return [...(tables ?? []).map((table) => table.data ?? []), data ?? []]
}

/** Codes that no two rows share: `1000` to `9999`, then `1000A` and so on. */
const codeAt = (at: number): string => `${1000 + (at % 9000)}${at < 9000 ? '' : String.fromCharCode(64 + at / 9000)}`
/** Moments that no two rows share. */
const momentAt = (at: number): string => new Date(at * 1000).toISOString().slice(11, 19)
const mostMoments = 86_400

/** A row as the row at another place: with another code, or at another moment. */
function moved(row: unknown, at: number): unknown {
  const swap = (cell: unknown) => {
    if (typeof cell !== 'string') return cell
    return /^\d{4}$/.test(cell) ? codeAt(at) : /^\d\d:\d\d:\d\d$/.test(cell) ? momentAt(at) : cell
  }
  if (Array.isArray(row)) return [swap(row[0]), ...row.slice(1)]
  const [code = ''] = Object.keys(row as object).filter((key) => /代號|Code$/.test(key))
  return { ...(row as object), [code]: codeAt(at) }
}

/** The fixture, its longest list repeated until the answer has the size. */
function large(text: string): Uint8Array {
  const body = JSON.parse(text)
  const isSeries = (row: unknown) => /"\d{4}"|"\d\d:\d\d:\d\d"/.test(JSON.stringify(row))
  const longest = listsIn(body).find((list) => list.some(isSeries))
  const rows = longest!.splice(0).filter(isSeries)
  const wanted = Math.floor((size * rows.length) / JSON.stringify(rows).length)
  for (let at = 0; at < Math.min(wanted, mostMoments); at++) longest!.push(moved(rows[at % rows.length], at))
  for (const table of [body, ...(body.tables ?? [])])
    for (const count of ['total', 'totalCount'])
      if (typeof table[count] === 'number' && table.data) table[count] = table.data.length
  return new TextEncoder().encode(JSON.stringify(body))
}

const seconds = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/** The best of several runs: what else the machine does makes a run slower, never faster. */
function speed(bytes: Uint8Array, work: () => void): number {
  let best = Number.POSITIVE_INFINITY
  for (let run = 0; run < runs; run++) {
    const start = seconds()
    work()
    best = Math.min(best, seconds() - start)
  }
  return bytes.length / 1e6 / best
}

function measure(feed: Feed, text: string) {
  const bytes = large(text)
  const outcome = read(feed, { status: 200, bytes }, request)
  if (outcome.kind !== 'rows') throw new Error(`${feed.endpoint}: ${JSON.stringify(outcome).slice(0, 300)}`)
  const decoder = new TextDecoder()
  return {
    rows: outcome.rows.length,
    feed: speed(bytes, () => read(feed, { status: 200, bytes }, request)),
    alone: speed(bytes, () => JSON.parse(decoder.decode(bytes))),
  }
}

console.log('feed | rows | MB/s | JSON.parse MB/s | share')
for (const [publisher, folder, name] of daily) {
  if (!name.includes(values.like)) continue
  const feed = feeds.find((one) => one.publisher.id === publisher && `${one.dataset.name}.${one.endpoint}` === name)!
  const text = readFileSync(`${import.meta.dirname}/../src/sources/${folder}/fixtures/${name}.json`, 'utf8')
  const { rows, feed: own, alone } = measure(feed, text)
  console.log(
    [`${publisher} ${name}`, rows, own.toFixed(0), alone.toFixed(0), `${((100 * own) / alone).toFixed(0)} %`].join(
      ' | ',
    ),
  )
}
