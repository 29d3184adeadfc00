import { basename } from 'node:path'
import { type Dataset, isDated, sightings } from '../../catalogue/dataset.ts'
import { catalogue } from '../../catalogue/index.ts'
import { OperatorError } from '../../errors.ts'
import type { Lake, Version } from '../../lake/lake.ts'
import type { Change } from '../../lake/manifest.ts'
import { openReader } from '../../lake/reader.ts'
import { quote } from '../../lake/schema.ts'
import { dateOf } from '../../sources/dates.ts'
import type { Calendar, Feed } from '../../sources/feed.ts'
import type { Left, Row } from '../../sources/outcome.ts'
import type { StoredAnswer } from '../asking/records.ts'
import type { DatasetLoad } from '../load/dataset.ts'
import { type Loaded, load } from '../load/load.ts'
import type { Testimony } from '../load/witnesses.ts'
import { today as todayAt } from '../plan/moments.ts'
import { storedDays } from '../plan/storedDays.ts'
import { calendarOf } from '../plan/tradingDays.ts'
import type { Quarantine } from '../rules/quarantine.ts'
import { keyOf } from '../task.ts'
import { type KeptAnswer, readAnswers } from './answerFile.ts'
import { feedName } from './feedNames.ts'
import { assertLive, DryRun, madeBy } from './import.ts'
import { type Placed, placed, withDay } from './placed.ts'

export type FeedImportOptions = {
  readonly lake: Lake
  /** The feeds that read the answers, all of one name: one dataset each. */
  readonly feeds: readonly Feed[]
  /** Every feed there is. */
  readonly all: readonly Feed[]
  readonly files: readonly string[]
  /** The day of answers that do not tell it, and the id of answers about one. */
  readonly date: string | null
  readonly id: string | null
  readonly isDry: boolean
  readonly memory: string
  readonly scratch: string
  readonly now: () => Date
  readonly quarantine: Quarantine | null
  readonly onWait?: () => void
}

/** What became of the rows of one dataset. */
type FeedDataset = Change & {
  readonly came: number
  readonly unchanged: number
  readonly rejected: number
  /** How many rows broke which rule, with the first few of them. */
  readonly rules: readonly { readonly rule: string; readonly rows: number; readonly examples: readonly string[] }[]
  /** Rows that lack a column which another answer is to give. */
  readonly waiting: number
  readonly refused: readonly string[]
  readonly unread: readonly string[]
  /** Rows of the answers that the dataset does not take. */
  readonly left: readonly Left[]
}

export type FeedImportReport = {
  readonly feed: string
  readonly files: number
  readonly answers: number
  /** The days that the answers are about. */
  readonly from: string | null
  readonly to: string | null
  /** Answers without rows: the market was closed, or the publisher had nothing yet. */
  readonly empty: readonly { readonly where: string; readonly dataset: string; readonly reason: string }[]
  readonly datasets: Readonly<Record<string, FeedDataset>>
  readonly derived: Readonly<Record<string, Change>>
  /** What answers that make no rows say of those stored. */
  readonly compared: readonly Testimony[]
  /** Rows in quarantine. */
  readonly kept: number
  readonly version: Version | null
}

const whereOf = ({ file, line }: KeptAnswer): string =>
  line === null ? basename(file) : `${basename(file)} line ${line}`

type Read = { readonly answer: KeptAnswer; readonly feed: Feed; readonly placed: Placed }

/** An answer that says neither its day nor any rows. */
type Silent = { readonly answer: KeptAnswer; readonly feed: Feed; readonly reason: string; readonly hasRows: boolean }

/** Reads one answer by every feed of its name; the day that one of them finds is the day of all. */
function readBy(answer: KeptAnswer, options: FeedImportOptions, calendar: Calendar): (Read | Silent)[] {
  const { feeds, id, date, now } = options
  const terms = { calendar, id, today: todayAt(now()) }
  const first = feeds.map((feed) => ({ feed, seen: placed(feed, answer.bytes, { ...terms, date }) }))
  const found = first.flatMap(({ seen }) => ('outcome' in seen && seen.outcome.kind === 'rows' ? [seen.to] : []))[0]
  return first.map(({ feed, seen }) => {
    const again =
      'undated' in seen && found !== undefined ? placed(feed, answer.bytes, { ...terms, date: found }) : seen
    return 'undated' in again
      ? { answer, feed, reason: again.undated, hasRows: again.hasRows }
      : { answer, feed, placed: again }
  })
}

/** Among answers that tell their days, one that tells neither a day nor rows is an empty one; else its day is needed. */
function assertDated(reads: readonly Read[], silent: readonly Silent[]): void {
  const isTold = reads.some(({ placed: { outcome } }) => outcome.kind === 'rows')
  const needed = silent.find(({ hasRows }) => hasRows || !isTold)
  if (needed)
    throw new OperatorError(
      `${whereOf(needed.answer)}: ${needed.reason}. Say which day it is about with --date YYYY-MM-DD.`,
    )
}

/** Answers that are no answers of the feed stop the import: nothing of the others is loaded either. */
function assertReadable({ answer, feed, placed: { outcome, from } }: Read, isOneOfSeveral: boolean): void {
  if (outcome.kind === 'rows' || outcome.kind === 'closed' || outcome.kind === 'not_yet') return
  const only = isOneOfSeveral ? ` To leave it out, name the datasets you want with --dataset.` : ''
  throw new OperatorError(
    `${whereOf(answer)} cannot be read by ${feedName(feed)} as ${feed.dataset.name}${outcome.kind === 'other_day' ? ` for ${from}` : ''}: ${outcome.reason}. Nothing was imported.${only}`,
  )
}

