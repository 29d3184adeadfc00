import { isDated } from '../catalogue/dataset.ts'
import { TaiwanStockDailyPriceLimit } from '../catalogue/technical/TaiwanStockDailyPriceLimit.ts'
import { TaiwanStockPrice } from '../catalogue/technical/TaiwanStockPrice.ts'
import { TaiwanStockTradingDate } from '../catalogue/technical/TaiwanStockTradingDate.ts'
import { addDays, dayOf, taipeiDate } from '../days.ts'
import type { Version } from '../lake/lake.ts'
import type { Calendar, Feed } from '../sources/feed.ts'
import type { Row } from '../sources/outcome.ts'
import { alignJournal, putAside } from './alignJournal.ts'
import type { IngestContext } from './context.ts'
import { detailTasksOf } from './detailTasks.ts'
import { type EarlierRuns, earlierRunsOf, tasksFor, unknownFailures } from './earlierRuns.ts'
import { type Estimate, sumEstimates } from './fetching/estimate.ts'
import { addToTally, emptyTally, type FinishedTask, type TaskTally } from './fetching/finishedTasks.ts'
import type { StoredResponse } from './fetching/journalRecords.ts'
import { feedOf, nameOf, readStoredResponse, replay, responsesOfFeed } from './fetching/storedResponses.ts'
import type { FetchFailure } from './gaps/gap.ts'
import { type LoadResult, load, sumLoads } from './load/load.ts'
import { calendarKind } from './load/tradingDays.ts'
import { type MissingDays, missingDaysOf, neverHadRows } from './missingDays.ts'
import { backfillOf, yearsIn } from './plan/backfill.ts'
import { type DueInputs, type DueTask, dueTasksOf, sinceOf } from './plan/due.ts'
import { eventDays } from './plan/schedules.ts'
import { type DayRange, daysDue, isWeekday } from './plan/taipeiDays.ts'
import { calendarOf, type TradingDay, updateTradingDays } from './plan/tradingDays.ts'
import { twinsDue } from './plan/twins.ts'
import { type Problem, problemOf, type Report, reportOf } from './report.ts'
import { type Task, taskKey } from './task.ts'
import { isFault, missingFromTwins } from './twins.ts'

type Progress = { readonly done: number; readonly of: number; readonly what: string }

export type RunOptions = {
  readonly signal?: AbortSignal
  readonly onStep?: (step: Progress) => void
}

type BackfillOptions = RunOptions & {
  /** How long a back-fill requests until it loads what has come, in milliseconds. */
  readonly versionEveryMs?: number
  /** Told of each version before the last. */
  readonly onVersion?: (version: Version) => Promise<void>
  /** Ends the back-fill between two requests. */
  readonly pause?: AbortSignal
  /** The outcomes of the tasks before it was paused. */
  readonly tally?: TaskTally
}

/** A run of the journal, and the outcomes of its tasks so far. */
type ActiveRun = BackfillOptions & {
  readonly context: IngestContext
  readonly kind: Report['kind']
  readonly id: number
  readonly startedAt: string
  readonly tally: TaskTally
  /** Datasets of which the operator allows the removal of any number of rows. */
  readonly removable?: readonly string[] | undefined
  /** How long to wait for a host with an open circuit. */
  readonly patienceMs?: number
  /** Runs after each task; no host goes on before it ends. */
  readonly onFinished?: () => Promise<void>
}

async function beginRun(
  context: IngestContext,
  kind: Report['kind'],
  detail: string,
  options: BackfillOptions,
): Promise<ActiveRun> {
  await alignJournal(context)
  const { id, startedAt } = context.journal.beginRun(kind, detail)
  return { ...options, context, kind, id, startedAt, tally: options.tally ?? emptyTally() }
}

/** Trading days in a response. */
type CalendarRows = { readonly feed: Feed; readonly rows: readonly Row[] }

/** No stored response is as new. */
const never = '9'

/** Days in which missing days are requested again. */
const lookBack = 60

