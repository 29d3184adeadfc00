import type { Feed } from '../sources/feed.ts'
import type { IngestContext } from './context.ts'
import type { JournalReader } from './fetching/journalReader.ts'
import { nameOf } from './fetching/storedResponses.ts'
import type { FetchFailure } from './gaps/gap.ts'
import type { DueTask } from './plan/due.ts'

export async function earlierRunsOf({ lake, failures }: IngestContext) {
  const version = await lake.current()
  if (!version) return { through: null, newest: () => null, failures: [] }
  const { datasets, through } = version.manifest
  return {
    /** The day that the version is complete for. */
    through,
    /** The day through which a dataset was asked for; null where it has no rows. */
    newest: ({ dataset }: Feed) => ((datasets[dataset.name]?.rows ?? 0) > 0 ? through : null),
    /** Days that could not be fetched, by the version's list of gaps. */
    failures: failures(version.manifest.version),
  }
}

/**
 * Facts about the runs that made the current version. The journal stays on the machine of those runs: a process on
 * another machine finds its missing days by these facts.
 */
export type EarlierRuns = Awaited<ReturnType<typeof earlierRunsOf>>

/** The failures about days that the journal knows nothing of. */
export const unknownFailures = (
  journal: Pick<JournalReader, 'outcomes'>,
  feeds: readonly Feed[],
  failures: readonly FetchFailure[],
): FetchFailure[] =>
  failures.filter(
    (failure) =>
      !feeds
        .filter(
          // An answer may be about all markets or ids, or a failure.
          ({ dataset, market }) =>
            dataset.name === failure.dataset &&
            (market === null || failure.market === null || market === failure.market),
        )
        .flatMap((feed) => journal.outcomes({ ...nameOf(feed), from: failure.to, to: failure.from }))
        .some(({ subject }) => subject === null || (failure.id ?? null) === null || subject === failure.id),
  )

/** Requests for days that an earlier run could not fetch. */
export const tasksFor = (failures: readonly FetchFailure[], feeds: readonly Feed[], since: string): DueTask[] =>
  failures
    .filter(({ to }) => to >= since)
    .flatMap(({ dataset, market, id = null, from, to }) =>
      feeds
        .filter(
          (feed) => feed.dataset.name === dataset && feed.market === market && (feed.each === 'id') === (id !== null),
        )
        .map((feed) => ({ task: { feed, from, to, id }, since: '' })),
    )
