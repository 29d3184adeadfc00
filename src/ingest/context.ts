import type { Logger } from 'pino'
import { catalogue } from '../catalogue/index.ts'
import { TaiwanStockTradingDate } from '../catalogue/technical/TaiwanStockTradingDate.ts'
import type { Lake } from '../lake/lake.ts'
import type { Feed } from '../sources/feed.ts'
import { feeds as allFeeds } from '../sources/index.ts'
import { openArchive } from './fetching/archive.ts'
import { createFetcher, type FetcherOptions } from './fetching/fetcher.ts'
import { openJournal } from './fetching/journal.ts'
import type { FetchFailure } from './gaps/gap.ts'
import { acceptsOf, chooseFeeds } from './plan/chooseFeeds.ts'
import { storedDays } from './plan/storedDays.ts'
import { openQuarantine } from './rules/quarantine.ts'

/** Inputs of fetching and loading; their files share one folder beside the lake. */
export type IngestOptions = {
  /** `<home>/live/ingest`. */
  readonly folder: string
  readonly lake: Lake
  readonly memory: string
  readonly scratch: string
  readonly now: () => Date
  readonly log: Pick<Logger, 'info' | 'warn'>
  /** Ids of publishers whose site terms are accepted, or `all`. */
  readonly accepted: readonly string[]
  /** Restricts the run to these datasets. */
  readonly only?: readonly string[]
  /** Securities to request from feeds that return one id at a time. */
  readonly ids: (feed: Feed) => readonly string[]
  readonly feeds?: readonly Feed[]
  /** Days that could not be fetched for a version, by its list of gaps. */
  readonly failures?: (version: string) => readonly FetchFailure[]
  readonly asking?: Partial<
    Pick<FetcherOptions, 'bases' | 'paceFactor' | 'timeouts' | 'attempts' | 'sleep' | 'random' | 'onUnreached'>
  >
}

export type IngestContext = ReturnType<typeof openIngest>

/** Opens journal, archive and quarantine for the one process that fetches. */
export function openIngest(options: IngestOptions) {
  const { folder, lake, now, log, accepted, only, ids, feeds = allFeeds, asking = {} } = options
  const { failures = () => [] } = options
  const journal = openJournal(folder, now)
  const archive = openArchive(folder)
  const quarantine = openQuarantine(folder)
  const isSelected = (name: string) => only === undefined || only.includes(name)
  const all = chooseFeeds(feeds, catalogue, acceptsOf(accepted))
  // The calendar is always needed to plan.
  const choice = {
    ...all,
    primaryFeeds: all.primaryFeeds.filter(
      ({ dataset }) => isSelected(dataset.name) || dataset === TaiwanStockTradingDate,
    ),
    details: all.details.filter(({ dataset }) => isSelected(dataset.name)),
    witnesses: all.witnesses.filter(({ dataset }) => isSelected(dataset.name)),
    without: all.without.filter(({ dataset }) => isSelected(dataset)),
  }
  const fetcher = createFetcher({ journal, archive, now, log, ...asking })
  return {
    ...{ lake, now, log, journal, archive, quarantine, fetcher, choice, feeds, ids, failures, datasets: catalogue },
    /** Trading days of the current version. */
    days: () => storedDays(lake, options),
    close() {
      quarantine.close()
      journal.close()
    },
  }
}