const labelOf = ({ publisher, dataset, endpoint }: Feed): string => `${publisher.id} ${dataset.name} ${endpoint}`

/** Fetches the tasks and counts their outcomes; returns the trading days in the responses. */
async function fetchDue(run: ActiveRun, due: readonly DueTask[], days: readonly TradingDay[], isTwin = false) {
  const { context, id, signal, pause, patienceMs = 0, onStep = () => {}, onFinished, tally } = run
  const since = new Map(due.map((one) => [taskKey(one.task), one.since]))
  const fetchOptions = { calendar: calendarOf(days), run: id, since: (task: Task) => since.get(taskKey(task)) ?? null }
  const tasks = due.map(({ task }) => task)
  const calendarRows: CalendarRows[] = []
  let done = 0
  for await (const step of context.fetcher.fetch(tasks, { ...fetchOptions, patienceMs, signal, pause })) {
    addToTally(tally, step, isTwin)
    // Rows are read from the archive when they are loaded, so that a long run does not hold them.
    if (step.outcome.kind === 'rows' && isDays(step.task.feed))
      calendarRows.push({ feed: step.task.feed, rows: step.outcome.rows })
    onStep({ done: ++done, of: tasks.length, what: labelOf(step.task.feed) })
    await onFinished?.()
  }
  return calendarRows
}

function dueInputsOf({ journal, ids, now }: IngestContext, calendar: Calendar, earlier: EarlierRuns): DueInputs {
  /** A version that was restored or is another writer's may hold less than was asked for here. */
  const newest = (feed: Feed) => {
    const here = journal.newestDay(nameOf(feed))
    return here === null ? earlier.newest(feed) : [here, earlier.through ?? here].sort()[0]!
  }
  return { now: now(), calendar, ids, newest }
}

/** The due tasks of these feeds that no stored response answers. */
function dueNow(
  context: IngestContext,
  feeds: readonly Feed[],
  days: readonly TradingDay[],
  run: number | null,
  earlier: EarlierRuns,
): DueTask[] {
  const { fetcher, journal } = context
  const calendar = calendarOf(days)
  const inputs = dueInputsOf(context, calendar, earlier)
  const due = feeds
    .flatMap((feed) => dueTasksOf(feed, inputs))
    // Whether a response or the rows that another writer has loaded meanwhile are newer, only a new response can tell.
    .map(({ task, since }) => ({ task, since: journal.lastReadable(taskKey(task))?.load === 0 ? never : since }))
  const sinceOf = new Map(due.map(({ task, since }) => [task, since]))
  const since = (task: Task) => sinceOf.get(task)!
  const pending = new Set(fetcher.pending([...sinceOf.keys()], { calendar, since, run }))
  return due.filter(({ task }) => pending.has(task))
}

/** Fetches the days that the failed tasks' primary feeds have never returned from their twins. */
async function fetchTwins(
  run: ActiveRun,
  steps: readonly FinishedTask[],
  days: readonly TradingDay[],
  earlier: EarlierRuns,
) {
  const { journal, choice } = run.context
  const failed = steps.filter(
    (step) => choice.twins.has(step.task.feed) && isFault(step) && neverHadRows(journal, step.key),
  )
  if (failed.length === 0) return []
  const tasks = failed.map(({ task }) => task)
  const inputs = dueInputsOf(run.context, calendarOf(days), earlier)
  return fetchDue(run, twinsDue(tasks, choice.twins, inputs), days, true)
}

/** The due tasks for details of recent events, and lists whose events cannot be read. */
async function detailsDue(context: IngestContext, days: readonly TradingDay[], run: number | null) {
  const { fetcher, now } = context
  const calendar = calendarOf(days)
  const to = taipeiDate(now())
  const { tasks, problems } = await detailTasksOf(context, { from: addDays(to, -eventDays), to })
  const since = (task: Task) => sinceOf(task.feed, task.from, { calendar, now: now() })
  const open = fetcher.pending(tasks, { calendar, since, run })
  return { due: open.map((task): DueTask => ({ task, since: since(task) })), problems }
}

