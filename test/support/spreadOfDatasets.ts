import { columnsOf, type Dataset } from '../../src/catalogue/dataset.ts'
import { catalogue } from '../../src/catalogue/index.ts'
import { typeOfColumn } from './icebergRows.ts'

/** Datasets that together have every category, every kind of column and of key, and a retention; with TORTURE all. */
export function spreadOfDatasets(): readonly Dataset[] {
  if (process.env.TORTURE !== undefined) return catalogue
  const seen = new Set<string>()
  return catalogue.filter((dataset) => {
    const columns = columnsOf(dataset).map(([name, field]) => {
      const type = JSON.stringify(typeOfColumn(field))
      return [`${type} ${field.nullable}`, ...(dataset.key.includes(name) ? [`key ${type}`] : [])]
    })
    const kinds = [dataset.category, `retention ${dataset.retention !== null}`, ...columns.flat()]
    const fresh = kinds.filter((kind) => !seen.has(kind))
    for (const kind of fresh) seen.add(kind)
    return fresh.length > 0
  })
}
