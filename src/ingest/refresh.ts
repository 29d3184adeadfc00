import { TaiwanStockPrice } from '../catalogue/technical/TaiwanStockPrice.ts'
import { TaiwanStockTradingDate } from '../catalogue/technical/TaiwanStockTradingDate.ts'
import type { Calendar, Feed } from '../sources/feed.ts'
import { type Row, waitsForCalendar } from '../sources/outcome.ts'
import type { Step } from './asking/ended.ts'
import { type Estimate, sumOf } from './asking/estimate.ts'
import { feedOf, readAgain, replay } from './asking/replay.ts'
import type { Desk } from './desk.ts'
import { detailsOf } from './details.ts'
import { tellsDays } from './load/days.ts'
import { load } from './load/load.ts'
import { type Missing, missingOf, wasNeverTold } from './missing.ts'
import { backfillOf, yearsIn } from './plan/backfill.ts'
import { type Due, type DueTerms, dueOf, sinceOf } from './plan/due.ts'
import { daysDue, shifted, today } from './plan/moments.ts'
import { eventDays } from './plan/rhythms.ts'
import { calendarOf, type TradingDay, withTold } from './plan/tradingDays.ts'
import { twinsDue } from './plan/twins.ts'
import { type Asked, noneAsked, noteIn, type Problem, problemOf, type Report, reportOf } from './report.ts'
import { keyOf, type Task } from './task.ts'
import { isFault, untold } from './twins.ts'

/** How far a run has come, for a progress bar. */
type Progress = { readonly done: number; readonly of: number; readonly what: string }

export type RunOptions = {
  readonly signal?: AbortSignal
  readonly onStep?: (step: Progress) => void
}
type AskOptions = RunOptions & {
  /** Where the ends are noted. */
  readonly asked: Asked
  /** Whether others are asked for what the first ones did not give. */
  readonly isTwin?: boolean
  /** How long to wait for a host that rests. */
  readonly patienceMs?: number
}

/** What an answer says of trading days. */
type Told = { readonly feed: Feed; readonly rows: readonly Row[] }

/** How long days are looked for that could not be had so far. */
const lookBack = 60

const nameOf = ({ publisher, dataset, endpoint }: Feed): string => `${publisher.id} ${dataset.name} ${endpoint}`

/** Asks, and tells of each end; what came is in the journal, and what it says of trading days is returned. */
async function ask(desk: Desk, due: readonly Due[], days: readonly TradingDay[], run: number, options: AskOptions) {
  const { asker } = desk
  const { signal, patienceMs = 0, onStep = () => {}, asked, isTwin = false } = options
  const since = new Map(due.map((one) => [keyOf(one.task), one.since]))
  const terms = { calendar: calendarOf(days), run, since: (task: Task) => since.get(keyOf(task)) ?? null }
  const tasks = due.map(({ task }) => task)
  const told: Told[] = []
  let done = 0
  for await (const step of asker.ask(tasks, { ...terms, patienceMs, ...(signal ? { signal } : {}) })) {
    noteIn(asked, step, isTwin)
    // Rows are read again from the archive when they are loaded: a long run must not gather them here.
    if (step.outcome.kind === 'rows' && isDays(step.task.feed))
      told.push({ feed: step.task.feed, rows: step.outcome.rows })
    onStep({ done: ++done, of: tasks.length, what: nameOf(step.task.feed) })
  }
  return told
}

/** What a plan for these feeds is made from. */
function termsOf({ journal, ids, now }: Desk, feeds: readonly Feed[], calendar: Calendar): DueTerms {
  const newest = new Map<Feed, string>()
  const byName = new Map(feeds.map((feed) => [JSON.stringify([nameOf(feed), feed.market]), feed]))
  for (const { publisher, dataset, endpoint, market, to } of journal.ends({ kinds: ['rows', 'closed'] })) {
    const feed = byName.get(JSON.stringify([`${publisher} ${dataset} ${endpoint}`, market]))
    if (feed && to > (newest.get(feed) ?? '')) newest.set(feed, to)
  }
  return { now: now(), calendar, ids, newest: (feed: Feed) => newest.get(feed) ?? null }
}

