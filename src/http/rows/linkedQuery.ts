import type { Dataset } from '../../catalogue/dataset.ts'
import type { Fault } from '../../fields.ts'
import { dryRun, plan } from '../../query/answer.ts'
import { limits, readParameters } from '../../query/parameters.ts'
import { whenHere } from '../../query/remote.ts'
import { assertNotAfter } from '../request/instant.ts'
import { collectFaults, faultOf } from '../request/query.ts'
import { splitRowQuery } from '../request/rowQuery.ts'
import type { Services } from '../services.ts'
import { chooseForm, fileName, isCalendar } from './form.ts'

/** Reads the parameters of a link, and the name of its file; throws for all of their faults at once. */
export function readLinkedQuery({ now }: Pick<Services, 'now'>, dataset: Dataset, raw: string) {
  const { given, faults, strangers } = splitRowQuery(dataset, raw)
  for (const param of ['cursor', 'dry_run', 'shape'])
    if (given[param] !== undefined)
      faults.push({ param, reason: { en: 'cannot be part of a link', zh: '不可用於連結' } })
  const parsed = readParameters(dataset, given, faults)
  assertNotAfter(now, parsed.query.asOf, faults)
  const form = chooseForm(parsed, undefined, null, faults, isCalendar(dataset, parsed.query))
  collectFaults(faults, strangers)
  // Without a limit the response must have every row.
  const isWhole = given.limit === undefined
  const full = new URLSearchParams({
    ...given,
    format: form?.format ?? 'json',
    limit: isWhole ? String(limits.rows) : given.limit!,
  })
  return { query: full.toString(), file: fileName(dataset.name, parsed.query, form?.format ?? 'json'), isWhole }
}

/** The rows of a linked query, and its warnings; throws where it must have all rows, and a response cannot hold them. */
export async function rowsOfLink(
  { library, cursorKeys, turns }: Services,
  dataset: Dataset,
  { query, isWhole }: Pick<ReturnType<typeof readLinkedQuery>, 'query' | 'isWhole'>,
) {
  const faults: Fault[] = []
  const parsed = readParameters(dataset, splitRowQuery(dataset, query).given, faults)
  const { rows, warnings } = await whenHere(library, async () => {
    const planned = plan(library, cursorKeys, dataset, parsed)
    return { ...(await turns.work(dryRun(library, planned))), warnings: planned.warnings }
  })
  if (isWhole && rows > limits.rows)
    throw faultOf('query', {
      en: `has ${rows} rows, and a link answers with one page of at most ${limits.rows}: narrow it, give a limit, or link the files`,
      zh: `共有 ${rows} 列，連結僅回傳一頁，最多 ${limits.rows} 列：請縮小範圍、指定 limit，或改用檔案連結`,
    })
  return { rows: Math.min(rows, parsed.query.limit), warnings }
}
