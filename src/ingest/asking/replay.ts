import type { Calendar, Feed } from '../../sources/feed.ts'
import type { Outcome } from '../../sources/outcome.ts'
import type { Archive } from './archive.ts'
import type { AnswerFilter, Journal, StoredAnswer } from './journal.ts'

/** The feed that an answer is read by; null where it is no longer there. */
export const feedOf = (answer: StoredAnswer, feeds: readonly Feed[]): Feed | null =>
  feeds.find(
    ({ publisher, dataset, endpoint, market }) =>
      publisher.id === answer.publisher &&
      dataset.name === answer.dataset &&
      endpoint === answer.endpoint &&
      market === answer.market,
  ) ?? null

/** Reads a stored answer by its feed as it is now, without asking anybody. */
export async function readAgain(
  _archive: Archive,
  _answer: StoredAnswer,
  _feed: Feed,
  _calendar: Calendar,
): Promise<Outcome> {
  throw new Error('not written yet')
}

export type Replayed = {
  readonly answer: StoredAnswer
  /** What it was read as before. */
  readonly before: StoredAnswer['kind']
  /** Null where it cannot be read; `why` tells. */
  readonly outcome: Outcome | null
  readonly why: string | null
}

/** Reads stored answers again, writes down what became of them, and marks those that differ as not loaded. */
// biome-ignore lint/correctness/useYield: signature
export async function* replay(_terms: {
  readonly journal: Journal
  readonly archive: Archive
  readonly feeds: readonly Feed[]
  readonly calendar: Calendar
  readonly filter?: AnswerFilter
  readonly signal?: AbortSignal
}): AsyncGenerator<Replayed, void, void> {
  throw new Error('not written yet')
}