/** What is due of these feeds and not answered well enough. */
function dueNow(desk: Desk, feeds: readonly Feed[], days: readonly TradingDay[], run: number | null): Due[] {
  const { asker } = desk
  const calendar = calendarOf(days)
  const terms = termsOf(desk, feeds, calendar)
  const due = feeds.flatMap((feed) => dueOf(feed, terms))
  const sinceOf = new Map(due.map(({ task, since }) => [keyOf(task), since]))
  const open = new Set(
    asker.open(
      due.map(({ task }) => task),
      { calendar, since: (task) => sinceOf.get(keyOf(task))!, ...(run === null ? {} : { run }) },
    ),
  )
  return due.filter(({ task }) => open.has(task))
}

/** Asks others for the days that the makers of these steps were asked for and have never given. */
async function askTwins(
  desk: Desk,
  steps: readonly Step[],
  days: readonly TradingDay[],
  run: number,
  options: AskOptions,
) {
  const { journal, choice } = desk
  const failed = steps.filter(
    (step) => choice.twins.has(step.task.feed) && isFault(step) && wasNeverTold(journal, step.key),
  )
  if (failed.length === 0) return []
  const terms = termsOf(desk, [...choice.twins.values()].flat(), calendarOf(days))
  const due = twinsDue(
    failed.map(({ task }) => task),
    choice.twins,
    terms,
  )
  return ask(desk, due, days, run, { ...options, isTwin: true })
}

/** Questions about single events of the last weeks that are due, and lists that do not name theirs. */
async function detailsDue(desk: Desk, days: readonly TradingDay[], run: number | null) {
  const { asker, now } = desk
  const calendar = calendarOf(days)
  const { tasks, problems } = await detailsOf(desk, { from: shifted(today(now()), -eventDays), to: today(now()) })
  const since = (task: Task) => sinceOf(task.feed, task.from, { calendar, now: now() })
  const open = asker.open(tasks, { calendar, since, ...(run === null ? {} : { run }) })
  return { due: open.map((task): Due => ({ task, since: since(task) })), problems }
}

/** Rows that are kept for a while only, or that nobody expects of a day, are not missed later on. */
const isMissed = ({ dataset }: Feed): boolean => dataset.complete !== null && dataset.retention?.kind !== 'newest'

/** Questions of the last weeks that brought nothing, and that can be asked again. */
function overdue(missing: readonly Missing[], makers: readonly Feed[], due: readonly Due[]): Due[] {
  const keys = new Set(due.map(({ task }) => keyOf(task)))
  return missing
    .filter(({ feed }) => feed.span !== 'latest' && makers.includes(feed) && isMissed(feed))
    .map(({ feed, from, to, id, endedAt }) => ({ task: { feed, from, to, id }, since: endedAt }))
    .filter(({ task }) => !keys.has(keyOf(task)))
}

const isDays = ({ dataset }: Feed): boolean => dataset === TaiwanStockTradingDate

/** The days that the lake knows, and those of answers that a run before this one left unloaded. */
async function knownDays(desk: Desk): Promise<TradingDay[]> {
  const { journal, archive, feeds } = desk
  let days = await desk.days()
  const left = { dataset: TaiwanStockTradingDate.name, unloaded: true, kinds: ['rows'], newest: true } as const
  for (const answer of journal.answers(left)) {
    const feed = feedOf(answer, feeds)
    const outcome = feed && (await readAgain(archive, answer, feed, calendarOf(days)))
    if (outcome?.kind === 'rows') days = withTold(days, [{ kind: tellsDays(feed!), rows: outcome.rows }])
  }
  return days
}

/** The calendar first, schedule before days: what is due follows from it. */
async function learnDays(desk: Desk, run: number, asked: Asked, options: RunOptions): Promise<TradingDay[]> {
  let days = await knownDays(desk)
  for (const kind of ['scheduled', 'traded'] as const) {
    const feeds = desk.choice.makers.filter((feed) => isDays(feed) && tellsDays(feed) === kind)
    const quiet = { ...options, asked, onStep: () => {} }
    const before = asked.problems.length
    const told = await ask(desk, dueNow(desk, feeds, days, run), days, run, quiet)
    const instead = await askTwins(desk, asked.problems.slice(before), days, run, quiet)
    days = withTold(
      days,
      [...told, ...instead.filter(({ feed }) => tellsDays(feed) === kind)].map(({ rows }) => ({ kind, rows })),
    )
  }
  return days
}

