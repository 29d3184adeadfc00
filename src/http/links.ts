import type { IncomingMessage } from 'node:http'
import { openLink } from '../access/links.ts'
import type { Tier } from '../catalogue/dataset.ts'
import { find as findDataset } from '../catalogue/index.ts'
import { problem } from '../errors.ts'
import type { Link } from '../store/links.ts'
import { answerAdmitted, costOf, type Terms } from './admit.ts'
import { type createBulk, onceOf } from './bulk.ts'
import type { createData } from './data.ts'
import { withIgnoredKey } from './ignoredKey.ts'
import { readLinkedQuery, rowsOfLink } from './linkedQuery.ts'
import { collectFaults, decodePath, splitQuery } from './request.ts'
import type { Reply } from './respond.ts'
import { useLink } from './routes/links.ts'
import { lookUp, senderOf } from './sender.ts'
import type { Services } from './services.ts'
import { assertTier } from './tier.ts'

/** The holder of a link does not see the quota of its owner. */
const withoutRate = ({ rate: _, ...reply }: Reply): Reply => reply

/** A request for the address of a link: its token and the name of its file as they stand in the path, and its query. */
type LinkRequest = { readonly token: string; readonly file: string; readonly query: string }

/** Answers the address of a link: with its query or one of its files, as a call of its owner. */
export function createLinked(
  services: Services,
  rows: ReturnType<typeof createData>['rows'],
  openFile: ReturnType<typeof createBulk>['file'],
) {
  const { database, peppers, now } = services

  /** The rows of a link for its owner's tier. */
  async function linkedRows(request: IncomingMessage, link: Link, { file, query }: LinkRequest, tier: Tier) {
    const dataset = findDataset(link.dataset)
    if (!dataset) throw problem('link_revoked', [])
    const { faults, strangers } = splitQuery(query, [])
    collectFaults(faults, strangers)
    if (readLinkedQuery(dataset, link.query).file !== decodePath(file)) throw problem('unknown_link', [])
    assertTier(dataset.tier, tier)
    await services.pageWaiter.wait(dataset.name)
    if (link.isWhole) await rowsOfLink(services, dataset, { query: link.query, isWhole: true })
    return rows(request, dataset.name, link.query, tier)
  }

  return async (request: IncomingMessage, target: LinkRequest, id: string): Promise<Reply> => {
    let link: Link | null = null
    const terms: Terms = {
      cost: costOf(services, useLink, request, target.query),
      async identify() {
        const opened = await lookUp(services, request, () =>
          openLink(database, peppers, decodePath(target.token), now()),
        )
        link = opened.link
        return senderOf(opened.caller)
      },
      once: ({ caller }) =>
        link?.kind === 'files' && caller ? onceOf(caller, { ...target, dataset: link.dataset }) : undefined,
      countedAs: () => link?.dataset ?? 'unknown',
    }
    const reply = await answerAdmitted(services, request, id, terms, ({ caller }) => {
      const { kind, dataset } = link!
      return kind === 'files'
        ? openFile(request, { ...target, dataset }, caller!.tier)
        : linkedRows(request, link!, target, caller!.tier)
    })
    return withIgnoredKey(request, withoutRate(reply))
  }
}
