import { basename } from 'node:path'
import { type Dataset, isDated, sightings } from '../../catalogue/dataset.ts'
import { catalogue } from '../../catalogue/index.ts'
import { dateOf, taipeiDate } from '../../days.ts'
import { OperatorError } from '../../errors.ts'
import type { Lake } from '../../lake/lake.ts'
import { openReader } from '../../lake/reader.ts'
import { quote } from '../../lake/schema.ts'
import type { Calendar, Feed } from '../../sources/feed.ts'
import type { Left, Row } from '../../sources/outcome.ts'
import type { StoredResponse } from '../fetching/journalRecords.ts'
import { imports } from '../load/heldLoads.ts'
import { type LoadOptions, type LoadResult, load } from '../load/load.ts'
import type { DatasetLoad } from '../load/loadDataset.ts'
import { storedDays } from '../plan/storedDays.ts'
import { calendarOf } from '../plan/tradingDays.ts'
import { taskKey } from '../task.ts'
import { feedName } from './feedNames.ts'
import { assertLive, DryRun, examplesOf, type ImportTarget, madeBy } from './import.ts'
import { type DatedResponse, dateResponse, withDay } from './responseDays.ts'
import { readSavedResponses, type SavedResponse } from './savedResponses.ts'

export type FeedImportOptions = ImportTarget & {
  /** The feeds that read the responses, all of one name, one per dataset. */
  readonly feeds: readonly Feed[]
  readonly all: readonly Feed[]
  readonly files: readonly string[]
  /** The day and the id of responses that do not state them. */
  readonly date: string | null
  readonly id: string | null
}

const whereOf = ({ file, line }: SavedResponse): string =>
  line === null ? basename(file) : `${basename(file)} line ${line}`

type ReadResponse = { readonly answer: SavedResponse; readonly feed: Feed; readonly placed: DatedResponse }

type UndatedRead = {
  readonly answer: SavedResponse
  readonly feed: Feed
  readonly reason: string
  readonly hasRows: boolean
}

/** Reads a response with every feed of its name; a day that one feed finds applies to all. */
function readBy(answer: SavedResponse, options: FeedImportOptions, calendar: Calendar): (ReadResponse | UndatedRead)[] {
  const { feeds, id, date, now } = options
  const terms = { calendar, id, today: taipeiDate(now()) }
  const first = feeds.map((feed) => ({ feed, seen: dateResponse(feed, answer.bytes, { ...terms, date }) }))
  const found = first.flatMap(({ seen }) => ('outcome' in seen && seen.outcome.kind === 'rows' ? [seen.to] : []))[0]
  return first.map(({ feed, seen }) => {
    const again =
      'undated' in seen && found !== undefined ? dateResponse(feed, answer.bytes, { ...terms, date: found }) : seen
    return 'undated' in again
      ? { answer, feed, reason: again.undated, hasRows: again.hasRows }
      : { answer, feed, placed: again }
  })
}

/** A response without date and rows counts as empty if others have rows; otherwise its day is required. */
function assertDated(reads: readonly ReadResponse[], silent: readonly UndatedRead[]): void {
  const isAnyRead = reads.some(({ placed: { outcome } }) => outcome.kind === 'rows')
  const needed = silent.find(({ hasRows }) => hasRows || !isAnyRead)
  if (needed)
    throw new OperatorError(
      `${whereOf(needed.answer)}: ${needed.reason}. Say which day it is about with --date YYYY-MM-DD.`,
    )
}

/** A response that its feed cannot read stops the whole import. */
function assertReadable({ answer, feed, placed: { outcome, from } }: ReadResponse, isOneOfSeveral: boolean): void {
  if (outcome.kind === 'rows' || outcome.kind === 'closed' || outcome.kind === 'not_yet') return
  const only = isOneOfSeveral ? ` To leave it out, name the datasets you want with --dataset.` : ''
  throw new OperatorError(
    `${whereOf(answer)} cannot be read by ${feedName(feed)} as ${feed.dataset.name}${outcome.kind === 'other_day' ? ` for ${from}` : ''}: ${outcome.reason}. Nothing was imported.${only}`,
  )
}