/** Reads answers again that were put off until the calendar knows a day: many tell the newest alone, and are not asked twice. */
async function readPutOff({ journal, archive, feeds, now }: Desk, days: readonly TradingDay[]): Promise<void> {
  const from = shifted(today(now()), -lookBack)
  const calendar = calendarOf(days)
  for (const answer of [...journal.answers({ kinds: ['not_yet'], newest: true, from })]) {
    const feed = waitsForCalendar(answer.reason ?? '') ? feedOf(answer, feeds) : null
    if (feed === null || answer.file === null || answer.prunedAt !== null) continue
    const outcome = await readAgain(archive, answer, feed, calendar)
    if (outcome.kind !== 'not_yet') journal.reread(answer.id, outcome)
  }
}

export type Done = {
  readonly report: Report
  /** Everything that was asked for and never came, however long ago. */
  readonly failures: readonly Problem[]
  /** The newest trading day whose prices are expected by now; null where the calendar does not tell. */
  readonly due: string | null
}

async function finish(
  desk: Desk,
  run: { readonly id: number; readonly startedAt: string },
  kind: Report['kind'],
  days: readonly TradingDay[],
  asked: Asked,
  options: RunOptions,
): Promise<Done> {
  const { journal, choice, now } = desk
  const calendar = calendarOf(days)
  const loaded = await load({
    ...desk,
    makers: choice.makers,
    calendar,
    run: run.id,
    // A day is one version, whatever its size.
    ...(kind === 'refresh' ? {} : { most: loadMost }),
    ...(options.onStep ? { onStep: options.onStep } : {}),
  })
  const lacking = missingOf(journal, choice.makers.filter(isMissed), calendar, shifted(today(now()), -lookBack)).filter(
    ({ key }) => wasNeverTold(journal, key),
  )
  const report = reportOf({
    ...{ kind, startedAt: run.startedAt, now: now(), asked, loaded, choice, journal, archive: desk.archive, calendar },
    missing: untold(journal, lacking, choice),
  })
  journal.finish(run.id, report)
  return {
    report,
    failures: untold(journal, missingOf(journal, choice.makers, calendar, ''), choice).map(problemOf),
    due: daysDue(TaiwanStockPrice, { calendar, now: now() }, 1)[0] ?? null,
  }
}

/** Asks for what is due, loads it as one version, and tells what came of it. */
export async function refresh(desk: Desk, options: RunOptions = {}): Promise<Done> {
  const { journal, choice, now } = desk
  // A run that was killed days ago is not taken up: what was not out yet then may be now.
  const run = journal.begin('refresh', today(now()))
  const asked = noneAsked()
  const days = await learnDays(desk, run.id, asked, options)
  await readPutOff(desk, days)
  const others = [...choice.makers, ...choice.witnesses].filter((feed) => !isDays(feed))
  const due = dueNow(desk, others, days, run.id)
  const missing = missingOf(journal, others, calendarOf(days), shifted(today(now()), -lookBack))
  const late = overdue(missing, choice.makers, due)
  const before = asked.problems.length
  await ask(desk, [...due, ...late], days, run.id, { ...options, asked })
  await askTwins(desk, asked.problems.slice(before), days, run.id, { ...options, asked })
  const details = await detailsDue(desk, days, run.id)
  asked.problems.push(...details.problems)
  await ask(desk, details.due, days, run.id, { ...options, asked })
  return finish(desk, run, 'refresh', days, asked, options)
}

/** What a refresh would ask for now, and how long that takes. */
export async function planned(desk: Desk): Promise<{ due: Due[]; estimate: Estimate }> {
  const { choice, asker } = desk
  const days = await knownDays(desk)
  const due = [
    ...dueNow(desk, [...choice.makers, ...choice.witnesses], days, null),
    ...(await detailsDue(desk, days, null)).due,
  ]
  return {
    due,
    estimate: asker.estimate(
      due.map(({ task }) => task),
      { calendar: calendarOf(days) },
    ),
  }
}

export type Range = { readonly from: string; readonly to: string }

/** A schedule tells what is to come. */
const isPast = (feed: Feed): boolean => !isDays(feed) || tellsDays(feed) === 'traded'

