import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Caller } from '../access/guard.ts'
import type { Visitor } from '../access/visitor.ts'
import type { Tier } from '../catalogue/dataset.ts'
import { pathHint } from '../catalogue/elsewhere.ts'
import { type Problem, problem } from '../errors.ts'
import { alternatives, type Label } from '../fields.ts'
import { warningLines } from '../query/warnings.ts'
import { assertAcceptable, jsonType, pageType, prefersPage } from './accept.ts'
import { answerAdmitted, costOf, type Terms } from './admit.ts'
import { parseBody, readBody } from './body.ts'
import { acceptsGzip } from './encoding.ts'
import { heldOpen } from './heldOpen.ts'
import { type Match, match, noMatch } from './match.ts'
import { isStrict, languageOf, matches, readPageQuery, readQuery } from './request.ts'
import type { Reply } from './respond.ts'
import { hasEtag, type Route, type RouteResponse } from './route.ts'
import { isFromElsewhere } from './sameSite.ts'
import { identify, type Sender, visitorOf } from './sender.ts'
import type { Services } from './services.ts'
import { siteUrlOf } from './siteUrl.ts'
import { assertTier, tierHint } from './tier.ts'

const allowedHeaders =
  'Authorization, Content-Type, If-None-Match, Prefer, X-PAYMENT, PAYMENT-SIGNATURE, Access-Control-Expose-Headers'

/** A request whose path was looked up. */
type Incoming = {
  readonly request: IncomingMessage
  readonly method: string
  readonly path: string
  readonly query: string
  readonly found: Match
  /** The fault of a path that cannot be decoded: it is reported after the sender is known, as any other. */
  readonly fault: unknown
  readonly visitor: Visitor
  readonly signal: AbortSignal
}

function lookUp(method: string, path: string): Pick<Incoming, 'found' | 'fault'> {
  try {
    return { found: match(method, path), fault: null }
  } catch (fault) {
    return { found: noMatch, fault }
  }
}

/** Answers every route but those of rows. */
export function createEndpoints(services: Services) {
  const { baseUrl } = services

  /** Refuses a request that no route may answer: a bad path or method, another site's page. */
  function routeOf({ request, method, path, query, found, fault }: Incoming): Route {
    const { route, methods, fromElsewhere } = found
    if (fault) throw fault
    if (methods.length === 0) throw unknownPath(method, path, query)
    if (!route) throw notAllowed(method, methods)
    const isOpenToPages = fromElsewhere.includes(method) || route.body === 'raw'
    if (!isOpenToPages && isFromElsewhere(request, baseUrl())) throw problem('cross_site', [])
    return route
  }

  /** Reads the request by the route's fields and lets the route handle it. */
  async function handle(route: Route, incoming: Incoming, caller: Caller | null): Promise<Reply> {
    const { request, path, query, visitor, signal, found } = incoming
    const { params } = found
    const needed = tierOf(route, params)
    if (needed) assertTier(needed, caller!.tier)
    // Probes of a service's state look at the status alone.
    if (route.auth !== 'none' && route.auth !== 'payment') assertAcceptable(request, route.types ?? [jsonType])
    const { headers } = request
    const hasBody = route.method !== 'GET'
    const raw = hasBody ? await readBody(request) : Buffer.alloc(0)
    const readFields = isLinked(route, request) ? readPageQuery : readQuery
    const values = route.parse ? route.parse(query, params, isStrict(request)) : readFields(route.query, query)
    const fields = route.body === 'raw' ? null : (route.body ?? {})
    const body = hasBody && fields ? parseBody(fields, raw, headers['content-type']) : {}
    const routeRequest = {
      ...{ query: values, body, params, caller, visitor, raw, headers, signal, path, rawQuery: query },
      language: languageOf(headers['accept-language']),
      siteUrl: siteUrlOf(services, request),
      prefersPage: prefersPage(request),
    }
    const run = () => route.handle!(routeRequest as never, services)
    const ms = route.takes?.(services)
    return replyOf(route, request, await (ms === undefined ? run() : heldOpen(request.socket, ms, run)))
  }

  return async (
    request: IncomingMessage,
    path: string,
    query: string,
    id: string,
    signal: AbortSignal,
  ): Promise<Reply> => {
    const method = request.method === 'HEAD' ? 'GET' : request.method!
    const { found, fault } = lookUp(method, path)
    if (method === 'OPTIONS' && found.methods.length > 0) return { ...preflight(request, found), route: 'preflight' }
    const incoming = { request, method, path, query, found, fault, visitor: visitorOf(services, request, id), signal }
    const auth = found.route?.auth ?? 'open'
    const terms: Terms = {
      cost: costOf(services, found.route, request, query),
      identify: () => identify(services, auth, request, id, () => hintOf(found)),
      countedAs: () => countedName(found),
      // A change that was made is not reported as a failure: a new key is shown only once.
      mayLackRate: auth === 'open' || method !== 'GET',
    }
    const work = async ({ caller }: Sender) => withoutSlash(incoming) ?? handle(routeOf(incoming), incoming, caller)
    const reply = await answerAdmitted(services, request, id, terms, work)
    return { ...reply, route: found.route?.path ?? 'unknown' }
  }
}

