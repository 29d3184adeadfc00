import type { Dataset } from '../../catalogue/dataset.ts'
import { integer } from '../../fields.ts'
import { type Batch, createBatch } from '../../lake/batch.ts'
import type { Feed } from '../../sources/feed.ts'
import type { Cell, Row } from '../../sources/outcome.ts'

/** The column that says which answer a staged row came with. */
export const answerColumn = '__answer'

/** What a feed tells of its dataset, as a table of its own: the columns it fills, and the answer. */
export function stagedBy({ dataset, fills }: Pick<Feed, 'dataset' | 'fills'>): Dataset {
  const filled = Object.entries(dataset.columns).filter(([name]) => fills.includes(name))
  return { ...dataset, columns: { ...Object.fromEntries(filled), [answerColumn]: integer('Answer', '回應') } }
}

/** The rows of one answer, ready to be staged. */
export function batchOf(staged: Dataset, rows: readonly Row[], answer: number): Batch {
  const batch = createBatch(staged)
  const names = Object.keys(staged.columns).filter((name) => name !== answerColumn)
  const cells: Record<string, Cell> = { [answerColumn]: answer }
  for (const row of rows) {
    for (const name of names) cells[name] = row[name] ?? null
    batch.push(cells)
  }
  return batch
}
