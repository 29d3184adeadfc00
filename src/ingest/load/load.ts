import { TaiwanCBOverview } from '../../catalogue/convertibles/TaiwanCBOverview.ts'
import type { Dataset } from '../../catalogue/dataset.ts'
import { TaiwanStockDelisting } from '../../catalogue/fundamentals/TaiwanStockDelisting.ts'
import { TaiwanStockFinancialStatement } from '../../catalogue/fundamentals/TaiwanStockFinancialStatement.ts'
import { TaiwanStockDailyPriceLimit } from '../../catalogue/technical/TaiwanStockDailyPriceLimit.ts'
import { TaiwanStockOverview } from '../../catalogue/technical/TaiwanStockOverview.ts'
import { TaiwanStockOverviewIncludeWarrant } from '../../catalogue/technical/TaiwanStockOverviewIncludeWarrant.ts'
import { TaiwanStockPrice } from '../../catalogue/technical/TaiwanStockPrice.ts'
import { TaiwanStockTradingDate } from '../../catalogue/technical/TaiwanStockTradingDate.ts'
import { derivations } from '../../derive/index.ts'
import type { Draft } from '../../lake/draft.ts'
import type { Lake, Version } from '../../lake/lake.ts'
import { type Change, noChange, sumOf } from '../../lake/manifest.ts'
import type { Calendar, Feed } from '../../sources/feed.ts'
import type { Outcome } from '../../sources/outcome.ts'
import type { Archive } from '../fetching/archive.ts'
import type { Journal, StoredResponse } from '../fetching/journalRecords.ts'
import { feedOf, readStoredResponse } from '../fetching/replay.ts'
import type { Quarantine } from '../rules/quarantine.ts'
import type { RejectedRow } from '../rules/rows.ts'
import { completeThrough } from './completeThrough.ts'
import { agedRowsSql, lateSpreadsSql } from './computedColumns.ts'
import { unlistedDelistings } from './delisted.ts'
import { exSecuritiesFinder } from './exDays.ts'
import type { FeedResponses } from './feedResponses.ts'
import { type DatasetLoad, loadDataset } from './loadDataset.ts'
import { rederive } from './rederive.ts'
import { loadTradingDays } from './tradingDays.ts'
import { type WaitingQuarter, waitingQuarters } from './waitingQuarters.ts'
import { compareWithWitness, type WitnessComparison } from './witnesses.ts'

export type LoadOptions = {
  readonly lake: Lake
  readonly journal: Pick<Journal, 'responses' | 'markLoaded' | 'reread'>
  readonly archive: Pick<Archive, 'read'>
  readonly quarantine: Quarantine
  readonly datasets: readonly Dataset[]
  readonly feeds: readonly Feed[]
  /** The feeds that are fetched; the better of one dataset and market first. */
  readonly primaryFeeds: readonly Feed[]
  readonly calendar: Calendar
  readonly now: () => Date
  readonly run: number
  readonly onStep?: (step: { done: number; of: number; what: string }) => void
  /** Bytes of responses to load per version, which bounds memory. */
  readonly most?: number
}

export type LoadResult = {
  /** The version with the rows; null if there is none. */
  readonly version: Version | null
  readonly responses: number
  readonly datasets: Readonly<Record<string, DatasetLoad>>
  /** Changes of computed datasets. */
  readonly derived: Readonly<Record<string, Change>>
  readonly testimonies: readonly WitnessComparison[]
  /** Quarters that wait for the previous one, if statements were loaded. */
  readonly quarters: readonly WaitingQuarter[]
}

/** Datasets that complete others are loaded first. */
const first: readonly Dataset[] = [TaiwanStockTradingDate, TaiwanStockDelisting, TaiwanStockDailyPriceLimit]
const aging: readonly Dataset[] = [TaiwanStockOverview, TaiwanStockOverviewIncludeWarrant, TaiwanCBOverview]

/** Rejected rows kept in a report of several parts; the quarantine has all. */
const mostKept = 10_000

/** Quarantine entries per dataset that one load checks. */
const mostSettled = 10_000