/** A saved response in the form of a journal record. */
function storedAs(
  { feed, placed: { from, to, modified } }: ReadResponse,
  id: number,
  subject: string | null,
): StoredResponse {
  return {
    ...{ id, key: taskKey({ feed, from, to, id: subject }), publisher: feed.publisher.id, dataset: feed.dataset.name },
    ...{ endpoint: feed.endpoint, market: feed.market, from, to, subject, run: 0, part: 'answer', host: '' },
    ...{ address: '', form: null, askedAt: '', tookMs: 0, status: 200, location: null, modified, fault: null },
    ...{ file: String(id), sha256: '', bytes: 0, kind: 'rows', reason: null, waitsFor: null, readAt: '', load: null },
    prunedAt: null,
  }
}

/** Other markets' feeds of the same datasets, so that their rows are not taken for withdrawn. */
const besides = (feeds: readonly Feed[], all: readonly Feed[]): Feed[] =>
  feeds.flatMap(({ dataset, market }) => {
    const others = all.filter(
      (feed) => feed.dataset === dataset && feed.role === 'rows' && feed.each === 'market' && feed.market !== market,
    )
    return [...Map.groupBy(others, (feed) => feed.market).values()].map(([feed]) => feed!)
  })

const newestOf = (rows: readonly Row[], column: string): number =>
  rows.reduce((last, row) => Math.max(last, (row[column] as number | null) ?? 0), 0)

/** Refuses a list of current facts that is older than the stored one. */
async function assertNewest(
  { lake, memory, scratch }: FeedImportOptions,
  reads: readonly ReadResponse[],
): Promise<void> {
  const lists = reads.filter(({ feed: { dataset, fills } }) => !isDated(dataset) && listColumn(dataset, fills) !== null)
  const version = lists.length === 0 ? null : await lake.current()
  if (version === null) return
  for (const { answer, feed, placed: place } of lists) {
    const column = listColumn(feed.dataset, feed.fills)!
    if (place.outcome.kind !== 'rows') continue
    const reader = await openReader(version, [feed.dataset], { memory, scratch })
    try {
      const market = 'market' in feed.dataset.columns && feed.market ? `WHERE market = '${feed.market}'` : ''
      const { rows } = await reader.select(
        `SELECT CAST(max(${quote(column)}) AS VARCHAR) FROM ${quote(feed.dataset.name)} ${market}`,
      )
      const held = rows[0]?.[0] as string | null
      const came = dateOf(newestOf(place.outcome.rows, column))
      if (held !== null && held > came)
        throw new OperatorError(
          `${whereOf(answer)} is a list of ${came}, and the lake has that of ${held}: an older list does not replace a newer one. Nothing was imported.`,
        )
    } finally {
      reader.close()
    }
  }
}

const listColumn = ({ columns }: Dataset, fills: readonly string[]): string | null =>
  sightings.find((name) => columns[name]?.kind === 'date' && fills.includes(name)) ?? null

/** The result for one dataset; `left` are the rows that it does not take. */
function datasetReport(one: DatasetLoad, left: readonly Left[]) {
  const rules = [...Map.groupBy(one.rejected, ({ entry }) => entry.rule)].filter(
    ([rule]) => rule !== 'shrinking_history',
  )
  const refusedRows = one.refused.reduce((sum, part) => sum + part.came, 0)
  return {
    ...one.change,
    came: one.came,
    unchanged: Math.max(
      0,
      one.came - one.change.added - one.change.changed - one.rejectedRows - one.waitingRows - refusedRows,
    ),
    rejected: one.rejectedRows,
    /** Rows that broke each rule, with examples. */
    rules: rules.map(([rule, entries]) => ({
      rule,
      rows: entries.length,
      examples: examplesOf(entries.map(({ entry }) => entry)),
    })),
    /** Rows that wait for a column of another response. */
    waiting: one.waitingRows,
    refused: one.refused.map(({ message }) => message),
    unread: one.unread,
    left,
  }
}

/** Rows left out, summed over the responses. */
function leftOf(reads: readonly ReadResponse[], dataset: Dataset): Left[] {
  const rows = new Map<string, number>()
  for (const { feed, placed } of reads)
    if (feed.dataset === dataset && placed.outcome.kind === 'rows')
      for (const { why, rows: n } of placed.outcome.left) rows.set(why, (rows.get(why) ?? 0) + n)
  return [...rows].map(([why, n]) => ({ why, rows: n }))
}

