import type { Market } from '../../sources/feed.ts'

export const reasons = ['closed', 'halted', 'not_listed', 'not_published', 'source_failed', 'not_loaded'] as const
export type Reason = (typeof reasons)[number]

/** Days without the rows that a reader may look for, and why. */
export type Gap = {
  /** Null where it holds for every id. */
  readonly id: string | null
  readonly market: string | null
  /** First and last day, both included. */
  readonly from: string
  readonly to: string
  /** Expected key dates among them; calendar days where the market was closed. */
  readonly days: number
  readonly reason: Reason
  readonly detail: string
}

/** What the journal knows of days that it could not bring. */
export type Failure = {
  readonly dataset: string
  /** Null where the question was about every market. */
  readonly market: Market | null
  readonly from: string
  readonly to: string
  /** `not_published`: the publisher has nothing yet (`not_yet`); `source_failed`: blocked, changed, another day. */
  readonly kind: Extract<Reason, 'not_published' | 'source_failed'>
  readonly reason: string
}

export type DatasetGaps = {
  /** What is expected, in words; null where rows are events and nothing is expected of a day. */
  readonly expects: string | null
  /** The days the gaps were looked for; null where there is nothing to look for. */
  readonly from: string | null
  readonly to: string | null
  readonly gaps: readonly Gap[]
}

/** The gaps of one version, as its file holds them. */
export type GapsFile = {
  readonly format: 1
  readonly version: string
  readonly origin: 'demo' | 'live'
  readonly through: string
  readonly datasets: Readonly<Record<string, DatasetGaps>>
}
