import { isDeepStrictEqual } from 'node:util'
import { TaiwanCBOverview } from '../../catalogue/convertibles/TaiwanCBOverview.ts'
import type { Dataset } from '../../catalogue/dataset.ts'
import { TaiwanStockDelisting } from '../../catalogue/fundamentals/TaiwanStockDelisting.ts'
import { TaiwanStockFinancialStatement } from '../../catalogue/fundamentals/TaiwanStockFinancialStatement.ts'
import { TaiwanStockDailyPriceLimit } from '../../catalogue/technical/TaiwanStockDailyPriceLimit.ts'
import { TaiwanStockOverview } from '../../catalogue/technical/TaiwanStockOverview.ts'
import { TaiwanStockOverviewIncludeWarrant } from '../../catalogue/technical/TaiwanStockOverviewIncludeWarrant.ts'
import { TaiwanStockPrice } from '../../catalogue/technical/TaiwanStockPrice.ts'
import { TaiwanStockTradingDate } from '../../catalogue/technical/TaiwanStockTradingDate.ts'
import type { Derivation } from '../../derive/derivation.ts'
import { derivationRules, derivations } from '../../derive/index.ts'
import { countRows, readRows } from '../../derive/rows.ts'
import { BusyError } from '../../errors.ts'
import type { Draft } from '../../lake/draft.ts'
import type { Lake, Version } from '../../lake/lake.ts'
import { type Change, type Manifest, noChange, sumOf, unchanged } from '../../lake/manifest.ts'
import type { Calendar, Feed } from '../../sources/feed.ts'
import type { Archive } from '../fetching/archive.ts'
import type { Journal } from '../fetching/journal.ts'
import type { HeldLoads, StoredResponse } from '../fetching/journalRecords.ts'
import { feedOf, lostEntry, readStoredResponse, responsesOfFeed } from '../fetching/storedResponses.ts'
import type { DayRange } from '../plan/taipeiDays.ts'
import { overlap } from '../plan/twins.ts'
import type { Quarantine } from '../rules/quarantine.ts'
import type { RejectedRow } from '../rules/rows.ts'
import { removeClosedDays } from './closedDays.ts'
import { completeThrough } from './completeThrough.ts'
import { agedRowsSql, lateSpreadsSql } from './computedColumns.ts'
import { unlistedDelistings } from './delisted.ts'
import { exSecuritiesFinder } from './exDays.ts'
import { hasOtherLines, heldLoadsOf, importedIn } from './heldLoads.ts'
import { type DatasetLoad, emptyLoad, loadDataset, sumOfLoads } from './loadDataset.ts'
import { rederive } from './rederive.ts'
import { type FedResponse, isBeneath, slicesOf } from './slices.ts'
import type { FeedResponses, ReadResponse } from './staging.ts'
import { draftDays, loadTradingDays } from './tradingDays.ts'
import { type WaitingQuarter, waitingQuarters } from './waitingQuarters.ts'
import { heldEventsOf } from './withdrawn.ts'
import { compareWithWitness, type WitnessComparison } from './witnesses.ts'

export type LoadOptions = {
  readonly lake: Lake
  readonly journal: Pick<Journal, 'responses' | 'outcome' | 'beginLoad' | 'endLoad' | 'recordOutcomes' | 'reread'>
  readonly archive: Pick<Archive, 'read'>
  readonly quarantine: Pick<Quarantine, 'put' | 'list' | 'settle'>
  readonly datasets: readonly Dataset[]
  readonly feeds: readonly Feed[]
  /** The feeds that are fetched; the better of one dataset and market first. */
  readonly primaryFeeds: readonly Feed[]
  readonly calendar: Calendar
  readonly now: () => Date
  readonly run: number
  readonly onStep?: ((step: { done: number; of: number; what: string }) => void) | undefined
  /** Datasets of which the operator allows the removal of any number of rows. */
  readonly removable?: readonly string[] | undefined
  /** Datasets that are loaded in parallel, 2 by default: while one is written, the next is read. 1 takes less memory. */
  readonly lanes?: number
}

export type LoadResult = Readonly<Awaited<ReturnType<typeof loadAll>>>

