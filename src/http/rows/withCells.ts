import type { Dataset } from '../../catalogue/dataset.ts'
import { cellsOf, type QueryPlan } from '../../query/answer.ts'
import { turnNameOf } from '../admission/sender.ts'
import type { BaseServices, PageRequest } from '../services.ts'

/** The plan of a page with what SQL reads for it; with null where its pages are looked at, or no SQL can be run. */
export async function withCells(
  services: BaseServices,
  { request, dataset }: { readonly request: PageRequest; readonly dataset: Dataset },
  planned: QueryPlan,
): Promise<QueryPlan> {
  const { library, turns, runSql, askMs, log } = services
  const asked = await turns.work(cellsOf(library, dataset, planned))
  if (asked === null) return { ...planned, cells: null }
  const { version } = planned.pages
  const sender = turnNameOf(services, request)
  const outcome = await runSql({ ...asked, isOurs: true, version, sender }, AbortSignal.timeout(askMs))
  if (outcome.kind === 'refused' || outcome.kind === 'invalid')
    log.error({ fault: outcome.message, sql: asked.sql }, 'defect: SQL made for a wide frame cannot be run')
  if (outcome.kind !== 'page' || (outcome.isTruncated && outcome.page.count < 2)) return { ...planned, cells: null }
  return { ...planned, cells: { text: outcome.page.text, isTruncated: outcome.isTruncated, asked } }
}
