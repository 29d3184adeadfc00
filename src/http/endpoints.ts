import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Visitor } from '../access/accounts.ts'
import { type Caller, refused } from '../access/guard.ts'
import { DamagedFile } from '../disk.ts'
import { Problem, problem } from '../errors.ts'
import { alternatives } from '../fields.ts'
import { warningLines } from '../query/warnings.ts'
import { assertAcceptable, jsonType, prefersPage } from './accept.ts'
import { parseBody, readBody } from './body.ts'
import { failedReply } from './failed.ts'
import { heldOpen } from './heldOpen.ts'
import { addressRefusal, quotaRefusal, unreadRefusal, withQuota } from './limits.ts'
import { authorizationOf, isStrict, languageOf, matches, readQuery } from './request.ts'
import type { Reply } from './respond.ts'
import type { Answer, Route } from './route.ts'
import { match } from './routes.ts'
import { isFromElsewhere } from './sameSite.ts'
import type { Services } from './services.ts'
import { siteUrlOf } from './siteUrl.ts'
import { assertTier } from './tier.ts'

const allowedHeaders =
  'Authorization, Content-Type, If-None-Match, Prefer, X-PAYMENT, PAYMENT-SIGNATURE, Access-Control-Expose-Headers'

/** The caller, lines for `Set-Cookie` where the session was prolonged, and a key that was no use on an open route. */
type Known = { readonly caller: Caller | null; readonly cookies: readonly string[]; readonly warnings: string[] }

type Match = ReturnType<typeof match>
type Matched = { readonly route: Route; readonly params: Readonly<Record<string, string>> }

const nobody: Known = { caller: null, cookies: [], warnings: [] }

/** Every endpoint but the rows of a dataset. */
export function createEndpoints(services: Services) {
  const { accounts, addresses, guard, meter, baseUrl } = services

  const visitorOf = (request: IncomingMessage, requestId: string): Visitor => ({
    cookie: request.headers.cookie,
    userAgent: request.headers['user-agent'],
    address: addresses.of(request),
    isSecure: baseUrl().startsWith('https:') || addresses.isSecure(request),
    requestId,
  })

  /** Who asks. On an open route a key that is not valid is named, not refused. */
  async function know(auth: Route['auth'], request: IncomingMessage, visitor: Visitor): Promise<Known> {
    if (auth === 'none') return nobody
    const authorization = authorizationOf(request)
    if (auth === 'key') return { ...nobody, caller: await guard.identify(authorization) }
    if (authorization !== undefined && auth !== 'session')
      try {
        return { ...nobody, caller: await guard.identify(authorization) }
      } catch (error) {
        if (auth !== 'open' || !(error instanceof Problem) || error.status !== 401) throw error
        return { ...nobody, warnings: warningLines([{ code: error.code, param: 'Authorization' }]) }
      }
    const session = await accounts.sessionOf(visitor)
    if (session) return { ...session, warnings: [] }
    if (auth === 'open') return nobody
    throw refused(auth === 'session' ? 'session_required' : 'missing_key')
  }

  async function answer(
    { route, params }: Matched,
    request: IncomingMessage,
    query: string,
    known: Known,
    visitor: Visitor,
    signal: AbortSignal,
  ) {
    const needed = route.tier ?? route.partOf?.(params).tier
    if (needed) assertTier(needed, known.caller!.tier)
    // Probes of a service's state look at the status alone.
    if (route.auth !== 'none') assertAcceptable(request, route.types ?? [jsonType])
    const language = languageOf(request.headers['accept-language'])
    const isRead = route.method === 'GET'
    const raw = isRead ? Buffer.alloc(0) : await readBody(request)
    const fields = route.body === 'raw' ? {} : (route.body ?? {})
    const values = route.parse ? route.parse(query, params, isStrict(request)) : readQuery(route.query, query)
    const body = isRead || route.body === 'raw' ? {} : parseBody(fields, raw, request.headers['content-type'])
    const { caller } = known
    const asked = {
      ...{ query: values, body, params, language, caller, visitor, raw, headers: request.headers, signal },
      siteUrl: siteUrlOf(services, request),
      prefersPage: prefersPage(request),
    }
    const answering = () => route.handle(asked as never, services)
    const ms = route.takes?.(services)
    return replyOf(route, request, await (ms === undefined ? answering() : heldOpen(request.socket, ms, answering)))
  }

  return async (
    request: IncomingMessage,
    path: string,
    query: string,
    id: string,
    signal: AbortSignal,
  ): Promise<Reply> => {
    const method = request.method === 'HEAD' ? 'GET' : request.method!
    const { found, fault } = look(method, path)
    const visitor = visitorOf(request, id)
    const auth = found.route?.auth ?? 'open'
    if (method === 'OPTIONS' && found.methods.length > 0) return { ...preflight(request, found), route: 'preflight' }
    const fail = (error: unknown): Reply => {
      if (error instanceof DamagedFile) services.onDamage(error)
      return failedReply(services, error, request, id)
    }
    let known = nobody
    let isCounted = auth === 'none'
    let reply: Reply
    try {
      known = await know(auth, request, visitor)
      const refusal = known.caller || isCounted ? null : addressRefusal(services, request)
      isCounted = true
      if (refusal) throw refusal
      const unread = auth === 'none' ? null : unreadRefusal(services, request, known.caller)
      if (unread) throw unread
      if (fault) throw fault
      if (found.methods.length === 0) throw problem('not_found', [path.slice(0, 200)])
      if (!found.route) throw notAllowed(method, found.methods)
      const isOpenToPages = found.fromElsewhere.includes(method) || found.route.body === 'raw'
      if (!isOpenToPages && isFromElsewhere(request, baseUrl())) throw problem('cross_site', [])
      const spent = found.route.counts && known.caller ? await quotaRefusal(services, known.caller) : null
      if (spent) throw spent
      reply = await answer({ route: found.route, params: found.params }, request, query, known, visitor, signal)
    } catch (error) {
      // Who was refused before anything was counted counts here; a wrong password, which is 401 as well, has counted.
      const isUnknown = !isCounted && error instanceof Problem && error.status === 401
      reply = fail((isUnknown && addressRefusal(services, request)) || error)
    }
    const { cookies, warnings, caller } = known
    // A session that was prolonged on the way must not come after the one that the answer opens or ends.
    const prolonged = reply.headers.includes('Set-Cookie') ? [] : cookies
    const more = [
      ...prolonged.flatMap((line) => ['Set-Cookie', line]),
      ...warnings.flatMap((line) => ['X-Warning', line]),
    ]
    const ready = { ...reply, route: found.route?.path ?? 'unknown', headers: [...reply.headers, ...more] }
    if (!caller) return ready
    if (auth === 'key') {
      const counting = reply.status === 304 || reply.status === 429 || reply.status >= 500 ? 'looked' : 'counted'
      return withQuota(services, caller, ready, counting, fail, () => meter.count(caller, calledOf(found)))
    }
    try {
      return await withQuota(services, caller, ready, 'free', fail)
    } catch (error) {
      // An open route answers all the same, and what has been changed is not called a failure: a new key is shown only
      // once. That nobody can tell what is left of the hour is said, not hidden.
      if (auth !== 'open' && method === 'GET') return fail(error)
      const unknown = warningLines([{ code: 'quota_unknown', param: 'Authorization' }])
      return { ...ready, headers: [...ready.headers, ...unknown.flatMap((line) => ['X-Warning', line])] }
    }
  }
}