/** Datasets that complete others are loaded first. */
const first: readonly Dataset[] = [TaiwanStockTradingDate, TaiwanStockDelisting, TaiwanStockDailyPriceLimit]
const aging: readonly Dataset[] = [TaiwanStockOverview, TaiwanStockOverviewIncludeWarrant, TaiwanCBOverview]

/** Quarantine entries per dataset that one load checks. */
const mostSettled = 10_000

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
  /** The rules by which its computed datasets were made. */
  readonly rules: number
  /** The loads that the version holds. */
  readonly loads: HeldLoads
  /** Datasets with imported rows. */
  readonly imported?: readonly string[]
}

const earliest = (...days: readonly (string | undefined)[]): string | undefined =>
  days.filter((day) => day !== undefined).sort()[0]

const emptyResult = { responses: 0, datasets: {}, derived: {}, testimonies: [], quarters: [] }

/**
 * Loads every response that the lake does not hold, as one version. A killed load starts again from the journal and the
 * archive and produces the same version, because responses are marked only after it exists.
 */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const waiting = [...options.journal.responses({ isWaiting: true, newest: true })]
  if (waiting.length > 0) return loadAll(options, waiting)
  return { ...emptyResult, version: await options.lake.current() }
}

/** Rejected rows kept in a report of several loads; the quarantine has all. */
const mostKept = 10_000

/** The loads of a back-fill together. What still waits does so in the last one. */
export function sumLoads(a: LoadResult | null, b: LoadResult): LoadResult {
  if (a === null) return b
  const datasets = { ...a.datasets }
  for (const [name, one] of Object.entries(b.datasets)) {
    const { rejected, ...sum } = sumOfLoads(datasets[name], one)
    datasets[name] = { ...sum, rejected: rejected.slice(0, mostKept), waitingRows: one.waitingRows }
  }
  return {
    ...b,
    responses: a.responses + b.responses,
    datasets,
    testimonies: [...a.testimonies, ...b.testimonies],
  }
}

/** The responses of a dataset by feed, primary feeds in their order first. */
function responsesOf(dataset: Dataset, known: readonly FedResponse[], primaryFeeds: readonly Feed[]): FeedResponses[] {
  const own = known.filter(({ feed }) => feed.dataset === dataset && feed.role !== 'witness')
  const byFeed = Map.groupBy(own, ({ feed }) => feed)
  const rankOf = (feed: Feed) => (primaryFeeds.includes(feed) ? primaryFeeds.indexOf(feed) : primaryFeeds.length)
  // Publishers number rows in different orders, so a twin's rows are used alone or not at all.
  const isDoubled = (feed: Feed) =>
    dataset.key.includes('seq') &&
    !primaryFeeds.includes(feed) &&
    [...byFeed.keys()].some((other) => primaryFeeds.includes(other) && other.market === feed.market)
  return [...byFeed]
    .filter(([feed]) => !isDoubled(feed))
    .map(([feed, list]) => ({ feed, responses: list.map(({ response }) => response) }))
    .sort((a, b) => rankOf(a.feed) - rankOf(b.feed))
}

/** The earliest changed day by dataset. */
type ChangedDays = Map<string, string>

const noteDay = (days: ChangedDays, { name }: Pick<Dataset, 'name'>, day: string | null): void => {
  const before = days.get(name)
  if (day !== null && (before === undefined || day < before)) days.set(name, day)
}

const earliestOf = (days: ChangedDays, datasets: readonly Dataset[]): string | undefined =>
  earliest(...datasets.map(({ name }) => days.get(name)))

/** Fills the change of stored prices whose reference prices came later. */
async function completeSpreads(draft: Draft, since: string, changed: ChangedDays): Promise<void> {
  const tables = draft.reading([TaiwanStockPrice, TaiwanStockDailyPriceLimit])
  const select = lateSpreadsSql(since)
  const [first] = await readRows<{ day: string | null }>(
    tables,
    `SELECT CAST(min(trade_date) AS VARCHAR) AS day FROM (${select})`,
  )
  if (first!.day === null) return
  await tables.upsert(TaiwanStockPrice, select)
  noteDay(changed, TaiwanStockPrice, first!.day)
}

