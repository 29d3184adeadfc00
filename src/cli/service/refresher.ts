import { setTimeout as sleep } from 'node:timers/promises'
import { longNameOf, settingsOf } from '../../config/settings.ts'
import { exitCodes, OperatorError } from '../../errors.ts'
import type { Unreached } from '../../ingest/fetching/reach.ts'
import type { Report } from '../../ingest/report.ts'
import { makerOf } from '../../market/maker.ts'
import { dayPublishedAt } from '../../market/world.ts'
import type { Context } from '../command.ts'
import type { Want } from '../lake/pages.ts'
import { createProgress, createUnreachedNotice } from '../progress.ts'
import { type ChildResult, runChild } from './child.ts'
import { createPublisher } from './publisher.ts'
import { behindIn, isAskingDue, lastRefresh, nextAsking, shortTaipeiTime } from './schedule.ts'
import type { ServedVersion } from './servedVersion.ts'
import type { Parts } from './serviceParts.ts'
import { createTurns, type Writers } from './turns.ts'
import type { DamageWatch } from './watches/damageWatch.ts'

type RefresherOptions = Parts<'context' | 'readiness' | 'metrics' | 'signal'> & {
  readonly served: ServedVersion
  readonly damage: DamageWatch
  readonly writers: Writers
}

/** Interval between two looks at clock and files. */
const lookMs = 1_000
/** Wait after a failed refresh. */
const retryMs = 60_000
/** Wait after a repair that found nothing to repair. */
const idleMendMs = 10_000
/** Interval between two looks at the journal of requests. */
const journalMs = 5_000

const titles: Record<string, string> = { market: 'Building the market', refresh: 'Asking the publishers' }

/** The settings a child process needs to work on the same data at the same time of day. */
const childEnv = ({ config, now }: Context): Record<string, string | undefined> => {
  const names = settingsOf('origin', 'lake', 'objects', 'market', 'publishers').filter(
    (name) => config[name] !== undefined,
  )
  return {
    // A flag of the service may differ from the variable that the child inherits under the other name.
    ...Object.fromEntries(names.map((name) => [longNameOf(name), undefined])),
    ...Object.fromEntries(names.map((name) => [name, String(config[name])])),
    ...(config.FORMOSA_NOW === undefined ? {} : { FORMOSA_NOW: now().toISOString() }),
  }
}

/** What is due, when it may run, and what `/readyz` says of it. */
function createAgenda({ context, served, damage, readiness, metrics }: RefresherOptions) {
  const { config, lake, log, now } = context
  let notBefore = 0
  let journalReadAt = 0

  /** Reports when the publishers are asked next, while there are no rows. */
  function reportNext(at: number): void {
    const time = shortTaipeiTime(at, now())
    const state = `no rows: no publisher has answered; next attempt at ${time} Taipei time`
    readiness.set('refresh', state, { at, time })
  }

  /** Reports the days that are behind, or the next attempt. */
  function reportBehind(last: ReturnType<typeof lastRefresh>): void {
    if (served.folder() !== null) readiness.set('refresh', behindIn((last?.report ?? null) as Report | null))
    else reportNext(Math.max(nextAsking(last), now().getTime() + Math.max(0, notBefore - Date.now())))
  }

  /** Whether the publishers are due to be asked, by the journal of the last run. */
  function isLiveDue(): boolean {
    if (Date.now() - journalReadAt < journalMs) return false
    journalReadAt = Date.now()
    const last = lastRefresh(context.ingest)
    reportBehind(last)
    return isAskingDue(last, now())
  }

  return {
    reportBehind,

    /** Reports the next attempt of a run that reaches no publisher, or that it has reached one. */
    reportUnreached(state: Unreached | null): void {
      if (served.folder() !== null) return
      if (state === null) readiness.set('refresh', 'running', null)
      else if (state.reason === null)
        readiness.set('refresh', 'no rows: no publisher has answered yet; the first attempt is still under way', null)
      else reportNext(state.nextAt ?? now().getTime())
    },

    reportFailure(words: readonly string[], { code, reason }: ChildResult): void {
      notBefore = Date.now() + retryMs
      const isDisk = code === exitCodes.disk.code
      if (isDisk) metrics?.withoutRoom()
      metrics?.refreshed('failed')
      // The last version is served all the same; only the disk needs the operator.
      const state = `the newest version could not be published: ${reason ?? 'the log says why'}`
      readiness.set('refresh', isDisk ? `degraded: ${state}` : state)
      log.error({ words: words.join(' '), code, reason }, 'refresh failed')
    },

    /** Lets nothing run for so long. */
    rest(ms: number): void {
      notBefore = Date.now() + ms
    },

    /** The command that is due and may run now; null where none is. */
    async next(): Promise<readonly string[] | null> {
      if (Date.now() < notBefore) return null
      const version = await lake.current()
      const maker = version && makerOf(version.manifest)
      // First the rows, since pages are made from them.
      if (maker && damage.hasLakeDamage()) return ['market', 'build', '--again']
      if (damage.isDamaged()) return ['rebuild', '--mend']
      const isDue =
        config.FORMOSA_ORIGIN === 'live'
          ? isLiveDue()
          : maker && dayPublishedAt(maker.seed, now()) > version.manifest.through
      if (isDue) return ['refresh']
      return (await served.isBehind()) ? ['rebuild'] : null
    },
  }
}
type Agenda = ReturnType<typeof createAgenda>

