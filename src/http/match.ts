import { pages } from './pages/pages.ts'
import { decodePath } from './request.ts'
import type { Route } from './route.ts'
import { routes } from './routes/routes.ts'

type Entry = { readonly pattern: RegExp; readonly names: readonly string[]; readonly methods: Map<string, Route> }

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '([^/]+)')}$`)

const byPath = new Map<string, Entry>()
for (const route of [...routes, ...pages(routes)]) {
  const entry = byPath.get(route.path) ?? {
    pattern: patternOf(route.path),
    names: [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!),
    methods: new Map(),
  }
  entry.methods.set(route.method, route)
  byPath.set(route.path, entry)
}
const withNames = [...byPath.values()].filter(({ names }) => names.length > 0)

export type Match = {
  readonly route: Route | null
  /** The methods of the path; empty for an unknown path. */
  readonly methods: readonly string[]
  /** Those of the methods that pages of other sites may use. */
  readonly fromElsewhere: readonly string[]
  readonly params: Readonly<Record<string, string>>
}

export const noMatch: Match = { route: null, methods: [], fromElsewhere: [], params: {} }

/** Finds the route of a path and method, and decodes the parts of the path that have names. */
export function match(method: string, path: string): Match {
  const exact = byPath.get(path)
  const entry = exact && exact.names.length === 0 ? exact : withNames.find(({ pattern }) => pattern.test(path))
  if (!entry) return noMatch
  const route = entry.methods.get(method) ?? null
  const values = route ? entry.pattern.exec(path)!.slice(1) : []
  return {
    route,
    methods: [...entry.methods.keys()],
    fromElsewhere: [...entry.methods.values()].flatMap(({ method, auth }) =>
      method === 'GET' || auth === 'key' ? [method] : [],
    ),
    params: Object.fromEntries(values.map((value, i) => [entry.names[i]!, decodePath(value)])),
  }
}
