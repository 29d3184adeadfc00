import type { Caller } from '../access/guard.ts'
import type { Visitor } from '../access/visitor.ts'
import type { Dataset, Tier } from '../catalogue/dataset.ts'
import type { Code, Language } from '../errors.ts'
import type { Deprecation, Fields, Label, Values } from '../fields.ts'
import type { Warning } from '../query/parameters.ts'
import type { HeaderUse } from './openapi/headers.ts'
import type { HeadParameter } from './openapi/parameters.ts'
import type { Schema } from './openapi/schema.ts'
import type { Section } from './reference/sections.ts'
import type { Outgoing, Reply } from './reply.ts'
import type { ApiRequest, Sender } from './request/apiRequest.ts'
import type { Services } from './services.ts'

/** The groups of routes in the OpenAPI document. */
export const tags = {
  data: 'Datasets and their rows',
  ask: 'Questions in Chinese or English',
  sql: 'SQL over the datasets',
  agents: 'Rows paid for by the call',
  accounts: 'Sign-up, sessions, passwords',
  keys: 'API keys and what is left of the hour',
  plans: 'Tiers and what they cost',
  events: 'Events: streams, pages and webhooks',
  mcp: 'Tools for language models',
  service: 'State and description of the service',
} as const

/**
 * The credentials a route accepts. `none`: credentials are not read. `open`: none are needed, and a valid key or
 * session adds the rate-limit headers. `caller`: a key or a session. `session`: a session. `key`: a key; no cookie
 * opens such a route, so pages of other sites may call it. `link`: the secret part of its path. `payment`: a payment.
 */
export type Auth = 'none' | 'open' | 'caller' | 'session' | 'key' | 'link' | 'payment'

/**
 * What a request costs its sender. `call`: one of the calls of the caller's hour. `request`: one of the requests that
 * its address has in a minute, with a key too. `free`: a request of its address where no caller is known, else nothing.
 * `payment`: its price. `exempt`: no limit holds.
 */
export type Cost = 'call' | 'request' | 'free' | 'payment' | 'exempt'

/** A checked and decoded request. */
export type RouteRequest<Q extends Fields, B extends Fields, A extends Auth> = {
  readonly query: Values<Q>
  readonly body: Values<B>
  /** The parts of the path in braces, decoded. */
  readonly params: Readonly<Record<string, string>>
  readonly language: Language
  /** The address under which the reader reaches the service. */
  readonly siteUrl: string
  /** True for a client that prefers a web page to JSON. */
  readonly prefersPage: boolean
  readonly caller: A extends 'caller' | 'session' | 'key' ? Caller : Caller | null
  readonly visitor: Visitor
  readonly request: ApiRequest
  /** The bytes of the body, for a route that reads it itself. */
  readonly raw: Buffer
  /** Aborted when the client has left. */
  readonly signal: AbortSignal
}

export type RouteResponse = {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Further headers, name and value in turn; a name may stand in several. */
  readonly lines?: readonly string[]
  /** Parts of the request that had no effect, a line of `X-Warning` each. */
  readonly warnings?: readonly Warning[]
  /** Lines for `Set-Cookie`. */
  readonly cookies?: readonly string[]
  /** A string is sent unchanged; anything else as JSON. */
  readonly body: unknown
  /** True where the body is one object for many requests: it is printed once. */
  readonly isKept?: boolean
  /** Sends the body in place of `body`, as long as its client stays. */
  readonly stream?: (response: Outgoing) => void
  /** The calls that it costs, one where it is left out. */
  readonly calls?: number
  /** Called when the response has left: work whose duration must not show in it. */
  readonly after?: () => void
  /** Called when the whole response has left, and not where its client left first. */
  readonly release?: () => void
}

