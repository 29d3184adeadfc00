import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { openS3 } from '../../src/objects/s3.ts'
import type { ObjectStore } from '../../src/objects/store.ts'
import { type Ceph, startCeph } from './ceph.ts'
import { createClient, resending } from './client.ts'
import { builtAt } from './fixture.ts'
import { formosaHere } from './inProcess.ts'
import { type Postgres, startPostgres } from './postgres.ts'
import { type Redis, startRedis } from './redis.ts'
import { keyOf, type Service, startService } from './service.ts'
import { type StoreProxy, startStoreProxy } from './storeProxy.ts'

type Settings = Readonly<Record<string, string>>

/** The servers that the machines of one installation share, and the means to start such machines. */
export type Cluster = {
  readonly ceph: Ceph
  readonly postgres: Postgres
  readonly redis: Redis
  /** The store as the machines see it. */
  readonly store: StoreProxy
  /** The settings of every machine. */
  readonly shared: Settings
  /** Opens what the machines store, in their bucket or another; past the faults of `store`. */
  readonly open: (bucket?: string) => ObjectStore
  /** Publishes the current version of a home. */
  readonly publish: (home: string) => Promise<void>
  readonly startReader: (name: string, settings?: Settings, until?: 'ready' | 'listening') => Promise<Service>
  readonly startWriter: (home: string, settings?: Settings) => Promise<Service>
  /** The key of a new user. */
  readonly key: (tier?: 'free' | 'lite' | 'plus') => Promise<string>
  readonly stop: () => Promise<void>
}

/** Starts an object store, PostgreSQL and Redis; `folder` is for the homes of readers. */
export async function startCluster(folder: string): Promise<Cluster | { readonly skip: string }> {
  const started = await Promise.all([startCeph(), startPostgres({ fsync: false }), startRedis()])
  const skipped = started.find((server) => 'skip' in server)
  if (skipped && 'skip' in skipped) {
    for (const server of started) if ('stop' in server) await server.stop()
    return { skip: skipped.skip }
  }
  const [ceph, postgres, redis] = started as [Ceph, Postgres, Redis]
  const store = await startStoreProxy(ceph.endpoint)
  const bucket = await ceph.bucket('formosa')
  const shared = {
    ...ceph.env(bucket, 'lake'),
    AWS_ENDPOINT_URL: store.endpoint,
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    FORMOSA_SECRET: randomBytes(24).toString('hex'),
    AGENT_PAY_MODE: 'off',
    FORMOSA_NOW: builtAt,
    ADDRESS_LIMIT: '0',
    LOG_LEVEL: 'info',
  }
  const services = new Set<Service>()
  const startOne = async (home: string, settings: Settings, until: 'ready' | 'listening' = 'ready') => {
    const service = await startService(home, { ...shared, ...settings }, until)
    services.add(service)
    service.process.once('close', () => services.delete(service))
    return service
  }
  return {
    ceph,
    postgres,
    redis,
    store,
    shared,
    open: (other = bucket) => openS3({ ...ceph, bucket: other, prefix: 'lake/' }),
    async publish(home) {
      const { code, err } = await formosaHere(['objects', 'publish'], { ...shared, FORMOSA_HOME: home })
      if (code !== 0) throw new Error(err)
    },
    startReader: (name, settings = {}, until = 'ready') =>
      startOne(join(folder, name), { FORMOSA_ROLE: 'reader', ...settings }, until),
    startWriter: (home, settings = {}) => startOne(home, { FORMOSA_ROLE: 'writer', ...settings }),
    key: (tier = 'plus') => keyOf(join(folder, 'users'), tier, shared),
    async stop() {
      for (const service of services) await service.stop('SIGKILL')
      await store.close()
      for (const server of [ceph, postgres, redis]) await server.stop()
    },
  }
}

/** Requests rows from a service with a key. */
export const rowsFrom = (url: string, key: string) => {
  const client = resending(createClient(url))
  return {
    getRows: (path: string) => client.send(`/v1/data/${path}`, { key }),
    get: (path: string, json?: unknown) => client.send(path, { key, ...(json === undefined ? {} : { json }) }),
    close: client.close,
  }
}
