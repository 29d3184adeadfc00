import type { IncomingMessage } from 'node:http'
import type { Deprecation } from '../fields.ts'
import { targetOf } from './request.ts'
import type { Reply } from './respond.ts'
import type { Route } from './route.ts'

/** The policy, which every deprecated answer links to. */
const policyPath = '/docs/deprecation'

/** The least number of days between the announcement of a deprecation and its end. */
export const leastDays = 180

/** The deprecation of a route or of one of its parameters; `param` is null for the route itself. */
type Deprecated = { readonly name: string; readonly param: string | null; readonly deprecation: Deprecation }

const deprecatedIn = (routes: readonly Route[]): Deprecated[] =>
  routes.flatMap(({ method, path, deprecated, query }) => [
    ...(deprecated ? [{ name: `${method} ${path}`, param: null, deprecation: deprecated }] : []),
    ...Object.entries(query).flatMap(([param, field]) =>
      field.deprecated ? [{ name: `${method} ${path}`, param, deprecation: field.deprecated }] : [],
    ),
  ])

/** RFC 9745 gives the announcement in seconds, RFC 8594 the end as a date of HTTP. */
const linesOf = ({ since, sunset }: Deprecation): string[] => [
  ...['Deprecation', `@${Date.parse(since) / 1_000}`],
  ...['Sunset', new Date(sunset).toUTCString()],
  ...['Link', `<${policyPath}>; rel="deprecation"`],
]

/** Adds the headers of a deprecation to answers of deprecated routes, and to those of requests with such a parameter. */
export function createDeprecation(routes: readonly Route[]) {
  const all = deprecatedIn(routes)
  if (all.length === 0)
    return (_request: IncomingMessage, _path: () => string | undefined, reply: Reply): Reply => reply

  return (request: IncomingMessage, path: () => string | undefined, reply: Reply): Reply => {
    const name = `${request.method === 'HEAD' ? 'GET' : request.method} ${path()}`
    const given = new URLSearchParams(targetOf(request).query)
    const [first] = all
      .filter((one) => one.name === name && (one.param === null || given.has(one.param)))
      .sort((a, b) => (a.deprecation.sunset < b.deprecation.sunset ? -1 : 1))
    return first ? { ...reply, headers: [...reply.headers, ...linesOf(first.deprecation)] } : reply
  }
}
