import { setFlagsFromString } from 'node:v8'
import { publishers } from '../../catalogue/publishers.ts'
import { listOf } from '../../config/values.ts'
import { dayMs } from '../../days.ts'
import { MissingError, SettingError, UsageError } from '../../errors.ts'
import { isDate } from '../../fields.ts'
import { alignJournal } from '../../ingest/alignJournal.ts'
import { type IngestContext, openIngest } from '../../ingest/context.ts'
import type { ArchiveSize } from '../../ingest/fetching/archive.ts'
import type { Estimate } from '../../ingest/fetching/estimate.ts'
import { emptyTally } from '../../ingest/fetching/finishedTasks.ts'
import { type PruneReport, prune } from '../../ingest/fetching/prune.ts'
import type { Unreached } from '../../ingest/fetching/reach.ts'
import { backfillInTurn, holdBackfill, openInTurn } from '../../ingest/fetching/turns.ts'
import { failuresOf, quarantineFailures } from '../../ingest/gaps/failures.ts'
import { openGaps } from '../../ingest/gaps/gap.ts'
import { readRuns, sumOf } from '../../ingest/history.ts'
import type { DayRange } from '../../ingest/plan/taipeiDays.ts'
import {
  backfill as backfillDays,
  planBackfill,
  planRefresh,
  type RunResult,
  refresh,
  replayResponses,
} from '../../ingest/refresh.ts'
import type { Report } from '../../ingest/report.ts'
import { openQuarantine } from '../../ingest/rules/quarantine.ts'
import type { Version } from '../../lake/lake.ts'
import type { Step } from '../../market/fill.ts'
import type { Context, Flags, Run } from '../command.ts'
import { withSmallMemory } from '../context.ts'
import { datasetsOf, dateOf } from '../flags.ts'
import { counted, durationText, grouped, notice, print, printJson, printTable, spanOf } from '../output.ts'
import { createUnreachedNotice, type FromChild, reportProgress } from '../progress.ts'
import { onStop } from '../signals.ts'
import { assertRoomForNext, makePages } from './pages.ts'

const assertLive = ({ config }: Context): void => {
  if (config.FORMOSA_ORIGIN !== 'live')
    throw new SettingError('This asks the publishers, for the origin live only: add --origin live.')
}

/** The context of long work, such as years of responses: the heap grows by half before garbage is collected. */
function unbounded(context: Context): Context {
  assertLive(context)
  setFlagsFromString('--heap-growing-percent=50')
  return withSmallMemory(context)
}

/** Rejects unknown publishers, which would otherwise be ignored silently. */
function acceptedIn({ config }: Context): string[] {
  const accepted = listOf(config.FORMOSA_ACCEPT_TERMS)
  const known = Object.values(publishers).flatMap(({ id, terms }) => (terms === 'site' ? [id] : []))
  for (const id of accepted)
    if (id !== 'all' && !known.includes(id))
      throw new SettingError(
        `FORMOSA_ACCEPT_TERMS: no publisher with site terms is called ${id}; known are ${known.join(', ')}.`,
      )
  return accepted
}

const sendUnreached = (unreached: Unreached | null): void => void process.send!({ unreached } satisfies FromChild)

function ingestOf(context: Context, only: string | undefined): IngestContext {
  const { config, lake, now, log, scratch } = context
  const url = config.FORMOSA_SOURCES_URL?.replace(/\/+$/, '')
  const names = datasetsOf(only)
  return openIngest({
    folder: context.ingest,
    ...{ lake, now, log, scratch, memory: config.FORMOSA_MEMORY, accepted: acceptedIn(context) },
    ...(names ? { only: names } : {}),
    ids: () => listOf(config.FORMOSA_US_STOCKS),
    failures: (version) => openGaps(context.gaps.root)(version)?.failures ?? [],
    asking: {
      paceFactor: Number(config.FORMOSA_PACE),
      onUnreached: process.send ? sendUnreached : createUnreachedNotice(context),
      ...(url === undefined ? {} : { bases: ({ id }) => `${url}/${id}` }),
    },
  })
}

