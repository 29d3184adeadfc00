import { decodePath } from './request/query.ts'
import type { Route } from './route.ts'

/** What a request asks for. */
export type Asked = {
  readonly route: Route | null
  /** The methods of the path; empty for an unknown path. */
  readonly methods: readonly string[]
  /** Those of the methods that pages of other sites may use. */
  readonly fromElsewhere: readonly string[]
  /** The parts of the path in braces, decoded. */
  readonly params: Readonly<Record<string, string>>
  /** The failure of a path that cannot be decoded, which has no route: it is reported once the sender is known. */
  readonly fault: unknown
}

/** The routes of a path, by method. */
type Place = {
  /** The parts of the path; null for one in braces. */
  readonly parts: readonly (string | null)[]
  readonly names: readonly string[]
  readonly routes: Map<string, Route>
  readonly unasked: Asked
}

const nowhere: Asked = { route: null, methods: [], fromElsewhere: [], params: {}, fault: null }

const isBraced = (part: string): boolean => part.startsWith('{')

function placesOf(routes: readonly Route[]): Place[] {
  const byPath = Map.groupBy(routes, ({ path }) => path)
  return [...byPath].map(([path, own]) => {
    const parts = path.split('/')
    const methods = own.map(({ method }) => method)
    const fromElsewhere = own.flatMap(({ method, auth }) => (method === 'GET' || auth === 'key' ? [method] : []))
    return {
      parts: parts.map((part) => (isBraced(part) ? null : part)),
      names: parts.filter(isBraced).map((part) => part.slice(1, -1)),
      routes: new Map(own.map((route) => [route.method, route])),
      unasked: { ...nowhere, methods, fromElsewhere },
    }
  })
}

export type Router = ReturnType<typeof createRouter>

/** Finds the route of a method and a path. */
export function createRouter(routes: readonly Route[]) {
  const places = placesOf(routes)
  const literal = new Map(
    places.filter(({ names }) => names.length === 0).map((place) => [place.parts.join('/'), place]),
  )
  const byLength = Map.groupBy(
    places.filter(({ names }) => names.length > 0),
    ({ parts }) => parts.length,
  )

  /** A path without parameters goes before one with them. */
  function find(path: string, segments: readonly string[]): Place | undefined {
    const fits = ({ parts }: Place) =>
      parts.every((part, i) => (part === null ? segments[i] !== '' : part === segments[i]))
    return literal.get(path) ?? byLength.get(segments.length)?.find(fits)
  }

  return (method: string, path: string): Asked => {
    const segments = path.split('/')
    const place = find(path, segments)
    if (!place) return nowhere
    const { unasked, parts, names } = place
    const route = place.routes.get(method === 'HEAD' ? 'GET' : method) ?? null
    const { methods, fromElsewhere } = unasked
    const params: Record<string, string> = {}
    try {
      let n = 0
      for (let i = 0; i < parts.length; i++) if (parts[i] === null) params[names[n++]!] = decodePath(segments[i]!)
    } catch (fault) {
      if (route !== null) return { ...nowhere, fault }
    }
    return { route, methods, fromElsewhere, params, fault: null }
  }
}