/** Responses whose rows are in no version and whose bytes are gone, unless a later response replaces them. */
function lostResponses({ journal, feeds }: IngestContext): StoredResponse[] {
  const lost = [...journal.responses({ kinds: ['lost'], newest: true })]
  return lost.filter((response) => {
    const feed = feedOf(response, feeds)
    if (feed === null || isDated(feed.dataset)) return true
    // A later list of what there is now replaces an earlier one.
    return responsesOfFeed(journal, feed, { kinds: ['rows'] }).every(({ id }) => id < response.id)
  })
}

/** The most lost responses that one refresh asks for again; the others stay missing until the next one. */
const mostLost = 2_000

/** Each task once, as it comes first. */
const distinct = (due: readonly DueTask[]): DueTask[] =>
  [...Map.groupBy(due, ({ task }) => taskKey(task)).values()].map(([first]) => first!)

/** The tasks of lost responses, newest first, as far as their feeds can return past days. */
function lostDue(context: IngestContext): DueTask[] {
  const { primaryFeeds, details } = context.choice
  return lostResponses(context)
    .flatMap((response) => {
      const feed = feedOf(response, [...primaryFeeds, ...details])
      const { from, to, subject: id } = response
      return feed && feed.span !== 'latest' ? [{ task: { feed, from, to, id }, since: never }] : []
    })
    .slice(-mostLost)
    .reverse()
}

/** Rows kept for a while only, or not expected daily, are not reported as missing. */
const isMissed = ({ dataset }: Feed): boolean => dataset.complete !== null && dataset.retention?.kind !== 'newest'

/** Failed tasks of the last weeks that can be requested again. */
const overdue = (missing: readonly MissingDays[], primaryFeeds: readonly Feed[]): DueTask[] =>
  missing
    .filter(({ feed }) => feed.span !== 'latest' && primaryFeeds.includes(feed) && isMissed(feed))
    .map(({ feed, from, to, id, endedAt }) => ({ task: { feed, from, to, id }, since: endedAt }))

const isDays = ({ dataset }: Feed): boolean => dataset === TaiwanStockTradingDate

/** The lake's trading days, and those in responses that an earlier run left unloaded. */
async function knownDays(context: IngestContext): Promise<TradingDay[]> {
  const { journal, archive, feeds } = context
  let days = await context.days()
  const left = { dataset: TaiwanStockTradingDate.name, isWaiting: true, newest: true } as const
  for (const response of journal.responses(left)) {
    const feed = feedOf(response, feeds)
    const outcome = feed && (await readStoredResponse(archive, response, feed, calendarOf(days)))
    if (outcome?.kind === 'rows') days = updateTradingDays(days, [{ kind: calendarKind(feed!), rows: outcome.rows }])
  }
  return days
}

/** Fetches the calendar first, the schedule before traded days: the due tasks follow from it. */
async function refreshCalendar(run: ActiveRun, earlier: EarlierRuns): Promise<TradingDay[]> {
  const { context, tally } = run
  const quiet = { ...run, onStep: () => {} }
  let days = await knownDays(context)
  for (const kind of ['scheduled', 'traded'] as const) {
    const feeds = context.choice.primaryFeeds.filter((feed) => isDays(feed) && calendarKind(feed) === kind)
    const before = tally.problems.length
    const calendarRows = await fetchDue(quiet, dueNow(context, feeds, days, run.id, earlier), days)
    const instead = await fetchTwins(quiet, tally.problems.slice(before), days, earlier)
    const all = [...calendarRows, ...instead.filter(({ feed }) => calendarKind(feed) === kind)]
    const updates = all.map(({ rows }) => ({ kind, rows }))
    days = updateTradingDays(days, updates)
  }
  return days
}