/** Runs commands in child processes: those that make versions one at a time, and publishing beside them. */
function createRunner({ context, signal, writers }: RefresherOptions, agenda: Agenda) {
  const { log } = context
  let send: (message: Want) => void = () => {}
  // A process that no longer leads stops writing.
  const whileLeading = () => (writers ? AbortSignal.any([signal, writers.leadership.term()]) : signal)
  return {
    publish: () => runChild(['objects', 'publish'], childEnv(context), { signal: whileLeading(), log }),
    run(
      words: readonly string[],
      { onStep, onUnreached }: { onStep?: ReturnType<typeof createProgress>; onUnreached?: () => void } = {},
    ): Promise<ChildResult> {
      const tell = createUnreachedNotice(context)
      return runChild(words, childEnv(context), {
        ...(onStep ? { onStep } : {}),
        onUnreached(state) {
          tell(state)
          agenda.reportUnreached(state)
          if (state) onUnreached?.()
        },
        ...{ signal: whileLeading(), log },
        connect(to) {
          send = to
        },
      })
    },
    /** Makes the pages of this dataset next: a client waits for them. */
    want: (dataset: string): void => send({ want: dataset }),
  }
}

/** The build that a start may need, which goes on while its first pages are served. */
function createFirstBuild(
  { context: { log }, served, damage }: RefresherOptions,
  run: ReturnType<typeof createRunner>['run'],
  agenda: Agenda,
  mayWrite: () => boolean,
) {
  let isBuilding = false

  /** Completes a build whose first pages are served already. */
  async function complete(words: readonly string[], child: Promise<ChildResult>): Promise<void> {
    const result = await child
    if (!mayWrite()) return
    if (result.code !== 0) return agenda.reportFailure(words, result)
    damage.mended()
    await served.load()
    if (served.folder() !== null) log.info('every dataset has its pages')
  }

  /**
   * Builds missing data at a start; resolves when pages are served, or no publisher is reached. With `mayFail`,
   * publishers may give no answer.
   */
  async function build(words: readonly string[], mayFail: boolean): Promise<void> {
    const onStep = createProgress(titles[words[0]!] ?? 'Making the pages', log)
    const { promise: goesOn, resolve: goOn } = Promise.withResolvers<null>()
    // A version that is behind is not shown before the newest one.
    const isBehind = served.isWhole()
    let isReady = false
    isBuilding = true
    const child = run(words, {
      onStep(step) {
        if (!isReady) onStep(step)
        served.load().then(
          () => !isBehind && served.folder() !== null && goOn(null),
          (error) => log.error({ err: error }, 'the pages could not be opened'),
        )
      },
      // Rows may come within minutes or in days.
      onUnreached: () => goOn(null),
    }).finally(() => {
      isBuilding = false
    })
    const first = await Promise.race([child, goesOn])
    isReady = true
    // Another writer goes on with it.
    if (!mayWrite()) return
    if (first === null) {
      complete(words, child).catch((error) => log.error({ err: error }, 'the pages could not be made'))
      return
    }
    // Publishers that do not answer now may answer later: the service waits for them.
    if (first.code !== 0 && !mayFail)
      throw new OperatorError('The data could not be built; the reason stands above.', { exitCode: first.code })
    damage.mended()
    await served.load()
  }

  return { build, isBuilding: () => isBuilding }
}