/**
 * Updates rows that change by time alone: delisted securities, matured bonds, expired warrants. Returns delisted
 * securities whose code has no known type.
 */
async function ageRows(draft: Draft, changed: ChangedDays): Promise<readonly RejectedRow[]> {
  for (const dataset of aging) {
    const select = agedRowsSql(dataset, draft.through)!
    const tables = draft.reading([dataset, TaiwanStockDelisting])
    if ((await countRows(tables, `(${select})`)) === 0) continue
    await tables.upsert(dataset, select)
    noteDay(changed, dataset, draft.through)
  }
  const { batch, rejected } = await unlistedDelistings(draft)
  if (batch !== null) await draft.upsert(TaiwanStockOverview, batch)
  return rejected
}

/** A day before all rows. */
const beforeAll = '1900-01-01'

/** The day from which on computed rows are stale: all of them, if a release with other rules has made the version. */
function staleSince(manifest: Pick<Manifest, 'maker'> | null): string | undefined {
  if (manifest === null) return undefined
  // Until format 5 of the journal, a version of a back-fill could be without computed rows.
  return manifest.maker.rules === derivationRules && !('underived' in manifest.maker) ? undefined : beforeAll
}

/** Updates the computed datasets from the earliest changed day of their inputs on, each after its inputs. */
async function updateDerived(
  draft: Draft,
  changed: ChangedDays,
  withdrawn: ChangedDays,
  stale: string | undefined,
  isOneByOne: boolean,
  onDataset: (dataset: Dataset) => void,
): Promise<Record<string, Change>> {
  const changes = new Map<string, Change>()
  const update = async (derivation: Derivation): Promise<void> => {
    const { dataset, from, rows } = derivation
    onDataset(dataset)
    const since = earliest(stale, earliestOf(changed, from))
    if (since === undefined) return
    const tables = draft.reading(from)
    const outdated = (await derivation.outdatedSince?.(tables, since)) ?? undefined
    const whole = derivation.isWhole ? beforeAll : undefined
    const without = earliest(stale, earliestOf(withdrawn, from), outdated, whole)
    const isOrphaned = dataset.derived !== null && without !== undefined
    const change = isOrphaned
      ? await rederive(tables, derivation, earliest(since, without)!)
      : await tables.upsert(dataset, await rows(tables, since))
    if (isOrphaned && change.removed > 0) noteDay(withdrawn, dataset, without)
    changes.set(dataset.name, sumOf(changes.get(dataset.name) ?? noChange, change))
    if (!unchanged(change)) noteDay(changed, dataset, earliest(since, outdated)!)
  }
  const ends: { readonly dataset: Dataset; readonly end: Promise<void> }[] = []
  for (const derivation of derivations) {
    const { dataset, from } = derivation
    const before = ends.filter((one) => isOneByOne || one.dataset === dataset || from.includes(one.dataset))
    ends.push({ dataset, end: Promise.all(before.map(({ end }) => end)).then(() => update(derivation)) })
  }
  await Promise.all(ends.map(({ end }) => end))
  // In the order of the derivations, not of completion.
  return Object.fromEntries(
    derivations.flatMap(({ dataset: { name } }) => (changes.has(name) ? [[name, changes.get(name)!]] : [])),
  )
}

async function compareWitnesses(
  draft: Draft,
  known: readonly FedResponse[],
  primaryFeeds: readonly Feed[],
  read: ReadResponse,
): Promise<WitnessComparison[]> {
  const comparisons: WitnessComparison[] = []
  for (const { response, feed } of known) {
    const outcome = feed.role === 'witness' ? await read(response, feed) : null
    if (outcome?.kind !== 'rows') continue
    const primary = primaryFeeds.filter((one) => one.dataset === feed.dataset && one.role !== 'witness')
    const filled = primary.flatMap(({ fills }) => fills)
    // Computed datasets and imports have no primary feed; then every column counts.
    const isFetched = (column: string) => filled.length === 0 || filled.includes(column)
    const comparison = await compareWithWitness(draft, feed, outcome.rows, isFetched)
    if (comparison) comparisons.push(comparison)
  }
  return comparisons
}

