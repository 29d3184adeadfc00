import { join } from 'node:path'
import type { Market } from '../../sources/feed.ts'

export const reasons = ['closed', 'halted', 'not_listed', 'not_published', 'source_failed', 'not_loaded'] as const
export type Reason = (typeof reasons)[number]

/** Days without the rows that a reader may look for, and why. */
export type Gap = {
  /** Null where it holds for every id. */
  readonly id: string | null
  readonly market: string | null
  /** First and last day, both included; of weeks, months and quarters the whole of them. */
  readonly from: string
  readonly to: string
  /** Key dates among them that have no row; calendar days where the market was closed. */
  readonly dates: number
  readonly reason: Reason
  readonly detail: string
}

/** What the journal knows of days that it could not bring. */
export type Failure = {
  readonly dataset: string
  /** Null where the question was about every market. */
  readonly market: Market | null
  /** The one id that it is about; left out or null where it is about all of them. */
  readonly id?: string | null
  readonly from: string
  readonly to: string
  /** `not_published`: the publisher has nothing yet (`not_yet`); `source_failed`: unreachable, blocked, changed, another day. */
  readonly kind: Extract<Reason, 'not_published' | 'source_failed'>
  readonly reason: string
}

export type DatasetGaps = {
  /** The days that were looked at; null where nothing is expected. */
  readonly from: string | null
  readonly to: string | null
  /** The newest first, then by market and id. */
  readonly gaps: readonly Gap[]
}

/** The gaps of one version, as its file holds them. */
export type GapsFile = {
  readonly format: 1
  readonly version: string
  readonly origin: 'demo' | 'live'
  readonly through: string
  /** Runs of days without trading, and week-ends; they are the same for every dataset that follows the calendar. */
  readonly closed: { readonly trading_day: readonly Gap[]; readonly weekday: readonly Gap[] }
  /** Every security that is or was listed, by its code. */
  readonly listed: Readonly<Record<string, { readonly market: string; readonly type: string }>>
  readonly datasets: Readonly<Record<string, DatasetGaps>>
  /** What the journal said, for whoever makes the file again. */
  readonly failures: readonly Failure[]
}

/** Where the file of a version lies; it is sealed with its checksum. */
export const gapsPath = (root: string, version: string): string => join(root, `${version}.v2.json`)
