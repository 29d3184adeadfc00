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
import type { Archive } from '../asking/archive.ts'
import type { Journal, StoredAnswer } from '../asking/records.ts'
import { feedOf, readAgain } from '../asking/replay.ts'
import type { RejectedRow } from '../rules/check.ts'
import type { Quarantine } from '../rules/quarantine.ts'
import { agedOf, lateSpreads } from './computed.ts'
import { type DatasetLoad, type FeedAnswers, loadDataset } from './dataset.ts'
import { loadDays } from './days.ts'
import { delistedUnknown } from './delisted.ts'
import { createExDays } from './exDays.ts'
import { deriveWithout } from './orphans.ts'
import { type WaitingQuarter, waitingQuarters } from './quarters.ts'
import { throughOf } from './through.ts'
import { heard, type Testimony } from './witnesses.ts'

export type LoadTerms = {
  readonly lake: Lake
  readonly journal: Pick<Journal, 'answers' | 'markLoaded' | 'reread'>
  readonly archive: Pick<Archive, 'read'>
  readonly quarantine: Quarantine
  readonly datasets: readonly Dataset[]
  readonly feeds: readonly Feed[]
  /** The feeds that are asked now; of one dataset and market the better first. */
  readonly makers: readonly Feed[]
  readonly calendar: Calendar
  readonly now: () => Date
  readonly run: number
  readonly onStep?: (step: { done: number; of: number; what: string }) => void
  /** The most bytes of answers to load as one version, so that a long past does not need a large memory. */
  readonly most?: number
}

export type Loaded = {
  /** The version that holds the rows; null where there is none at all. */
  readonly version: Version | null
  readonly answers: number
  readonly datasets: Readonly<Record<string, DatasetLoad>>
  /** Computed datasets, and what changed in them. */
  readonly derived: Readonly<Record<string, Change>>
  readonly testimonies: readonly Testimony[]
  /** Quarters of statements that wait for the one before, where statements were loaded. */
  readonly quarters: readonly WaitingQuarter[]
}

/** What others are completed from comes before them. */
const first: readonly Dataset[] = [TaiwanStockTradingDate, TaiwanStockDelisting, TaiwanStockDailyPriceLimit]
const aging: readonly Dataset[] = [TaiwanStockOverview, TaiwanStockOverviewIncludeWarrant, TaiwanCBOverview]

/** Bad rows that a report of several parts goes on holding; the quarantine has them all. */
const mostKept = 10_000

/** Rows of one dataset in quarantine that a load may settle. */
const mostSettled = 10_000

/** Datasets that are put together side by side: while one is written, the next is read. Where memory is short, one. */
const lanes = 2

async function sideBySide<T>(items: readonly T[], lanes: number, work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items]
  const lane = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

/** What the manifest keeps of a load. */
type Maker = {
  readonly live: 1
  readonly run: number
  /** The earliest day from which computed datasets are still to follow what was loaded. */
  underived?: string
  /** The earliest day of which rows were withdrawn that computed datasets still have. */
  withdrawn?: string
}

const earliest = (...days: readonly (string | undefined)[]): string | undefined =>
  days.filter((day) => day !== undefined).sort()[0]

const nothing = (version: Version | null): Loaded => ({
  ...{ version, answers: 0, datasets: {}, derived: {}, testimonies: [], quarters: [] },
})

/**
 * Loads every answer that no version holds yet: as one version of the lake, or, where `most` says how much at a time, as
 * several, of which the last one brings what is computed. Killed anywhere, it begins again from the journal and the
 * archive, and comes to the same rows: an answer is marked only after its version is there.
 */
export async function load(terms: LoadTerms): Promise<Loaded> {
  const { lake, journal, most = Number.POSITIVE_INFINITY } = terms
  const tried = new Set<number>()
  let all: Loaded | null = null
  for (;;) {
    const held: StoredAnswer[] = []
    const part: StoredAnswer[] = []
    let bytes = 0
    let isLast = true
    for (const answer of journal.answers({ unloaded: true, kinds: ['rows'], newest: true })) {
      if (tried.has(answer.id)) held.push(answer)
      else if (part.length > 0 && bytes >= most) {
        isLast = false
        break
      } else {
        bytes += answer.bytes
        part.push(answer)
      }
    }
    if (part.length === 0) return all ?? nothing(await lake.current())
    for (const { id } of part) tried.add(id)
    const loaded = await loadPart(terms, [...related(held, part), ...part], isLast)
    all = all ? together(all, loaded) : loaded
  }
}