async function loadAll(options: LoadOptions, waiting: readonly StoredResponse[]) {
  const { lake, journal, archive, quarantine, datasets, feeds, primaryFeeds, calendar, now, run, lanes = 2 } = options
  const current = await lake.current()
  const known = waiting.flatMap((response): FedResponse[] => {
    const feed = feedOf(response, feeds)
    return feed ? [{ response, feed }] : []
  })
  const read: ReadResponse = (response, feed) => readStoredResponse(archive, response, feed, calendar)
  const held = heldLoadsOf(current?.manifest ?? null)
  const begun = journal.beginLoad(held)
  const exOn = exSecuritiesFinder({ journal, feeds, read })
  const isSole = (feed: Feed) =>
    primaryFeeds.filter((other) => other.dataset === feed.dataset && other.market === feed.market).length === 1
  /** Responses whose rows are in the draft. */
  const here = new Set<number>()
  const loadedOf = (feed: Feed, days: DayRange) =>
    responsesOfFeed(journal, feed, { kinds: ['rows'], ...days }).filter(({ id, load }) => load || here.has(id))
  const loadSlice = (draft: Draft, dataset: Dataset, slice: readonly FeedResponses[]): Promise<DatasetLoad> => {
    const markets = primaryFeeds.filter((feed) => feed.dataset === dataset).length
    const entries = quarantine.list({ dataset: dataset.name, isOpen: true, limit: mostSettled })
    const quarantined = entries.map(({ key }) => JSON.parse(key))
    return loadDataset({
      ...{ dataset, feedResponses: slice, read, calendar, isSole, loadedOf, exOn, markets, quarantined },
      draft: draft.reading([dataset]),
      heldEvents: heldEventsOf(entries),
      hasOtherWriters: hasOtherLines(held, begun.line) && !importedIn(current?.manifest ?? null).includes(dataset.name),
      allowsRemoval: options.removable?.includes(dataset.name) ?? false,
    })
  }
  async function loadOne(draft: Draft, dataset: Dataset): Promise<DatasetLoad> {
    if (dataset === TaiwanStockTradingDate)
      return loadTradingDays(draft, responsesOf(dataset, known, primaryFeeds), read)
    const own = known.filter(({ feed }) => feed.dataset === dataset && feed.role !== 'witness')
    let all = emptyLoad
    let incomplete: readonly FedResponse[] = []
    for (const slice of slicesOf(dataset, own)) {
      // A later run may bring the columns that rows lack.
      const again = incomplete.filter((one) =>
        slice.some((other) => overlap(one.response, other.response) && isBeneath(one) === isBeneath(other)),
      )
      const responses = [...again, ...slice]
      const loaded = await loadSlice(draft, dataset, responsesOf(dataset, responses, primaryFeeds))
      const lacks = new Set(loaded.waiting)
      incomplete = [...incomplete.filter((one) => !again.includes(one)), ...responses].filter(({ response }) =>
        lacks.has(response.id),
      )
      for (const { response } of responses) if (!lacks.has(response.id)) here.add(response.id)
      all = sumOfLoads(all, loaded)
    }
    return { ...all, waiting: incomplete.map(({ response }) => response.id) }
  }

  const loads: Record<string, DatasetLoad> = {}
  let derived: Record<string, Change> = {}
  let testimonies: readonly WitnessComparison[] = []
  let untyped: readonly RejectedRow[] = []
  /** Quarters that wait for the previous one, if statements were loaded. */
  let quarters: readonly WaitingQuarter[] = []
  const maker: LoadMark = { live: 1, rules: derivationRules, run, loads: { ...held, [begun.line]: begun.id } }
  const received = datasets.filter((dataset) => responsesOf(dataset, known, primaryFeeds).length > 0)
  const of = received.length + derivations.length
  let done = 0
  const report = (what: string) => options.onStep?.({ done: done++, of, what })

  async function work(draft: Draft): Promise<void> {
    const changed: ChangedDays = new Map()
    const withdrawn: ChangedDays = new Map()
    const scheduled = received.includes(TaiwanStockTradingDate) ? await draftDays(draft) : []
    const loadInto = async (dataset: Dataset) => {
      report(dataset.name)
      const loaded = await loadOne(draft, dataset)
      loads[dataset.name] = sumOfLoads(loads[dataset.name], loaded)
      noteDay(changed, dataset, loaded.since)
      noteDay(withdrawn, dataset, loaded.withdrawnSince)
    }
    for (const dataset of first) {
      if (received.includes(dataset)) await loadInto(dataset)
      if (dataset !== TaiwanStockTradingDate) continue
      for (const [name, removed] of Object.entries(await removeClosedDays(draft, datasets, scheduled))) {
        loads[name] = removed
        noteDay(changed, { name }, removed.since)
        noteDay(withdrawn, { name }, removed.withdrawnSince)
      }
    }
    const others = received.filter((dataset) => !first.includes(dataset))
    await inParallel(others, lanes, loadInto)
    untyped = await ageRows(draft, changed)
    const limits = changed.get(TaiwanStockDailyPriceLimit.name)
    if (limits !== undefined) await completeSpreads(draft, limits, changed)
    const stale = staleSince(current?.manifest ?? null)
    derived = await updateDerived(draft, changed, withdrawn, stale, lanes === 1, ({ name }) => report(name))
    if (TaiwanStockFinancialStatement.name in loads)
      quarters = await waitingQuarters(draft.reading([TaiwanStockFinancialStatement]))
    testimonies = await compareWitnesses(draft, known, primaryFeeds, read)
    options.onStep?.({ done: of, of, what: 'all datasets' })
  }

  const before = current?.manifest.through ?? null
  const since = before === null ? {} : { from: before }
  const prices = feeds
    .filter(({ dataset }) => dataset === TaiwanStockPrice)
    .flatMap((feed) => responsesOfFeed(journal, feed, { kinds: ['rows'], ...since }))
  const newest = waiting.reduce((last, { to }) => [last, to].sort()[1]!, '')
  const through = completeThrough({ prices, primaryFeeds, before, newest, now: now() })
  const version = await lake.change((base) => {
    if (!isDeepStrictEqual(heldLoadsOf(base), held))
      throw new BusyError('Another version was put into the lake during the load: run it again.')
    const imported = importedIn(base)
    return { through, maker: imported.length > 0 ? { ...maker, imported } : maker }
  }, work)
  // A dry run makes no version, so nothing is marked.
  if (version !== null) recordLoad(options, waiting, loads, untyped, version, begun.id)
  return { version, responses: waiting.length, datasets: loads, derived, testimonies, quarters }
}

