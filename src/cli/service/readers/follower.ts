import { globSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readLatest, UnknownFormatError, type VersionManifest } from '../../../objects/manifest.ts'
import { openVersionTree } from '../../objects/versionTree.ts'
import type { Parts } from '../serviceParts.ts'
import { createRemoteVersions, isFetchedLater, UnknownPages } from './remoteVersions.ts'

export type FollowerOptions = Parts<
  'context' | 'store' | 'cache' | 'pool' | 'asking' | 'readiness' | 'metrics' | 'signal'
>

export type Follower = ReturnType<typeof createFollower>

/** Interval between two looks for a new version. */
const lookMs = 2_000
/** A reader that is behind for longer than this is degraded. */
const behindMs = 30_000

/**
 * Serves the newest version of an object store: looks for it, fetches what every copy of a version has, opens its pages
 * and hands them to the serving threads. The rest stays in the store until it is read.
 */
export function createFollower(options: FollowerOptions) {
  const { context, store, cache, pool, asking, readiness, metrics, signal } = options
  const { config, lake, log } = context
  const tree = openVersionTree(context)
  const versions = createRemoteVersions(options)
  let served: VersionManifest | null = null
  /** When this reader last knew that it served the newest version. */
  let freshAt = performance.now()
  let trouble: string | null = null

  /** Serves a version from now on. */
  async function turnTo(manifest: VersionManifest): Promise<void> {
    const pages = await versions.openNewest(manifest)
    const version = await lake.version(manifest.version)
    if (!version) throw new Error(`the version ${manifest.version} has no manifest of the lake`)
    await tree.turnTo(manifest)
    served = manifest
    pool.send({ kind: 'pages', pages, manifest: version.manifest })
    readiness.set('data', 'ok', null)
    asking.use(version)
    metrics?.serving(manifest.version, version.manifest.through, version.manifest.written_at)
    log.info({ version: manifest.version, sequence: manifest.sequence }, 'serving a version')
    await tree.sweep()
  }

  const secondsBehind = (): number => Math.round((performance.now() - freshAt) / 1_000)

  function report(): void {
    const behind = secondsBehind()
    const where = served ? `version ${served.sequence} (${served.version})` : 'no version yet'
    const reason = trouble === null ? '' : `; ${trouble}`
    const isLate = behind * 1_000 > behindMs || trouble !== null
    readiness.set('objects', `${isLate ? 'degraded' : 'ok'}: ${where}, ${behind} s behind${reason}`)
  }

  /** Sets the fault that `/readyz` reports; the cause, which may name addresses, is for the log. */
  function note(next: string | null, error?: unknown): void {
    if (next !== trouble && next !== null) log.error({ err: error, sequence: served?.sequence }, next)
    if (next === null && trouble !== null) log.info('new versions can be read again')
    trouble = next
  }

  /** Looks for a newer version once and turns to it. */
  async function look(): Promise<void> {
    try {
      const latest = await readLatest(store, served?.sequence ?? 0, signal)
      if (latest && latest.origin !== config.FORMOSA_ORIGIN)
        throw new Error(`the store holds ${latest.origin} data, and FORMOSA_ORIGIN is ${config.FORMOSA_ORIGIN}`)
      if (latest && latest.sequence !== served?.sequence) await turnTo(latest)
      freshAt = performance.now()
      note(null)
    } catch (error) {
      if (signal.aborted) return
      const unknown =
        error instanceof UnknownFormatError
          ? `a manifest of format ${error.format}`
          : error instanceof UnknownPages
            ? `pages of format ${error.format}`
            : null
      note(
        unknown === null
          ? 'the newest version cannot be fetched; the log says why'
          : `a newer version has ${unknown}, which this release cannot read: install the release of the writer`,
        error,
      )
    }
    report()
  }

  async function keepLooking(isDone: () => boolean): Promise<void> {
    while (!isDone() && !signal.aborted) {
      await sleep(lookMs, undefined, { signal }).catch(() => {})
      if (!signal.aborted) await look()
    }
  }

  /** Serves the version that the last process has served, while the store does not answer. */
  async function serveLast(): Promise<void> {
    const last = await tree.last()
    if (last?.origin !== config.FORMOSA_ORIGIN) return
    try {
      await turnTo(last)
    } catch (error) {
      log.warn({ err: error }, 'the last version is not whole on this machine')
    }
  }

  return {
    version: versions.find,

    /** Fetches a damaged file again, at the next request that reads it or now. */
    async mend(path: string): Promise<void> {
      cache.drop(path)
      const file = served?.files.find((one) => join(tree.home, one.path) === path && !isFetchedLater(one))
      if (file) await versions.take([file])
    },

    state: () => ({
      sequence: served?.sequence ?? 0,
      secondsBehind: secondsBehind(),
      takenBytes: versions.takenBytes(),
    }),

    /** Serves the newest version; false where the service was stopped before there was one. */
    async start(): Promise<boolean> {
      await tree.make()
      // Links to cached files of an earlier process, of which the cache knows nothing.
      for (const path of globSync('lake/versions/*/**/*.parquet', { cwd: tree.home })) rmSync(join(tree.home, path))
      readiness.set('refresh', 'ok: the writer publishes')
      readiness.set('service', 'ok')
      await look()
      if (served === null) await serveLast()
      await keepLooking(() => served !== null)
      return !signal.aborted
    },

    keepFresh: () => keepLooking(() => false),
  }
}
