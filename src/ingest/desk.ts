import type { Logger } from 'pino'
import { catalogue } from '../catalogue/index.ts'
import { TaiwanStockTradingDate } from '../catalogue/technical/TaiwanStockTradingDate.ts'
import type { Lake } from '../lake/lake.ts'
import type { Feed } from '../sources/feed.ts'
import { feeds as allFeeds } from '../sources/index.ts'
import { openArchive } from './asking/archive.ts'
import { type AskerOptions, createAsker } from './asking/asker.ts'
import { openJournal } from './asking/journal.ts'
import { acceptsOf, choose } from './plan/choice.ts'
import { storedDays } from './plan/storedDays.ts'
import { openQuarantine } from './rules/quarantine.ts'

/** What asking and loading need, all of it under one folder beside the lake. */
export type DeskOptions = {
  /** `<home>/live/ingest`. */
  readonly folder: string
  readonly lake: Lake
  readonly memory: string
  readonly scratch: string
  readonly now: () => Date
  readonly log: Pick<Logger, 'info' | 'warn'>
  /** Publishers whose site terms are accepted, by id; or `all`. */
  readonly accepted: readonly string[]
  /** Datasets to keep to; all of them when left out. */
  readonly only?: readonly string[]
  /** Securities to ask for where a publisher tells one at a time. */
  readonly ids: (feed: Feed) => readonly string[]
  readonly feeds?: readonly Feed[]
  readonly asking?: Partial<Pick<AskerOptions, 'bases' | 'paceFactor' | 'timeouts' | 'attempts' | 'sleep' | 'random'>>
}

export type Desk = ReturnType<typeof openDesk>

/** Opens journal, archive and quarantine for the one process that asks. */
export function openDesk(options: DeskOptions) {
  const { folder, lake, now, log, accepted, only, ids, feeds = allFeeds, asking = {} } = options
  const journal = openJournal(folder, now)
  const archive = openArchive(folder)
  const quarantine = openQuarantine(folder)
  const isWanted = (name: string) => only === undefined || only.includes(name)
  const all = choose(feeds, catalogue, acceptsOf(accepted))
  // Nothing can be planned without the calendar.
  const choice = {
    makers: all.makers.filter(({ dataset }) => isWanted(dataset.name) || dataset === TaiwanStockTradingDate),
    details: all.details.filter(({ dataset }) => isWanted(dataset.name)),
    witnesses: all.witnesses.filter(({ dataset }) => isWanted(dataset.name)),
    without: all.without.filter(({ dataset }) => isWanted(dataset)),
    twins: all.twins,
    unaccepted: all.unaccepted,
  }
  const asker = createAsker({ journal, archive, now, log, ...asking })
  return {
    ...{ lake, now, log, journal, archive, quarantine, asker, choice, feeds, ids, datasets: catalogue },
    /** The trading days that the current version knows. */
    days: () => storedDays(lake, options),
    close() {
      quarantine.close()
      journal.close()
    },
  }
}
