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

/** Adds the rows of a response to a batch of a staged dataset. */
function pushRows(batch: Batch, rows: readonly Row[], response: number): void {
  const names = batch.columns.flatMap(({ name }) => (name === responseColumn ? [] : [name]))
  const cells: Record<string, Cell> = { [responseColumn]: response }
  for (const row of rows) {
    for (const name of names) cells[name] = row[name] ?? null
    batch.push(cells)
  }
}

/** The most rows that are staged at once, unless one response has more. */
const mostRows = 65_536

/** Responses as batches for a staged dataset: a statement of the engine costs as much as some thousand rows. */
export async function* batchesOf(
  staged: Dataset,
  responses: AsyncIterable<{ readonly id: number; readonly rows: readonly Row[] }>,
): AsyncGenerator<Batch> {
  let batch = createBatch(staged)
  for await (const { id, rows } of responses) {
    pushRows(batch, rows, id)
    if (batch.size() < mostRows) continue
    yield batch
    batch = createBatch(staged)
  }
  yield batch
}

/** The responses of one feed. */
export type FeedResponses = { readonly feed: Feed; readonly responses: readonly StoredResponse[] }

/** Reads a response; `lost` if its bytes are gone. */
export type ReadResponse = (response: StoredResponse, feed: Feed) => Promise<TaskOutcome>