/**
 * Imports saved responses: reads them with their feed and loads them like fetched ones, as one version with the
 * datasets derived from them. A failure leaves the lake unchanged.
 */
export async function importFeed(options: FeedImportOptions) {
  const { lake, feeds, all, files, date, id, isDry, now, quarantine, onWait } = options
  assertLive(lake)
  const calendar = withDay(calendarOf(await storedDays(lake, options)), date)
  const answers: SavedResponse[] = []
  for (const file of files) answers.push(...(await readSavedResponses(file)))
  const seen = answers.flatMap((answer) => readBy(answer, options, calendar))
  const reads = seen.filter((one) => 'placed' in one)
  const silent = seen.filter((one) => 'reason' in one)
  assertDated(reads, silent)
  for (const read of reads) assertReadable(read, feeds.length > 1)
  const withRows = reads.filter(({ placed: { outcome } }) => outcome.kind === 'rows')
  await assertNewest(options, withRows)
  // Older responses first, so that newer ones win.
  withRows.sort((a, b) => (a.placed.to === b.placed.to ? 0 : a.placed.to < b.placed.to ? -1 : 1))
  const stored = withRows.map((read, at) => storedAs(read, at + 1, id))
  let kept = 0

  const imported: Lake = {
    ...lake,
    change: (_, work) =>
      lake
        .change(
          madeBy(
            feeds.map(({ dataset }) => dataset.name),
            now(),
            withRows.at(-1)!.placed.to,
          ),
          async (draft, current) => {
            await work(draft, current)
            if (isDry) throw new DryRun()
          },
          onWait ? { onWait } : {},
        )
        .catch((error) => {
          if (error instanceof DryRun) return null
          throw error
        }),
  }
  const untouched: LoadOptions['quarantine'] = { put: () => 0, list: () => [], settle: () => 0 }
  const loaded: LoadResult | null =
    withRows.length === 0
      ? null
      : await load({
          lake: imported,
          journal: {
            responses: ({ isWaiting, dataset } = {}) =>
              isWaiting ? stored.filter((one) => dataset === undefined || one.dataset === dataset) : [],
            outcome: () => null,
            recordOutcomes: () => {},
            beginLoad: () => ({ id: 0, line: imports }),
            endLoad: () => {},
            reread: () => {},
          },
          archive: { read: async ({ file }) => withRows[Number(file) - 1]!.answer.bytes },
          quarantine: quarantine
            ? {
                ...quarantine,
                put(rejected, at) {
                  kept += rejected.length
                  const entries = rejected.map(({ entry }) => ({ entry, answer: null }))
                  return quarantine.put(entries, at)
                },
              }
            : untouched,
          datasets: catalogue,
          feeds: all,
          primaryFeeds: [...feeds, ...besides(feeds, all)],
          calendar,
          now,
          run: 0,
        })
  return {
    feed: feedName(feeds[0]!),
    files: files.length,
    answers: answers.length,
    /** The days of the responses, of which the last ones come last. */
    from: withRows.map(({ placed }) => placed.from).sort()[0] ?? null,
    to: withRows.at(-1)?.placed.to ?? null,
    /** Responses without rows: the market was closed, or nothing was published yet. */
    empty: seen.flatMap((one) => {
      const outcome = 'placed' in one ? one.placed.outcome : { kind: 'not_yet' as const, reason: one.reason }
      return outcome.kind === 'closed' || outcome.kind === 'not_yet'
        ? [{ where: whereOf(one.answer), dataset: one.feed.dataset.name, reason: outcome.reason }]
        : []
    }),
    datasets: Object.fromEntries(
      Object.entries(loaded?.datasets ?? {}).map(([name, one]) => [
        name,
        datasetReport(one, leftOf(reads, feeds.find((feed) => feed.dataset.name === name)!.dataset)),
      ]),
    ),
    derived: loaded?.derived ?? {},
    /** Comparisons by witness feeds. */
    compared: loaded?.testimonies ?? [],
    kept,
    version: isDry ? null : (loaded?.version ?? null),
  }
}

export type FeedImportReport = Awaited<ReturnType<typeof importFeed>>
