import type { Field } from '../fields.ts'
import { columnsOf, type Dataset } from './dataset.ts'

/** The columns that a request filters by value: the id, those of the key but its date, and those with few values. */
export const filterColumns = (dataset: Dataset): [string, Field][] =>
  columnsOf(dataset).filter(
    ([name, { kind, values }]) =>
      name !== dataset.date &&
      kind !== 'datetime' &&
      (values !== undefined || name === dataset.id || dataset.key.includes(name)),
  )

/** The numbers among them, which a request filters by a least and a most value. */
export const boundColumns = (dataset: Dataset): [string, Field][] =>
  filterColumns(dataset).filter(([, { kind }]) => kind === 'integer' || kind === 'decimal')

/** The dates that `start_date` and `end_date` may apply to, the key date first. */
export const dateColumns = (dataset: Dataset): string[] => {
  const dates = columnsOf(dataset).flatMap(([name, { kind }]) => (kind === 'date' ? [name] : []))
  return [dataset.date, ...dates.filter((name) => name !== dataset.date)]
}

/** The names of the parameters that filter a dataset by its columns. */
export const filterNames = (dataset: Dataset): string[] => [
  ...filterColumns(dataset).map(([name]) => name),
  ...boundColumns(dataset).flatMap(([name]) => [`min_${name}`, `max_${name}`]),
]
