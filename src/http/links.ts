import type { IncomingMessage } from 'node:http'
import { openLink } from '../access/links.ts'
import type { Dataset } from '../catalogue/dataset.ts'
import { find as findDataset } from '../catalogue/index.ts'
import { problem } from '../errors.ts'
import type { Fault } from '../fields.ts'
import { dryRun, plan } from '../query/answer.ts'
import { limits, parameters, readParameters } from '../query/parameters.ts'
import { whenHere } from '../query/remote.ts'
import type { createBulk } from './bulk.ts'
import type { createData } from './data.ts'
import { failedReply } from './failed.ts'
import { chooseForm, fileName } from './form.ts'
import { withIgnoredKey } from './ignoredKey.ts'
import { addressRefusal } from './limits.ts'
import { collectFaults, decodePath, faultOf, splitQuery } from './request.ts'
import type { Reply } from './respond.ts'
import type { Services } from './services.ts'

const known = Object.keys(parameters)

/** Reads the parameters of a link, and the name of its file; throws for all of their faults at once. */
export function readLinkedQuery(dataset: Dataset, raw: string) {
  const { given, faults, strangers } = splitQuery(raw, known)
  for (const param of ['cursor', 'dry_run'])
    if (given[param] !== undefined)
      faults.push({ param, reason: { en: 'cannot be part of a link', zh: '不可用於連結' } })
  const parsed = readParameters(dataset, given, faults)
  const form = chooseForm(parsed.form, undefined, null, faults)
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
  { library, cursorKey }: Services,
  dataset: Dataset,
  { query, isWhole }: Pick<ReturnType<typeof readLinkedQuery>, 'query' | 'isWhole'>,
) {
  const faults: Fault[] = []
  const parsed = readParameters(dataset, splitQuery(query, known).given, faults)
  const { rows, warnings } = await whenHere(library, () => {
    const planned = plan(library, cursorKey, dataset, parsed)
    return { ...dryRun(library, planned), warnings: planned.warnings }
  })
  if (isWhole && rows > limits.rows)
    throw faultOf('query', {
      en: `has ${rows} rows, and a link answers with one page of at most ${limits.rows}: narrow it, give a limit, or link the files`,
      zh: `共有 ${rows} 列，連結僅回傳一頁，最多 ${limits.rows} 列：請縮小範圍、指定 limit，或改用檔案連結`,
    })
  return { rows: Math.min(rows, parsed.query.limit), warnings }
}

/** The holder of a link does not see the quota of its owner. */
const withoutRate = ({ rate: _, ...reply }: Reply): Reply => reply

/** Answers the address of a link: with its query or one of its files, as a call of its owner. */
export function createLinked(
  services: Services,
  data: ReturnType<typeof createData>,
  bulk: ReturnType<typeof createBulk>,
) {
  const { database, pepper, now, making } = services

  async function linked(request: IncomingMessage, token: string, file: string, query: string, id: string) {
    const { link, caller } = await openLink(database, pepper, decodePath(token), now())
    const dataset = findDataset(link.dataset)
    if (!dataset) throw problem('link_revoked', [])
    if (link.kind === 'files') return bulk.serve(request, { dataset: link.dataset, file, query }, id, caller)
    const { faults, strangers } = splitQuery(query, [])
    collectFaults(faults, strangers)
    await making.wait(dataset.name)
    if (readLinkedQuery(dataset, link.query).file !== decodePath(file)) throw problem('unknown_link', [])
    if (link.isWhole) await rowsOfLink(services, dataset, { query: link.query, isWhole: true })
    return data.serve(request, dataset.name, link.query, id, caller)
  }

  return async (request: IncomingMessage, token: string, file: string, query: string, id: string): Promise<Reply> => {
    let reply: Reply
    try {
      reply = withoutRate(await linked(request, token, file, query, id))
    } catch (error) {
      reply = failedReply(services, (isUnknown(error) && addressRefusal(services, request)) || error, request, id)
    }
    return withIgnoredKey(request, reply)
  }
}

/** A request with a wrong token counts against the limit of its address, so that tokens cannot be guessed. */
const isUnknown = (error: unknown): boolean => [404, 410].includes((error as { status?: number }).status ?? 0)
