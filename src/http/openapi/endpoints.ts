import type { Code } from '../../errors.ts'
import { parameters } from '../../query/parameters.ts'
import type { Route } from '../route.ts'
import { type HeaderUse, rates } from './headers.ts'

/** What the documents say of an endpoint: a route without its code. */
export type Endpoint = Omit<Route, 'handle' | 'partOf'>

/** Not in the table of routes, since it has a path of its own for speed. */
export const queryDataset: Endpoint = {
  method: 'GET',
  path: '/v1/data/{dataset}',
  about: 'Rows of a dataset, newest first, page by page. Needs a key whose tier covers the dataset.',
  auth: 'key',
  query: parameters,
  fails: ['unknown_dataset', 'invalid_cursor', 'cursor_expired', 'invalid_parameter', 'too_busy', 'not_ready'],
}

/** The same rows for a payment instead of a key; its path is its own as well. */
export const payForDataset: Endpoint = {
  method: 'GET',
  path: '/v1/agent/{dataset}',
  about: 'The rows of GET /v1/data/{dataset}, paid for by the call (x402) instead of with a key; dry_run=true is free.',
  auth: 'none',
  query: parameters,
  fails: [
    'agent_disabled',
    'unknown_dataset',
    'payment_required',
    'payment_refused',
    'invalid_payment',
    'payment_used',
    'replay_expired',
    'too_many_bad_payments',
    'settlement_pending',
    'payment_unavailable',
    'address_limited',
    'not_acceptable',
    'unread_answers',
    'invalid_parameter',
    'invalid_cursor',
    'cursor_expired',
    'too_busy',
    'unavailable',
    'not_ready',
  ],
}

/** The endpoints that are not in the table of routes, by the path of the list that they follow. */
const besides: Readonly<Record<string, Endpoint>> = { '/v1/data': queryDataset, '/v1/agent': payForDataset }

/** Every endpoint, those of the rows after the catalogue and the list of prices. */
export const endpointsOf = (routes: readonly Route[]): readonly Endpoint[] =>
  routes.flatMap((route) => [route, ...(besides[route.path] ? [besides[route.path]!] : [])])

/** `POST /v1/keys`: a path may answer to several methods. */
export const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string => `${method} ${path}`

export const isRows = ({ path }: Endpoint): boolean => path === queryDataset.path
export const isGaps = ({ path }: Endpoint): boolean => path === `${queryDataset.path}/gaps`
export const isPaid = ({ path }: Endpoint): boolean => path === payForDataset.path

/** A browser session opens it too; rows and questions are for keys alone. */
const takesSession = ({ auth }: Endpoint): boolean => auth !== 'none' && auth !== 'key'

/** How a caller may be known, as OpenAPI puts it; an empty way is to be nobody. */
export function securityOf(endpoint: Endpoint): Record<string, never[]>[] {
  const { auth } = endpoint
  return [
    ...(auth === 'open' ? [{}] : []),
    ...(auth === 'open' || auth === 'caller' || auth === 'key' ? [{ bearer: [] }] : []),
    ...(takesSession(endpoint) ? [{ session: [] }] : []),
  ]
}

/** Answered before anybody is known; and what may be, or may be our own fault to know them. */
const isBefore = (status: number): boolean => status === 408 || status === 417 || status === 431
const isPerhapsBefore = (status: number): boolean => status === 400 || status === 429 || status >= 500

/** The headers that follow from who may ask: what is left of the hour, the session, a key that was no use. */
export function headersByAuth(endpoint: Endpoint, status: number, codes: readonly Code[] = []): HeaderUse[] {
  const { auth } = endpoint
  const isOpen = auth === 'open'
  if (auth === 'none' || isBefore(status)) return []
  // Callers are never refused by address, and whoever needs a key and has none has no window to tell of.
  const isNobody =
    (status === 401 && !isOpen) || (codes.length > 0 && codes.every((code) => code === 'address_limited'))
  return [
    ...(isNobody ? [] : rates(!isOpen && !isPerhapsBefore(status))),
    ...(takesSession(endpoint) ? (['Set-Cookie?'] as const) : []),
    // A path that cannot be decoded belongs to no route yet: a bad key sent with it is named as on an open one.
    ...(isOpen || status === 400 ? (['X-Warning?'] as const) : []),
  ]
}