/** Publishes due versions and repairs damaged files, in child processes. */
export function createRefresher(options: RefresherOptions) {
  const { context, served, damage, readiness, metrics, signal, writers } = options
  const { config, lake, log } = context
  const isLive = config.FORMOSA_ORIGIN === 'live'
  const mayWrite = () => !signal.aborted && (writers?.leadership.isLeader() ?? true)
  const agenda = createAgenda(options)
  const turns = createTurns(options)
  const { run, publish, want } = createRunner(options, agenda)
  const first = createFirstBuild(options, run, agenda, mayWrite)
  const publisher = createPublisher({
    ...{ context, served, readiness, metrics, publish, mayWrite },
    onRefused: turns.lookAgain,
  })

  async function refreshOnce(): Promise<void> {
    await served.load()
    if (first.isBuilding() || !(await turns.mayWrite())) return
    const words = await agenda.next()
    if (!words) return publisher.beginDue()
    if (served.folder() === null) readiness.set('refresh', 'running', null)
    const result = await run(words)
    if (!mayWrite()) return
    if (result.code !== 0) return agenda.reportFailure(words, result)
    const before = served.folder()
    if (words[0] === 'rebuild') damage.mended()
    await served.load()
    // Nothing needed repair: a repeated report of the same damage has to wait.
    if (words[1] === '--mend' && before === served.folder()) agenda.rest(idleMendMs)
    if (words[0] === 'market') await served.useMendedLake()
    metrics?.refreshed('ok')
    if (!isLive) readiness.set('refresh', 'ok')
  }

  return {
    want,

    /** Tries again at once, as when the disk has room again. */
    retryNow: (): void => agenda.rest(0),

    /** Builds missing data and serves the newest version; false where the service was stopped meanwhile. */
    async start(): Promise<boolean> {
      await served.load()
      if (!(await turns.untilServed())) return !signal.aborted
      if (served.folder() === null || damage.isDamaged() || (await served.isBehind())) {
        const command = isLive ? ['refresh'] : ['market', 'build']
        const words = !(await lake.current()) ? command : damage.isDamaged() ? ['rebuild', '--mend'] : ['rebuild']
        await first.build(words, isLive && words === command)
        if (signal.aborted) return false
      }
      if (!isLive) readiness.set('refresh', 'ok')
      // A run without a publisher reports its own next attempt.
      else if (served.folder() !== null || !first.isBuilding()) agenda.reportBehind(lastRefresh(context.ingest))
      return true
    },

    /** Looks at clock and files until the service stops. */
    async keepFresh(): Promise<void> {
      while (!signal.aborted) {
        await sleep(lookMs, undefined, { signal }).catch(() => {})
        if (signal.aborted) break
        try {
          await refreshOnce()
        } catch (error) {
          agenda.rest(retryMs)
          metrics?.refreshed('failed')
          if (isLive && served.folder() === null) agenda.reportBehind(null)
          else readiness.set('refresh', 'the newest day could not be published; the log says why')
          log.error({ err: error }, 'refresh failed')
        }
      }
      await publisher.ended()
    },
  }
}
