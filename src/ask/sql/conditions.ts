import type { Calendar } from '../calendar.ts'
import { computedSql, findComputed } from '../computed.ts'
import type { Column, Condition, Measure } from '../representation.ts'
import { datasetOf, Meaningless } from '../typing.ts'
import { all, columnIn, date, type Expression, inList, inRange, known, name } from './print.ts'
import { universeSql } from './source.ts'
import { combine, daysBetween, quantity } from './values.ts'

/** Measures that are compared are `=` or `<` in SQL as in the representation, but for `!=`. */
export const sign = (op: string): string => (op === '!=' ? '<>' : op)

/** How the place where a condition is asked prints what the condition is about. */
type Place = {
  readonly calendar: Calendar
  /** A measure; a bare number takes the unit of the measure beside it. */
  readonly value: (measure: Measure, beside?: Measure) => Expression
  /** A condition inside this one. */
  readonly part: (condition: Condition) => Expression
  /** The entity of the row: its dataset and the table it stands in. Null where a row is one of its dates. */
  readonly entity: (() => { readonly dataset: string; readonly table: string }) | null
  /** A condition that looks at other dates; undefined where a row stands alone. */
  readonly around?: (condition: Extract<Condition, { kind: 'every' | 'some' | 'cross' }>) => Expression
}

/** A condition as SQL. */
export function conditionSql(asked: Condition, place: Place): Expression {
  const { calendar, value, part, entity, around } = place
  const of = (print: (...values: string[]) => string, ...values: readonly Expression[]): Expression => ({
    sql: print(...values.map(({ sql }) => sql)),
    layer: Math.max(0, ...values.map(({ layer }) => layer)),
  })
  switch (asked.kind) {
    case 'compare': {
      const sides = [value(asked.left, asked.right), value(asked.right, asked.left)]
      return of((left, right) => `${left} ${sign(asked.op)} ${right}`, ...sides)
    }
    case 'between': {
      const values = [value(asked.of), value(asked.low, asked.of), value(asked.high, asked.of)]
      return of((one, low, high) => `${one} BETWEEN ${low} AND ${high}`, ...values)
    }
    case 'and':
    case 'or': {
      const joint = asked.kind === 'and' ? ' AND ' : ' OR '
      return of((...parts) => `(${parts.join(joint)})`, ...asked.of.map(part))
    }
    case 'not':
      return of((one) => `NOT (${one})`, part(asked.of))
    case 'known':
      return of((one) => known(one!, asked.not), value(asked.of))
    case 'is':
      return of((one) => inList(one!, asked.values, asked.not), value(asked.of))
    case 'within':
      return of((one) => inRange(one!, calendar.range(asked.window, asked.of.dataset)) ?? 'true', value(asked.of))
    case 'every':
    case 'some':
    case 'cross':
      if (!around) throw new Meaningless(`"${asked.kind}" cannot be asked of single rows`)
      return around(asked)
  }
  if (!entity) throw new Meaningless(`"${asked.kind}" is asked of an entity, not of one of its dates`)
  if (asked.kind === 'during') {
    const day = date(calendar.instant(asked.when, asked.from.dataset))
    return of((from, to) => `${day} BETWEEN ${from} AND ${to}`, value(asked.from), value(asked.to))
  }
  const { dataset: own, table } = entity()
  const dataset = datasetOf(own)
  if (asked.kind === 'member') return of(() => universeSql(asked.universe, dataset, true, `${table}.`) || 'true')
  if (dataset.id === null) throw new Meaningless(`${own} has no entities that ${asked.dataset} could have rows of`)
  const other = datasetOf(asked.dataset)
  if (other.id === null) throw new Meaningless(`${asked.dataset} has no entities`)
  const conditions = all([
    `e.${name(other.id)} = ${table}.${name(dataset.id)}`,
    ...asked.where.map((condition) => rowCondition(condition, asked.dataset, 'e', calendar)),
  ])
  return of(() => `${asked.not ? 'NOT ' : ''}EXISTS (SELECT 1 FROM ${name(other.name)} e WHERE ${conditions})`)
}

/** A value of a single row of a dataset, which stands in `table`; no other row is looked at. */
export function rowValue(
  measure: Measure,
  dataset: string,
  table: string,
  calendar: Calendar,
  beside?: Measure,
): Expression {
  const value = (of: Measure, other?: Measure): string => rowValue(of, dataset, table, calendar, other).sql
  if (measure.kind === 'number') return { sql: quantity(measure, beside), layer: 0 }
  if (measure.kind === 'arithmetic') {
    const [left, right] = [value(measure.left, measure.right), value(measure.right, measure.left)]
    return { sql: combine(measure, left, right), layer: 0 }
  }
  if (measure.kind === 'days')
    return { sql: daysBetween(measure.as, date(calendar.newest(dataset)), value(measure.of)), layer: 0 }
  if (measure.kind !== 'column' || measure.dataset !== dataset)
    throw new Meaningless(`rows of ${dataset} have their own columns only`)
  if (measure.where || measure.entity || measure.fold)
    throw new Meaningless('rows are filtered by conditions, not by their columns')
  return rowColumn(measure, table)
}

function rowColumn({ dataset, column }: Column, table: string): Expression {
  if (column in datasetOf(dataset).columns) return columnIn(table, name(column))
  const computed = findComputed(dataset, column)
  if (!computed) throw new Meaningless(`${dataset} has no column ${column}`)
  return { sql: computedSql(computed, table), layer: 0 }
}

/** A condition on a single row of a dataset. */
export const rowCondition = (asked: Condition, dataset: string, table: string, calendar: Calendar): string =>
  conditionSql(asked, {
    calendar,
    value: (measure, beside) => rowValue(measure, dataset, table, calendar, beside),
    part: (condition) => ({ sql: rowCondition(condition, dataset, table, calendar), layer: 0 }),
    entity: () => ({ dataset, table }),
  }).sql