/** How long requests in progress may take at a stop. */
const graceMs = 2_000

/** Runs work that the first signal stops in good order; every response received is kept. */
async function untilStopped(work: (signal: AbortSignal) => Promise<number | undefined>): Promise<number> {
  const stopping = new AbortController()
  onStop(() => {
    stopping.abort()
    // A stopped load starts again from the journal.
    setTimeout(() => process.exit(130), graceMs).unref()
  })
  try {
    return (await work(stopping.signal)) ?? 0
  } catch (error) {
    if (!stopping.signal.aborted) throw error
    notice('Stopped; what was answered is kept, and the next run goes on from there.')
    return 130
  }
}

/** Runs work with the journal open, which a back-fill gives up for it. */
const withIngest = (
  context: Context,
  only: string | undefined,
  work: (ingest: IngestContext, signal: AbortSignal) => Promise<number | undefined>,
): Promise<number> =>
  untilStopped(async (signal) => {
    const onWait = () => notice('A back-fill is under way: it stops for this once its requests have been answered.')
    const ingest = await openInTurn(context.ingest, () => ingestOf(context, only), { signal, onWait })
    try {
      return await work(ingest, signal)
    } finally {
      ingest.close()
    }
  })

/** The datasets without a publisher that may be asked, and why. */
const notAskedFor = ({ choice }: IngestContext): string[] =>
  choice.without.map(({ dataset, market, why }) => `${dataset}${market ? ` ${market}` : ''} is not asked for: ${why}.`)

function printEstimate({ requests, seconds, reused, hosts }: Estimate): void {
  printTable(
    ['host', 'requests', 'time', 'resting until'],
    hosts.map((one) => [one.host, one.requests, durationText(one.seconds), one.openUntil ?? '']),
  )
  print(`${requests} requests, about ${durationText(seconds)}; ${reused} questions are answered already.\n`)
}

/** A run in a few lines; the journal has the whole report. */
function printReport(report: Report): void {
  const { version, through, asked, datasets, problems, missing, twins } = report
  const { disagreements, without, archive, calendar } = report
  const sum = (pick: Parameters<typeof sumOf>[1]) => sumOf(report, pick)
  const lines = [
    `version ${version ?? 'none'} through ${through ?? 'no day'}`,
    `rows added ${sum('added')}, changed ${sum('changed')}, removed ${sum('removed')} (${sum('withdrawn')} withdrawn by their publishers), rejected ${sum('rejected')}`,
    `questions ${Object.entries(asked)
      .map(([kind, count]) => `${kind} ${count}`)
      .join(', ')}`,
    `problems ${problems.length}, days still missing ${missing.length}, witnesses that disagree ${disagreements.length}, datasets without a publisher ${without.length}`,
    `raw answers kept: ${sizeText(archive)}`,
    ...Object.entries(datasets).flatMap(([name, { refused, doubts }]) =>
      [...refused, ...doubts].map((message) => `${name}: ${message}`),
    ),
    ...(calendar.why === null ? [] : [`${calendar.waiting.join(', ')} wait for the calendar: ${calendar.why}`]),
    ...Object.entries(datasets).flatMap(([name, { waitsFor }]) => waitsFor.map((what) => `${name}: ${what}`)),
    ...twins.map(
      ({ dataset, market, from, to, publisher, insteadOf, lacks }) =>
        `${dataset}${market ? ` ${market}` : ''} ${spanOf(from, to)} came from ${publisher}, since ${insteadOf.publisher} did not answer${lacks.length > 0 ? `; it lacks ${lacks.join(', ')}` : ''}`,
    ),
  ]
  notice(`${lines.join('\n')}`)
}

async function publish(
  context: Context,
  { failures, due, earlierFailures = [] }: RunResult,
  onStep: (step: Step) => void,
): Promise<void> {
  const version = await context.lake.current()
  // Missing rows are reported even where nothing new was loaded.
  if (!version) return
  const quarantine = openQuarantine(context.ingest)
  const kept = quarantineFailures(quarantine.list({ isOpen: true, limit: -1 }))
  quarantine.close()
  const gaps = { failures: [...failuresOf(failures), ...kept, ...earlierFailures], ...(due === null ? {} : { due }) }
  await makePages(context, version, onStep, { gaps })
}

