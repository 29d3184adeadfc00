import { comparisons, frames, literals, most, operators, types, windows } from './allowed.ts'
import {
  each,
  follow,
  ignored,
  isNode,
  kind,
  maybe,
  node,
  oneOf,
  plain,
  Refused,
  type Rule,
  type Rules,
  shown,
  unused,
} from './rule.ts'

const columnAlias: Rule = (value, { walk }, property) => {
  if (value !== '') walk.aliases.add(plain(value, property))
}

const typeOf = (ids: readonly string[]): Rule =>
  node({
    id: oneOf(...ids),
    type_info: maybe(
      node({
        type: oneOf('DECIMAL_TYPE_INFO'),
        alias: unused,
        extension_info: unused,
        width: ignored,
        scale: ignored,
      }),
    ),
  })

const scalar: Rule = (value, place, property) => {
  if (typeof value === 'string' && value.length > most.literal) throw new Refused('a text is too long')
  // Numbers beyond 64 bits come in two halves.
  if (isNode(value)) follow(value, { upper: ignored, lower: ignored }, place, property)
}
const literal: Rule = (value, place, property) => {
  const isNull = isNode(value) && value.is_null === true
  follow(value, { type: typeOf(literals), is_null: ignored, ...(isNull ? {} : { value: scalar }) }, place, property)
}

/** Values are given in order: a `?`, or `$1`. */
const parameter: Rule = (value, { at }) => {
  if (!/^\d{1,3}$/.test(String(value))) throw new Refused(`the parameter ${shown(value)}: write ?`, at)
}

/** The rules of every kind of expression; a subquery inside one is read by `statement`. */
export function createExpressions(statement: Rule): { expression: Rule; orders: Rule; columnAlias: Rule } {
  const byClass: Rule = kind('class', () => expressions)
  const expression: Rule = (value, place, property) => {
    if (isNode(value) && 'function_name' in value) {
      const { function_name: name, children } = value
      const at = value.query_location
      const { functions } = place.walk
      if (typeof name !== 'string' || !Object.hasOwn(functions, name))
        throw new Refused(`the function ${shown(name)}`, at, { kind: 'function', word: String(name) })
      if (Array.isArray(children) && children.length > functions[name]!)
        throw new Refused(`${name} with ${children.length} arguments`, at)
    }
    byClass(value, place, property)
  }
  const orders: Rule = each(
    node({
      type: oneOf('ORDER_DEFAULT', 'ASCENDING', 'DESCENDING'),
      null_order: oneOf('ORDER_DEFAULT', 'NULLS FIRST', 'NULLS LAST'),
      expression,
    }),
  )

  const common: Rules = { class: ignored, alias: columnAlias, query_location: ignored }
  /** Some constructs of the parser name its own schema; no other may be named. */
  const called: Rules = { ...common, function_name: ignored, schema: oneOf('', 'main'), catalog: unused }
  const expressions: Readonly<Record<string, Rules>> = {
    COLUMN_REF: {
      ...common,
      type: oneOf('COLUMN_REF'),
      column_names: (value, place, property) => {
        const names: string[] = []
        each((part) => names.push(plain(part, property)))(value, place, property)
        place.walk.columns.push({ names, at: place.at })
      },
    },
    CONSTANT: { ...common, type: oneOf('VALUE_CONSTANT'), value: literal },
    COMPARISON: { ...common, type: oneOf(...comparisons), left: expression, right: expression },
    BETWEEN: { ...common, type: oneOf('COMPARE_BETWEEN'), input: expression, lower: expression, upper: expression },
    CONJUNCTION: { ...common, type: oneOf('CONJUNCTION_AND', 'CONJUNCTION_OR'), children: each(expression) },
    OPERATOR: { ...common, type: oneOf(...operators), children: each(expression) },
    CAST: {
      ...common,
      type: oneOf('OPERATOR_CAST'),
      child: expression,
      cast_type: typeOf(types),
      try_cast: ignored,
    },
    CASE: {
      ...common,
      type: oneOf('CASE_EXPR'),
      case_checks: each(node({ when_expr: expression, then_expr: expression })),
      else_expr: expression,
    },
    FUNCTION: {
      ...called,
      type: oneOf('FUNCTION'),
      children: each(expression),
      filter: maybe(expression),
      order_bys: node({ type: oneOf('ORDER_MODIFIER'), orders }),
      distinct: ignored,
      is_operator: ignored,
      export_state: unused,
    },
    WINDOW: {
      ...called,
      type: oneOf(...windows),
      children: each(expression),
      partitions: each(expression),
      orders,
      start: oneOf(...frames),
      end: oneOf(...frames),
      start_expr: maybe(expression),
      end_expr: maybe(expression),
      offset_expr: maybe(expression),
      default_expr: maybe(expression),
      ignore_nulls: ignored,
      filter_expr: maybe(expression),
      exclude_clause: oneOf('NO_OTHER'),
      distinct: ignored,
      arg_orders: orders,
    },
    SUBQUERY: {
      ...common,
      type: oneOf('SUBQUERY'),
      subquery_type: oneOf('SCALAR', 'EXISTS', 'NOT_EXISTS', 'ANY'),
      subquery: statement,
      child: maybe(expression),
      comparison_type: oneOf('INVALID', 'COMPARE_EQUAL'),
    },
    PARAMETER: { ...common, type: oneOf('VALUE_PARAMETER'), identifier: parameter },
    STAR: {
      ...common,
      type: oneOf('STAR'),
      relation_name: (value, { walk, at }, property) => {
        if (value !== '') walk.columns.push({ names: [plain(value, property), '*'], at })
      },
      exclude_list: each((value, { walk, at }, property) => walk.columns.push({ names: [plain(value, property)], at })),
      replace_list: unused,
      rename_list: unused,
      qualified_exclude_list: unused,
      columns: unused,
      expr: unused,
    },
  }
  return { expression, orders, columnAlias }
}
