import type { AddressInfo } from 'node:net'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { keyFor } from '../access/secret.ts'
import type { AskState } from '../ask/ask.ts'
import { hasLedger } from '../derive/ledgerFile.ts'
import { DamagedFile } from '../disk.ts'
import { exitCodes, OperatorError } from '../errors.ts'
import { hasGaps } from '../ingest/gaps/open.ts'
import type { Report } from '../ingest/report.ts'
import type { Version } from '../lake/lake.ts'
import { createWholeFiles } from '../lake/whole.ts'
import { makerOf } from '../market/build.ts'
import { dayPublishedAt } from '../market/world.ts'
import { type PageVersion, readPages } from '../pages/list.ts'
import { type OpenPages, openPages } from '../pages/open.ts'
import { currentFolder, tidyPages } from '../pages/publish.ts'
import { openDatabase } from '../store/database.ts'
import { diskState, keepReserve, makeRoom } from '../store/reserve.ts'
import { type Agents, openAgents } from './agent.ts'
import { type Asking, longestAskMs, openAsking } from './ask.ts'
import { type Books, keepBooks } from './books.ts'
import { runChild } from './child.ts'
import type { Context, Run } from './command.ts'
import { controlTerms } from './control.ts'
import { type Crew, startCrew } from './crew.ts'
import { greet, makeOwner } from './greeting.ts'
import { holdHome } from './homeLock.ts'
import { ingestFolder } from './live.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { holdPort } from './portLock.ts'
import { createProgress } from './progress.ts'
import { behindIn, isAskingDue, lastRefresh, nextAsking, taipeiTime } from './schedule.ts'
import { startScrubber } from './scrub.ts'
import { removeStaleFolders } from './staleFolders.ts'
import type { Damage } from './worker.ts'

/** How often the clock, the lake and the files are looked at, and how long a failed refresh waits for its next try. */
const lookMs = 1_000
const retryMs = 60_000
/** How long after the files were found whole they are read again for a damage that was reported. */
const idleMendMs = 10_000
/** How often the journal of what was asked is looked at. */
const journalMs = 5_000
/** How long requests under way may take to finish at a stop. */
const graceMs = 10_000

/** Rows are served while questions cannot be answered yet, so none of these keeps the service from being ready. */
const askChecks: Readonly<Record<AskState, string>> = {
  ok: 'ok',
  warming_up: 'degraded: warming up; a question waits until it is done',
  without_prices: 'degraded: no prices yet, so questions are not answered',
  failing: 'degraded: questions cannot be answered; the log says why',
}

