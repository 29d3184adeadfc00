import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { freeBytes } from '../../disk.ts'
import { BusyError, SettingError } from '../../errors.ts'
import { countByState } from '../../pay/reports.ts'
import type { Database } from '../../store/database.ts'
import type { WorkerPool } from './threads/workerPool.ts'

/** The metrics of a reader: gauges, and counters that the cache keeps. */
const readerMetrics = [
  [
    'secondsBehind',
    'gauge',
    'formosa_reader_lag_seconds',
    'Seconds since this reader knew that it serves the newest version.',
  ],
  ['sequence', 'gauge', 'formosa_reader_sequence', 'The sequence of the version that this reader serves.'],
  ['bytes', 'gauge', 'formosa_cache_bytes', 'Bytes of segments and files in the cache.'],
  ['hits', 'counter', 'formosa_cache_hits_total', 'Readings of pages that found their bytes in the cache.'],
  ['misses', 'counter', 'formosa_cache_misses_total', 'Segments and files that were fetched because a request waited.'],
  [
    'readAhead',
    'counter',
    'formosa_cache_read_ahead_total',
    'Segments that were fetched before a request needed them.',
  ],
  ['evicted', 'counter', 'formosa_cache_evictions_total', 'Segments and files that were removed to make room.'],
  [
    'wrong',
    'counter',
    'formosa_cache_wrong_total',
    'Segments whose bytes had a wrong checksum and were fetched again.',
  ],
  ['fetchedBytes', 'counter', 'formosa_objects_fetched_bytes_total', 'Bytes that were fetched from the object store.'],
] as const

/** The values of these metrics. */
type ReaderState = Readonly<Record<(typeof readerMetrics)[number][0], number>>

type MetricsOptions = {
  readonly home: string
  readonly host: string
  readonly port: number
  readonly database: Database
  readonly now: () => Date
  readonly log: Logger
}

/** Metrics of the main thread: the served version, refreshes, damage, disk. */
export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics(options: MetricsOptions) {
  const { home, database, now } = options
  const registry = new Registry()
  const registers = [registry]
  let served: { readonly through: string; readonly publishedAt: string } | null = null
  collectDefaultMetrics({ register: registry })
  const versions = new Gauge({
    name: 'formosa_version_info',
    help: 'The data version that is served, as a label; always 1.',
    labelNames: ['version', 'through'],
    registers,
  })
  /** A number that is taken at each scrape; it stays as it was where there is none. */
  const gauge = (name: string, help: string, take: () => number | null) =>
    new Gauge({
      ...{ name, help, registers },
      collect() {
        const value = take()
        if (value !== null) this.set(value)
      },
    })
  const counter = (name: string, help: string, ...labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers })
  gauge('formosa_version_age_seconds', 'Seconds since the version that is served was made.', () =>
    served ? (now().getTime() - Date.parse(served.publishedAt)) / 1_000 : null,
  )
  const refreshes = counter('formosa_refreshes_total', 'Refreshes of the data by result.', 'result')
  for (const result of ['ok', 'failed']) refreshes.inc({ result }, 0)
  const damages = counter('formosa_damages_total', 'Blocks of pages and Parquet files that were found damaged.', 'kind')
  for (const kind of ['pages', 'lake']) damages.inc({ kind }, 0)
  const scrubbed = counter('formosa_scrubbed_bytes_total', 'Bytes that were read to find damage.')
  const rounds = counter('formosa_scrub_rounds_total', 'Times that every file was read to find damage.')
  const roomless = counter(
    'formosa_builds_without_room_total',
    'Builds that were refused or broken off for want of room on the disk.',
  )
  gauge('formosa_disk_free_bytes', 'Bytes that can still be written to the disk of the home folder.', () =>
    freeBytes(home),
  )
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

  const scrape = async (pool: WorkerPool): Promise<string> => {
    const threads = await pool.measure()
    workers.set(threads.length)
    return (await registry.metrics()) + (await AggregatorRegistry.aggregate(threads).metrics())
  }
  let close = async (): Promise<void> => {}

  return {
    /** A version is served from now on; `publishedAt` is when it was made. */
    serving(version: string, through: string, publishedAt: string): void {
      served = { through, publishedAt }
      versions.reset()
      versions.set({ version, through }, 1)
    },
    refreshed: (result: 'ok' | 'failed') => refreshes.inc({ result }),
    damaged: (kind: 'pages' | 'lake') => damages.inc({ kind }),
    scrubbed: (bytes: number) => scrubbed.inc(bytes),
    scrubRound: () => rounds.inc(),
    withoutRoom: () => roomless.inc(),
    leadership: (isLeader: () => boolean) =>
      gauge('formosa_leader', '1 where this process writes and settles payments, 0 where it stands by.', () =>
        isLeader() ? 1 : 0,
      ),
    reader(state: () => ReaderState): void {
      for (const [property, kind, name, help] of readerMetrics)
        if (kind === 'gauge') gauge(name, help, () => state()[property])
        else
          new Counter({
            ...{ name, help, registers },
            collect() {
              this.reset()
              this.inc(state()[property])
            },
          })
    },
    /** Serves `/metrics` for all threads together. */
    async open(pool: WorkerPool): Promise<void> {
      close = await serveMetrics(options, registry.contentType, () => scrape(pool))
    },
    close: () => close(),
  }
}

/** Serves `GET /metrics` and nothing else until the returned function is called. */
async function serveMetrics({ host, port, log }: MetricsOptions, contentType: string, scrape: () => Promise<string>) {
  const server = createServer((request, response) => {
    const answer = (status: number, type: string, text: string) =>
      void response.writeHead(status, { 'Content-Type': type }).end(text)
    if (request.url !== '/metrics' || !['GET', 'HEAD'].includes(request.method!))
      return answer(404, 'text/plain', 'Only GET /metrics is answered here.\n')
    scrape().then(
      (text) => answer(200, contentType, text),
      (error: Error) => {
        log.error({ err: error }, 'metrics could not be collected')
        answer(500, 'text/plain', 'The metrics could not be collected.\n')
      },
    )
  })
  server.requestTimeout = 10_000
  try {
    await once(server.listen(port, host), 'listening')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw code === 'EADDRINUSE'
      ? new BusyError(`METRICS_PORT ${port} on ${host} is taken: stop what uses it or set another.`)
      : new SettingError(`Cannot listen on METRICS_HOST ${host}, METRICS_PORT ${port}: ${message}.`)
  }
  const { address, family, port: own } = server.address() as AddressInfo
  log.info({ metrics: `http://${family === 'IPv6' ? `[${address}]` : address}:${own}/metrics` }, 'metrics')
  return async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}