/** Reads responses again that waited for the calendar: feeds of the newest day cannot be requested twice. */
async function rereadPostponed(context: IngestContext, days: readonly TradingDay[]): Promise<void> {
  const { journal, archive, feeds, now } = context
  const from = addDays(taipeiDate(now()), -lookBack)
  const calendar = calendarOf(days)
  for (const response of [...journal.responses({ kinds: ['not_yet'], newest: true, from })]) {
    const feed = response.waitsFor === 'calendar' ? feedOf(response, feeds) : null
    if (feed === null || response.file === null || response.prunedAt !== null) continue
    const outcome = await readStoredResponse(archive, response, feed, calendar)
    if (outcome.kind === 'lost') putAside(context, response, outcome)
    else if (outcome.kind !== 'not_yet') journal.reread(response.id, outcome)
  }
}

/**
 * Reads price limits again that came before a working day on which the market then stayed closed: the limits of one day
 * are those of the next one that trades.
 */
async function rereadClosedDays(context: IngestContext, days: readonly TradingDay[]): Promise<void> {
  const { journal, archive, feeds, now } = context
  const calendar = calendarOf(days)
  const from = addDays(taipeiDate(now()), -lookBack)
  const limits = feeds
    .filter(({ dataset }) => dataset === TaiwanStockDailyPriceLimit)
    .flatMap((feed) =>
      responsesOfFeed(journal, feed, { kinds: ['rows'], newest: true, from }).map((response) => ({ feed, response })),
    )
  for (const { feed, response } of limits) {
    const next = calendar.next(response.to)
    if (next === null || taipeiDate(response.readAt) >= next) continue
    let closed = addDays(response.to, 1)
    while (closed < next && !isWeekday(closed)) closed = addDays(closed, 1)
    if (closed >= next) continue
    const outcome = await readStoredResponse(archive, response, feed, calendar)
    if (outcome.kind === 'rows' && outcome.rows.every((row) => row.trade_date !== dayOf(response.to)))
      journal.reread(response.id, outcome)
  }
}

export type RunResult = {
  readonly report: Report
  /** Every requested day that was never returned. */
  readonly failures: readonly Problem[]
  /** The newest trading day whose prices are expected by now; null if the calendar does not know it. */
  readonly due: string | null
  /** Failures of earlier runs that this journal lacks, and that are too old to be requested again. */
  readonly earlierFailures?: readonly FetchFailure[]
}

const loadWaiting = ({ context, id, kind, onStep, removable }: ActiveRun, days: readonly TradingDay[]) =>
  load({
    ...context,
    primaryFeeds: context.choice.primaryFeeds,
    calendar: calendarOf(days),
    run: id,
    lanes: kind === 'refresh' ? 2 : 1,
    ...{ onStep, removable },
  })

/** Loads what has come and reports the run, of which some may be loaded already. */
async function finish(
  run: ActiveRun,
  days: readonly TradingDay[],
  before: LoadResult | null = null,
): Promise<RunResult> {
  const { context, kind, tally } = run
  const { journal, archive, choice, now } = context
  const calendar = calendarOf(days)
  const loaded = sumLoads(before, await loadWaiting(run, days))
  for (const { dataset, market, message } of Object.values(loaded.datasets).flatMap(({ refused }) => refused))
    context.log.warn({ dataset, market }, message)
  const missed = choice.primaryFeeds.filter(isMissed)
  const lacking = missingDaysOf(journal, missed, calendar, addDays(taipeiDate(now()), -lookBack)).filter(({ key }) =>
    neverHadRows(journal, key),
  )
  const lostKeys = new Set(lostResponses(context).map(({ key }) => key))
  const everMissing = missingDaysOf(journal, [...choice.primaryFeeds, ...choice.details], calendar, '').filter(
    ({ feed, key }) => feed.detailOf === undefined || lostKeys.has(key),
  )
  const known = new Set(lacking.map(({ key }) => key))
  // A day that no publisher serves any more is reported for weeks; the gaps name it for ever.
  const lost = everMissing.filter(
    ({ feed, key, endedAt }) =>
      lostKeys.has(key) &&
      !known.has(key) &&
      (feed.span !== 'latest' || endedAt >= addDays(taipeiDate(now()), -lookBack)),
  )
  const report = reportOf({
    ...{ kind, startedAt: run.startedAt, now: now(), tally, loaded, choice, journal, archive, calendar },
    missing: missingFromTwins(journal, [...lacking, ...lost], choice),
  })
  journal.finishRun(run.id, report)
  return {
    report,
    failures: missingFromTwins(journal, everMissing, choice).map(problemOf),
    due: daysDue(TaiwanStockPrice, { calendar, now: now() }, 1)[0] ?? null,
  }
}