/** Updates the quarantine and marks the responses as loaded. */
function recordLoad(
  { journal, quarantine, now, run }: LoadOptions,
  responses: readonly StoredResponse[],
  loads: Readonly<Record<string, DatasetLoad>>,
  untyped: readonly RejectedRow[],
  { manifest }: Version,
  load: number,
): void {
  const all = Object.values(loads)
  for (const [name, { settled }] of Object.entries(loads)) quarantine.settle(name, settled, now())
  const rejected = all.flatMap((one) => one.rejected)
  const entries = [...rejected, ...untyped.map((entry) => ({ entry, response: null }))]
  quarantine.put(
    entries.map(({ entry, response }) => ({ entry, answer: response === null ? null : String(response) })),
    now(),
  )
  const reread = all.flatMap((one) => one.reread)
  quarantine.put(
    reread.flatMap(({ response, outcome }) => (outcome.kind === 'lost' ? [lostEntry(response, outcome.reason)] : [])),
    now(),
  )
  for (const { response, outcome } of reread) journal.reread(response.id, outcome)
  // The task has failed although its rows are stored, so that it is repeated and its day is reported.
  journal.recordOutcomes(
    all.flatMap(({ incomplete }) =>
      incomplete.map(({ response: { id, from, to, subject }, feed, reason }) => ({
        task: { feed, from, to, id: subject },
        ...{ run, outcome: { kind: 'blocked' as const, reason, evidence: '' }, responseId: id },
      })),
    ),
  )
  const waiting = new Set(all.flatMap((one) => one.waiting))
  const loaded = responses.filter(({ id }) => !waiting.has(id)).map(({ id }) => id)
  const doubts = new Map(
    all.flatMap(({ incomplete }) => incomplete.map(({ response: { id }, reason }) => [id, reason])),
  )
  journal.endLoad(load, manifest.version, loaded, doubts)
}
