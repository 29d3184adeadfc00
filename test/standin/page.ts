import type { Feed } from '../../src/sources/feed.ts'
import type { Days, Market } from './market.ts'
import type { Sheet } from './sheet.ts'

/** A question as the exchange understands it. */
export type Question = {
  readonly publisher: string
  readonly path: string
  readonly fields: Readonly<Record<string, string>>
}

/** What is sent: the body as text in the encoding of the publisher, or as bytes. */
export type Letter = {
  readonly body: string | Uint8Array
  readonly encoding?: Feed['encoding']
  readonly type: string
}

/** One answer of a publisher. */
export type Page = {
  readonly publisher: string
  readonly path: string | RegExp
  /** Fields that tell it from other answers of the same path. */
  readonly when?: Readonly<Record<string, string>>
  /** The days a question is about; null where it names none, and the newest are told. */
  readonly asked: (question: Question) => Days | null
  /** The tables; all of them without a row where there is nothing to tell. */
  readonly sheets: (market: Market, days: Days, question: Question) => Promise<readonly Sheet[]>
  readonly write: (sheets: readonly Sheet[], days: Days, question: Question) => Letter
  /** The publisher's own way to say that it has nothing. */
  readonly nothing: (question: Question) => Letter
  /** Whether tables without rows are an answer too. */
  readonly mayBeEmpty?: boolean
}

export const jsonLetter = (body: unknown): Letter => ({ body: JSON.stringify(body), type: 'application/json' })