/** Fetches the due tasks, loads them as one version and reports the result. */
export async function refresh(context: IngestContext, options: RunOptions = {}): Promise<RunResult> {
  const { journal, choice, now } = context
  // A run killed on an earlier day is not resumed, because its responses may be outdated.
  const run = await beginRun(context, 'refresh', taipeiDate(now()), options)
  const { tally } = run
  const earlier = await earlierRunsOf(context)
  const days = await refreshCalendar(run, earlier)
  await rereadPostponed(context, days)
  await rereadClosedDays(context, days)
  const others = [...choice.primaryFeeds, ...choice.witnesses].filter((feed) => !isDays(feed))
  const due = dueNow(context, others, days, run.id, earlier)
  const since = addDays(taipeiDate(now()), -lookBack)
  const missing = missingDaysOf(journal, others, calendarOf(days), since)
  const left = unknownFailures(journal, context.feeds, earlier.failures)
  const again = choice.primaryFeeds.filter((feed) => feed.span !== 'latest' && isMissed(feed))
  const before = tally.problems.length
  const late = [...overdue(missing, choice.primaryFeeds), ...tasksFor(left, again, since)]
  await fetchDue(run, distinct([...due, ...late, ...lostDue(context)]), days)
  await fetchTwins(run, tally.problems.slice(before), days, earlier)
  const details = await detailsDue(context, days, run.id)
  tally.problems.push(...details.problems)
  await fetchDue(run, details.due, days)
  const done = await finish(run, days)
  return { ...done, earlierFailures: unknownFailures(journal, context.feeds, earlier.failures) }
}

/** The tasks that a refresh would fetch now, and their estimate. */
export async function planRefresh(context: IngestContext): Promise<{ due: DueTask[]; estimate: Estimate }> {
  const { choice, fetcher } = context
  await alignJournal(context)
  const days = await knownDays(context)
  const earlier = await earlierRunsOf(context)
  const expected = [
    ...dueNow(context, [...choice.primaryFeeds, ...choice.witnesses], days, null, earlier),
    ...(await detailsDue(context, days, null)).due,
  ]
  const due = distinct([...expected, ...lostDue(context)])
  const tasks = due.map(({ task }) => task)
  return { due, estimate: fetcher.estimate(tasks, { calendar: calendarOf(days) }) }
}

/** A schedule lists future days only. */
const isPast = (feed: Feed): boolean => !isDays(feed) || calendarKind(feed) === 'traded'

/** The estimate of a back-fill by the calendar as it is known. */
export async function planBackfill(context: IngestContext, range: DayRange) {
  const { choice, fetcher, ids } = context
  const calendar = calendarOf(await knownDays(context))
  const plans = yearsIn(range).map((year) => {
    const { tasks, newestOnly } = backfillOf(choice.primaryFeeds.filter(isPast), year, { calendar, ids })
    return { newestOnly, estimate: fetcher.estimate([...tasks], { calendar, since: () => '' }) }
  })
  return { newestOnly: plans[0]!.newestOnly, estimate: sumEstimates(plans.map(({ estimate }) => estimate)) }
}

/** How long a back-fill requests until it loads what has come: progress is seen, and little is left if it is killed. */
const versionEvery = 15 * 60_000

/** A back-fill waits this long for a host with an open circuit. */
const patienceMs = 6 * 3_600_000

/**
 * Fetches past days, newest first; stored responses are reused. Null if it was paused: called again, it goes on from
 * there.
 */
