import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DamagedFile, unsealJson } from '../../disk.ts'
import { RecentMap } from '../../recent.ts'
import type { Market } from '../../sources/feed.ts'
import type { Detail } from './detail.ts'

export const gapReasons = [
  'closed',
  'halted',
  'not_listed',
  'not_published',
  'source_failed',
  'not_loaded',
  'outside_coverage',
  'outside_retention',
] as const
export type GapReason = (typeof gapReasons)[number]

/** Days without expected rows, and the reason. */
export type Gap = {
  /** Null if it applies to every id. */
  readonly id: string | null
  readonly market: string | null
  /** First and last day, both included; whole weeks, months and quarters. */
  readonly from: string
  readonly to: string
  /** Key dates without a row; calendar days if the market was closed. */
  readonly dates: number
  readonly reason: GapReason
  readonly detail: Detail
}

/** Days that could not be fetched. */
export type FetchFailure = {
  readonly dataset: string
  /** Null if the request was for every market. */
  readonly market: Market | null
  /** The id concerned; null or left out for all. */
  readonly id?: string | null
  readonly from: string
  readonly to: string
  /**
   * `not_published`: the publisher has nothing yet (`not_yet`); `source_failed`: unreachable, blocked, changed, another
   * day; `not_loaded`: it waits for another report.
   */
  readonly kind: GapReason
  readonly reason: Detail
}

export type DatasetGaps = {
  /** The days that were checked; null if nothing is expected. */
  readonly from: string | null
  readonly to: string | null
  /** Newest first, then by market and id. */
  readonly gaps: readonly Gap[]
}

/** A file with what is known of the parts of a version, and its checksum. */
export type RunsFile = { readonly file: string; readonly sha256: string }

export type GapsFile = {
  readonly format: 1
  readonly version: string
  readonly origin: 'demo' | 'live'
  readonly through: string
  /** Runs of days without trading, and of weekends; shared by all datasets that follow the calendar. */
  readonly closed: { readonly trading_day: readonly Gap[]; readonly weekday: readonly Gap[] }
  /** Every security that is or was listed, by code. */
  readonly listed: Readonly<Record<string, { readonly market: string; readonly type: string }>>
  readonly datasets: Readonly<Record<string, DatasetGaps>>
  /** Kept for the next computation. */
  readonly failures: readonly FetchFailure[]
  readonly runs?: RunsFile
}

/** The path of a version's file, which carries its checksum. */
export const gapsPath = (root: string, version: string): string => join(root, `${version}.v2.json`)

/** Returns the gaps of a version, null if it has none; reads the file on first use and after a change. */
export type OpenGaps = (version: string) => GapsFile | null

export const hasGaps = (root: string, version: string): boolean => existsSync(gapsPath(root, version))

/** The newest version, and one that a cursor still points at. */
const mostOpen = 2

export function openGaps(root: string): OpenGaps {
  const opened = new RecentMap<string, { readonly stamp: string; readonly file: GapsFile }>(mostOpen)

  return (version) => {
    try {
      const path = gapsPath(root, version)
      const { ctimeMs, ino } = statSync(path)
      const stamp = `${ino} ${ctimeMs}`
      const known = opened.get(version)
      if (known?.stamp === stamp) return known.file
      const file = unsealJson<GapsFile>(readFileSync(path, 'utf8'))
      if (!file) throw new DamagedFile(path, 'its checksum is wrong')
      opened.set(version, { stamp, file })
      return file
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw error
    }
  }
}