/** Whether links lead to the answer: the route has a page, which the reader prefers to JSON, or a file of text. */
const isLinked = ({ types, responses }: Route, request: IncomingMessage): boolean =>
  types?.includes(pageType) === true
    ? !types.includes(jsonType) || prefersPage(request)
    : responses[200]?.type === 'text/plain'

/** The failure of an unknown path, with the path that was probably meant. */
function unknownPath(method: string, path: string, query: string): Problem {
  const bare = path.slice(0, -1)
  const isSlashed = path.endsWith('/') && lookUp(method, bare).found.methods.length > 0
  const slashed = isSlashed
    ? { en: `it is ${bare}, without the slash`, zh: `請改用 ${bare}，不含結尾的斜線` }
    : undefined
  return problem('not_found', [path.slice(0, 200), pathHint(path, query) ?? slashed])
}

/** Leads from the address of a page with a slash at its end to the page; null where there is no such page. */
function withoutSlash({ method, path, query, found }: Incoming): Reply | null {
  if (method !== 'GET' || found.methods.length > 0 || !path.endsWith('/')) return null
  const page = path.slice(0, -1)
  if (!lookUp(method, page).found.route?.types?.includes(pageType)) return null
  // A relative address holds below the path of a proxy, too.
  const location = `..${page.slice(page.lastIndexOf('/'))}${query === '' ? '' : `?${query}`}`
  return { status: 308, headers: ['Location', location, 'Cache-Control', 'no-store'], body: '' }
}

const warningHeaders = (lines: readonly string[]): string[] => lines.flatMap((line) => ['X-Warning', line])

/** The tier that a route needs, or that of its dataset. */
const tierOf = ({ tier, partOf }: Route, params: Match['params']): Tier | undefined => tier ?? partOf?.(params).tier

/** The key that a route needs; undefined where its dataset is unknown. */
function hintOf({ route, params }: Match): Label | undefined {
  try {
    const tier = route ? tierOf(route, params) : undefined
    return tier && tierHint(tier)
  } catch {
    return undefined
  }
}

/** The name that a call is counted under. */
function countedName({ route, params }: Match): string {
  try {
    return route?.counts ?? route?.partOf?.(params).name ?? 'unknown'
  } catch {
    return 'unknown'
  }
}

type Printed = { readonly text: string | Buffer; readonly digest: string }

const textOf = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body))
const digestOf = (text: string | Buffer): string => hash('sha1', text, 'base64url')

const printed = new WeakMap<object, Printed>()

/** The bytes of a body that many requests get, and their digest; both are made once. */
function printOnce(body: object): Printed {
  const known = printed.get(body)
  if (known) return known
  const text = Buffer.from(textOf(body))
  const made = { text, digest: digestOf(text) }
  printed.set(body, made)
  return made
}

function replyOf(route: Route, request: IncomingMessage, response: RouteResponse): Reply {
  const { status = 200, headers = {}, lines = [], warnings = [], cookies = [], body, isKept, after, release } = response
  const kept = isKept ? printOnce(body as object) : null
  const text = kept?.text ?? textOf(body)
  const type = typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8'
  const form = acceptsGzip(request.headers['accept-encoding']) ? '-gzip' : ''
  const tag = status === 200 && hasEtag(route) ? `"${kept?.digest ?? digestOf(text)}${form}"` : null
  const list = [
    ...(headers['Content-Type'] || lines.includes('Content-Type') ? [] : ['Content-Type', type]),
    ...Object.entries(headers).flat(),
    ...lines,
    ...warningHeaders(warningLines(warnings)),
    ...cookies.flatMap((line) => ['Set-Cookie', line]),
    ...(headers['Cache-Control'] ? [] : ['Cache-Control', tag === null ? 'no-store' : 'private, no-cache']),
    ...(tag === null ? [] : ['ETag', tag]),
  ]
  if (tag !== null && matches(request.headers['if-none-match'], tag)) return { status: 304, headers: list, body: '' }
  return {
    ...{ status, headers: list, body: text },
    ...(tag === null ? {} : { etag: tag }),
    ...(after ? { after } : {}),
    ...(release ? { release } : {}),
  }
}

const allowedOf = (methods: readonly string[]): string =>
  [...methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'].join(', ')

/** Scripts of other sites may read; changes to an account are for pages of this service alone. */
const preflight = ({ headers }: IncomingMessage, { methods, fromElsewhere }: Match): Reply => ({
  status: 204,
  headers: [
    'Allow',
    allowedOf(methods),
    ...(headers.origin === undefined
      ? []
      : [
          'Access-Control-Allow-Methods',
          ['GET, HEAD', ...fromElsewhere.filter((method) => method !== 'GET'), 'OPTIONS'].join(', '),
          'Access-Control-Allow-Headers',
          allowedHeaders,
          'Access-Control-Max-Age',
          '86400',
        ]),
  ],
  body: '',
})

const notAllowed = (method: string, methods: readonly string[]): Problem =>
  problem('method_not_allowed', [method, alternatives(allowedOf(methods).replace(', OPTIONS', '').split(', '))], {
    headers: { Allow: allowedOf(methods) },
  })
