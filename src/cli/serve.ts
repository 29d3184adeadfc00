import { setTimeout as sleep } from 'node:timers/promises'
import { keyFor } from '../access/secret.ts'
import { hasLedger } from '../derive/ledgerFile.ts'
import { OperatorError } from '../errors.ts'
import { hasGaps } from '../ingest/gaps/open.ts'
import type { Report } from '../ingest/report.ts'
import { makerOf } from '../market/build.ts'
import { dayPublishedAt } from '../market/world.ts'
import { DamagedPages, type OpenPages, openPages } from '../pages/open.ts'
import { currentFolder, readPages } from '../pages/publish.ts'
import { openDatabase } from '../store/database.ts'
import { type Agents, openAgents } from './agent.ts'
import { type Asking, openAsking } from './ask.ts'
import { type Books, keepBooks } from './books.ts'
import { runChild } from './child.ts'
import type { Command, Context } from './command.ts'
import { controlTerms } from './control.ts'
import { type Crew, startCrew } from './crew.ts'
import { greet, makeOwner } from './greeting.ts'
import { ingestFolder } from './live.ts'
import { createProgress } from './progress.ts'
import { behindIn, isAskingDue, lastRefresh } from './schedule.ts'
import { watchFiles } from './watchFiles.ts'

/** How often the clock, the lake and the files are looked at, and how long a failed refresh waits for its next try. */
const lookMs = 1_000
const retryMs = 60_000
/** How often the journal of what was asked is looked at. */
const journalMs = 5_000
/** How long requests under way may take to finish at a stop. */
const graceMs = 10_000

