import type { Code, Language } from '../errors.ts'
import type { Fields, Values } from '../fields.ts'
import type { Services } from './services.ts'

/** A request as a route sees it: checked, decoded, in one language. */
type Asked<Q extends Fields> = {
  readonly query: Values<Q>
  readonly language: Language
  /** The header as it came; most routes need no key. */
  readonly authorization: string | undefined
}

type Answer = {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Text is sent as it is; anything else as JSON. */
  readonly body: unknown
}

export type Route<Q extends Fields = Fields> = {
  readonly method: 'GET'
  readonly path: string
  readonly about: string
  readonly query: Q
  readonly fails: readonly Code[]
  readonly handle: (asked: Asked<Q>, services: Services) => Promise<Answer>
}

export const route = <const Q extends Fields>(definition: Route<Q>): Route => definition as unknown as Route
