import type { Cache } from '../../objects/cache.ts'
import type { ObjectStore } from '../../objects/store.ts'
import type { Context } from '../command.ts'
import type { Metrics } from './metrics.ts'
import type { Asking } from './questions/askEngine.ts'
import type { Readiness } from './readiness.ts'
import type { WorkerPool } from './threads/workerPool.ts'
import type { Scrubber } from './watches/scrub.ts'

/** The parts of a running service that other parts are given. */
type ServiceParts = {
  readonly context: Context
  readonly store: ObjectStore
  readonly cache: Cache
  readonly pool: WorkerPool
  readonly asking: Asking
  readonly scrubber: Scrubber
  readonly readiness: Readiness
  /** Null without METRICS_PORT: nobody could read them, so nothing is counted. */
  readonly metrics: Metrics | null
  readonly signal: AbortSignal
}

export type Parts<N extends keyof ServiceParts> = Pick<ServiceParts, N>