/** Datasets loaded in parallel: while one is written, the next is read. */
const lanes = 2

async function inParallel<T>(items: readonly T[], lanes: number, work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items]
  const lane = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

/** What the manifest records of a load. */
type LoadMark = {
  readonly live: 1
  readonly run: number
  /** Computed datasets are stale from this day on. */
  underived?: string
  /** Computed datasets still hold rows derived from rows withdrawn from this day on. */
  withdrawn?: string
}

const earliest = (...days: readonly (string | undefined)[]): string | undefined =>
  days.filter((day) => day !== undefined).sort()[0]

const nothing = (version: Version | null): LoadResult => ({
  ...{ version, responses: 0, datasets: {}, derived: {}, testimonies: [], quarters: [] },
})

/**
 * Loads every response that no version holds yet: as one version, or, with `most`, as several, of which the last
 * updates the computed datasets. A killed load starts again from the journal and the archive and produces the same
 * rows, because responses are marked only after their version exists.
 */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const { lake, journal, most = Number.POSITIVE_INFINITY } = options
  const tried = new Set<number>()
  let all: LoadResult | null = null
  for (;;) {
    const held: StoredResponse[] = []
    const part: StoredResponse[] = []
    let bytes = 0
    let isLast = true
    for (const response of journal.responses({ unloaded: true, kinds: ['rows'], newest: true })) {
      if (tried.has(response.id)) held.push(response)
      else if (part.length > 0 && bytes >= most) {
        isLast = false
        break
      } else {
        bytes += response.bytes
        part.push(response)
      }
    }
    if (part.length === 0) return all ?? nothing(await lake.current())
    for (const { id } of part) tried.add(id)
    const loaded = await loadPart(options, [...related(held, part), ...part], isLast)
    all = all ? sumLoads(all, loaded) : loaded
  }
}

/** The waiting responses that a part may complete: those of the same datasets and days. */
function related(held: readonly StoredResponse[], part: readonly StoredResponse[]): StoredResponse[] {
  const byDataset = Map.groupBy(part, ({ dataset }) => dataset)
  return held.filter(({ dataset, from, to }) =>
    byDataset.get(dataset)?.some((other) => other.to >= from && other.from <= to),
  )
}

/** Adds the results of two parts. */
function sumLoads(a: LoadResult, b: LoadResult): LoadResult {
  const datasets = { ...a.datasets }
  for (const [name, one] of Object.entries(b.datasets)) {
    const before = datasets[name]
    datasets[name] = before
      ? {
          ...one,
          change: sumOf(before.change, one.change),
          came: before.came + one.came,
          rejectedRows: before.rejectedRows + one.rejectedRows,
          rejected: [...before.rejected, ...one.rejected].slice(0, mostKept),
          refused: [...before.refused, ...one.refused],
          withdrawn: before.withdrawn + one.withdrawn,
          undecided: [...before.undecided, ...one.undecided],
          doubts: [...new Set([...before.doubts, ...one.doubts])],
          unread: [...new Set([...before.unread, ...one.unread])],
        }
      : one
  }
  return {
    ...b,
    responses: a.responses + b.responses,
    datasets,
    testimonies: [...a.testimonies, ...b.testimonies],
  }
}