/** The name a call is counted under. */
function calledOf({ route, params }: Match): string {
  try {
    return route?.counts ?? route?.partOf?.(params).name ?? 'unknown'
  } catch {
    return 'unknown'
  }
}

/** A path that cannot be read is refused like any other request: after it is known who asks. */
function look(method: string, path: string): { readonly found: Match; readonly fault: unknown } {
  try {
    return { found: match(method, path), fault: null }
  } catch (fault) {
    return { found: { route: null, methods: [], fromElsewhere: [], params: {} }, fault }
  }
}

function replyOf(route: Route, request: IncomingMessage, answered: Answer): Reply {
  const { status = 200, headers = {}, warnings = [], cookies = [], body, after } = answered
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const type = typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8'
  const isShared = route.auth === 'none' || route.auth === 'open' || route.auth === 'key'
  const isKept = status === 200 && isShared && route.method === 'GET'
  const tag = isKept ? `"${hash('sha1', text, 'base64url')}"` : null
  const list = [
    ...(headers['Content-Type'] ? [] : ['Content-Type', type]),
    ...Object.entries(headers).flat(),
    ...warningLines(warnings).flatMap((line) => ['X-Warning', line]),
    ...cookies.flatMap((line) => ['Set-Cookie', line]),
    'Cache-Control',
    isKept ? 'private, no-cache' : 'no-store',
    ...(tag === null ? [] : ['ETag', tag]),
  ]
  if (tag !== null && matches(request.headers['if-none-match'], tag)) return { status: 304, headers: list, body: '' }
  return { status, headers: list, body: text, ...(after ? { after } : {}) }
}

const allowedOf = (methods: readonly string[]): string =>
  [...methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'].join(', ')

/** Scripts of other sites may read; what changes an account is for pages of this service alone. */
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
