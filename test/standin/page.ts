import type { Feed } from '../../src/sources/feed.ts'
import type { Days, Market } from './market.ts'
import type { Sheet } from './sheet.ts'

/** A request as the exchange reads it. */
export type ReceivedRequest = {
  readonly publisher: string
  readonly path: string
  readonly fields: Readonly<Record<string, string>>
}

/** The body of a response: text in the encoding of the publisher, or bytes. */
export type ResponseBody = {
  readonly body: string | Uint8Array
  readonly encoding?: Feed['encoding']
  readonly type: string
}

/** One response of a publisher. */
export type Page = {
  readonly publisher: string
  readonly path: string | RegExp
  /** Fields that distinguish it from other responses of the same path. */
  readonly when?: Readonly<Record<string, string | RegExp>>
  /** The requested days; null if the request names none and gets the newest. */
  readonly requestedDays: (request: ReceivedRequest) => Days | null
  /** The tables; all of them empty if there are no rows. */
  readonly sheets: (market: Market, days: Days, request: ReceivedRequest) => Promise<readonly Sheet[]>
  readonly write: (sheets: readonly Sheet[], days: Days, request: ReceivedRequest) => ResponseBody
  /** The publisher's own way to say that it has nothing. */
  readonly nothing: (request: ReceivedRequest) => ResponseBody
  /** Whether tables without rows are a response too. */
  readonly mayBeEmpty?: boolean
}

export const jsonBody = (body: unknown): ResponseBody => ({ body: JSON.stringify(body), type: 'application/json' })
