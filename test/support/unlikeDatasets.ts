import type { Dataset } from '../../src/catalogue/dataset.ts'
import { catalogue } from '../../src/catalogue/index.ts'

/** Datasets each of which has a kind of something that none before it has: every kind is among them. With TORTURE all. */
export function unlikeDatasets(kindsOf: (dataset: Dataset) => readonly string[]): readonly Dataset[] {
  if (process.env.TORTURE !== undefined) return catalogue
  const seen = new Set<string>()
  return catalogue.filter((dataset) => {
    const before = seen.size
    for (const kind of kindsOf(dataset)) seen.add(kind)
    return seen.size > before
  })
}
