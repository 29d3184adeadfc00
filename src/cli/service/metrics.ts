import type { Logger } from 'pino'
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { freeBytes } from '../../disk.ts'
import { countByState } from '../../pay/reports.ts'
import type { Database } from '../../store/database.ts'
import { type MetricsServer, startMetricsServer } from './metricsServer.ts'
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

export function createMetrics({ home, host, port, database, now, log }: MetricsOptions) {
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
  new Gauge({
    name: 'formosa_version_age_seconds',
    help: 'Seconds since the version that is served was made.',
    registers,
    collect() {
      if (served) this.set((now().getTime() - Date.parse(served.publishedAt)) / 1_000)
    },
  })
  const counter = (name: string, help: string, ...labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers })
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

  const scrape = async (pool: WorkerPool): Promise<string> => {
    const threads = await pool.measure()
    workers.set(threads.length)
    return (await registry.metrics()) + (await AggregatorRegistry.aggregate(threads).metrics())
  }
  let server: MetricsServer | null = null

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
    reader: (state: () => ReaderState) => measureReader(registry, state),
    leadership: (isLeader: () => boolean) => measureLeadership(registry, isLeader),
    /** Serves `/metrics` for all threads together. */
    async open(pool: WorkerPool): Promise<void> {
      server = await startMetricsServer({
        host,
        port,
        contentType: registry.contentType,
        log,
        scrape: () => scrape(pool),
      })
    },
    close: async () => server?.close(),
  }
}

function measureReader(registry: Registry, state: () => ReaderState): void {
  const registers = [registry]
  for (const [property, kind, name, help] of readerMetrics)
    if (kind === 'gauge')
      new Gauge({
        ...{ name, help, registers },
        collect() {
          this.set(state()[property])
        },
      })
    else
      new Counter({
        ...{ name, help, registers },
        collect() {
          this.reset()
          this.inc(state()[property])
        },
      })
}

function measureLeadership(registry: Registry, isLeader: () => boolean): void {
  new Gauge({
    name: 'formosa_leader',
    help: '1 where this process writes and settles payments, 0 where it stands by.',
    registers: [registry],
    collect() {
      this.set(isLeader() ? 1 : 0)
    },
  })
}