export async function refreshLive(context: Context, { only, 'dry-run': isDry }: Flags) {
  return withIngest(context, only, async (ingest, signal) => {
    if (isDry !== undefined) {
      const { due, estimate } = await planRefresh(ingest)
      printTable(
        ['dataset', 'market', 'publisher', 'answer', 'days', 'id'],
        due.map(({ task: { feed, from, to, id } }) => [
          ...[feed.dataset.name, feed.market ?? '', feed.publisher.id, feed.endpoint, spanOf(from, to), id ?? ''],
        ]),
      )
      for (const sentence of notAskedFor(ingest)) print(`${sentence}\n`)
      printEstimate(estimate)
      return
    }
    const current = await context.lake.current()
    if (current) await assertRoomForNext(context, current)
    const onStep = reportProgress('Refreshing', context.log)
    const done = await refresh(ingest, { signal, onStep })
    await publish(context, done, onStep)
    printReport(done.report)
    const days = context.config.FORMOSA_RAW_DAYS
    if (days !== undefined) printPruned(await pruneAt(context, ingest, days, false), false)
  })
}

const rangeOf = ({ from, to }: Flags): DayRange => {
  if (!isDate(from ?? '') || !isDate(to ?? '') || from! > to!)
    throw new UsageError('Give both --from and --to as dates, YYYY-MM-DD, the first not after the last.')
  return { from: from!, to: to! }
}

export const backfill: Run = async (given, flags) => {
  const context = unbounded(given)
  const range = rangeOf(flags)
  const folder = context.ingest
  const tally = emptyTally()

  async function plan(ingest: IngestContext): Promise<void> {
    const { estimate, newestOnly } = await planBackfill(ingest, range)
    for (const name of newestOnly)
      notice(`${name}: its publishers tell only what is newest, so its past cannot be asked for.`)
    for (const sentence of notAskedFor(ingest)) notice(sentence)
    if (flags['dry-run'] !== undefined) printEstimate(estimate)
    else notice(`${estimate.requests} requests, about ${durationText(estimate.seconds)}.`)
  }

  /** Asks until it is done, or another command takes the turn; true if it is done. */
  const proceed = (isFirst: boolean, signal: AbortSignal): Promise<boolean> =>
    backfillInTurn(
      folder,
      signal,
      () => ingestOf(context, flags.only),
      async (ingest, pause) => {
        if (isFirst) await plan(ingest)
        if (flags['dry-run'] !== undefined) return true
        const onStep = reportProgress('Back-filling', context.log)
        const onVersion = (version: Version) => makePages(context, version, onStep)
        const done = await backfillDays(ingest, range, { signal, pause, tally, onStep, onVersion })
        if (done === null) return false
        await publish(context, done, onStep)
        printReport(done.report)
        return true
      },
    )

  return untilStopped(async (signal) => {
    const release = holdBackfill(folder)
    try {
      for (let isDone = await proceed(true, signal); !isDone; isDone = await proceed(false, signal))
        notice('The back-fill waits for another command, and goes on after it.')
      return undefined
    } finally {
      release()
    }
  })
}

export const replay: Run = async (given, { only, from, to, 'allow-removals': allows }) => {
  const context = unbounded(given)
  if (allows !== undefined && only === undefined)
    throw new UsageError('--allow-removals needs --only NAMES: name the datasets whose rows may be removed.')
  const days = { from: dateOf('from', from), to: dateOf('to', to) }
  return withIngest(context, undefined, async (ingest, signal) => {
    const names = datasetsOf(only)
    const onStep = reportProgress('Reading again', context.log)
    const done = await replayResponses(ingest, {
      ...(names ? { datasets: names } : {}),
      ...(days.from ? { from: days.from } : {}),
      ...(days.to ? { to: days.to } : {}),
      ...{ signal, onStep, allowsRemovals: allows !== undefined },
    })
    await publish(context, done, onStep)
    for (const [change, count] of Object.entries(done.counts)) print(`${change}: ${count}\n`)
    printReport(done.report)
    if (!done.hasPruned) return
    notice('Answers that were pruned can be read again once live/ingest/raw is restored from a backup.')
    return 1
  })
}

