import type { Dataset } from '../../catalogue/dataset.ts'
import type { DatasetGaps } from '../../ingest/gaps/gap.ts'

/**
 * `on_time`: the newest rows that were promised are there; `due`: their time has just passed; `late`: it passed long
 * ago, or they could not be brought; `no_promise`: rows are events or the present state; `empty`: there are no rows; `unknown`: no calendar can
 * be read, so nobody knows which days are due.
 */
export const freshnessStates = ['on_time', 'due', 'late', 'no_promise', 'empty', 'unknown'] as const
export type Freshness = {
  readonly state: (typeof freshnessStates)[number]
  /** When the first missing rows were promised, as an instant; null unless rows are due or late. */
  readonly since: string | null
}

/** A load takes minutes, and publishers are rarely on time to the minute. */
const graceMs = 45 * 60_000

type FreshnessInputs = {
  readonly lastDate: string | null
  /** Time of day, Taipei, at which the rows of a day are promised. */
  readonly promised: string
  /** The newest trading days up to today, newest first. */
  readonly tradingDays: readonly string[]
  readonly gaps: DatasetGaps | null
  readonly now: Date
}

/** Compares the stored rows of a dataset with the time at which they were promised. */
export function freshnessOf(
  { complete }: Pick<Dataset, 'complete'>,
  { lastDate, promised, tradingDays, gaps, now }: FreshnessInputs,
): Freshness {
  if (lastDate === null) return { state: 'empty', since: null }
  if (complete === null) return { state: 'no_promise', since: null }
  if (complete.every === 'trading_day' && tradingDays.length === 0) return { state: 'unknown', since: null }
  const promisedAt = (day: string): string => `${day}T${promised}:00+08:00`
  // Rows of a day that reached no market, or not all: the publisher failed, or they were not loaded.
  const failed = (gaps?.gaps ?? []).filter(
    ({ id, to, reason }) =>
      id === null && to >= (gaps?.to ?? '') && (reason === 'source_failed' || reason === 'not_loaded'),
  )
  const absent =
    complete.every === 'trading_day'
      ? tradingDays.filter((day) => day > lastDate && Date.parse(promisedAt(day)) <= now.getTime())
      : []
  const since = [...failed.map(({ from }) => from), ...absent].sort()[0]
  if (since === undefined) return { state: 'on_time', since: null }
  const at = promisedAt(since)
  return { state: now.getTime() - Date.parse(at) > graceMs ? 'late' : 'due', since: at }
}
