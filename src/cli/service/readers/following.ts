import { join } from 'node:path'
import type { Version } from '../../../lake/lake.ts'
import { filesOf } from '../../../lake/whole.ts'
import { openCache } from '../../../objects/cache.ts'
import type { Parts } from '../serviceParts.ts'
import { createFollower, type Follower, type FollowerOptions } from './follower.ts'
import type { RemoteFiles } from './remoteThreads.ts'

/** The cache of a reader, which its threads use, and the follower, which begins when they listen. */
export function openFollowing({ context, store, metrics }: Parts<'context' | 'store' | 'metrics'>) {
  const { config, log } = context
  let follower: Follower | null = null
  let pool: FollowerOptions['pool'] | null = null
  let hits = 0
  const cache = openCache({
    store,
    folder: join(config.FORMOSA_HOME, config.FORMOSA_ORIGIN, 'cache'),
    mostBytes: config.cacheBytes,
    onEvicted: (paths) => pool?.evicted(paths),
  })
  metrics?.reader(() => {
    const { takenBytes, ...state } = follower?.state() ?? { sequence: 0, secondsBehind: 0, takenBytes: 0 }
    const { fetchedBytes, ...cached } = cache.state()
    return { ...state, ...cached, fetchedBytes: fetchedBytes + takenBytes, hits }
  })

  /** Logs a failed fetch; the request gets 503. */
  const logged =
    <A extends unknown[], T>(work: (...given: A) => Promise<T>) =>
    async (...given: A): Promise<T> => {
      try {
        return await work(...given)
      } catch (error) {
        log.warn({ reason: (error as Error).message }, 'a request needs bytes that could not be fetched')
        throw error
      }
    }

  const files: RemoteFiles = {
    segments: logged(cache.hold),
    file: logged(cache.holdWhole),
    version: logged(async (name) => (await follower?.version(name)) ?? null),
    touched(paths, reads) {
      hits += reads
      cache.touch(paths)
    },
  }

  return {
    files,

    /** Fetches the Parquet files of some datasets; they stay until the returned function is called. */
    async holdFiles(version: Version, names: readonly string[]): Promise<() => void> {
      const releases: (() => void)[] = []
      const release = () => {
        for (const one of releases) one()
      }
      try {
        for (const { file, sha256 } of filesOf(version, names))
          releases.push(await files.file(sha256, join(version.folder, file)))
        return release
      } catch (error) {
        release()
        throw error
      }
    },

    /** Fetches a damaged file again. */
    mend(path: string): void {
      log.warn({ file: path }, 'a file of the cache is damaged; it is fetched again')
      follower?.mend(path).catch((error) => log.error({ err: error, file: path }, 'a file could not be fetched'))
    },

    start(given: Omit<FollowerOptions, 'context' | 'store' | 'cache' | 'metrics'>) {
      pool = given.pool
      const started = createFollower({ context, store, cache, metrics, ...given })
      follower = started
      return {
        start: started.start,
        keepFresh: started.keepFresh,
        // Pages are made by the writer.
        want: (_: string): void => {},
        retryNow: (): void => {},
      }
    },
  }
}
