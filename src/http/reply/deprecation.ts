import type { Deprecation } from '../../fields.ts'
import type { Reply } from '../reply.ts'
import type { ApiRequest } from '../request/apiRequest.ts'
import type { Route } from '../route.ts'
import type { Asked } from '../router.ts'

/** The policy, which every deprecated answer links to. */
const policyPath = '/docs/deprecation'

/** The least number of days between the announcement of a deprecation and its end. */
export const leastDays = 180

/** RFC 9745 gives the announcement in seconds, RFC 8594 the end as a date of HTTP. */
const linesOf = ({ since, sunset }: Deprecation): string[] => [
  ...['Deprecation', `@${Date.parse(since) / 1_000}`],
  ...['Sunset', new Date(sunset).toUTCString()],
  ...['Link', `<${policyPath}>; rel="deprecation"`],
]

/** The deprecations of a route (null) and of its parameters, the one that ends first at the front. */
function deprecationsOf({ deprecated, query }: Route): (readonly [param: string | null, Deprecation])[] {
  const all = [[null, { deprecated }] as const, ...Object.entries(query)]
  return all
    .flatMap(([param, { deprecated }]) => (deprecated ? [[param, deprecated] as const] : []))
    .sort(([, a], [, b]) => (a.sunset < b.sunset ? -1 : 1))
}

const known = new WeakMap<Route, ReturnType<typeof deprecationsOf>>()

/** Adds the headers of a deprecation to answers of deprecated routes, and to those of requests with such a parameter. */
export function withDeprecation({ query }: ApiRequest, { route }: Asked, reply: Reply): Reply {
  if (!route) return reply
  let all = known.get(route)
  if (!all) {
    all = deprecationsOf(route)
    known.set(route, all)
  }
  if (all.length === 0) return reply
  const given = new URLSearchParams(query)
  const [, first] = all.find(([param]) => param === null || given.has(param)) ?? []
  return first ? { ...reply, headers: [...reply.headers, ...linesOf(first)] } : reply
}