export const serve: Run = async (context) => {
  const { config, now, log, lake, release } = context
  const isLive = config.FORMOSA_ORIGIN === 'live'
  holdHome(config.FORMOSA_HOME)
  // A start needs some room on the disk, which a build that was killed may have filled.
  await lake.tidy()
  await tidyPages(context.pages.root)
  makeRoom(config.FORMOSA_HOME)
  removeStaleFolders()
  const port = await holdPort(config.HOST, config.PORT)
  const control = controlTerms(config, context.clock, context.secret())
  const database = await openDatabase(control.place)
  const books = keepBooks({
    ...{ database, memory: control.memory.quota, home: config.FORMOSA_HOME, now, log },
    auditDays: { lines: config.AUDIT_DAYS, addresses: config.AUDIT_ADDRESS_DAYS },
  })
  const checks: Record<string, string> = { data: 'not built yet', refresh: 'running' }
  /** When the publishers are asked again, while there are no rows. */
  let nextAttempt = null as { at: number; time: string } | null
  let notBefore = 0
  let tellChecks = () => {}
  const agents = await openAgents(context, database, (state) => {
    checks.payments = state
    tellChecks()
  })
  const whole = createWholeFiles()
  const asking = openAsking(
    config,
    log,
    async (version, names) => {
      const damaged = await whole.damaged(version, names)
      for (const { file, what } of damaged) noteLakeFile(join(version.folder, file), what)
      return damaged.map(({ file }) => file)
    },
    (state) => {
      checks.ask = askChecks[state]
      tellChecks()
    },
  )
  const metrics = createMetrics({
    ...{ home: config.FORMOSA_HOME, host: config.METRICS_HOST, port: config.METRICS_PORT },
    ...{ database, now, log },
  })
  const stopping = new AbortController()
  let pages: OpenPages | null = null
  let listed: PageVersion | null = null
  let isDamaged = false
  /** What was found damaged and not mended yet: said once, not for every request. */
  const found = new Set<string>()
  const lakeDamage = new Map<string, string>()
  let lookedAt = 0
  const crew = await startCrew(
    config.WORKERS,
    {
      host: config.HOST,
      port: config.PORT,
      logLevel: config.LOG_LEVEL,
      release,
      pagesRoot: context.pages.root,
      ledgerRoot: context.ledger.root,
      gapsRoot: context.gaps.root,
      control,
      cursorKey: keyFor(context.secret(), 'cursors'),
      agent: agents?.terms ?? null,
      isMeasured: config.METRICS_PORT !== undefined,
      accessLog: config.ACCESS_LOG,
      askMs: longestAskMs(config),
    },
    {
      asking,
      onDamage: (damage) => noteDamage(damage),
      onUsed: books.add,
      onLoss: (error) => log.error({ err: error }, 'a serving thread died and is replaced'),
    },
  )
  await metrics.open(crew)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort())
  port.started()
  const url = urlOf(crew.address)
  log.info({ url, pid: process.pid, workers: config.WORKERS, release }, 'listening')
  const raw = isLive ? (lastRefresh(ingestFolder(context))?.report as Report | null | undefined)?.archive : undefined
  if (raw) log.info({ ...raw, days: config.FORMOSA_RAW_DAYS ?? 'all' }, 'raw answers kept')
  tellChecks = () => crew.send({ kind: 'checks', checks: { ...checks }, nextAttempt })
  if (agents) checks.payments = agents.state()
  tellChecks()
  const scrubber = startScrubber({
    bytesPerSecond: config.FORMOSA_SCRUB * 1e6,
    onDamage: (damage) => noteDamage(damage),
    onLakeFile: noteLakeFile,
    ...{ whole, metrics, log, signal: stopping.signal },
  })
  lookAtDisk()
  setInterval(lookAtDisk, lookMs).unref()

  try {
    await load()
    if (!pages || isDamaged || (await isBehind())) {
      const first = isLive ? ['refresh'] : ['market', 'build']
      const words = !(await lake.current()) ? first : isDamaged ? ['rebuild', '--mend'] : ['rebuild']
      const titles: Record<string, string> = { market: 'Building the market', refresh: 'Asking the publishers' }
      const { code } = await child(words, createProgress(titles[words[0]!] ?? 'Making the pages'))
      if (stopping.signal.aborted) return await end(crew, asking, agents, books, metrics)
      // Publishers that do not answer today may do so in an hour: the service waits for them.
      if (code !== 0 && !(isLive && words === first))
        throw new OperatorError('The data could not be built; the reason stands above.', { exitCode: code })
      mended()
      await load()
    }
    if (isLive) tellLive(lastRefresh(ingestFolder(context)))
    else tellRefresh('ok')
    const greeting = {
      url,
      nextAttempt: nextAttempt?.time ?? null,
      lakeRoot: lake.root,
      agentLines: agents?.lines ?? [],
    }
    // The owner is made when the key is shown: a start that ends sooner has shown none, and the next one does.
    const ownerKey = await makeOwner(database, now, Buffer.from(control.pepper))
    process.stdout.write(greet({ ...greeting, ownerKey }))
    await keepFresh()
    return await end(crew, asking, agents, books, metrics)
  } catch (error) {
    await end(crew, asking, agents, books, metrics, 0)
    throw error
  }

  function child(words: readonly string[], onStep?: ReturnType<typeof createProgress>) {
    return runChild(words, childEnv(context), { ...(onStep ? { onStep } : {}), signal: stopping.signal })
  }

  /** Takes note of a damaged file that is served: the pages are then mended. */
  function noteDamage({ file, block, message }: Damage, isNew = false): void {
    const isServed =
      isNew ||
      (pages && file.startsWith(pages.folder)) ||
      [context.ledger.root, context.gaps.root].some((root) => file.startsWith(root))
    if (isServed) isDamaged = true
    const name = `${file} ${block}`
    if (found.has(name)) return
    found.add(name)
    metrics.damaged('pages')
    log.error(
      { file, block, reason: message },
      isServed ? 'a file is damaged; it is made anew' : 'an old file is damaged',
    )
  }

  function mended(): void {
    isDamaged = false
    found.clear()
  }

  /** Takes note of a Parquet file: nothing is computed from one that is damaged. */
  function noteLakeFile(path: string, what: 'missing' | 'damaged' | null): void {
    if (what === null ? !lakeDamage.delete(path) : lakeDamage.has(path)) return
    if (what === null) log.info({ file: path }, 'a file of the lake is whole again')
    else {
      lakeDamage.set(path, what)
      metrics.damaged('lake')
      log.error({ file: path, what }, 'a file of the lake is damaged; questions about its rows are refused')
    }
    tellLake()
  }

  function tellLake(): void {
    const named = [...lakeDamage].map(([path, what]) => `${relative(lake.root, path)} is ${what}`)
    checks.lake = named.length === 0 ? 'ok' : `degraded: ${named.join(', ')}; "formosa verify" names every fault`
    tellChecks()
  }

  /** Keeps the reserve where there is room for it, and says how full the disk is. */
  function lookAtDisk(): void {
    let state: string
    try {
      keepReserve(config.FORMOSA_HOME, config.reserveBytes)
      state = diskState(config.FORMOSA_HOME, config.reserveBytes)
    } catch (error) {
      state = `failing: ${(error as Error).message}`
    }
    const kind = (text: string | undefined) => text?.split(':')[0]
    if (kind(state) !== kind(checks.disk)) {
      // What did not fit is tried again as soon as there is room.
      if (kind(state) === 'ok') {
        notBefore = 0
        if (checks.disk !== undefined) log.info({ state }, 'the disk has room again')
      } else log.warn({ state }, 'the disk is short of room')
    }
    if (state === checks.disk) return
    checks.disk = state
    tellChecks()
  }

  /** Hands the newest pages to the serving threads; pages that are not whole are not served. */
  async function load(): Promise<void> {
    const folder = await currentFolder(context.pages.root)
    if (folder === null || folder === pages?.folder) return
    const latest = readPages(folder)
    if (!latest) return
    try {
      pages = openPages(latest)
    } catch (error) {
      if (!(error instanceof DamagedFile)) throw error
      noteDamage(error, true)
      return
    }
    listed = latest
    crew.send({ kind: 'pages', pages, manifest: latest.list.manifest })
    const version = await lake.version(latest.list.manifest.version)
    followLake(version)
    if (version) asking.use(version)
    else log.error({ version: latest.list.manifest.version }, 'the lake lacks the version that is served: no questions')
    const { version: name, through, written_at: publishedAt } = latest.list.manifest
    metrics.serving(name, through, publishedAt)
    checks.data = 'ok'
    nextAttempt = null
    tellChecks()
    log.info({ version: latest.list.manifest.version, through: latest.list.manifest.through }, 'serving a version')
  }

  /** Has the files of this version looked after; what was wrong with the files of others is forgotten. */
  function followLake(version: Version | null): void {
    scrubber.follow(listed, version)
    for (const path of lakeDamage.keys()) if (!version || !path.startsWith(version.folder)) lakeDamage.delete(path)
    tellLake()
  }

  /** The same version with whole files: the pages stay as they are. */
  async function useMendedLake(): Promise<void> {
    const version = await lake.current()
    followLake(version)
    if (version && version.manifest.version === pages?.version) asking.use(version)
  }

  async function isBehind(): Promise<boolean> {
    const version = await lake.current()
    if (version === null) return false
    const { version: name } = version.manifest
    return name !== pages?.version || !hasLedger(context.ledger.root, name) || !hasGaps(context.gaps.root, name)
  }

  /** Whether the publishers are to be asked; the journal says when they last were, and what came of it. */
  function isLiveDue(): boolean {
    if (Date.now() - lookedAt < journalMs) return false
    lookedAt = Date.now()
    const last = lastRefresh(ingestFolder(context))
    tellLive(last)
    return isAskingDue(last, now())
  }

  /** Says what the last run left open: the days that are behind, or that there are no rows and when the next run is. */
  function tellLive(last: ReturnType<typeof lastRefresh>): void {
    if (pages) {
      tellRefresh(behindIn((last?.report ?? null) as Report | null))
      return
    }
    const at = Math.max(nextAsking(last), now().getTime() + Math.max(0, notBefore - Date.now()))
    nextAttempt = { at, time: taipeiTime(at, now()) }
    tellRefresh(`no rows: no publisher has answered; next attempt at ${nextAttempt.time} Taipei time`)
  }

  function tellRefresh(state: string): void {
    if (checks.refresh === state) return
    checks.refresh = state
    tellChecks()
  }

  /** Looks at clock and files until the service stops; publishes what is due, mends what is damaged. */
  async function keepFresh(): Promise<void> {
    while (!stopping.signal.aborted) {
      await sleep(lookMs, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      try {
        await load()
        if (Date.now() < notBefore) continue
        const version = await lake.current()
        const maker = version && makerOf(version.manifest)
        const isDue = isLive
          ? isLiveDue()
          : maker && maker.scale === 'default' && dayPublishedAt(maker.seed, now()) > version.manifest.through
        const words = isDamaged
          ? ['rebuild', '--mend']
          : maker && lakeDamage.size > 0
            ? ['market', 'build', '--again']
            : isDue
              ? ['refresh']
              : (await isBehind())
                ? ['rebuild']
                : null
        if (!words) continue
        if (!pages) {
          nextAttempt = null
          tellRefresh('running')
        }
        const { code, reason } = await child(words)
        if (stopping.signal.aborted) return
        if (code !== 0) {
          notBefore = Date.now() + retryMs
          const isDisk = code === exitCodes.disk.code
          if (isDisk) metrics.withoutRoom()
          metrics.refreshed('failed')
          // The last version is served all the same; only the disk has to be seen to.
          const state = `the newest version could not be published: ${reason ?? 'the log says why'}`
          tellRefresh(isDisk ? `degraded: ${state}` : state)
          log.error({ words: words.join(' '), code, reason }, 'refresh failed')
          continue
        }
        const served = pages?.folder
        if (words[0] === 'rebuild') mended()
        await load()
        // Nothing was found to mend: whoever reports it again has to wait.
        if (words[1] === '--mend' && served === pages?.folder) notBefore = Date.now() + idleMendMs
        if (words[0] === 'market') await useMendedLake()
        metrics.refreshed('ok')
        if (!isLive) tellRefresh('ok')
      } catch (error) {
        notBefore = Date.now() + retryMs
        metrics.refreshed('failed')
        if (isLive && !pages) tellLive(null)
        else tellRefresh('the newest day could not be published; the log says why')
        log.error({ err: error }, 'refresh failed')
      }
    }
  }
}