/** Of the answers that wait for others, those that others of a part may complete: of the same days. */
function related(held: readonly StoredAnswer[], part: readonly StoredAnswer[]): StoredAnswer[] {
  const byDataset = Map.groupBy(part, ({ dataset }) => dataset)
  return held.filter(({ dataset, from, to }) =>
    byDataset.get(dataset)?.some((other) => other.to >= from && other.from <= to),
  )
}

/** What two parts of a load did. */
function together(a: Loaded, b: Loaded): Loaded {
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
          unjudged: [...before.unjudged, ...one.unjudged],
          doubts: [...new Set([...before.doubts, ...one.doubts])],
          unread: [...new Set([...before.unread, ...one.unread])],
        }
      : one
  }
  return {
    ...b,
    answers: a.answers + b.answers,
    datasets,
    testimonies: [...a.testimonies, ...b.testimonies],
  }
}

async function loadPart(terms: LoadTerms, waiting: readonly StoredAnswer[], isLast: boolean): Promise<Loaded> {
  const { lake, journal, archive, quarantine, datasets, feeds, makers, calendar, now, run, onStep = () => {} } = terms
  const current = await lake.current()
  const known = waiting.flatMap((answer) => {
    const feed = feedOf(answer, feeds)
    return feed ? [{ answer, feed }] : []
  })
  const rank = new Map(makers.map((feed, at) => [feed, at]))
  const rankOf = (feed: Feed) => rank.get(feed) ?? makers.length
  const toldOf = (dataset: Dataset): FeedAnswers[] => {
    const own = known.filter(({ feed }) => feed.dataset === dataset && feed.role !== 'witness')
    const byFeed = Map.groupBy(own, ({ feed }) => feed)
    // Each publisher numbers rows in its own order: those of a twin stand alone or not at all.
    const isDoubled = (feed: Feed) =>
      dataset.key.includes('seq') &&
      !rank.has(feed) &&
      [...byFeed.keys()].some((other) => rank.has(other) && other.market === feed.market)
    return [...byFeed]
      .filter(([feed]) => !isDoubled(feed))
      .map(([feed, list]) => ({ feed, answers: list.map(({ answer }) => answer) }))
      .sort((a, b) => rankOf(a.feed) - rankOf(b.feed))
  }
  const isSole = (feed: Feed) =>
    makers.filter((other) => other.dataset === feed.dataset && other.market === feed.market).length === 1

  const loads: Record<string, DatasetLoad> = {}
  const derived: Record<string, Change> = {}
  const testimonies: Testimony[] = []
  let untyped: readonly RejectedRow[] = []
  let quarters: readonly WaitingQuarter[] = []
  const wanted = datasets.filter((dataset) => toldOf(dataset).length > 0)
  const of = wanted.length + derivations.length
  let done = 0
  const read = (answer: StoredAnswer, feed: Feed): Promise<Outcome> => readAgain(archive, answer, feed, calendar)

  const about = (dataset: Dataset) => ({
    markets: makers.filter((feed) => feed.dataset === dataset).length,
    quarantined: quarantine
      .list({ dataset: dataset.name, isOpen: true, limit: mostSettled })
      .map(({ key }) => JSON.parse(key)),
  })

  const loadedOf = ({ publisher, dataset, endpoint, market }: Feed, days: { from: string; to: string }) =>
    [...journal.answers({ publisher: publisher.id, dataset: dataset.name, kinds: ['rows'], ...days })].filter(
      (answer) => answer.endpoint === endpoint && answer.market === market && answer.loadedVersion !== null,
    )

  const exOn = createExDays({ journal, feeds, read })

  async function work(draft: Draft): Promise<void> {
    const touched = new Map<string, string>()
    const withdrawn = new Map<string, string>()
    const touch = (name: string, day: string | null) => {
      const before = touched.get(name)
      if (day !== null && (before === undefined || day < before)) touched.set(name, day)
    }
    const loadOne = async (dataset: Dataset) => {
      onStep({ done: done++, of, what: dataset.name })
      const told = toldOf(dataset)
      const one =
        dataset === TaiwanStockTradingDate
          ? await loadDays(draft, told, read)
          : await loadDataset({ draft, dataset, told, read, calendar, isSole, loadedOf, exOn, ...about(dataset) })
      loads[dataset.name] = one
      touch(dataset.name, one.since)
      if (one.withdrawnSince !== null) withdrawn.set(dataset.name, one.withdrawnSince)
    }
    for (const dataset of first) if (wanted.includes(dataset)) await loadOne(dataset)
    await sideBySide(
      wanted.filter((dataset) => !first.includes(dataset)),
      terms.most === undefined ? lanes : 1,
      loadOne,
    )
    await age(draft, touch)
    const limits = touched.get(TaiwanStockDailyPriceLimit.name)
    if (limits !== undefined) await completeSpreads(draft, limits, touch)
    const { underived: left, withdrawn: leftWithout } = (current?.manifest.maker as Partial<Maker> | undefined) ?? {}
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
        ? await deriveWithout(draft, derivation, earliest(since, without)!)
        : await draft.upsert(dataset, await rows(draft, since))
      if (isOrphaned && change.removed > 0) withdrawn.set(dataset.name, without)
      derived[dataset.name] = sumOf(derived[dataset.name] ?? noChange, change)
      if (change.added + change.changed + change.removed > 0) touch(dataset.name, since)
    }
    if (isLast && TaiwanStockFinancialStatement.name in loads) quarters = await waitingQuarters(draft)
    for (const { answer, feed } of known)
      if (feed.role === 'witness') {
        const outcome = await read(answer, feed)
        const makersOf = makers.filter((one) => one.dataset === feed.dataset && one.role !== 'witness')
        const filled = makersOf.flatMap(({ fills }) => fills)
        // Of what is computed, and of answers that are imported, nobody is asked.
        const isAsked = (column: string) => filled.length === 0 || filled.includes(column)
        const testimony = outcome.kind === 'rows' ? await heard(draft, feed, outcome.rows, isAsked) : null
        if (testimony) testimonies.push(testimony)
      }
    onStep({ done: of, of, what: 'all datasets' })
  }

  async function completeSpreads(draft: Draft, since: string, touch: (name: string, day: string | null) => void) {
    const select = lateSpreads(since)
    const { day } = await draft.columns(`SELECT CAST(min(trade_date) AS VARCHAR) AS day FROM (${select})`)
    const first = (day as (string | null)[])[0] ?? null
    if (first === null) return
    await draft.upsert(TaiwanStockPrice, select)
    touch(TaiwanStockPrice.name, first)
  }

  /** What time alone changes: securities that left, bonds and warrants that ran out. */
  async function age(draft: Draft, touch: (name: string, day: string | null) => void): Promise<void> {
    for (const dataset of aging) {
      const select = agedOf(dataset, draft.through)!
      const { n } = await draft.columns(`SELECT CAST(count(*) AS DOUBLE) AS n FROM (${select})`)
      if ((n as Float64Array)[0]! === 0) continue
      await draft.upsert(dataset, select)
      touch(dataset.name, draft.through)
    }
    const { batch, rejected } = await delistedUnknown(draft)
    if (batch !== null) await draft.upsert(TaiwanStockOverview, batch)
    untyped = rejected
  }

  const before = current?.manifest.through ?? null
  const through = throughOf({
    prices: journal.answers({
      dataset: TaiwanStockPrice.name,
      kinds: ['rows'],
      ...(before === null ? {} : { from: before }),
    }),
    makers,
    before,
    newest: waiting
      .map(({ to }) => to)
      .sort()
      .at(-1)!,
    now: now(),
  })
  const maker: Maker = { live: 1, run }
  const version = await lake.change({ through, maker }, work)
  const loaded = { version, answers: waiting.length, datasets: loads, derived, testimonies, quarters }
  // A lake that was only looked at made no version, and nothing is marked.
  if (version === null) return loaded
  for (const [name, { settled }] of Object.entries(loads)) quarantine.settle(name, settled, now())
  const entries = [
    ...Object.values(loads).flatMap(({ rejected }) => rejected),
    ...untyped.map((entry) => ({ entry, answer: null })),
  ]
  quarantine.put(
    entries.map(({ entry, answer }) => ({ entry, answer: answer === null ? null : String(answer) })),
    now(),
  )
  for (const { otherwise } of Object.values(loads))
    for (const { answer, outcome } of otherwise) journal.reread(answer.id, outcome)
  const held = new Set(Object.values(loads).flatMap((one) => one.held))
  journal.markLoaded(
    waiting.filter(({ id }) => !held.has(id)).map(({ id }) => id),
    version.manifest.version,
  )
  return loaded
}
