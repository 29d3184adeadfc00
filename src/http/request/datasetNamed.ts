import type { Dataset } from '../../catalogue/dataset.ts'
import { datasetHint } from '../../catalogue/elsewhere.ts'
import { catalogue, find as findDataset } from '../../catalogue/index.ts'
import { problem } from '../../errors.ts'
import { nearest } from './nearest.ts'

const names = catalogue.map(({ name }) => name)

/** The dataset of a name; 404 with similar names otherwise. */
export function datasetNamed(name: string): Dataset {
  const dataset = findDataset(name)
  if (dataset) return dataset
  const hint = datasetHint(name)
  const near = nearest(name, names)
  const suggestions = hint ? [hint.dataset, ...near.filter((other) => other !== hint.dataset)].slice(0, 3) : near
  throw problem('unknown_dataset', [name.slice(0, 100), hint?.sentence], { extra: { suggestions } })
}
