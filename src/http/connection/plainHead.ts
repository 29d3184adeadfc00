import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import { RecentMap } from '../../recent.ts'

/** The head of a plain request: a GET of rows without a body, written the usual way. */
export type PlainHead = {
  readonly url: string
  readonly headers: IncomingHttpHeaders
  /** Name and value in turn, as they were sent. */
  readonly rawHeaders: readonly string[]
}

/** A plain request of a connection. */
export type PlainRequest = PlainHead & {
  readonly method: 'GET'
  readonly httpVersionMinor: 1
  readonly socket: Socket
}

type Fields = Omit<PlainHead, 'url'>

/** Headers that a plain request may have, once each; none of them changes where a request ends or how it is answered. */
const names = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'cache-control',
  'connection',
  'host',
  'if-none-match',
  'pragma',
  'sec-fetch-mode',
  'user-agent',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
])

const start = 'GET /v1/data/'
const version = ' HTTP/1.1'
const end = '\r\n\r\n'
/** The characters that RFC 3986 allows in a path and a query. */
const target = /^\/v1\/data\/\w+(?:\?[\w\-.~%!$&'()*+,;=:@/?]*)?$/
/** No space at either end of the value, and none but ASCII characters in it. */
const field = /^([\w-]+): ([!-~](?:[ -~]*[!-~])?)$/

/** A longer head is left to Node. */
const longest = 8 << 10
/** Clients send the same fields with each request; so many of them are remembered, up to this length. */
const mostKnown = 2_048
const longestKnown = 1 << 10

/** Reads the lines after the request line; null where they are not plain. */
function readFields(text: string): Fields | null {
  const headers: Record<string, string> = {}
  const rawHeaders: string[] = []
  for (const line of text.split('\r\n')) {
    const [, raw, value] = field.exec(line) ?? []
    if (raw === undefined || value === undefined) return null
    const name = raw.toLowerCase()
    if (!names.has(name) || Object.hasOwn(headers, name)) return null
    headers[name] = value
    rawHeaders.push(raw, value)
  }
  const { host, connection = 'keep-alive' } = headers
  return host !== undefined && connection.toLowerCase() === 'keep-alive' ? { headers, rawHeaders } : null
}

/** Reads the heads of plain requests; returns null for every other head, which is left to Node. */
export function createPlainHeads(): (bytes: Buffer) => PlainHead | null {
  const known = new RecentMap<string, Fields>(mostKnown)

  function fieldsOf(text: string): Fields | null {
    const found = known.get(text)
    if (found) return found
    const fields = readFields(text)
    if (fields === null || text.length > longestKnown) return fields
    known.set(text, fields)
    return fields
  }

  return (bytes) => {
    if (bytes.length > longest) return null
    const text = bytes.toString('latin1')
    if (!text.startsWith(start) || text.indexOf(end) !== text.length - end.length) return null
    const line = text.indexOf('\r\n')
    const url = text.slice(start.indexOf('/'), line - version.length)
    if (!text.startsWith(version, line - version.length) || !target.test(url)) return null
    const fields = fieldsOf(text.slice(line + 2, -end.length))
    return fields && { url, headers: fields.headers, rawHeaders: fields.rawHeaders }
  }
}
