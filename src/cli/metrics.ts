import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { freeBytes } from '../disk.ts'
import { BusyError, SettingError } from '../errors.ts'
import { countByState } from '../pay/books.ts'
import type { Database } from '../store/database.ts'
import type { Crew } from './crew.ts'

/** Numbers that the main thread keeps for `/metrics`: what is served, and what became of each refresh. */
export type Metrics = {
  /** A version is served from now on; `publishedAt` is when it was made. */
  readonly serving: (version: string, through: string, publishedAt: string) => void
  readonly refreshed: (result: 'ok' | 'failed') => void
  /** A block or file was found damaged. */
  readonly damaged: (kind: 'pages' | 'lake') => void
  /** So many bytes were read to find damage. */
  readonly scrubbed: (bytes: number) => void
  /** Every file was read once more. */
  readonly scrubRound: () => void
  /** A build was refused or broken off for want of room on the disk. */
  readonly withoutRoom: () => void
  /** Answers scrapes with the numbers of all threads together, where a port is set. */
  readonly open: (crew: Crew) => Promise<void>
  readonly close: () => Promise<void>
}

type Options = {
  readonly home: string
  readonly host: string
  readonly port: number | undefined
  readonly database: Database
  readonly now: () => Date
  readonly log: Logger
}

export function createMetrics({ home, host, port, database, now, log }: Options): Metrics {
  const registry = new Registry()
  const registers = [registry]
  let served: { readonly through: string; readonly publishedAt: string } | null = null
  const isOn = port !== undefined
  if (isOn) collectDefaultMetrics({ register: registry })
  const versions = new Gauge({
    name: 'formosa_version_info',
    help: 'The data version that is served, as a label; always 1.',
    labelNames: ['version', 'through'],
    registers,
  })
  new Gauge({
    name: 'formosa_version_age_seconds',
    help: 'Seconds since the version that is served was made.',
    registers,
    collect() {
      if (served) this.set((now().getTime() - Date.parse(served.publishedAt)) / 1_000)
    },
  })
  const refreshes = new Counter({
    name: 'formosa_refreshes_total',
    help: 'Refreshes of the data by result.',
    labelNames: ['result'],
    registers,
  })
  for (const result of ['ok', 'failed']) refreshes.inc({ result }, 0)
  const damages = new Counter({
    name: 'formosa_damages_total',
    help: 'Blocks of pages and Parquet files that were found damaged.',
    labelNames: ['kind'],
    registers,
  })
  for (const kind of ['pages', 'lake']) damages.inc({ kind }, 0)
  const scrubbed = new Counter({
    name: 'formosa_scrubbed_bytes_total',
    help: 'Bytes that were read to find damage.',
    registers,
  })
  const rounds = new Counter({
    name: 'formosa_scrub_rounds_total',
    help: 'Times that every file was read to find damage.',
    registers,
  })
  const roomless = new Counter({
    name: 'formosa_builds_without_room_total',
    help: 'Builds that were refused or broken off for want of room on the disk.',
    registers,
  })
  new Gauge({
    name: 'formosa_disk_free_bytes',
    help: 'Bytes that can still be written to the disk of the home folder.',
    registers,
    collect() {
      this.set(freeBytes(home))
    },
  })
  const workers = new Gauge({ name: 'formosa_workers', help: 'Serving threads that answer.', registers })
  new Gauge({
    name: 'formosa_payments',
    help: 'Payments in the ledger by state.',
    labelNames: ['state'],
    registers,
    async collect() {
      this.reset()
      for (const { state, count } of await countByState(database)) this.set({ state }, count)
    },
  })

  let server: ReturnType<typeof createServer> | null = null

  async function scrape(crew: Crew): Promise<string> {
    const threads = await crew.measure()
    workers.set(threads.length)
    return (await registry.metrics()) + (await AggregatorRegistry.aggregate(threads).metrics())
  }

  return {
    serving(version, through, publishedAt) {
      served = { through, publishedAt }
      versions.reset()
      versions.set({ version, through }, 1)
    },
    refreshed: (result) => refreshes.inc({ result }),
    damaged: (kind) => damages.inc({ kind }),
    scrubbed: (bytes) => scrubbed.inc(bytes),
    scrubRound: () => rounds.inc(),
    withoutRoom: () => roomless.inc(),
    async open(crew) {
      if (!isOn) return
      server = createServer((request, response) => {
        const isScrape = request.url === '/metrics' && (request.method === 'GET' || request.method === 'HEAD')
        if (!isScrape) {
          response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Only GET /metrics is answered here.\n')
          return
        }
        scrape(crew).then(
          (text) => response.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
          (error: Error) => {
            log.error({ err: error }, 'metrics could not be collected')
            response.writeHead(500, { 'Content-Type': 'text/plain' }).end('The metrics could not be collected.\n')
          },
        )
      })
      server.requestTimeout = 10_000
      await new Promise<void>((resolve, reject) => {
        server!.once('error', (error: NodeJS.ErrnoException) =>
          reject(
            error.code === 'EADDRINUSE'
              ? new BusyError(`METRICS_PORT ${port} on ${host} is taken: stop what uses it or set another.`)
              : new SettingError(`Cannot listen on METRICS_HOST ${host}, METRICS_PORT ${port}: ${error.message}.`),
          ),
        )
        server!.listen(port, host, resolve)
      })
      const at = server.address() as AddressInfo
      log.info(
        { metrics: `http://${at.family === 'IPv6' ? `[${at.address}]` : at.address}:${at.port}/metrics` },
        'metrics',
      )
    },
    close: () =>
      new Promise((resolve) => {
        if (!server) return resolve()
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
