import { most } from './allowed.ts'
import { createExpressions } from './expressions.ts'
import {
  each,
  follow,
  ignored,
  isNode,
  kind,
  maybe,
  node,
  oneOf,
  type Place,
  plain,
  Refused,
  type Rule,
  type Rules,
  shown,
  unused,
} from './rule.ts'

/** Reads the common table expressions of a query in order; each may name those before it, never itself. */
function withCtes(value: unknown, { walk, ctes, depth }: Place): Place {
  const known = new Set(ctes)
  const entry: Rule = (item, _place, property) => {
    const before: Place = { walk, ctes: new Set(known), depth: depth + 1 }
    follow(item, { key: ignored, value: node(cte) }, before, property)
    const name = plain((item as { key: unknown }).key, property)
    known.add(name)
    walk.relations.add(name)
  }
  follow(value, { map: each(entry) }, { walk, ctes: known, depth }, 'WITH')
  return { walk, ctes: known, depth }
}

const query: Rule = (value, place, property) =>
  kind('type', () => queries)(value, withCtes(isNode(value) ? value.cte_map : undefined, place), property)

/** One SELECT, whole or inside another. */
export const statement: Rule = node({ node: query, named_param_map: ignored })

const { expression, orders, columnAlias } = createExpressions(statement)

const cte: Rules = { aliases: each(columnAlias), query: statement, materialized: ignored, key_targets: unused }

const tableAlias: Rule = (value, { walk }, property) => {
  if (value !== '') walk.relations.add(plain(value, property))
}
const table: Rule = kind(
  'type',
  () => tables,
  (said) => ({ kind: said === 'SHOW_REF' ? 'show' : 'source', word: said }),
)
const noSchema: Rule = (value, { at }, property) => {
  if (value !== '')
    throw new Refused(`${property} may not be ${shown(value)}`, at, { kind: 'schema', word: String(value) })
}
const common: Rules = { type: ignored, alias: tableAlias, sample: unused, query_location: ignored }
const tables: Readonly<Record<string, Rules>> = {
  EMPTY: common,
  BASE_TABLE: {
    ...common,
    schema_name: noSchema,
    catalog_name: noSchema,
    at_clause: unused,
    table_name: (value, { walk, ctes, at }, property) => {
      if (++walk.reads > most.tables) throw new Refused(`more than ${most.tables} tables`, at)
      const name = plain(value, property)
      if (ctes.has(name)) return
      if (!Object.hasOwn(walk.tables, value as string))
        throw new Refused(`the table ${shown(value)}`, at, { kind: 'table', word: String(value) })
      walk.met.add(value as string)
      walk.relations.add(name)
    },
    column_name_alias: each(columnAlias),
  },
  SUBQUERY: { ...common, subquery: statement, column_name_alias: each(columnAlias) },
  JOIN: {
    ...common,
    left: table,
    right: table,
    condition: maybe(expression),
    join_type: oneOf('INNER', 'LEFT', 'RIGHT', 'OUTER', 'SEMI', 'ANTI'),
    ref_type: oneOf('REGULAR', 'CROSS', 'ASOF'),
    using_columns: each((value, { walk, at }, property) => walk.columns.push({ names: [plain(value, property)], at })),
    delim_flipped: unused,
    duplicate_eliminated_columns: unused,
  },
}

const modifiers: Readonly<Record<string, Rules>> = {
  ORDER_MODIFIER: { type: ignored, orders },
  LIMIT_MODIFIER: { type: ignored, limit: maybe(expression), offset: maybe(expression) },
  DISTINCT_MODIFIER: { type: ignored, distinct_on_targets: each(expression) },
}

const body: Rules = { type: ignored, cte_map: ignored, modifiers: each(kind('type', () => modifiers)) }
const queries: Readonly<Record<string, Rules>> = {
  SELECT_NODE: {
    ...body,
    select_list: each(expression),
    from_table: table,
    where_clause: maybe(expression),
    group_expressions: each(expression),
    // More than one set of groups multiplies the work.
    group_sets: (value, _place, property) => {
      if (!Array.isArray(value) || value.length > 1) throw new Refused(`${property} may not be ${shown(value)}`)
    },
    aggregate_handling: oneOf('STANDARD_HANDLING', 'FORCE_AGGREGATES'),
    having: maybe(expression),
    sample: unused,
    qualify: maybe(expression),
  },
  SET_OPERATION_NODE: {
    ...body,
    setop_type: oneOf('UNION', 'EXCEPT', 'INTERSECT'),
    setop_all: ignored,
    left: query,
    right: query,
  },
}