export async function backfill(
  context: IngestContext,
  range: DayRange,
  options: BackfillOptions = {},
): Promise<RunResult | null> {
  const { fetcher, ids } = context
  const { primaryFeeds } = context.choice
  const detail = `${range.from}..${range.to} ${primaryFeeds.map(labelOf).join(',')}`
  const run = { ...(await beginRun(context, 'backfill', detail, options)), patienceMs }
  const open = (tasks: readonly Task[]): DueTask[] =>
    fetcher
      .pending(tasks, { calendar: calendarOf(days), since: () => '', run: run.id })
      .map((task) => ({ task, since: '' }))
  let days = await knownDays(context)
  const calendars = primaryFeeds.filter((feed) => isDays(feed) && isPast(feed))
  const known = backfillOf(calendars, range, { calendar: calendarOf(days), ids })
  const calendarRows = await fetchDue(run, open(known.tasks), days)
  if (run.pause?.aborted) return null
  const traded = calendarRows.map(({ rows }) => ({ kind: 'traded', rows }) as const)
  days = updateTradingDays(days, traded)
  const others = primaryFeeds.filter((feed) => !isDays(feed))
  const years = yearsIn(range)
  const left = (year: DayRange) => open(backfillOf(others, year, { calendar: calendarOf(days), ids }).tasks)
  let of = years.reduce((sum, year) => sum + left(year).length, 0)
  let done = 0
  const onStep = ({ what }: Progress) => options.onStep?.({ done: ++done, of, what })
  let loaded: LoadResult | null = null
  let last = performance.now()
  const onFinished = async () => {
    if (done === of || performance.now() - last < (options.versionEveryMs ?? versionEvery)) return
    loaded = sumLoads(loaded, await loadWaiting(run, days))
    if (loaded.version !== null) await options.onVersion?.(loaded.version)
    last = performance.now()
  }
  const askAll = (due: readonly DueTask[]) => fetchDue({ ...run, onStep, onFinished }, due, days)
  for (const year of years) {
    await askAll(left(year))
    if (run.pause?.aborted) return null
    // The lists of a year name its events.
    const { tasks, problems } = await detailTasksOf(context, year)
    run.tally.problems.push(...problems)
    const due = open(tasks)
    of += due.length
    await askAll(due)
    if (run.pause?.aborted) return null
  }
  return finish(run, days, loaded)
}

/** Reads archived responses again: those of the datasets, or those that could not be read. Sends no request. */
export async function replayResponses(
  context: IngestContext,
  {
    datasets,
    from,
    to,
    allowsRemovals = false,
    ...options
  }: RunOptions & {
    readonly datasets?: readonly string[]
    readonly from?: string
    readonly to?: string
    /** Removes rows of these datasets that the responses leave out, however many. */
    readonly allowsRemovals?: boolean
  },
): Promise<RunResult & { readonly counts: Readonly<Record<string, number>>; readonly hasPruned: boolean }> {
  const { journal, archive, feeds } = context
  const { signal } = options
  const begun = await beginRun(context, 'replay', `${datasets ?? 'changed'} ${from ?? ''}..${to ?? ''}`, options)
  const run = { ...begun, ...(allowsRemovals && { removable: datasets }) }
  const days = await knownDays(context)
  const counts: Record<string, number> = {}
  let hasPruned = false
  const span = { ...(from ? { from } : {}), ...(to ? { to } : {}) }
  const filters = datasets?.map((dataset) => ({ ...span, dataset })) ?? [
    { ...span, kinds: ['changed', 'lost'] as const },
  ]
  const calendar = calendarOf(days)
  for (const filter of filters)
    for await (const { response, outcome, why } of replay({ journal, archive, feeds, filter, calendar, signal })) {
      if (outcome === null && response.prunedAt !== null) hasPruned = true
      const became = outcome?.kind ?? why ?? 'unreadable'
      const change = became === response.kind ? `still ${became}` : `${response.kind} is now ${became}`
      counts[change] = (counts[change] ?? 0) + 1
    }
  return { ...(await finish(run, days)), counts, hasPruned }
}
