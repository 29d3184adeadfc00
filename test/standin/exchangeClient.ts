import { type Calendar, type Feed, type FeedRequest, type HttpRequest, read } from '../../src/sources/feed.ts'
import type { Outcome } from '../../src/sources/outcome.ts'
import { builtThrough } from '../support/fixture.ts'
import { openMarket } from '../support/openMarket.ts'
import { type Exchange, startExchange } from './exchange.ts'
import { type Market, marketOf } from './market.ts'

/** The newest day of the market of all tests. */
export const through = builtThrough

/** A client of the stand-in exchange without pace and retries. */
export type ExchangeClient = {
  readonly exchange: Exchange
  readonly market: Market
  readonly calendar: Calendar
  readonly fetched: (feed: Feed, request: HttpRequest) => Promise<Fetched>
  /**
   * What a feed reads in the response to its own question, by way of a first response where there is one. Feeds that
   * ask the same share the response where `kept` holds it: to print it takes longer than to read it.
   */
  readonly readBack: (feed: Feed, request: FeedRequest, kept?: Map<string, Promise<Fetched>>) => Promise<Outcome>
  readonly close: () => Promise<void>
}

export type Fetched = { readonly status: number; readonly bytes: Uint8Array; readonly modified: string | null }

export async function openExchangeClient(today: () => string): Promise<ExchangeClient> {
  const { reader } = await openMarket()
  const market = marketOf(reader, today)
  const exchange = await startExchange({ market: reader, through: today })
  const rows = await market.rows('SELECT trade_date FROM TaiwanStockTradingDate ORDER BY trade_date')
  const days = rows.map(({ trade_date }) => trade_date!)

  async function fetched(feed: Feed, { path, query, form, json }: HttpRequest): Promise<Fetched> {
    const address = new URL(
      `${exchange.url}/${feed.publisher.id}${path.startsWith('/') ? path : new URL(path).pathname}`,
    )
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
    const post = form ? new URLSearchParams(form) : json ? JSON.stringify(json) : null
    const response = await fetch(address, {
      redirect: 'manual',
      ...(post === null ? {} : { method: 'POST', body: post }),
    })
    const made = response.headers.get('last-modified')
    const bytes = new Uint8Array(await response.arrayBuffer())
    return { status: response.status, bytes, modified: made === null ? null : new Date(made).toISOString() }
  }

  return {
    exchange,
    market,
    calendar: {
      isOpen: (day) => days.includes(day),
      next: (day) => days.find((other) => other > day) ?? null,
      previous: (day) => days.findLast((other) => other < day) ?? null,
    },
    fetched,
    async readBack(feed, request, kept = new Map()) {
      const httpRequest = feed.request(request)
      const key = JSON.stringify([feed.publisher.id, httpRequest])
      const response = kept.get(key) ?? fetched(feed, httpRequest)
      kept.set(key, response)
      const first = await response
      const { modified, ...followed } = feed.follow ? await fetched(feed, feed.follow(first.bytes)) : first
      return read(feed, followed, { ...request, modified })
    },
    close: () => exchange.stop(),
  }
}
