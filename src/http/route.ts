import type { Visitor } from '../access/accounts.ts'
import type { Caller } from '../access/guard.ts'
import type { Dataset, Tier } from '../catalogue/dataset.ts'
import type { Code, Language } from '../errors.ts'
import type { Fields, Values } from '../fields.ts'
import type { Warning } from '../query/parameters.ts'
import type { Services } from './services.ts'

/**
 * Who may ask: `none` looks at nobody; `open` is for all, and a valid key or session adds the rate-limit headers;
 * `caller` needs a key or a session, `session` a session, `key` a key; as no cookie opens it, pages of other sites may
 * send to a `key` route.
 */
export type Auth = 'none' | 'open' | 'caller' | 'session' | 'key'

/** A request as a route sees it: checked, decoded, in one language. */
type Asked<Q extends Fields, B extends Fields, A extends Auth> = {
  readonly query: Values<Q>
  readonly body: Values<B>
  /** The parts of the path in braces, decoded. */
  readonly params: Readonly<Record<string, string>>
  readonly language: Language
  /** The address under which the reader reaches the service. */
  readonly siteUrl: string
  /** True for a reader who takes a page rather than JSON. */
  readonly prefersPage: boolean
  readonly caller: A extends 'caller' | 'session' | 'key' ? Caller : Caller | null
  readonly visitor: Visitor
  /** The body as it came, for a route that reads it itself. */
  readonly raw: Buffer
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal
}

export type Answer = {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** What was asked and had no effect, a line of `X-Warning` each. */
  readonly warnings?: readonly Warning[]
  /** Lines for `Set-Cookie`. */
  readonly cookies?: readonly string[]
  /** Text is sent as it is; anything else as JSON. */
  readonly body: unknown
  /** Called when the answer has left: work whose length must not show in it. */
  readonly after?: () => void
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

export type Route<Q extends Fields = Fields, B extends Fields = Fields, A extends Auth = Auth> = {
  readonly method: Method
  /** `/v1/keys/{id}`: a part in braces matches one segment. */
  readonly path: string
  readonly about: string
  readonly auth: A
  /** The dataset that the answer is a part of: the key's tier must cover it, and the call counts as one of its calls. */
  readonly partOf?: (params: Readonly<Record<string, string>>) => Dataset
  readonly query: Q
  /** Reads the query where more must hold than each field by itself; throws for all of its faults at once. */
  readonly parse?: (query: string, params: Readonly<Record<string, string>>, isStrict: boolean) => Values<Q>
  /** Members of the JSON body; `raw` where the route reads the bytes itself and checks whom they come from. */
  readonly body?: B | 'raw'
  /** The least tier that may ask; all may where it is left out. */
  readonly tier?: Tier
  /** The name under which a call counts against the quota; none where it does not. */
  readonly counts?: string
  /** Media types of the answer; JSON alone where it is left out. */
  readonly types?: readonly string[]
  readonly fails: readonly Code[]
  /** The milliseconds an answer may take, where a connection would not stay open so long by itself. */
  readonly takes?: (services: Services) => number
  readonly handle: (asked: Asked<Q, B, A>, services: Services) => Promise<Answer>
}

export const route = <const Q extends Fields, const A extends Auth, const B extends Fields = Record<never, never>>(
  definition: Route<Q, B, A>,
): Route => definition as unknown as Route
