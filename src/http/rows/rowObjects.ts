import type { Dataset } from '../../catalogue/dataset.ts'
import type { Fault } from '../../fields.ts'
import type { OpenPages } from '../../pages/open.ts'
import { answer, dryRun, plan } from '../../query/answer.ts'
import { type PageParts, partsOf, type Row, rowChunks } from '../../query/formats/page.ts'
import { type RawParameters, readParameters, type Warning } from '../../query/parameters.ts'
import { whenHere } from '../../query/remote.ts'
import { collectFaults } from '../request/query.ts'
import type { Services } from '../services.ts'
import { allocate } from './bufferPool.ts'

/** Decodes the rows of a page in steps. */
function* decoded({ rows }: PageParts): Generator<void, Row[]> {
  const all: Row[] = []
  for (const chunk of rowChunks(rows)) {
    all.push(...chunk)
    yield
  }
  return all
}

/** The rows of a query in the order of a page, oldest last. */
type RowObjects = {
  readonly pages: OpenPages
  readonly warnings: readonly Warning[]
  /** The rows that the query has, or its `limit`. */
  readonly count: number
  /** All of them; null where there are more than the caller takes. */
  readonly rows: readonly Row[] | null
}

/**
 * Reads all rows of a query for an answer in another protocol, which has no pages: up to `most`, so that
 * an answer is whole or refused.
 */
export async function readRowObjects(
  { library, cursorKeys, turns, pageWaiter }: Services,
  dataset: Dataset,
  raw: RawParameters,
  most: number,
): Promise<RowObjects> {
  const faults: Fault[] = []
  const parsed = readParameters(dataset, raw, faults)
  collectFaults(faults)
  await pageWaiter.wait(dataset.name)
  return whenHere(library, async () => {
    const planned = plan(library, cursorKeys, dataset, parsed)
    const { pages, warnings } = planned
    const { rows: found } = await turns.work(dryRun(library, planned))
    const count = raw.limit === undefined ? found : Math.min(found, planned.query.limit)
    if (count > most) return { pages, warnings, count, rows: null }
    const whole = { ...planned, query: { ...planned.query, limit: Math.max(1, count) } }
    const page = await turns.work(answer(library, cursorKeys, dataset, dataset.tier, whole, allocate, false))
    const rows = await turns.work(decoded(partsOf(page)))
    return { pages, warnings: [...warnings, ...(page.warnings ?? [])], count: rows.length, rows }
  })
}

/** The headers that tell of the data, as on a page of rows. */
export const dataHeaders = ({ pages }: Pick<RowObjects, 'pages'>): Record<string, string> => ({
  'X-Data-Version': pages.version,
  'X-Data-Origin': pages.origin,
})
