import { hash } from 'node:crypto'
import { warningLines } from '../../query/warnings.ts'
import type { Reply } from '../reply.ts'
import type { ApiRequest } from '../request/apiRequest.ts'
import { matches } from '../request/query.ts'
import { hasEtag, type Route, type RouteResponse } from '../route.ts'
import { acceptsGzip } from './encoding.ts'

type Printed = { readonly text: string | Buffer; readonly digest: string }

const textOf = (body: unknown): string | Buffer =>
  typeof body === 'string' || body instanceof Buffer ? body : JSON.stringify(body)
const digestOf = (text: string | Buffer): string => hash('sha1', text, 'base64url')

const printed = new WeakMap<object, Printed>()

/** The bytes of a body that many requests get, and their digest; both are made once. */
function printOnce(body: object): Printed {
  const known = printed.get(body)
  if (known) return known
  const text = Buffer.from(textOf(body) as string)
  const made = { text, digest: digestOf(text) }
  printed.set(body, made)
  return made
}

/** The cursor of a page of JSON; null where the body has none. */
function cursorIn(body: unknown): string | null {
  const isPage = typeof body === 'object' && body !== null && 'cursor' in body && typeof body.cursor === 'string'
  return isPage ? (body.cursor as string) : null
}

/** The reply of a route's response: its body as text, with its ETag. */
export function printResponse(route: Route, request: ApiRequest, response: RouteResponse): Reply {
  const {
    status = 200,
    headers = {},
    lines = [],
    warnings = [],
    cookies = [],
    body,
    isKept,
    after,
    release,
    stream,
    calls,
  } = response
  const kept = isKept ? printOnce(body as object) : null
  const text = kept?.text ?? textOf(body)
  const type = typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8'
  const form = acceptsGzip(request.headers['accept-encoding']) ? '-gzip' : ''
  const tag = status === 200 && hasEtag(route) && !stream ? `"${kept?.digest ?? digestOf(text)}${form}"` : null
  const next = request.method === 'GET' ? cursorIn(body) : null
  const list = [
    ...(next === null ? [] : ['Link', `<${request.path}?cursor=${next}>; rel="next"`]),
    ...(headers['Content-Type'] || lines.includes('Content-Type') ? [] : ['Content-Type', type]),
    ...Object.entries(headers).flat(),
    ...lines,
    ...warningLines(warnings).flatMap((line) => ['X-Warning', line]),
    ...cookies.flatMap((line) => ['Set-Cookie', line]),
    ...(headers['Cache-Control'] ? [] : ['Cache-Control', tag === null ? 'no-store' : 'private, no-cache']),
    ...(tag === null ? [] : ['ETag', tag]),
  ]
  if (tag !== null && matches(request.headers['if-none-match'], tag)) return { status: 304, headers: list, body: '' }
  return {
    ...{ status, headers: list, body: text },
    ...(tag === null ? {} : { etag: tag }),
    ...(stream ? { stream } : {}),
    ...(calls === undefined ? {} : { calls }),
    ...(after ? { after } : {}),
    ...(release ? { release } : {}),
  }
}