/** A response in the OpenAPI document that is no failure. */
type DocumentedResponse = {
  readonly description?: string
  /** Its media type; JSON where it is left out. */
  readonly type?: string
  readonly schema: Schema
  /** Its other media types and their schemas. */
  readonly otherTypes?: Readonly<Record<string, Schema>>
  /** True where a browser gets a page instead. */
  readonly isPageToo?: true
  /** True where it may come as an event stream instead. */
  readonly isStreamToo?: true
  readonly headers?: readonly HeaderUse[]
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** A request that may have its answer, the decoded parts of its path, and its sender. */
export type Admitted = {
  readonly request: ApiRequest
  readonly params: Readonly<Record<string, string>>
  readonly sender: Sender
}

/** A failure as this API puts it. */
export type Failure = {
  readonly status: number
  readonly code: Code
  readonly body: { readonly detail: string; readonly retry_after_seconds?: number }
}

/** Everything the service knows of an endpoint: its code, and the texts and schemas its documents are printed from. */
type RouteDefinition<Q extends Fields, B extends Fields, A extends Auth> = {
  readonly tag: keyof typeof tags
  readonly about: Label
  /** Left out unless the route is to be removed. */
  readonly deprecated?: Deprecation
  /** More about the operation, in the OpenAPI document. */
  readonly description?: string
  /** Paragraphs for sections of the guide; words between backticks are code. */
  readonly guide?: Partial<Record<Section | 'paymentSteps', readonly Label[]>>
  readonly auth: A
  /** The key of a request of another protocol, whose clients do not send it in `Authorization`. */
  readonly keyOf?: (request: ApiRequest, params: Readonly<Record<string, string>>) => string | undefined
  /** The form that failures have in another protocol; the body is ours. */
  readonly failed?: (failure: Failure) => { readonly status: number; readonly body: object }
  /** True where some requests need no credentials: the reply decides which. */
  readonly isPartlyOpen?: true
  /** The dataset that the response is a part of: the key's tier must cover it, and the call counts as one of its calls. */
  readonly partOf?: (params: Readonly<Record<string, string>>, query: string) => Dataset
  /** Parameters in the path and headers that this route reads, for the OpenAPI document. */
  readonly head?: readonly HeadParameter[]
  /** Parameters of the query string; none where it is left out. */
  readonly query?: Q
  /** Reads the query where more must hold than each field by itself; throws for all of its faults at once. */
  readonly parse?: (query: string, params: Readonly<Record<string, string>>, isStrict: boolean) => Values<Q>
  /** True where it makes something: with an `Idempotency-Key` it is carried out once, and answers the same again. */
  readonly isIdempotent?: true
  /** Members of the JSON body; `raw` where the route reads the bytes itself. */
  readonly body?: B | 'raw'
  /** The raw body in the OpenAPI document: a sentence, or the members that the route reads itself. */
  readonly rawBody?: string | Fields
  /** The lowest tier that may call; every tier may where it is left out. */
  readonly tier?: Tier
  /** What a request costs, where that does not follow from `auth`: a call with a key, nothing of a caller otherwise. */
  readonly cost?: Cost | ((query: string) => Cost)
  /** The name under which a call is counted. */
  readonly counts?: string
  /** Media types of the response; JSON alone where it is left out. */
  readonly types?: readonly string[]
  readonly responses: Readonly<Record<number, DocumentedResponse>>
  /** Whether a 200 has an ETag, where that does not follow from method and auth. */
  readonly etag?: 'sometimes' | 'never'
  /** Named schemas that `responses` refer to by name. */
  readonly schemas?: Readonly<Record<string, Schema>>
  /** Failures beside those that follow from method, auth and body. */
  readonly fails?: readonly Code[]
  /** The milliseconds a response may take, where the server would close the idle connection earlier. */
  readonly takes?: (services: Services) => number
  /** A name under which all calls of an hour are one. */
  readonly once?: (params: Readonly<Record<string, string>>, sender: Sender) => string | undefined
  readonly handle?: (request: RouteRequest<Q, B, A>, services: Services) => Promise<RouteResponse>
  /** The reply that is ready to send to a caller: the quota is then looked at by the count alone. */
  readonly ready?: (request: ApiRequest, caller: Caller, services: Services) => Reply | null
  /** In place of `handle`: makes the reply itself, with its encodings and validators, for rows and files. */
  readonly reply?: (admitted: Admitted, services: Services) => Reply | Promise<Reply>
}

/** Handles the checked request of any route. */
export type Handler = NonNullable<Route['handle']>

export type Route = RouteDefinition<Fields, Fields, Auth> & {
  /** The operation's name in the OpenAPI document. */
  readonly id: string
  readonly method: Method
  /** `/v1/keys/{id}`: a part in braces matches one segment. */
  readonly path: string
  readonly query: Fields
  readonly fails: readonly Code[]
}

/** `POST /v1/keys`: a path may answer to several methods. */
type RouteName = `${Method} ${string}`

export const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>): RouteName => `${method} ${path}`

export function route<
  const A extends Auth,
  const Q extends Fields = Record<never, never>,
  const B extends Fields = Record<never, never>,
>(name: RouteName, id: string, definition: RouteDefinition<Q, B, A>): Route {
  const [method, path] = name.split(' ')
  return { id, method, path, query: {}, fails: [], ...definition } as unknown as Route
}

/** What a request of a route usually costs: without parameters, and with a payment where it takes one. */
export function usualCost({ auth, cost }: Route): Cost {
  if (auth === 'payment') return 'payment'
  if (cost !== undefined) return typeof cost === 'function' ? cost('') : cost
  return auth === 'none' ? 'exempt' : auth === 'key' || auth === 'link' ? 'call' : 'free'
}

/** Whether a 200 of the route carries a validator: it is the same for everybody who may read it. */
export const hasEtag = ({ method, auth, etag }: Route): boolean =>
  method === 'GET' && etag !== 'never' && auth !== 'caller' && auth !== 'session'
