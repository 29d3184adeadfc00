import { columnsOf, type Dataset } from '../catalogue/dataset.ts'
import type { Language } from '../errors.ts'
import type { Entry } from './search.ts'

/** Every text by which readers look for a dataset, in both languages, in lower case. */
const searchWords = (dataset: Dataset): string => {
  const { name, title, about, also, category } = dataset
  const columns = columnsOf(dataset).flatMap(([column, { label, also: other = {} }]) => [
    ...[column, label.en, label.zh],
    ...[...(other.en ?? []), ...(other.zh ?? [])],
  ])
  const texts = [name, title.en, title.zh, about.en, about.zh, category, ...also.en, ...also.zh, ...columns]
  return texts.join(' ').toLowerCase()
}

export const entriesOf = (datasets: readonly Dataset[], language: Language): readonly Entry[] =>
  datasets.map((dataset) => ({
    name: dataset.name,
    title: dataset.title[language],
    tier: dataset.tier[0]!.toUpperCase() + dataset.tier.slice(1),
    words: searchWords(dataset),
  }))
