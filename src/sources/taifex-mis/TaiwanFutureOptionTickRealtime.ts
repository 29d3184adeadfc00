import { type Feed, type FeedRequest, postJson } from '../feed.ts'
import { changed, type Outcome, rowsOutcome } from '../outcome.ts'
import { newest } from '../servedDays.ts'
import { inInformation } from '../taifex/products.ts'
import { dataset, quoteColumns, readQuotes, type Session } from './quotes.ts'
import { data, taifexMis } from './response.ts'

/** Futures end in F, or in a number after a corporate action; four of them have short codes. */
const isOption = (product: string): boolean => !/^(?:TX|MTX|TE|TF|[A-Z][A-Z\d][F\d])$/.test(product)

/** Every contract of one product; a list may hold fewer than it counts. */
const list =
  (session: Session) =>
  (bytes: Uint8Array, request: FeedRequest): Outcome => {
    const { QuoteList, QuoteCount } = data(bytes)
    const parsed = newest(readQuotes(QuoteList, session, request, true), 'trade_date', request)
    const other = parsed.rows.find((row) => row.product_id !== request.id)
    if (other) throw changed(`asked for ${request.id}, answered with ${String(other.product_id)}`)
    const missing = Number(QuoteCount) - (QuoteList as unknown[]).length
    const cut = missing > 0 ? [{ why: 'counted and not sent', rows: missing }] : []
    return rowsOutcome({ ...parsed, left: [...parsed.left, ...cut] })
  }

const quotes = (endpoint: string, session: Session, verified: string | null): Feed =>
  taifexMis(
    { dataset },
    {
      endpoint,
      span: 'latest',
      each: 'id',
      request: ({ id }) =>
        postJson('/getQuoteList', {
          CID: inInformation(id ?? ''),
          SymbolType: isOption(id ?? '') ? 'O' : 'F',
          MarketType: session === 'regular' ? '0' : '1',
        }),
      parse: list(session),
      verified,
    },
  )

export const quoteList = quotes('getQuoteList', 'regular', 'mis-taifex/getQuoteList_futures_regular.json')
export const nightQuoteList = quotes('getQuoteList night', 'after_hours', null)

const sessionOf = (symbol: string): Session => (/-[MN]$/.test(symbol) ? 'after_hours' : 'regular')

/** One contract, named with the letter of its session: `TXFA4-F`. */
export const quoteDetail = taifexMis(
  { dataset, fills: quoteColumns },
  {
    endpoint: 'getQuoteDetail',
    role: 'witness',
    span: 'latest',
    each: 'id',
    request: ({ id }) => postJson('/getQuoteDetail', { SymbolID: [id] }),
    parse(bytes, request) {
      const symbol = request.id ?? ''
      const parsed = newest(readQuotes(data(bytes).QuoteList, sessionOf(symbol), request, false), 'trade_date', request)
      const other = parsed.rows.find((row) => row.contract_code !== symbol.replace(/-[A-Z]$/, ''))
      if (other) throw changed(`asked for ${symbol}, answered with ${String(other.contract_code)}`)
      const told = parsed.rows.map((row) => Object.fromEntries(quoteColumns.map((name) => [name, row[name]!])))
      return rowsOutcome({ ...parsed, rows: told })
    },
    verified: 'mis-taifex/getQuoteDetail_futures_regular.json',
  },
)