const urlOf = ({ address, port, family }: AddressInfo): string =>
  `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`

/** The settings a child process needs to work on the same data at the same time of day. */
const childEnv = ({ config, now }: Context): Record<string, string> => ({
  FORMOSA_HOME: config.FORMOSA_HOME,
  FORMOSA_SEED: String(config.FORMOSA_SEED),
  FORMOSA_MEMORY: config.FORMOSA_MEMORY,
  FORMOSA_RESERVE: config.FORMOSA_RESERVE,
  FORMOSA_ORIGIN: config.FORMOSA_ORIGIN,
  LOG_LEVEL: config.LOG_LEVEL,
  FORMOSA_PACE: config.FORMOSA_PACE,
  FORMOSA_US_STOCKS: config.FORMOSA_US_STOCKS,
  ...(config.FORMOSA_ACCEPT_TERMS === undefined ? {} : { FORMOSA_ACCEPT_TERMS: config.FORMOSA_ACCEPT_TERMS }),
  ...(config.FORMOSA_RAW_DAYS === undefined ? {} : { FORMOSA_RAW_DAYS: String(config.FORMOSA_RAW_DAYS) }),
  ...(config.FORMOSA_SOURCES_URL === undefined ? {} : { FORMOSA_SOURCES_URL: config.FORMOSA_SOURCES_URL }),
  ...(config.FORMOSA_CLOCK_FILE === undefined
    ? config.FORMOSA_NOW === undefined
      ? {}
      : { FORMOSA_NOW: now().toISOString() }
    : { FORMOSA_CLOCK_FILE: config.FORMOSA_CLOCK_FILE }),
})

async function end(
  crew: Crew,
  asking: Asking,
  agents: Agents | null,
  books: Books,
  metrics: Metrics,
  grace = graceMs,
): Promise<number> {
  await crew.stop(grace)
  await metrics.close()
  await asking.close()
  await agents?.close()
  await books.close()
  return 0
}
