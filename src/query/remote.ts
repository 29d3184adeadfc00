import { MissingSegments, type SegmentReader } from '../objects/segments.ts'

/** A version that a cursor points at and that is not on this machine. */
export class MissingVersion extends Error {
  override name = 'MissingVersion'
  readonly version: string

  constructor(version: string) {
    super(`version ${version} is not here`)
    this.version = version
  }
}

/** The object store does not answer, or not with the right bytes. */
export class RemoteDown extends Error {
  override name = 'RemoteDown'
}

/** The files of an object store, for one thread. */
export type Remote = {
  readonly segments: SegmentReader
  /** Fetches segments; they stay until `release`. Throws `RemoteDown`. */
  readonly fetch: (missing: Pick<MissingSegments, 'absent' | 'wrong'>) => Promise<{ readonly release: () => void }>
  /** Fetches a version, which is then in the library; it is gone where the store does not have it. */
  readonly fetchVersion: (name: string) => Promise<void>
  /** Whether the store was asked for a version lately and did not have it. */
  readonly isGone: (version: string) => boolean
}

/** Readings of one request that may lack bytes: each names at least one more segment, and those before are kept. */
const mostReadings = 1_000

/**
 * Runs `read`, which reads pages and changes nothing; where bytes or a version are not here, runs it again once they
 * are. Without an object store nothing is ever missing.
 */
export function whenHere<T>(
  { remote }: { readonly remote: Remote | null },
  read: () => T | Promise<T>,
): T | Promise<T> {
  if (!remote) return read()
  try {
    const made = read()
    return made instanceof Promise ? made.catch((error) => again(remote, read, error)) : made
  } catch (error) {
    return again(remote, read, error)
  }
}

async function again<T>(remote: Remote, read: () => T | Promise<T>, first: unknown): Promise<T> {
  const releases: (() => void)[] = []
  let error = first
  try {
    for (let n = 0; n < mostReadings; n++) {
      if (error instanceof MissingSegments) releases.push((await remote.fetch(error)).release)
      else if (error instanceof MissingVersion) await remote.fetchVersion(error.version)
      else throw error
      try {
        return await read()
      } catch (next) {
        error = next
      }
    }
    throw error
  } finally {
    for (const release of releases) release()
  }
}
