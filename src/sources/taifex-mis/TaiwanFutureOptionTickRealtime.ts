import { newest } from '../answered.ts'
import { type Asked, type Feed, postJson } from '../feed.ts'
import { changed, type Outcome, rowsOutcome } from '../outcome.ts'
import { inInformation } from '../taifex/products.ts'
import { data, taifexMis } from './answer.ts'
import { dataset, quoteColumns, readQuotes, type Session } from './quotes.ts'

/** Futures end in F, or in a number after a corporate action; four of them have short codes. */
const isOption = (product: string): boolean => !/^(?:TX|MTX|TE|TF|[A-Z][A-Z\d][F\d])$/.test(product)

/** Every contract of one product; a list may hold fewer than it counts. */
const list =
  (session: Session) =>
  (bytes: Uint8Array, asked: Asked): Outcome => {
    const { QuoteList, QuoteCount } = data(bytes)
    const taken = newest(readQuotes(QuoteList, session, asked, true), 'trade_date', asked)
    const other = taken.rows.find((row) => row.product_id !== asked.id)
    if (other) throw changed(`asked for ${asked.id}, answered with ${String(other.product_id)}`)
    const missing = Number(QuoteCount) - (QuoteList as unknown[]).length
    const cut = missing > 0 ? [{ why: 'counted and not sent', rows: missing }] : []
    return rowsOutcome({ ...taken, left: [...taken.left, ...cut] })
  }

const quotes = (endpoint: string, session: Session, verified: string | null): Feed =>
  taifexMis(
    { dataset, fills: Object.keys(dataset.columns) },
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
    parse(bytes, asked) {
      const symbol = asked.id ?? ''
      const taken = newest(readQuotes(data(bytes).QuoteList, sessionOf(symbol), asked, false), 'trade_date', asked)
      const other = taken.rows.find((row) => row.contract_code !== symbol.replace(/-[A-Z]$/, ''))
      if (other) throw changed(`asked for ${symbol}, answered with ${String(other.contract_code)}`)
      const told = taken.rows.map((row) => Object.fromEntries(quoteColumns.map((name) => [name, row[name]!])))
      return rowsOutcome({ ...taken, rows: told })
    },
    verified: 'mis-taifex/getQuoteDetail_futures_regular.json',
  },
)
