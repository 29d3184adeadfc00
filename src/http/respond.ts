import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Problem } from '../errors.ts'

/** Name and value in turn; with those every answer has. */
export type Headers = readonly string[]

export type Reply = {
  readonly status: number
  /** Headers that stay the same from answer to answer, if there are any. */
  readonly common?: Headers
  /** Name and value in turn, beside those every answer has. */
  readonly headers: readonly string[]
  readonly body: Buffer | string
  /** Where the body is text whose characters are the bytes to send. */
  readonly isBytes?: boolean
  /** Called once the body has left the process. */
  readonly release?: () => void
  /** Called once the answer has left, or nobody waits for it any more. */
  readonly after?: () => void
}

/** Every response header a browser's script may read. */
const exposed = [
  'Allow',
  'ETag',
  'PAYMENT-REQUIRED',
  'PAYMENT-RESPONSE',
  'Preference-Applied',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Vary',
  'WWW-Authenticate',
  'X-Data-Origin',
  'X-Data-Version',
  'X-PAYMENT-RESPONSE',
  'X-Payment-Replayed',
  'X-Payment-Settlement',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Tier',
  'X-RateLimit-Window',
  'X-Receipt',
  'X-Request-Id',
  'X-Truncated',
  'X-Warning',
].join(', ')

const always = [
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  exposed,
  'Vary',
  'Authorization, Accept, Accept-Encoding, Accept-Language',
]

export const headersOf = (headers: readonly string[]): Headers => [...always, ...headers]

/** Answers that are on their way to slow readers, in bytes; beyond the bound no further ones are begun. */
const mostOnTheWay = 256 << 20
/** A reader that takes longer than this for one answer is let go. */
const sendingMs = 120_000
let onTheWay = 0

/** True while an answer has yet to leave, though Node takes its connection for idle as soon as it has ended. */
export const isSending = (): boolean => onTheWay > 0

export const isOverloaded = (): boolean => onTheWay > mostOnTheWay

/** Sends an answer: the only place that writes to a response. */
export function respond(request: IncomingMessage, response: ServerResponse, id: string, reply: Reply): void {
  const { status, common = always, headers, body, isBytes = false, release, after } = reply
  const hasBody = status !== 204 && status !== 304
  const length = typeof body === 'string' && !isBytes ? Buffer.byteLength(body) : body.length
  const list = common.concat(headers)
  list.push('X-Request-Id', id)
  if (hasBody) list.push('Content-Length', String(length))
  if (after) {
    if (response.closed) after()
    else response.once('close', after)
  }
  response.writeHead(status, list)
  if (!hasBody || request.method === 'HEAD') {
    response.end()
    release?.()
    return
  }
  if (!release) {
    response.end(body, isBytes ? 'latin1' : 'utf8')
    return
  }
  onTheWay += length
  const timer = length > 1 << 20 ? setTimeout(() => response.destroy(), sendingMs) : undefined
  let isSent = false
  response.once('finish', () => {
    isSent = true
  })
  response.once('close', () => {
    clearTimeout(timer)
    onTheWay -= length
    // Only bytes that have left may be written over; a broken answer's buffer is left to the garbage collector.
    if (isSent) release()
  })
  response.end(body)
}

/** The answer to bytes that are no request: there is nothing to read a language or a path from. */
export function unreadable(fault: Problem): string {
  const body = JSON.stringify({ detail: fault.detail('en'), code: fault.code })
  const headers = [
    ...always,
    'Content-Type',
    'application/json; charset=utf-8',
    'Cache-Control',
    'no-store',
    'X-Request-Id',
    randomUUID(),
    'Content-Length',
    String(Buffer.byteLength(body)),
    'Connection',
    'close',
  ]
  const lines = headers.flatMap((name, i) => (i % 2 === 0 ? [`${name}: ${headers[i + 1]}`] : []))
  return [`HTTP/1.1 ${fault.status} ${STATUS_CODES[fault.status]}`, ...lines, '', body].join('\r\n')
}
