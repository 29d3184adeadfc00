import { DamagedError } from '../../errors.ts'
import { type Calendar, type Feed, read } from '../../sources/feed.ts'
import type { Outcome } from '../../sources/outcome.ts'
import { decode, excerpt } from '../../sources/text.ts'
import type { Archive } from './archive.ts'
import type { TaskOutcome } from './finishedTasks.ts'
import type { Journal } from './journal.ts'
import type { FeedName, ResponseFilter, StoredResponse } from './journalRecords.ts'

const isOfFeed = (response: StoredResponse, { publisher, dataset, endpoint, market }: Feed): boolean =>
  publisher.id === response.publisher &&
  dataset.name === response.dataset &&
  endpoint === response.endpoint &&
  market === response.market

/** The feed that reads a response; null if there is none any more. */
export const feedOf = (response: StoredResponse, feeds: readonly Feed[]): Feed | null =>
  feeds.find((feed) => isOfFeed(response, feed)) ?? null

/** What names the feed in the journal. */
export const nameOf = ({ publisher, dataset, endpoint, market }: Feed): FeedName => ({
  publisher: publisher.id,
  dataset: dataset.name,
  endpoint,
  market,
})

export const responsesOfFeed = (
  journal: Pick<Journal, 'responses'>,
  feed: Feed,
  filter: ResponseFilter,
): StoredResponse[] => [...journal.responses({ ...filter, ...nameOf(feed) })]

/** A response body, possibly incomplete. */
type ReceivedBody = Pick<StoredResponse, 'status' | 'location' | 'fault'> & { readonly bytes: Uint8Array | null }

/** Reads a response with its feed; an incomplete one is `blocked`, however much of it is readable. */
export function outcomeOf(
  feed: Feed,
  { status, location, fault, bytes }: ReceivedBody,
  request: Parameters<typeof read>[2],
) {
  const arrived = bytes ?? new Uint8Array()
  if (fault !== null)
    return { kind: 'blocked', reason: fault, evidence: excerpt(decode(arrived, feed.encoding)) } satisfies Outcome
  return read(feed, { status: status!, bytes: arrived, ...(location !== null && { location }) }, request)
}

/** Reads an archived response with its feed as it is today; `lost` if its bytes are gone. Sends no request. */
export async function readStoredResponse(
  archive: Pick<Archive, 'read'>,
  response: StoredResponse,
  feed: Feed,
  calendar: Calendar,
): Promise<TaskOutcome> {
  const { from, to, subject, modified } = response
  const bytes = await bytesOf(response, archive)
  if (typeof bytes === 'string') return lostOutcome(response, bytes)
  return outcomeOf(feed, { ...response, bytes }, { from, to, id: subject, calendar, modified })
}

export type ReplayedResponse = {
  /** The response as it was before. */
  readonly response: StoredResponse
  /** The new outcome; null if the response cannot be read, with the reason in `why`. */
  readonly outcome: TaskOutcome | null
  readonly why: string | null
}

type ReplayOptions = {
  readonly journal: Journal
  readonly archive: Archive
  readonly feeds: readonly Feed[]
  readonly calendar: Calendar
  readonly filter?: ResponseFilter
  readonly signal?: AbortSignal | undefined
}

/**
 * Reads stored responses again and records their outcomes; those with rows are then loaded again. Responses that a
 * later one replaced are skipped, so that old rows never return.
 */
export async function* replay(options: ReplayOptions): AsyncGenerator<ReplayedResponse, void, void> {
  const { journal, archive, feeds, calendar, filter = {}, signal } = options
  for (const response of journal.responses({ ...filter, newest: true })) {
    signal?.throwIfAborted()
    if (response.file === null || response.fault !== null) continue
    const feed = feedOf(response, feeds)
    if (feed === null) {
      yield { response, outcome: null, why: 'no feed reads it any more' }
      continue
    }
    const outcome = await readStoredResponse(archive, response, feed, calendar)
    if (outcome.kind !== 'lost') {
      journal.reread(response.id, outcome)
      yield { response, outcome, why: null }
    } else if (response.prunedAt !== null)
      yield { response, outcome: null, why: 'pruned from the archive, so that it cannot be read again' }
    else
      yield {
        response,
        outcome: null,
        why: `${response.file} is missing or damaged: restore it from a backup, or ask again.`,
      }
  }
}

/** The bytes of a response, or why they cannot be read any more. */
export async function bytesOf(
  { file, sha256, prunedAt }: Pick<StoredResponse, 'file' | 'sha256' | 'prunedAt'>,
  archive: Pick<Archive, 'read'>,
): Promise<Uint8Array | string> {
  try {
    return await archive.read({ file: file!, sha256: sha256! })
  } catch (error) {
    if (!(error instanceof DamagedError)) throw error
    return prunedAt === null ? 'is missing or damaged' : `was pruned on ${prunedAt.slice(0, 10)}`
  }
}

/** The outcome of a response whose rows the lake lacks and whose bytes are gone. */
export const lostOutcome = ({ file }: Pick<StoredResponse, 'file'>, why: string) =>
  ({ kind: 'lost', reason: `the lake lacks its rows, and its archived file ${file} ${why}` }) as const

/** The same for the quarantine. */
export const lostEntry = (
  { id, key, dataset, file }: Pick<StoredResponse, 'id' | 'key' | 'dataset' | 'file'>,
  reason: string,
) => ({
  entry: { dataset, rule: 'unreadable', message: reason, key: { question: key }, row: { file } },
  answer: String(id),
})