/** The questions of a back-fill, given the calendar as it is known: how many, and how long they take. */
export async function plannedRange(desk: Desk, range: Range) {
  const { choice, asker, ids } = desk
  const calendar = calendarOf(await knownDays(desk))
  const plans = yearsIn(range).map((year) => {
    const { tasks, newestOnly } = backfillOf(choice.makers.filter(isPast), year, { calendar, ids })
    return { newestOnly, estimate: asker.estimate([...tasks], { calendar, since: () => '' }) }
  })
  return { newestOnly: plans[0]!.newestOnly, estimate: sumOf(plans.map(({ estimate }) => estimate)) }
}

/** So many bytes of answers make one version of a back-fill: the lake needs a multiple of it while it writes. */
const loadMost = 16 << 20

/** So many answers are asked for before they are loaded: enough to be worth a version, few enough to lose little time in a crash. */
const loadEvery = 2_000

/** A back-fill has time: a host that rests for some hours is waited for. */
const patienceMs = 6 * 3_600_000

/** Asks for past days, newest first; what was answered before is not asked again. */
export async function backfill(desk: Desk, range: Range, options: RunOptions = {}): Promise<Done> {
  const { journal, choice, asker, ids } = desk
  const run = journal.begin('backfill', `${range.from}..${range.to} ${choice.makers.map(nameOf).join(',')}`)
  const open = (tasks: readonly Task[]): Due[] =>
    asker.open(tasks, { calendar: calendarOf(days), since: () => '', run: run.id }).map((task) => ({ task, since: '' }))
  let days = await knownDays(desk)
  const asked = noneAsked()
  const calendars = choice.makers.filter((feed) => isDays(feed) && isPast(feed))
  const known = backfillOf(calendars, range, { calendar: calendarOf(days), ids })
  const told = await ask(desk, open(known.tasks), days, run.id, { ...options, asked, patienceMs })
  days = withTold(
    days,
    told.map(({ rows }) => ({ kind: 'traded', rows })),
  )
  const others = choice.makers.filter((feed) => !isDays(feed))
  const years = yearsIn(range)
  const left = (year: Range) => open(backfillOf(others, year, { calendar: calendarOf(days), ids }).tasks)
  let of = years.reduce((sum, year) => sum + left(year).length, 0)
  let done = 0
  const askAll = async (due: readonly Due[]) => {
    for (let at = 0; at < due.length; at += loadEvery) {
      const before = done
      const onStep = ({ done: more, what }: Progress) => options.onStep?.({ done: before + more, of, what })
      const next = due.slice(at, at + loadEvery)
      await ask(desk, next, days, run.id, { ...options, asked, patienceMs, onStep })
      done += next.length
      if (done < of)
        await load({ ...desk, makers: choice.makers, calendar: calendarOf(days), run: run.id, most: loadMost })
    }
  }
  for (const year of years) {
    await askAll(left(year))
    // The lists of a year name its events.
    const { tasks, problems } = await detailsOf(desk, year)
    asked.problems.push(...problems)
    const due = open(tasks)
    of += due.length
    await askAll(due)
  }
  return finish(desk, run, 'backfill', days, asked, options)
}

/** Reads archived answers again: those of the datasets, or those that could not be read; nobody is asked. */
export async function replayed(
  desk: Desk,
  { datasets, from, to, ...options }: RunOptions & { datasets?: readonly string[]; from?: string; to?: string },
): Promise<Done & { readonly counts: Readonly<Record<string, number>> }> {
  const { journal, archive, feeds } = desk
  const run = journal.begin('replay', `${datasets ?? 'changed'} ${from ?? ''}..${to ?? ''}`)
  const days = await knownDays(desk)
  const counts: Record<string, number> = {}
  const span = { ...(from ? { from } : {}), ...(to ? { to } : {}) }
  const filters = datasets?.map((dataset) => ({ ...span, dataset })) ?? [{ ...span, kinds: ['changed'] as const }]
  for (const filter of filters)
    for await (const { answer, outcome, why } of replay({
      ...{ journal, archive, feeds, filter, calendar: calendarOf(days) },
      ...(options.signal ? { signal: options.signal } : {}),
    })) {
      const became = outcome?.kind ?? why ?? 'unreadable'
      const change = became === answer.kind ? `still ${became}` : `${answer.kind} is now ${became}`
      counts[change] = (counts[change] ?? 0) + 1
    }
  return { ...(await finish(desk, run, 'replay', days, noneAsked(), options)), counts }
}
