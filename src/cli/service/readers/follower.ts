import { globSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Version } from '../../../lake/lake.ts'
import { filesOf } from '../../../lake/whole.ts'
import { openCache } from '../../../objects/cache.ts'
import { UnknownFormatError, type VersionManifest } from '../../../objects/manifest.ts'
import { openVersionTree } from '../../objects/versionTree.ts'
import type { Parts } from '../serviceParts.ts'
import type { RemoteFiles } from './remoteThreads.ts'
import { createRemoteVersions, isFetchedLater, UnknownPages } from './remoteVersions.ts'

/** Interval between two looks for a new version. */
const lookMs = 2_000
/** A reader that is behind for longer than this is degraded. */
const behindMs = 30_000

/** The sentence of `/readyz` for a version that could not be served. */
function faultIn(error: unknown): string {
  const what = error instanceof UnknownFormatError ? 'a manifest' : error instanceof UnknownPages ? 'pages' : null
  return what === null
    ? 'the newest version cannot be fetched; the log says why'
    : `a newer version has ${what} of format ${(error as UnknownPages).format}, which this release cannot read: install the release of the writer`
}

function stateOf(current: VersionManifest | null, behind: number, trouble: string | null): string {
  const where = current ? `version ${current.sequence} (${current.version})` : 'no version yet'
  const isLate = behind * 1_000 > behindMs || trouble !== null
  return `${isLate ? 'degraded' : 'ok'}: ${where}, ${behind} s behind${trouble === null ? '' : `; ${trouble}`}`
}

/** Logs a failed fetch; the request gets 503. */
const logged =
  <A extends unknown[], T>(log: Logger, work: (...given: A) => Promise<T>) =>
  async (...given: A): Promise<T> => {
    try {
      return await work(...given)
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'a request needs bytes that could not be fetched')
      throw error
    }
  }

/** Takes hold of things one after another; all of them stay until the returned function is called, or none. */
async function holdAll(holds: readonly (() => Promise<() => void>)[]): Promise<() => void> {
  const releases: (() => void)[] = []
  const release = () => {
    for (const one of releases) one()
  }
  try {
    for (const hold of holds) releases.push(await hold())
    return release
  } catch (error) {
    release()
    throw error
  }
}

/**
 * Serves the newest version of an object store: looks for it, fetches what every copy of a version has, opens its pages
 * and hands them to the serving threads. The rest stays in the store until it is read, and then in a cache.
 */
export function createFollower(given: Parts<'context' | 'store' | 'readiness' | 'metrics' | 'signal'>) {
  const { context, store, readiness, metrics, signal } = given
  const { config, lake, log } = context
  const tree = openVersionTree(context)
  /** The parts that are told of versions, once the threads listen. */
  let served: Parts<'pool' | 'asking'> | null = null
  const cache = openCache({
    store,
    folder: join(tree.home, 'cache'),
    mostBytes: config.cacheBytes,
    onEvicted: (paths) => served?.pool.evicted(paths),
  })
  const versions = createRemoteVersions({ context, store, cache, signal })
  let current: VersionManifest | null = null
  /** When this reader last knew that it served the newest version. */
  let freshAt = performance.now()
  /** The fault that `/readyz` reports. */
  let trouble: string | null = null
  /** Readings that found their bytes here. */
  let hits = 0

  const secondsBehind = (): number => Math.round((performance.now() - freshAt) / 1_000)
  metrics?.reader(() => ({
    ...cache.state(),
    ...{ hits, sequence: current?.sequence ?? 0, secondsBehind: secondsBehind() },
    fetchedBytes: cache.state().fetchedBytes + versions.takenBytes(),
  }))

  /** Serves a version from now on. */
  async function turnTo(manifest: VersionManifest): Promise<void> {
    const pages = await versions.openNewest(manifest)
    const version = await lake.version(manifest.version)
    if (!version) throw new Error(`the version ${manifest.version} has no manifest of the lake`)
    await tree.turnTo(manifest)
    current = manifest
    served!.pool.send({ kind: 'pages', pages, manifest: version.manifest })
    readiness.set('data', 'ok', null)
    served!.asking.use(version)
    metrics?.serving(manifest.version, version.manifest.through, version.manifest.written_at)
    log.info({ version: manifest.version, sequence: manifest.sequence }, 'serving a version')
    await tree.sweep()
  }

  /** Looks for a newer version once and turns to it. */
  async function look(): Promise<void> {
    try {
      const latest = await tree.newestIn(store, current?.sequence ?? 0, signal)
      if (latest && latest.sequence !== current?.sequence) await turnTo(latest)
      freshAt = performance.now()
      if (trouble !== null) log.info('new versions can be read again')
      trouble = null
    } catch (error) {
      if (signal.aborted) return
      const fault = faultIn(error)
      // The cause may name addresses: it is for the log alone.
      if (fault !== trouble) log.error({ err: error, sequence: current?.sequence }, fault)
      trouble = fault
    }
    readiness.set('objects', stateOf(current, secondsBehind(), trouble))
  }

  async function keepLooking(isDone: () => boolean): Promise<void> {
    while (!isDone() && !signal.aborted) {
      await sleep(lookMs, undefined, { signal }).catch(() => {})
      if (!signal.aborted) await look()
    }
  }

  /** The bytes that the serving threads ask for. */
  const files: RemoteFiles = {
    segments: logged(log, cache.hold),
    file: logged(log, cache.holdWhole),
    version: logged(log, versions.find),
    touched(paths, reads) {
      hits += reads
      cache.touch(paths)
    },
  }

  return {
    files,

    /** Fetches the Parquet files of some datasets; they stay until the returned function is called. */
    holdFiles: (version: Version, names: readonly string[]) =>
      holdAll(
        filesOf(version, names).map(
          ({ file, sha256 }) =>
            () =>
              files.file(sha256, join(version.folder, file)),
        ),
      ),

    /** Fetches a damaged file again, at the next request that reads it or now. */
    mend(path: string): void {
      log.warn({ file: path }, 'a file of the cache is damaged; it is fetched again')
      cache.drop(path)
      const files = current?.files.filter((one) => join(tree.home, one.path) === path && !isFetchedLater(one)) ?? []
      versions.take(files).catch((error) => log.error({ err: error, file: path }, 'a file could not be fetched'))
    },

    /** Serves the newest version to these threads; false where the service was stopped before there was one. */
    async start(to: Parts<'pool' | 'asking'>): Promise<boolean> {
      served = to
      await tree.make()
      // Links to cached files of an earlier process, of which the cache knows nothing.
      for (const path of globSync('lake/versions/*/**/*.parquet', { cwd: tree.home })) rmSync(join(tree.home, path))
      readiness.set('refresh', 'ok: the writer publishes')
      readiness.set('service', 'ok')
      await look()
      // The version that the last process has served, while the store does not answer.
      const last = current === null ? await tree.last() : null
      if (last?.origin === config.FORMOSA_ORIGIN)
        await turnTo(last).catch((error) => log.warn({ err: error }, 'the last version is not whole on this machine'))
      await keepLooking(() => current !== null)
      return !signal.aborted
    },

    keepFresh: () => keepLooking(() => false),
  }
}
