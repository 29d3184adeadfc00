import { columnsOf, type Dataset } from './dataset.ts'
import { fieldIds } from './fieldIds.ts'

/** The column names of a dataset in the order of their ids: the listed ones, those that left included, then new ones. */
export const namesById = (dataset: Dataset): readonly string[] => {
  const listed = fieldIds[dataset.name]?.split(' ') ?? []
  return [...listed, ...columnsOf(dataset).flatMap(([name]) => (listed.includes(name) ? [] : [name]))]
}

/** The number that stands for a column in tables of other engines, by its name. It never changes and is never reused. */
export const fieldIdsOf = (dataset: Dataset): Readonly<Record<string, number>> =>
  Object.fromEntries(namesById(dataset).map((name, at) => [name, at + 1]))
