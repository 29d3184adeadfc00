import type { Calendar } from '../calendar.ts'
import { findComputed } from '../computed.ts'
import type { Column, Condition, Measure } from '../representation.ts'
import { datasetOf, Meaningless } from '../typing.ts'
import { combine, daysBetween, quantity, sign } from './expressions.ts'
import { all, date, inList, inRange, known, name } from './print.ts'
import { universeSql } from './source.ts'

/** Values and conditions of single rows of one dataset, by an alias; nothing here looks at another row. */

export function rowValue(
  measure: Measure,
  dataset: string,
  alias: string,
  calendar: Calendar,
  beside?: Measure,
): string {
  if (measure.kind === 'number') return quantity(measure, beside)
  if (measure.kind === 'arithmetic')
    return combine(
      measure,
      rowValue(measure.left, dataset, alias, calendar, measure.right),
      rowValue(measure.right, dataset, alias, calendar, measure.left),
    )
  if (measure.kind === 'days')
    return daysBetween(measure.as, date(calendar.newest(dataset)), rowValue(measure.of, dataset, alias, calendar))
  if (measure.kind !== 'column' || measure.dataset !== dataset)
    throw new Meaningless(`rows of ${dataset} have their own columns only`)
  if (measure.where || measure.entity || measure.fold)
    throw new Meaningless('rows are filtered by conditions, not by their columns')
  return rowColumn(measure, alias)
}

function rowColumn({ dataset, column }: Column, alias: string): string {
  if (column in datasetOf(dataset).columns) return `${alias}.${name(column)}`
  const computed = findComputed(dataset, column)
  if (!computed) throw new Meaningless(`${dataset} has no column ${column}`)
  return `(${computed.sql.replaceAll(/\bt\./g, `${alias}.`)})`
}

export function rowCondition(asked: Condition, dataset: string, alias: string, calendar: Calendar): string {
  const value = (measure: Measure, beside?: Measure): string => rowValue(measure, dataset, alias, calendar, beside)
  const part = (condition: Condition): string => rowCondition(condition, dataset, alias, calendar)
  switch (asked.kind) {
    case 'compare':
      return `${value(asked.left, asked.right)} ${sign(asked.op)} ${value(asked.right, asked.left)}`
    case 'between':
      return `${value(asked.of)} BETWEEN ${value(asked.low, asked.of)} AND ${value(asked.high, asked.of)}`
    case 'and':
    case 'or':
      return `(${asked.of.map(part).join(asked.kind === 'and' ? ' AND ' : ' OR ')})`
    case 'not':
      return `NOT (${part(asked.of)})`
    case 'known':
      return known(value(asked.of), asked.not)
    case 'is':
      return inList(value(asked.of), asked.values, asked.not)
    case 'within':
      return inRange(value(asked.of), calendar.range(asked.window, dataset)) ?? 'true'
    case 'during':
      return `${date(calendar.instant(asked.when, dataset))} BETWEEN ${value(asked.from)} AND ${value(asked.to)}`
    case 'member':
      return universeSql(asked.universe, datasetOf(dataset), true, `${alias}.`) || 'true'
    case 'exists': {
      const { id } = datasetOf(dataset)
      if (id === null) throw new Meaningless(`${dataset} has no entities that ${asked.dataset} could have rows of`)
      return existsSql(asked, `${alias}.${name(id)}`, calendar)
    }
    default:
      throw new Meaningless(`"${asked.kind}" cannot be asked of single rows`)
  }
}

/** Whether an entity has a row in another dataset. */
export function existsSql(asked: Extract<Condition, { kind: 'exists' }>, id: string, calendar: Calendar): string {
  const dataset = datasetOf(asked.dataset)
  if (dataset.id === null) throw new Meaningless(`${asked.dataset} has no entities`)
  const conditions = all([
    `e.${name(dataset.id)} = ${id}`,
    ...asked.where.map((part) => rowCondition(part, asked.dataset, 'e', calendar)),
  ])
  return `${asked.not ? 'NOT ' : ''}EXISTS (SELECT 1 FROM ${name(dataset.name)} e WHERE ${conditions})`
}