const sizeText = ({ files, bytes }: ArchiveSize): string => `${counted(files, 'file')}, ${(bytes / 1e6).toFixed(1)} MB`

async function pruneAt(context: Context, ingest: IngestContext, days: number, isDry: boolean) {
  const { journal, archive, quarantine } = ingest
  // A restored lake may need responses again that were loaded before.
  await alignJournal(ingest)
  const before = new Date(context.now().getTime() - days * dayMs)
  return prune({ journal, archive, before, isDry, quarantined: quarantine.list({ isOpen: true, limit: -1 }) })
}

function printPruned({ answers, files, kept, left }: PruneReport, isDry: boolean): void {
  const stays = Object.entries(kept).flatMap(([why, count]) => (count > 0 ? [`${count} ${why}`] : []))
  notice(
    `${isDry ? 'Would remove' : 'Removed'} ${counted(answers, 'raw answer')} in ${counted(files, 'file')}.${stays.length > 0 ? ` Older ones that stay: ${stays.join(', ')}.` : ''}\n` +
      `raw answers ${isDry ? 'there are' : 'left'}: ${sizeText(left)}`,
  )
}

export const archivePrune: Run = async (context, { 'older-than': age, 'dry-run': dry }) => {
  assertLive(context)
  const [, days] = /^(\d{1,5})d$/.exec(age ?? '') ?? []
  if (days === undefined) throw new UsageError('Give --older-than as a number of days, e.g. 400d.')
  const isDry = dry !== undefined
  return withIngest(context, undefined, async (ingest) => {
    printPruned(await pruneAt(context, ingest, Number(days), isDry), isDry)
  })
}

export const reports: Run = async (context) => {
  assertLive(context)
  const sizesOf = (report: Report | null) =>
    report
      ? [
          ...(['added', 'changed', 'rejected'] as const).map((pick) => sumOf(report, pick)),
          ...[report.problems.length, report.missing.length],
        ]
      : ['', '', '', '', '']
  printTable(
    ['run', 'kind', 'started', 'ended', 'rows added', 'changed', 'rejected', 'problems', 'missing'],
    readRuns(context.ingest, 20).map(({ id, kind, startedAt, endedAt, report }) => [
      ...[id, kind, startedAt, endedAt ?? 'stopped or running', ...sizesOf(report as Report | null)],
    ]),
  )
}

export const report: Run = async (context, _, [runId]) => {
  assertLive(context)
  const runs = readRuns(context.ingest, 1_000).filter((run) => run.report !== null)
  const found = runId === undefined ? runs[0] : runs.find(({ id }) => String(id) === runId)
  if (!found)
    throw new MissingError(runId === undefined ? 'No run has ended yet.' : `There is no report of run ${runId}.`)
  printJson(found.report, 2)
}

/** The most rows of the quarantine in a table. */
const shownRows = 1_000

export const quarantine: Run = async (context, { only, rule, all, json }) => {
  assertLive(context)
  const [dataset] = datasetsOf(only) ?? []
  const kept = openQuarantine(context.ingest)
  const filter = {
    ...(dataset ? { dataset } : {}),
    ...(rule === undefined ? {} : { rule }),
    ...(all === undefined ? { isOpen: true } : {}),
  }
  const found = kept.list({ ...filter, limit: -1 })
  kept.close()
  if (json !== undefined) return printJson(found, 2)
  const rows = found.slice(0, shownRows)
  if (rows.length < found.length)
    notice(`The newest ${grouped(rows.length)} of ${grouped(found.length)} rows; --json has them all.`)
  printTable(
    ['dataset', 'rule', 'key', 'message', 'first seen', 'last seen', 'settled'],
    rows.map((one) => [
      ...[one.dataset, one.rule, one.key, one.message, one.firstSeen, one.lastSeen, one.settledAt ?? ''],
    ]),
  )
}
