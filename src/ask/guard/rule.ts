import { most } from './allowed.ts'

/**
 * What of the SQL is refused: a table, column or function that is not there, a source that is no table (`source`), a
 * question about the tables (`show`), a table of a schema, a name of other characters, or a text that is no SELECT.
 */
export type RefusedPart = {
  readonly kind: 'table' | 'column' | 'function' | 'source' | 'show' | 'schema' | 'name' | 'statement'
  readonly word: string
}

/** SQL that may not be run; the sentence says which part of it, in words of the SQL. */
export class Refused extends Error {
  override name = 'Refused'
  /** The byte of the SQL where that part begins, where it is known. */
  readonly at: number | undefined
  readonly part: RefusedPart | undefined

  constructor(message: string, at?: unknown, part?: RefusedPart) {
    super(message)
    this.at = Number.isFinite(at) ? (at as number) : undefined
    this.part = part
  }
}

/** The tables that may be read and their columns. */
export type Tables = Readonly<Record<string, readonly string[]>>

/** What was met on the way through a statement. */
export type Walk = {
  readonly tables: Tables
  /** The functions that may be called, each with the most arguments it may have. */
  readonly functions: Readonly<Record<string, number>>
  readonly met: Set<string>
  /** Names that stand for a table or a column inside the statement. */
  readonly relations: Set<string>
  readonly aliases: Set<string>
  /** Columns that are named, each with the table it is said to be of. */
  readonly columns: { readonly names: readonly string[]; readonly at: unknown }[]
  nodes: number
  reads: number
}
/** Where a node stands: which common table expressions it may name, how deep it is, and its byte of the text. */
export type Place = {
  readonly walk: Walk
  readonly ctes: ReadonlySet<string>
  readonly depth: number
  readonly at?: unknown
}

/** Throws `Refused` unless the value may stand there. */
export type Rule = (value: unknown, place: Place, property: string) => void
export type Rules = Readonly<Record<string, Rule>>
type Node = Readonly<Record<string, unknown>>

export const shown = (value: unknown, most = 60): string => (JSON.stringify(value) ?? 'nothing').slice(0, most)
export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Every property must have a rule and every rule its property: an unknown shape is refused, never skipped. */
export function follow(value: unknown, rules: Rules, { walk, ctes, depth, at: outer }: Place, what: string): void {
  if (!isNode(value)) throw new Refused(`${what} is not a node`)
  if (++walk.nodes > most.nodes) throw new Refused(`more than ${most.nodes} nodes`)
  if (depth > most.depth) throw new Refused(`nested deeper than ${most.depth}`)
  for (const property of Object.keys(value))
    if (!Object.hasOwn(rules, property)) throw new Refused(`${what} has an unknown property ${shown(property)}`)
  const at = value.query_location ?? outer
  for (const [property, rule] of Object.entries(rules))
    rule(value[property], { walk, ctes, depth: depth + 1, at }, `${what}.${property}`)
}

export const ignored: Rule = () => {}

/** Null, an empty text or list, false: the property is not used. */
export const unused: Rule = (value, { at }, property) => {
  const isEmpty = value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0)
  if (!isEmpty) throw new Refused(`${property} may not be ${shown(value)}`, at)
}

export const oneOf =
  (...values: readonly unknown[]): Rule =>
  (value, { at }, property) => {
    if (!values.includes(value)) throw new Refused(`${property} may not be ${shown(value)}`, at)
  }

export const maybe =
  (rule: Rule): Rule =>
  (value, place, property) => {
    if (value !== null) rule(value, place, property)
  }

export const each =
  (rule: Rule): Rule =>
  (value, place, property) => {
    if (!Array.isArray(value)) throw new Refused(`${property} is not a list`)
    for (const item of value) rule(item, place, property)
  }

export const node =
  (rules: Rules): Rule =>
  (value, place, property) =>
    follow(value, rules, place, property)

/** A node whose rules are found by what it says it is; `partOf` names what another one is. */
export const kind =
  (by: string, kinds: () => Readonly<Record<string, Rules>>, partOf?: (said: string) => RefusedPart): Rule =>
  (value, place, property) => {
    const said = isNode(value) ? value[by] : undefined
    if (typeof said !== 'string' || !Object.hasOwn(kinds(), said)) {
      const at = isNode(value) ? value.query_location : place.at
      throw new Refused(`${property} may not be ${shown(said)}`, at, partOf?.(String(said)))
    }
    follow(value, kinds()[said]!, place, said)
  }

/** Plain names only: Latin letters, digits and Chinese characters, none of which looks like another one of these. */
export const plain = (value: unknown, property: string): string => {
  if (typeof value !== 'string' || !/^[A-Za-z_\p{Script=Han}][A-Za-z0-9_\p{Script=Han}]{0,79}$/u.test(value))
    throw new Refused(`${property} may not be named ${shown(value)}`, undefined, { kind: 'name', word: String(value) })
  return value.toLowerCase()
}
