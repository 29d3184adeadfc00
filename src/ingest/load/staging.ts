import type { Dataset } from '../../catalogue/dataset.ts'
import { integer } from '../../fields.ts'
import { type Batch, createBatch } from '../../lake/batch.ts'
import type { Feed } from '../../sources/feed.ts'
import type { Cell, Row } from '../../sources/outcome.ts'
import type { TaskOutcome } from '../fetching/finishedTasks.ts'
import type { StoredResponse } from '../fetching/journalRecords.ts'

/** The column with the response that a staged row came from. */
export const responseColumn = '__answer'

/** The table for a feed's rows: the columns it fills, and the response. */
export function stagedDataset({ dataset, fills }: Pick<Feed, 'dataset' | 'fills'>): Dataset {
  const filled = Object.entries(dataset.columns).filter(([name]) => fills.includes(name))
  return { ...dataset, columns: { ...Object.fromEntries(filled), [responseColumn]: integer('Answer', '回應') } }
}

export function batchOf(staged: Dataset, rows: readonly Row[], answer: number): Batch {
  const batch = createBatch(staged)
  const names = Object.keys(staged.columns).filter((name) => name !== responseColumn)
  const cells: Record<string, Cell> = { [responseColumn]: answer }
  for (const row of rows) {
    for (const name of names) cells[name] = row[name] ?? null
    batch.push(cells)
  }
  return batch
}

/** The responses of one feed, oldest first. */
export type FeedResponses = { readonly feed: Feed; readonly responses: readonly StoredResponse[] }

/** Reads a response; `lost` if its bytes are gone. */
export type ReadResponse = (response: StoredResponse, feed: Feed) => Promise<TaskOutcome>
