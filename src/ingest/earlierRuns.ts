import type { Feed } from '../sources/feed.ts'
import type { IngestContext } from './context.ts'
import type { JournalReader } from './fetching/journalReader.ts'
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
export function unknownFailures(
  journal: Pick<JournalReader, 'outcomes'>,
  failures: readonly FetchFailure[],
): FetchFailure[] {
  const left = Map.groupBy(failures, ({ dataset }) => dataset)
  if (left.size > 0)
    for (const { dataset, market, subject, from, to } of journal.outcomes({}))
      left.set(
        dataset,
        (left.get(dataset) ?? []).filter(
          (failure) =>
            from > failure.from ||
            to < failure.to ||
            // An answer may be about all markets or ids, or a failure.
            (market !== null && failure.market !== null && market !== failure.market) ||
            (subject !== null && (failure.id ?? null) !== null && subject !== failure.id),
        ),
      )
  return [...left.values()].flat()
}

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