export const serve: Command = {
  name: 'serve',
  about: 'Run the service; builds the market on the first start and publishes each day when it is due.',
  async run(context) {
    const { config, now, log, lake, release } = context
    const isLive = config.FORMOSA_ORIGIN === 'live'
    const control = controlTerms(config, context.clock, context.secret())
    const database = await openDatabase(control.place)
    const books = keepBooks({
      database,
      memory: control.memory.quota,
      home: config.FORMOSA_HOME,
      auditDays: { lines: config.AUDIT_DAYS, addresses: config.AUDIT_ADDRESS_DAYS },
      now,
      log,
    })
    const checks: Record<string, string> = { data: 'not built yet', refresh: 'ok' }
    let tellChecks = () => {}
    const agents = await openAgents(context, database, (state) => {
      checks.payments = state
      tellChecks()
    })
    const asking = openAsking(config, log)
    const stopping = new AbortController()
    let pages: OpenPages | null = null
    let isDamaged = false
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
      },
      {
        asking,
        onDamage(message) {
          // A thread may still report on pages that have been replaced since.
          if (!pages || !message.includes(pages.folder)) return
          if (!isDamaged) log.error({ message }, 'a page file is damaged; the pages are made anew')
          isDamaged = true
        },
        onUsed: books.add,
        onLoss: (error) => log.error({ err: error }, 'a serving thread died and is replaced'),
      },
    )
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort())
    const { address, port, family } = crew.address
    const url = `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
    log.info({ url, pid: process.pid, workers: config.WORKERS, release }, 'listening')
    const raw = isLive ? (lastRefresh(ingestFolder(context))?.report as Report | null | undefined)?.archive : undefined
    if (raw) log.info({ ...raw, days: config.FORMOSA_RAW_DAYS ?? 'all' }, 'raw answers kept')
    tellChecks = () => crew.send({ kind: 'checks', checks: { ...checks } })
    if (agents) checks.payments = agents.state()
    tellChecks()
    const watch = watchFiles(() => {
      isDamaged = true
    })

    try {
      await load()
      if (!pages || isDamaged || (await isBehind())) {
        const first = isLive ? ['refresh'] : ['market', 'build']
        const words = !(await lake.current()) ? first : isDamaged ? ['rebuild', '--anew'] : ['rebuild']
        const titles: Record<string, string> = { market: 'Building the market', refresh: 'Asking the publishers' }
        const code = await child(words, createProgress(titles[words[0]!] ?? 'Making the pages'))
        if (stopping.signal.aborted) return await end(crew, asking, agents, books)
        // Publishers that do not answer today may do so in an hour: the service waits for them.
        if (code !== 0 && !(isLive && words === first))
          throw new OperatorError('The data could not be built; the reason stands above.')
        isDamaged = false
        await load()
      }
      const greeting = { url, hasData: pages !== null, lakeRoot: lake.root, agentLines: agents?.lines ?? [] }
      // The owner is made when the key is shown: a start that ends sooner has shown none, and the next one does.
      const ownerKey = await makeOwner(database, now, Buffer.from(control.pepper))
      process.stdout.write(greet({ ...greeting, ownerKey }))
      await keepFresh()
      return await end(crew, asking, agents, books)
    } catch (error) {
      await end(crew, asking, agents, books, 0)
      throw error
    }

    function child(words: readonly string[], onStep?: ReturnType<typeof createProgress>) {
      return runChild(words, childEnv(context), { ...(onStep ? { onStep } : {}), signal: stopping.signal })
    }

    /** Hands the newest pages to the serving threads; pages that are not whole are not served. */
    async function load(): Promise<void> {
      const folder = await currentFolder(context.pages.root)
      if (folder === null || folder === pages?.folder) return
      const latest = await readPages(folder)
      if (!latest) return
      try {
        pages = openPages(latest)
      } catch (error) {
        if (!(error instanceof DamagedPages)) throw error
        log.error({ message: error.message }, 'a page file is damaged; the pages are made anew')
        isDamaged = true
        return
      }
      watch.follow(pages)
      crew.send({ kind: 'pages', pages, manifest: latest.list.manifest })
      const version = await lake.version(latest.list.manifest.version)
      if (version) asking.use(version)
      else
        log.error({ version: latest.list.manifest.version }, 'the lake lacks the version that is served: no questions')
      checks.data = 'ok'
      tellChecks()
      log.info({ version: latest.list.manifest.version, through: latest.list.manifest.through }, 'serving a version')
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
      tellRefresh(behindIn(last?.report as Report | null))
      return isAskingDue(last, now())
    }

    function tellRefresh(state: string): void {
      if (checks.refresh === state) return
      checks.refresh = state
      tellChecks()
    }

    /** Looks at clock and files until the service stops; publishes what is due, mends what is damaged. */
    async function keepFresh(): Promise<void> {
      let notBefore = 0
      while (!stopping.signal.aborted) {
        await sleep(lookMs, undefined, { signal: stopping.signal }).catch(() => {})
        if (stopping.signal.aborted) return
        try {
          watch.look()
          await load()
          if (Date.now() < notBefore) continue
          const version = await lake.current()
          const maker = version && makerOf(version.manifest)
          const isDue = isLive
            ? isLiveDue()
            : maker && maker.scale === 'default' && dayPublishedAt(maker.seed, now()) > version.manifest.through
          const words = isDamaged
            ? ['rebuild', '--anew']
            : isDue
              ? ['refresh']
              : (await isBehind())
                ? ['rebuild']
                : null
          if (!words) continue
          const code = await child(words)
          if (stopping.signal.aborted) return
          if (code !== 0) throw new Error(`formosa ${words.join(' ')} ended with ${code}`)
          await load()
          isDamaged = false
          if (!isLive) tellRefresh('ok')
        } catch (error) {
          notBefore = Date.now() + retryMs
          tellRefresh('the newest day could not be published; the log says why')
          log.error({ err: error }, 'refresh failed')
        }
      }
    }
  },
}

/** The settings a child process needs to work on the same data at the same time of day. */
const childEnv = ({ config, now }: Context): Record<string, string> => ({
  FORMOSA_HOME: config.FORMOSA_HOME,
  FORMOSA_SEED: String(config.FORMOSA_SEED),
  FORMOSA_MEMORY: config.FORMOSA_MEMORY,
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

async function end(crew: Crew, asking: Asking, agents: Agents | null, books: Books, grace = graceMs): Promise<number> {
  await crew.stop(grace)
  await asking.close()
  await agents?.close()
  await books.close()
  return 0
}