async function loadPart(
  options: LoadOptions,
  waiting: readonly StoredResponse[],
  isLast: boolean,
): Promise<LoadResult> {
  const {
    lake,
    journal,
    archive,
    quarantine,
    datasets,
    feeds,
    primaryFeeds,
    calendar,
    now,
    run,
    onStep = () => {},
  } = options
  const current = await lake.current()
  const known = waiting.flatMap((response) => {
    const feed = feedOf(response, feeds)
    return feed ? [{ response, feed }] : []
  })
  const rank = new Map(primaryFeeds.map((feed, at) => [feed, at]))
  const rankOf = (feed: Feed) => rank.get(feed) ?? primaryFeeds.length
  const responsesOf = (dataset: Dataset): FeedResponses[] => {
    const own = known.filter(({ feed }) => feed.dataset === dataset && feed.role !== 'witness')
    const byFeed = Map.groupBy(own, ({ feed }) => feed)
    // Publishers number rows in different orders, so a twin's rows are used alone or not at all.
    const isDoubled = (feed: Feed) =>
      dataset.key.includes('seq') &&
      !rank.has(feed) &&
      [...byFeed.keys()].some((other) => rank.has(other) && other.market === feed.market)
    return [...byFeed]
      .filter(([feed]) => !isDoubled(feed))
      .map(([feed, list]) => ({ feed, responses: list.map(({ response }) => response) }))
      .sort((a, b) => rankOf(a.feed) - rankOf(b.feed))
  }
  const isSole = (feed: Feed) =>
    primaryFeeds.filter((other) => other.dataset === feed.dataset && other.market === feed.market).length === 1

  const loads: Record<string, DatasetLoad> = {}
  const derived: Record<string, Change> = {}
  const testimonies: WitnessComparison[] = []
  let untyped: readonly RejectedRow[] = []
  let quarters: readonly WaitingQuarter[] = []
  const wanted = datasets.filter((dataset) => responsesOf(dataset).length > 0)
  const of = wanted.length + derivations.length
  let done = 0
  const read = (response: StoredResponse, feed: Feed): Promise<Outcome> =>
    readStoredResponse(archive, response, feed, calendar)

  const about = (dataset: Dataset) => ({
    markets: primaryFeeds.filter((feed) => feed.dataset === dataset).length,
    quarantined: quarantine
      .list({ dataset: dataset.name, isOpen: true, limit: mostSettled })
      .map(({ key }) => JSON.parse(key)),
  })

  const loadedOf = ({ publisher, dataset, endpoint, market }: Feed, days: { from: string; to: string }) =>
    [...journal.responses({ publisher: publisher.id, dataset: dataset.name, kinds: ['rows'], ...days })].filter(
      (response) => response.endpoint === endpoint && response.market === market && response.loadedVersion !== null,
    )

  const exOn = exSecuritiesFinder({ journal, feeds, read })

  async function work(draft: Draft): Promise<void> {
    const touched = new Map<string, string>()
    const withdrawn = new Map<string, string>()
    const touch = (name: string, day: string | null) => {
      const before = touched.get(name)
      if (day !== null && (before === undefined || day < before)) touched.set(name, day)
    }
    const loadOne = async (dataset: Dataset) => {
      onStep({ done: done++, of, what: dataset.name })
      const feedResponses = responsesOf(dataset)
      const one =
        dataset === TaiwanStockTradingDate
          ? await loadTradingDays(draft, feedResponses, read)
          : await loadDataset({
              draft,
              dataset,
              feedResponses,
              read,
              calendar,
              isSole,
              loadedOf,
              exOn,
              ...about(dataset),
            })
      loads[dataset.name] = one
      touch(dataset.name, one.since)
      if (one.withdrawnSince !== null) withdrawn.set(dataset.name, one.withdrawnSince)
    }
    for (const dataset of first) if (wanted.includes(dataset)) await loadOne(dataset)
    await inParallel(
      wanted.filter((dataset) => !first.includes(dataset)),
      options.most === undefined ? lanes : 1,
      loadOne,
    )
    await age(draft, touch)
    const limits = touched.get(TaiwanStockDailyPriceLimit.name)
    if (limits !== undefined) await completeSpreads(draft, limits, touch)
    const { underived: left, withdrawn: leftWithout } = (current?.manifest.maker as Partial<LoadMark> | undefined) ?? {}
    if (!isLast) {
      const since = earliest(left, ...touched.values())
      if (since !== undefined) maker.underived = since
      const without = earliest(leftWithout, ...withdrawn.values())
      if (without !== undefined) maker.withdrawn = without
    }
    for (const derivation of isLast ? derivations : []) {
      const { dataset, from, rows } = derivation
      onStep({ done: done++, of, what: dataset.name })
      const since = earliest(left, ...from.map(({ name }) => touched.get(name)))
      if (since === undefined) continue
      const without = earliest(leftWithout, ...from.map(({ name }) => withdrawn.get(name)))
      const isOrphaned = dataset.derived !== null && without !== undefined
      const change = isOrphaned
        ? await rederive(draft, derivation, earliest(since, without)!)
        : await draft.upsert(dataset, await rows(draft, since))
      if (isOrphaned && change.removed > 0) withdrawn.set(dataset.name, without)
      derived[dataset.name] = sumOf(derived[dataset.name] ?? noChange, change)
      if (change.added + change.changed + change.removed > 0) touch(dataset.name, since)
    }
    if (isLast && TaiwanStockFinancialStatement.name in loads) quarters = await waitingQuarters(draft)
    for (const { response, feed } of known)
      if (feed.role === 'witness') {
        const outcome = await read(response, feed)
        const makersOf = primaryFeeds.filter((one) => one.dataset === feed.dataset && one.role !== 'witness')
        const filled = makersOf.flatMap(({ fills }) => fills)
        // Computed datasets and imports have no primary feed; then every column counts.
        const isAsked = (column: string) => filled.length === 0 || filled.includes(column)
        const testimony = outcome.kind === 'rows' ? await compareWithWitness(draft, feed, outcome.rows, isAsked) : null
        if (testimony) testimonies.push(testimony)
      }
    onStep({ done: of, of, what: 'all datasets' })
  }

  async function completeSpreads(draft: Draft, since: string, touch: (name: string, day: string | null) => void) {
    const select = lateSpreadsSql(since)
    const { day } = await draft.columns(`SELECT CAST(min(trade_date) AS VARCHAR) AS day FROM (${select})`)
    const first = (day as (string | null)[])[0] ?? null
    if (first === null) return
    await draft.upsert(TaiwanStockPrice, select)
    touch(TaiwanStockPrice.name, first)
  }

  /** Updates rows that change by time alone: delisted securities, matured bonds, expired warrants. */
  async function age(draft: Draft, touch: (name: string, day: string | null) => void): Promise<void> {
    for (const dataset of aging) {
      const select = agedRowsSql(dataset, draft.through)!
      const { n } = await draft.columns(`SELECT CAST(count(*) AS DOUBLE) AS n FROM (${select})`)
      if ((n as Float64Array)[0]! === 0) continue
      await draft.upsert(dataset, select)
      touch(dataset.name, draft.through)
    }
    const { batch, rejected } = await unlistedDelistings(draft)
    if (batch !== null) await draft.upsert(TaiwanStockOverview, batch)
    untyped = rejected
  }

  const before = current?.manifest.through ?? null
  const through = completeThrough({
    prices: journal.responses({
      dataset: TaiwanStockPrice.name,
      kinds: ['rows'],
      ...(before === null ? {} : { from: before }),
    }),
    primaryFeeds,
    before,
    newest: waiting
      .map(({ to }) => to)
      .sort()
      .at(-1)!,
    now: now(),
  })
  const maker: LoadMark = { live: 1, run }
  const version = await lake.change({ through, maker }, work)
  const loaded = { version, responses: waiting.length, datasets: loads, derived, testimonies, quarters }
  // A dry run makes no version, so nothing is marked.
  if (version === null) return loaded
  for (const [name, { settled }] of Object.entries(loads)) quarantine.settle(name, settled, now())
  const entries = [
    ...Object.values(loads).flatMap(({ rejected }) => rejected),
    ...untyped.map((entry) => ({ entry, response: null })),
  ]
  quarantine.put(
    entries.map(({ entry, response }) => ({ entry, answer: response === null ? null : String(response) })),
    now(),
  )
  for (const { reread } of Object.values(loads))
    for (const { response, outcome } of reread) journal.reread(response.id, outcome)
  const held = new Set(Object.values(loads).flatMap((one) => one.waiting))
  journal.markLoaded(
    waiting.filter(({ id }) => !held.has(id)).map(({ id }) => id),
    version.manifest.version,
  )
  return loaded
}
