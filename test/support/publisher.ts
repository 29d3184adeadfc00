import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { GoldPrice } from '../../src/catalogue/other/GoldPrice.ts'
import type { Source } from '../../src/catalogue/publishers.ts'
import { dateOf, dayOf } from '../../src/days.ts'
import type { Task } from '../../src/ingest/task.ts'
import { type Feed, feedsOf, get } from '../../src/sources/feed.ts'
import { json } from '../../src/sources/json.ts'
import { changed, noRows, otherDay, rowsOutcome } from '../../src/sources/outcome.ts'
import { nothing } from '../../src/sources/servedDays.ts'

/** Fake publishers on loopback, shared by the tests of fetching. */

export const publisherAt = (host: string, more: Partial<Source> = {}): Source => ({
  id: host.split('.')[0]!,
  publisher: host,
  terms: 'open',
  base: `https://${host}/v1`,
  pace: { requests: 1, seconds: 1 },
  licence: 'none',
  ...more,
})

/** A feed whose response is `{ day, price }`, or `{ day: null }` for no rows. */
export const goldFeed = (publisher: Source, more: Partial<Feed> = {}): Feed => ({
  ...feedsOf(publisher, null)(
    { dataset: GoldPrice, fills: ['trade_date', 'price'] },
    {
      endpoint: 'gold',
      span: 'day',
      request: ({ from }) => get('/gold', { day: from }),
      parse(bytes, request) {
        const { day, price } = json(bytes) as { day?: string | null; price?: number }
        if (day === null) throw nothing(request, 'none')
        if (day === undefined || price === undefined) throw changed('no day or no price')
        if (day !== request.from) throw otherDay(request.from, day)
        return rowsOutcome({ ...noRows, rows: [{ trade_date: dayOf(day), price }] })
      },
    },
  ),
  ...more,
})

export const taskOn = (feed: Feed, day: string, id: string | null = null): Task => ({ feed, from: day, to: day, id })

/** So many days in a row, each a task. */
export const tasksFrom = (feed: Feed, first: string, count: number): Task[] =>
  Array.from({ length: count }, (_, i) => taskOn(feed, dateOf(dayOf(first) + i)))

export const goldBody = (day: string): string => JSON.stringify({ day, price: dayOf(day) })

type PublisherRequest = {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly body: string
  readonly headers: IncomingMessage['headers']
  /** Number of earlier requests of the same path. */
  readonly before: number
}

/** A publisher on a free port; `respond` handles its requests. */
export async function startPublisher(respond: (received: PublisherRequest, response: ServerResponse) => void) {
  const requests: PublisherRequest[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const path = request.url!
    const before = requests.filter((one) => one.path === path).length
    const { method = '', headers } = request
    const received = { method, path, body: Buffer.concat(chunks).toString(), headers, before }
    requests.push(received)
    respond(received, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async stop() {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** Responds with the body that the gold feed expects. */
export function respondWithGold({ path }: Pick<PublisherRequest, 'path'>, response: ServerResponse): void {
  response.end(goldBody(new URL(path, 'http://any').searchParams.get('day')!))
}
