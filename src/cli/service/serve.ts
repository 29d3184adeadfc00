import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AskState } from '../../ask/ask.ts'
import type { Report } from '../../ingest/report.ts'
import { tidyScratch } from '../../lake/lock.ts'
import { createWholeFiles } from '../../lake/whole.ts'
import { type Database, openDatabase } from '../../store/database.ts'
import type { Leadership } from '../../store/leadership.ts'
import { makeRoom } from '../../store/reserve.ts'
import { claimSecret } from '../accounts/database.ts'
import { openAgents } from '../agent.ts'
import type { Context, Run } from '../command.ts'
import { controlOptions, placeOf } from '../control.ts'
import { openObjects } from '../objects/objectStore.ts'
import { print } from '../output.ts'
import { onStop } from '../signals.ts'
import { startEventWork } from './events/eventWork.ts'
import { greet, makeOwner } from './greeting.ts'
import { holdHome } from './homeLock.ts'
import type { Metrics } from './metrics.ts'
import { holdPort } from './portLock.ts'
import { openAsking } from './questions/ask.ts'
import { createFollower } from './readers/follower.ts'
import { createReadiness, type Readiness } from './readiness.ts'
import { createRefresher } from './refresher.ts'
import { lastRefresh } from './schedule.ts'
import { createServedVersion } from './servedVersion.ts'
import { createUsageWriter } from './threads/usageWriter.ts'
import { workerOptions } from './threads/workerOptions.ts'
import { createWorkerPool } from './threads/workerPool.ts'
import { createDamageWatch } from './watches/damageWatch.ts'
import { watchDisk } from './watches/diskWatch.ts'
import { startScrubber } from './watches/scrub.ts'
import { removeStaleFolders } from './watches/staleFolders.ts'

/** How long requests in progress may take to finish at a stop. */
const graceMs = 10_000

/** Rows are served while questions cannot be answered, so none of these states makes the service unready. */
const askChecks: Readonly<Record<AskState, string>> = {
  ok: 'ok',
  warming_up: 'degraded: warming up; a question waits until it is done',
  without_prices: 'degraded: no prices yet, so questions are not answered',
  failing: 'degraded: questions cannot be answered; the log says why',
}

const urlOf = ({ address, port, family }: AddressInfo): string =>
  `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`

/** Locks the home folder and the port, and frees the disk of a killed build. */
async function prepare({ config, lake, pages }: Context) {
  holdHome(config.FORMOSA_HOME)
  await lake.tidy()
  await tidyScratch(pages.root)
  makeRoom(config.FORMOSA_HOME)
  removeStaleFolders()
  return holdPort(config.HOST, config.PORT)
}

