import { namedIn } from '../../ask/sandbox/messages.ts'
import type { PastTable } from '../../ask/sandbox/past.ts'
import type { Dataset } from '../../catalogue/dataset.ts'
import { catalogue } from '../../catalogue/index.ts'
import type { OpenPages } from '../../pages/open.ts'
import { pastRows } from '../../query/known/past.ts'
import { whenHere } from '../../query/remote.ts'
import type { Services } from '../services.ts'

/** The tables that SQL names, as they stood at an instant; the dataset among them that is computed for each instant. */
export async function pastTables(
  { library, turns }: Services,
  pages: OpenPages,
  sql: string,
  instant: number,
): Promise<{ readonly tables: readonly PastTable[]; readonly computed: Dataset | null }> {
  const datasets = namedIn<Dataset>(sql, catalogue)
  const computed = datasets.find(({ derived }) => derived?.isComputedAsOf) ?? null
  const tables: PastTable[] = []
  for (const dataset of computed ? [] : datasets)
    tables.push(await whenHere(library, () => turns.work(pastRows(library.reader, pages, dataset, instant))))
  return { tables, computed }
}
