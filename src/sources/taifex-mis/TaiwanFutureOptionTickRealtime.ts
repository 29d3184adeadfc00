import { type Feed, type FeedRequest, postJson } from '../feed.ts'
import { changed, leftOut, type Outcome, rowsOutcome } from '../outcome.ts'
import { newest } from '../servedDays.ts'
import { inInformation } from '../taifex/products.ts'
import { dataset, readQuotes, type Session } from './quotes.ts'
import { data, taifexMis } from './response.ts'

/** Futures end in F, or in a number after a corporate action; four of them have short codes. */
const isOption = (product: string): boolean => !/^(?:TX|MTX|TE|TF|[A-Z][A-Z\d][F\d])$/.test(product)

/** Every contract of one product; a list may hold fewer than it counts. */
const list =
  (session: Session) =>
  (bytes: Uint8Array, request: FeedRequest): Outcome => {
    const { QuoteList, QuoteCount } = data(bytes)
    const parsed = newest(readQuotes(QuoteList, session, request), 'trade_date', request)
    const servedId = parsed.rows.map((row) => String(row.product_id)).find((id) => id !== request.id)
    if (servedId !== undefined) throw changed(`asked for ${request.id}, answered with ${servedId}`, { servedId })
    const cut = leftOut('counted and not sent', Number(QuoteCount) - (QuoteList as unknown[]).length)
    return rowsOutcome({ ...parsed, left: [...parsed.left, ...cut] })
  }

const quotes = (endpoint: string, session: Session, recording: string | null): Feed =>
  taifexMis(
    { dataset },
    {
      endpoint,
      importFor: 'quotes with their limits, sizes and moments',
      span: 'latest',
      each: 'id',
      request: ({ id }) =>
        postJson('/getQuoteList', {
          CID: inInformation(id ?? ''),
          SymbolType: isOption(id ?? '') ? 'O' : 'F',
          MarketType: session === 'regular' ? '0' : '1',
        }),
      parse: list(session),
      recording,
    },
  )

export const quoteList = quotes('getQuoteList', 'regular', 'mis-taifex/getQuoteList_futures_regular.json')
export const nightQuoteList = quotes('getQuoteList night', 'after_hours', null)