export const serve: Run = async (context) => {
  const { config, now, log, lake } = context
  await prepare(context)
  // A full disk must not leave an empty database behind; beside an existing one no secret is generated.
  if (!existsSync(config.storePath)) context.secret()
  const database = await openDatabase(placeOf(config))
  const control = controlOptions(context, await claimSecret(context, database, true))
  const usage = createUsageWriter({
    ...{ database, memory: control.memory.quota, home: config.FORMOSA_HOME, now, log },
    auditDays: { lines: config.AUDIT_DAYS, addresses: config.AUDIT_ADDRESS_DAYS },
  })
  const readiness = createReadiness()
  const store = openObjects(context, { isServing: true })
  const leadership = store && config.FORMOSA_ROLE !== 'reader' ? await compete(context, readiness) : null
  const agents = await openAgents(
    context,
    database,
    (state) => readiness.set('payments', state),
    () => leadership?.isLeader() ?? true,
  )
  if (agents) readiness.set('payments', agents.state())
  const metrics = await openMetrics(context, database)
  if (leadership) metrics?.leadership(leadership.isLeader)
  const stopping = new AbortController()
  const { signal } = stopping
  const isReader = store && config.FORMOSA_ROLE === 'reader'
  const follower = isReader ? createFollower({ context, store, readiness, metrics, signal }) : null
  const damage = createDamageWatch({ context, readiness, metrics })
  const whole = createWholeFiles()
  /** A reader fetches a damaged file again. */
  const noteLakeFile = (path: string, state: 'missing' | 'damaged' | null) =>
    follower ? follower.mend(path) : damage.noteLakeFile(path, state)
  const asking = openAsking(
    config,
    log,
    {
      async damagedIn(version, names) {
        const damaged = await whole.damaged(version, names)
        for (const { file, what } of damaged) noteLakeFile(join(version.folder, file), what)
        return damaged.map(({ file }) => file)
      },
      ...(follower ? { holdFiles: follower.holdFiles } : {}),
    },
    (state) => readiness.set('ask', askChecks[state]),
  )
  /** A thread may want pages before it is there. */
  let refresher: ReturnType<typeof createRefresher> | null = null
  const pool = createWorkerPool(config.WORKERS, workerOptions(context, control, agents?.options ?? null), {
    asking,
    remote: follower?.files ?? null,
    onDamage: (found) =>
      follower || found.file.startsWith(lake.root) ? noteLakeFile(found.file, 'damaged') : damage.notePages(found),
    onUsed: usage.add,
    onWanted: (dataset) => refresher?.want(dataset),
    onLoss: (error) => log.error({ err: error }, 'a serving thread died and is replaced'),
  })
  onStop((name) => {
    log.info({ signal: name }, 'stopping: requests under way may finish')
    stopping.abort()
  })
  readiness.connect(pool.send)
  const scrubber = startScrubber({
    // A reader compares every block that it reads from its cache.
    bytesPerSecond: follower ? 0 : config.FORMOSA_SCRUB * 1e6,
    onDamage: (found) => damage.notePages(found),
    onLakeFile: damage.noteLakeFile,
    ...{ whole, metrics, log, signal },
  })
  const served = createServedVersion({ context, pool, scrubber, asking, damage, readiness, metrics })
  const writers = leadership && { leadership, store: store! }
  if (!follower) refresher = createRefresher({ context, served, damage, readiness, metrics, signal, writers })
  const events = follower ? null : startEventWork({ context, database, served, control, agents, leadership })
  watchDisk({ context, readiness }, () => refresher?.retryNow())

  let grace = 0
  // A first build goes on while the threads start.
  const started = refresher?.start()
  started?.catch(() => {})
  try {
    const url = urlOf(await pool.start())
    log.info({ url, pid: process.pid, workers: config.WORKERS, release: context.release }, 'listening')
    await metrics?.open(pool)
    reportArchive(context)
    if (await (started ?? follower!.start({ pool, asking }))) {
      // The owner is made when the key is shown: a start that ends sooner has shown none, and the next one does.
      const ownerKey = follower ? null : await makeOwner(database, now, control.secrets.peppers[0])
      const nextAttempt = readiness.nextAttempt()?.time ?? null
      print(
        greet({
          ...{ url, ownerKey, nextAttempt, home: config.FORMOSA_HOME },
          lakeRoot: lake.root,
          agentLines: agents?.lines ?? [],
        }),
      )
      await (refresher ?? follower!).keepFresh()
    }
    grace = graceMs
    if (config.FORMOSA_DRAIN > 0) {
      readiness.set('service', 'stopping')
      pool.send({ kind: 'drain' })
      await sleep(config.FORMOSA_DRAIN * 1_000)
    }
    return 0
  } finally {
    stopping.abort()
    await pool.stop(grace)
    await metrics?.close()
    await asking.close()
    await agents?.close()
    await events?.close()
    // After payments: the next leader settles the open ones.
    await leadership?.close()
    store?.close()
    await usage.close()
    log.info('stopped')
  }
}

/** Competes with the writers of the same origin: one of them writes, publishes and settles payments. */
async function compete({ config, log }: Context, readiness: Readiness): Promise<Leadership | null> {
  if (config.DATABASE_URL === undefined) return null
  const { openLeadership } = await import('../../store/leadership.ts')
  const leadership: Leadership = openLeadership({
    url: config.DATABASE_URL,
    lock: config.FORMOSA_ORIGIN === 'live' ? 2 : 1,
    onChange: () => readiness.set('leadership', leadership.state()),
    log,
  })
  readiness.set('leadership', leadership.state())
  return leadership
}

/** The metrics of the main thread, and the library that keeps them, where they are served. */
async function openMetrics({ config, now, log }: Context, database: Database): Promise<Metrics | null> {
  const port = config.METRICS_PORT
  if (port === undefined) return null
  const { createMetrics } = await import('./metrics.ts')
  return createMetrics({ home: config.FORMOSA_HOME, host: config.METRICS_HOST, port, database, now, log })
}

/** Logs how many raw responses are kept, as the last run counted them. */
function reportArchive(context: Context): void {
  if (context.config.FORMOSA_ORIGIN !== 'live') return
  const archive = (lastRefresh(context.ingest)?.report as Report | null | undefined)?.archive
  if (archive) context.log.info({ ...archive, days: context.config.FORMOSA_RAW_DAYS ?? 'all' }, 'raw answers kept')
}
