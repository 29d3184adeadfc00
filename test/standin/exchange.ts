import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { encoded } from '../support/encoded.ts'
import { createFaults, type ExchangeFault, type FaultRule, spoiled } from './faults.ts'
import { type Days, type Market, type MarketReader, marketOf } from './market.ts'
import type { Page, ReceivedRequest, ResponseBody } from './page.ts'
import { pageFor } from './pages.ts'

/** A question that reached the exchange. */
type RecordedRequest = ReceivedRequest & {
  /** The requested days, if it names any. */
  readonly from: string | null
  readonly to: string | null
  /** When it came, in milliseconds of the machine. */
  readonly at: number
  /** The fault that was applied to its response. */
  readonly fault: ExchangeFault['kind'] | null
}

type Options = {
  /** The rows that are true: a reader over a lake of the market in a box, which may reach beyond `through`. */
  readonly market: MarketReader
  /** The newest published day; later rows are not printed. */
  readonly through: () => string
  readonly faults?: readonly FaultRule[]
  readonly everyMoment?: boolean
}

export type Exchange = {
  /** Every publisher lies below it: `<url>/<publisher id>/<path>`. */
  readonly url: string
  /** All requests so far, in order. */
  readonly requests: () => readonly RecordedRequest[]
  /** Adds a rule and returns a function that removes it. Of several that match, the first one added acts. */
  readonly addFault: (fault: FaultRule) => () => void
  /** Stops the server; throws if a response failed without an injected fault. */
  readonly stop: () => Promise<void>
}

/** A whole address below a publisher's: `https://data.gov.tw/api` is answered as `/api`. */
const withoutHost = (path: string): string => path.replace(/^\/?https?:\/+[^/]+/, '')

async function readRequest(request: IncomingMessage): Promise<ReceivedRequest> {
  const { pathname, searchParams } = new URL(request.url!, 'http://exchange')
  const [, publisher = '', rest = ''] = /^\/([^/]+)(\/.*)?$/.exec(decodeURI(pathname)) ?? []
  const body = await text(request)
  const posted: Record<string, unknown> = /^\s*\{/.test(body)
    ? JSON.parse(body)
    : Object.fromEntries(new URLSearchParams(body))
  const fields = { ...Object.fromEntries(searchParams), ...posted }
  return {
    publisher,
    path: withoutHost(rest),
    fields: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)])),
  }
}

async function dayBefore(market: Market, day: string): Promise<string> {
  const [row] = await market.rows(
    `SELECT max(trade_date) AS day FROM TaiwanStockTradingDate WHERE trade_date < :from`,
    { from: day, to: day },
  )
  return row?.day ?? day
}

/** The days of another request. */
async function otherDays(market: Market, { from, to }: Days, day: string | undefined): Promise<Days> {
  const other = day ?? (await dayBefore(market, from))
  if (from === to) return { from: other, to: other }
  const length = Date.parse(to) - Date.parse(from)
  return { from: new Date(Date.parse(other) - length).toISOString().slice(0, 10), to: other }
}

async function bodyFor(
  market: Market,
  page: Page,
  received: ReceivedRequest,
  fault: ExchangeFault | null,
): Promise<ResponseBody> {
  if (fault?.kind === 'nothing') return page.nothing(received)
  const requested = page.requestedDays(received) ?? { from: market.through(), to: market.through() }
  const days = fault?.kind === 'other day' ? await otherDays(market, requested, fault.day) : requested
  // A list of the newest rows is behind when the day is.
  const published = page.requestedDays(received) === null ? market.asOf(days.to) : market
  const sheets = await page.sheets(published, days, received)
  if (!page.mayBeEmpty && sheets.every(({ rows }) => rows.length === 0)) return page.nothing(received)
  return page.write(fault ? spoiled(sheets, fault) : sheets, days, received)
}

/** Responses that exchanges of one market have made: many tests ask for the same day, and to print takes longer than to read. */
const printed = new WeakMap<MarketReader, Map<string, Promise<ResponseBody>>>()

const refusal = `<html><head><title>安全性提醒</title></head><body>因為安全性考量，您所執行的頁面無法呈現。
  THE PAGE CANNOT BE ACCESSED FOR SECURITY REASONS</body></html>`
