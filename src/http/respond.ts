import type { IncomingMessage, ServerResponse } from 'node:http'
import { fitHead, forPages } from './head.ts'

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
}

/**
 * That an answer has more headers for a page of another site is not in `Vary`: none of them may be used again without
 * asking (`no-cache`, `no-store`), and what is then heard replaces the headers held.
 */
export const always = ['Vary', 'Authorization, Accept, Accept-Encoding, Accept-Language']

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
  const { status, common = always, headers, body, isBytes = false, release } = reply
  const hasBody = status !== 204 && status !== 304
  const length = typeof body === 'string' && !isBytes ? Buffer.byteLength(body) : body.length
  const list = common.concat(headers)
  list.push('X-Request-Id', id)
  if (hasBody) list.push('Content-Length', String(length))
  if (request.headers.origin !== undefined) list.push(...forPages)
  response.writeHead(status, fitHead(list) as string[])
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
