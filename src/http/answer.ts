import { problem } from '../errors.ts'
import { visitorOf } from './admission/sender.ts'
import { assertTier, tierOf } from './admission/tier.ts'
import { heldOpen } from './connection/heldOpen.ts'
import { once } from './reply/idempotency.ts'
import { printResponse } from './reply/print.ts'
import { unrouted } from './reply/unrouted.ts'
import type { Reply } from './reply.ts'
import { assertAcceptable, jsonType, pageType, prefersPage } from './request/accept.ts'
import type { ApiRequest, Sender } from './request/apiRequest.ts'
import { parseBody } from './request/body.ts'
import { isStrict, languageOf, readPageQuery, readQuery } from './request/query.ts'
import { isFromElsewhere } from './request/sameSite.ts'
import { siteUrlOf } from './request/siteUrl.ts'
import type { Handler, Route } from './route.ts'
import type { Asked, Router } from './router.ts'
import type { Services } from './services.ts'

/** Whether links lead to the answer: the route has a page, which the reader prefers to JSON, or a file of text. */
const isLinked = ({ types, responses }: Route, request: ApiRequest): boolean =>
  types?.includes(pageType) === true
    ? !types.includes(jsonType) || prefersPage(request)
    : responses[200]?.type === 'text/plain'

/** Reads the request by the fields of the route and lets the route handle it. */
async function handle(
  services: Services,
  request: ApiRequest,
  { route, params }: { readonly route: Route; readonly params: Asked['params'] },
  { caller }: Sender,
  handler: Handler,
): Promise<Reply> {
  const { headers, query } = request
  // Probes of a service's state look at the status alone.
  if (route.auth !== 'none' && route.auth !== 'payment') assertAcceptable(request, route.types ?? [jsonType])
  const hasBody = route.method !== 'GET'
  const raw = hasBody ? await request.body() : Buffer.alloc(0)
  const readFields = isLinked(route, request) ? readPageQuery : readQuery
  const values = route.parse ? route.parse(query, params, isStrict(headers)) : readFields(route.query, query)
  const fields = route.body === 'raw' ? null : (route.body ?? {})
  const body = hasBody && fields ? parseBody(fields, raw, headers['content-type']) : {}
  const asked = {
    ...{ query: values, body, params, caller, raw, request },
    visitor: visitorOf(services, request),
    signal: request.signal(),
    language: languageOf(headers['accept-language']),
    siteUrl: siteUrlOf(services, request),
    prefersPage: prefersPage(request),
  }
  const make = () => handler(asked as never, services)
  const run = () => (route.isIdempotent && caller ? once(services, request, caller.userId, raw, make) : make())
  const ms = route.takes?.(services)
  return printResponse(route, request, await (ms === undefined ? run() : heldOpen(request.socket, ms, run)))
}

/** Answers a request that was admitted; the checks are 404, 403, then 422 by the route itself. */
export function answer(
  services: Services,
  find: Router,
  request: ApiRequest,
  asked: Asked,
  sender: Sender,
): Reply | Promise<Reply> {
  const { route, params, fault, fromElsewhere } = asked
  if (fault) throw fault
  if (!route) return unrouted(request, asked, find)
  const isOpenToPages = fromElsewhere.includes(route.method) || route.body === 'raw'
  if (!isOpenToPages && isFromElsewhere(request, services.baseUrl())) throw problem('cross_site', [])
  const needed = sender.caller && tierOf(route, params, request.query)
  if (needed) assertTier(needed, sender.caller.tier)
  return route.reply
    ? route.reply({ request, params, sender }, services)
    : handle(services, request, { route, params }, sender, route.handle!)
}
