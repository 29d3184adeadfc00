import { OperatorError } from '../../errors.ts'
import { type Calendar, type Feed, read } from '../../sources/feed.ts'
import type { Outcome } from '../../sources/outcome.ts'
import { decode, excerpt } from '../../sources/text.ts'
import type { Archive } from './archive.ts'
import type { AnswerFilter, Journal, StoredAnswer } from './records.ts'

/** The feed that an answer is read by; null where it is no longer there. */
export const feedOf = (answer: StoredAnswer, feeds: readonly Feed[]): Feed | null =>
  feeds.find(
    ({ publisher, dataset, endpoint, market }) =>
      publisher.id === answer.publisher &&
      dataset.name === answer.dataset &&
      endpoint === answer.endpoint &&
      market === answer.market,
  ) ?? null

/** What arrived, of which a part may be missing. */
type Arrived = Pick<StoredAnswer, 'status' | 'location' | 'fault'> & { readonly bytes: Uint8Array | null }

/** What an answer that began is read as; one that did not all arrive is evidence, however much of it can be read. */
export function outcomeOf(feed: Feed, { status, location, fault, bytes }: Arrived, asked: Parameters<typeof read>[2]) {
  const arrived = bytes ?? new Uint8Array()
  if (fault !== null)
    return { kind: 'blocked', reason: fault, evidence: excerpt(decode(arrived, feed.encoding)) } satisfies Outcome
  return read(feed, { status: status!, bytes: arrived, ...(location !== null && { location }) }, asked)
}

/** Reads a stored answer by its feed as it is now, without asking anybody. */
export async function readAgain(
  archive: Pick<Archive, 'read'>,
  answer: StoredAnswer,
  feed: Feed,
  calendar: Calendar,
): Promise<Outcome> {
  const { file, sha256, from, to, subject, modified } = answer
  if (file === null || sha256 === null) throw new OperatorError(`Answer ${answer.id} has no bytes: ${answer.reason}.`)
  const bytes = await archive.read({ file, sha256 }).catch((error) => {
    if (answer.prunedAt === null) throw error
    throw new OperatorError(
      `Answer ${answer.id}, ${answer.key}, was pruned from the archive on ${answer.prunedAt.slice(0, 10)}; its rows are published. To read it again, restore ${file} from a backup.`,
      { cause: error },
    )
  })
  return outcomeOf(feed, { ...answer, bytes }, { from, to, id: subject, calendar, modified })
}

/** Why an answer is not read again whose bytes are gone. */
export const pruned = 'pruned from the archive, so that it cannot be read again'

export type Replayed = {
  /** As it was before. */
  readonly answer: StoredAnswer
  /** What it is read as now; null where it cannot be read, and `why` tells in a few words. */
  readonly outcome: Outcome | null
  readonly why: string | null
}

type ReplayTerms = {
  readonly journal: Journal
  readonly archive: Archive
  readonly feeds: readonly Feed[]
  readonly calendar: Calendar
  readonly filter?: AnswerFilter
  readonly signal?: AbortSignal
}

/**
 * Reads stored answers again and writes down what became of them; those that hold rows are then to be loaded again.
 * An answer that a later one took the place of is left alone, so that old rows never come back.
 */
export async function* replay(terms: ReplayTerms): AsyncGenerator<Replayed, void, void> {
  const { journal, archive, feeds, calendar, filter = {}, signal } = terms
  for (const answer of journal.answers({ ...filter, newest: true })) {
    signal?.throwIfAborted()
    if (answer.file === null || answer.fault !== null) continue
    const feed = feedOf(answer, feeds)
    if (feed === null) {
      yield { answer, outcome: null, why: 'no feed reads it any more' }
      continue
    }
    try {
      const outcome = await readAgain(archive, answer, feed, calendar)
      journal.reread(answer.id, outcome)
      yield { answer, outcome, why: null }
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error
      yield { answer, outcome: null, why: answer.prunedAt === null ? error.message : pruned }
    }
  }
}