/** An answer as the load takes it from the journal. */
function storedAs({ feed, placed: { from, to, modified } }: Read, id: number, subject: string | null): StoredAnswer {
  return {
    ...{ id, key: keyOf({ feed, from, to, id: subject }), publisher: feed.publisher.id, dataset: feed.dataset.name },
    ...{ endpoint: feed.endpoint, market: feed.market, from, to, subject, run: 0, part: 'answer', host: '' },
    ...{ address: '', form: null, askedAt: '', tookMs: 0, status: 200, location: null, modified, fault: null },
    ...{ file: String(id), sha256: '', bytes: 0, kind: 'rows', reason: null, readAt: '', loadedVersion: null },
    prunedAt: null,
  }
}

/** Who else tells rows of the same datasets: of a market that did not come, nothing may be taken for gone. */
const besides = (feeds: readonly Feed[], all: readonly Feed[]): Feed[] =>
  feeds.flatMap(({ dataset, market }) => {
    const others = all.filter(
      (feed) => feed.dataset === dataset && feed.role === 'rows' && feed.each === 'market' && feed.market !== market,
    )
    return [...Map.groupBy(others, (feed) => feed.market).values()].map(([feed]) => feed!)
  })

const newestOf = (rows: readonly Row[], column: string): number =>
  rows.reduce((last, row) => Math.max(last, (row[column] as number | null) ?? 0), 0)

/** A list of what there is now must not take the place of a newer one. */
async function assertNewest({ lake, memory, scratch }: FeedImportOptions, reads: readonly Read[]): Promise<void> {
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

const shownExamples = 3

function datasetReport(one: DatasetLoad, left: readonly Left[]): FeedDataset {
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
    rules: rules.map(([rule, entries]) => ({
      rule,
      rows: entries.length,
      examples: entries
        .slice(0, shownExamples)
        .map(({ entry }) => `${'key' in entry ? Object.values(entry.key).join(' ') : ''}: ${entry.message}`),
    })),
    waiting: one.waitingRows,
    refused: one.refused.map(({ message }) => message),
    unread: one.unread,
    left,
  }
}

/** Rows left out, added up over the answers. */
function leftOf(reads: readonly Read[], dataset: Dataset): Left[] {
  const rows = new Map<string, number>()
  for (const {
    feed,
    placed: { outcome },
  } of reads)
    if (feed.dataset === dataset && outcome.kind === 'rows')
      for (const { why, rows: n } of outcome.left) rows.set(why, (rows.get(why) ?? 0) + n)
  return [...rows].map(([why, n]) => ({ why, rows: n }))
}

/**
 * Brings raw answers that somebody kept into the lake: read by their feed and loaded as if the publisher had just given
 * them, in one version with everything that follows from them. Whatever fails leaves the lake as it was.
 */
export async function importFeed(options: FeedImportOptions): Promise<FeedImportReport> {
  const { lake, feeds, all, files, date, id, isDry, now, quarantine, onWait } = options
  assertLive(lake)
  const calendar = withDay(calendarOf(await storedDays(lake, options)), date)
  const answers: KeptAnswer[] = []
  for (const file of files) answers.push(...(await readAnswers(file)))
  const seen = answers.flatMap((answer) => readBy(answer, options, calendar))
  const reads = seen.filter((one) => 'placed' in one)
  const silent = seen.filter((one) => 'reason' in one)
  assertDated(reads, silent)
  for (const read of reads) assertReadable(read, feeds.length > 1)
  const told = reads.filter(({ placed: { outcome } }) => outcome.kind === 'rows')
  await assertNewest(options, told)
  // Older answers first, whatever the order of the files: the newer one tells what holds.
  told.sort((a, b) => (a.placed.to === b.placed.to ? 0 : a.placed.to < b.placed.to ? -1 : 1))
  const stored = told.map((read, at) => storedAs(read, at + 1, id))
  let kept = 0

  const imported: Lake = {
    ...lake,
    change: (_, work) =>
      lake
        .change(
          madeBy(now(), told.at(-1)!.placed.to),
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
  const untouched: Quarantine = {
    put: () => 0,
    list: () => [],
    counts: () => [],
    settle: () => 0,
    close: () => {},
  }
  const loaded: Loaded | null =
    told.length === 0
      ? null
      : await load({
          lake: imported,
          journal: {
            *answers({ unloaded, dataset } = {}) {
              if (unloaded) yield* stored.filter((one) => dataset === undefined || one.dataset === dataset)
            },
            markLoaded: () => {},
            reread: () => {},
          },
          archive: { read: async ({ file }) => told[Number(file) - 1]!.answer.bytes },
          quarantine: quarantine
            ? {
                ...quarantine,
                put(entries, at) {
                  kept += entries.length
                  return quarantine.put(
                    entries.map(({ entry }) => ({ entry, answer: null })),
                    at,
                  )
                },
              }
            : untouched,
          datasets: catalogue,
          feeds: all,
          makers: [...feeds, ...besides(feeds, all)],
          calendar,
          now,
          run: 0,
        })
  const days = told.map(({ placed: { from, to } }) => [from, to] as const)
  return {
    feed: feedName(feeds[0]!),
    files: files.length,
    answers: answers.length,
    from: days.map(([from]) => from).sort()[0] ?? null,
    to:
      days
        .map(([, to]) => to)
        .sort()
        .at(-1) ?? null,
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
    compared: loaded?.testimonies ?? [],
    kept,
    version: isDry ? null : (loaded?.version ?? null),
  }
}
