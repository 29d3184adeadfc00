import type { Dataset } from '../../catalogue/dataset.ts'
import { parameterHint } from '../../catalogue/elsewhere.ts'
import { columnHint, filterList } from '../../query/filters.ts'
import { namesFor, parameters } from '../../query/parameters.ts'
import { type Strangers, splitQuery } from './query.ts'

const known = Object.keys(parameters)

/** The parameters of a query of rows; an unknown name is compared with those that the dataset has. */
export function splitRowQuery(dataset: Dataset, query: string) {
  const split = splitQuery(query, known)
  if (split.strangers.names.length === 0) return split
  const strangers: Strangers = {
    ...{ names: split.strangers.names, known: namesFor(dataset) },
    hintOf: (name, names) => columnHint(dataset, name) ?? parameterHint(name, names),
    list: filterList(dataset),
  }
  return { ...split, strangers }
}