const tooFast = '<html><body><center>Overrun - 查詢過於頻繁，請稍後再試 (Too Many Requests)</center></body></html>'

/** Applies a fault that needs no response; true if the request is finished. */
function refuse(request: IncomingMessage, response: ServerResponse, fault: ExchangeFault): boolean {
  const html = { 'content-type': 'text/html; charset=utf-8' }
  switch (fault.kind) {
    case 'page':
      response.writeHead(200, html).end(refusal)
      return true
    case 'throttle':
      response.writeHead(200, html).end(tooFast)
      return true
    case 'redirect':
      response.writeHead(307, { location: '/errors/page' }).end()
      return true
    case 'status': {
      const again = fault.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) }
      response.writeHead(fault.status, { ...html, ...again }).end(`<html><body>${fault.status}</body></html>`)
      return true
    }
    case 'empty':
      response.writeHead(200, { 'content-length': 0 }).end()
      return true
    case 'reset':
      request.socket.resetAndDestroy()
      return true
    case 'hang':
      return true
    default:
      return false
  }
}

function send(
  response: ServerResponse,
  { body, encoding = 'utf-8', type }: ResponseBody,
  made: string,
  fault: ExchangeFault | null,
) {
  const whole = typeof body === 'string' ? encoded(body, encoding) : body
  const bytes = fault?.kind === 'garbled' ? whole.map((byte, at) => (at % 7 === 3 ? 0xff : byte)) : whole
  const half = bytes.subarray(0, Math.floor(bytes.length * 0.6))
  const isCut = fault?.kind === 'cut'
  const sent = isCut ? half : bytes
  const length = isCut && !fault.politely ? bytes.length : sent.length
  // What a day holds is made in its afternoon.
  const modified = new Date(`${made}T17:00:00+08:00`).toUTCString()
  response.writeHead(200, { 'content-type': type, 'content-length': length, 'last-modified': modified })
  if (!isCut || fault.politely) response.end(sent)
  else response.write(sent, () => response.destroy())
}

/** A stand-in for every publisher on a free loopback port. */
export async function startExchange({
  market: reader,
  through,
  faults: given = [],
  everyMoment = false,
}: Options): Promise<Exchange> {
  const requests: RecordedRequest[] = []
  const faults = createFaults(given)
  const market = marketOf(reader, through, everyMoment)
  const kept = printed.get(reader) ?? new Map<string, Promise<ResponseBody>>()
  printed.set(reader, kept)
  let broken: Error | null = null

  function cachedBody(page: Page, received: ReceivedRequest): Promise<ResponseBody> {
    const day = through()
    const key = JSON.stringify([received, day, everyMoment])
    const body = kept.get(key) ?? bodyFor(market.asOf(day), page, received, null)
    kept.set(key, body)
    return body
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const received = await readRequest(request)
    const page = pageFor(received)
    const days = page?.requestedDays(received) ?? null
    const target = { publisher: received.publisher, from: days?.from ?? null, to: days?.to ?? null }
    const address = `${received.path}?${new URLSearchParams(received.fields)}`
    const fault = faults.next({ ...target, address })
    requests.push({ ...received, ...target, at: performance.now(), fault: fault?.kind ?? null })
    if (fault && refuse(request, response, fault)) return
    if (!page) return void response.writeHead(404, { 'content-type': 'text/html' }).end('<html>404 Not Found</html>')
    if (fault?.kind === 'slow') await sleep(fault.delayMs, undefined, { ref: false })
    const body = fault ? bodyFor(market, page, received, fault) : cachedBody(page, received)
    send(response, await body, through(), fault)
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: Error) => {
      broken ??= error
      if (response.headersSent) response.destroy()
      else response.writeHead(500).end(String(error))
    })
  })
  // A client at a publisher's pace may send the next request long after, on the same connection.
  server.keepAliveTimeout = 600_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => [...requests],
    addFault: faults.add,
    async stop() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
      // A response that could not be made is a fault of this file's making, and must not pass for one of a publisher.
      if (broken) throw broken
    },
  }
}
