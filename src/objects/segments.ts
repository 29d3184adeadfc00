import { closeSync, openSync, readSync } from 'node:fs'
import { RecentMap } from '../recent.ts'

/**
 * A reader of an object store keeps parts of files: segments of equal length, each a file of its own beside the others,
 * named by the content of the whole file and a number. A file is read through its segments; those that are absent are
 * named, fetched by the cache of the process, and the reading begins again.
 */

export const segmentBytes = 256 << 10

export const segmentPath = (path: string, index: number): string => `${path}.${index}`

/** The segments of bytes `from` to `to` (excluded) of a file. */
export function segmentsOf(path: string, from: number, to: number): string[] {
  const names: string[] = []
  for (let index = Math.floor(from / segmentBytes); index * segmentBytes < to; index++)
    names.push(segmentPath(path, index))
  return names
}

/** Segments that a reading needs: some are not here, others hold wrong bytes. */
export class MissingSegments extends Error {
  override name = 'MissingSegments'
  readonly absent: readonly string[]
  readonly wrong: readonly string[]

  constructor(absent: Iterable<string>, wrong: Iterable<string> = []) {
    super('segments of a file are not here')
    this.absent = [...absent]
    this.wrong = [...wrong]
  }
}

/** Descriptors that one thread keeps open. */
const mostOpen = 1_024

/** Reads segments for one thread. */
export class SegmentReader {
  readonly #open = new RecentMap<string, number>(mostOpen, closeSync)
  #touched = new Set<string>()
  #reads = 0

  /** The segments of these bytes that are not here. */
  absentOf(path: string, from: number, to: number): string[] {
    return segmentsOf(path, from, to).filter((name) => this.#find(name) === null)
  }

  /** Reads bytes of a file; throws `MissingSegments`. */
  read(path: string, target: Uint8Array, start: number, length: number, offset: number): void {
    for (let at = 0; at < length; ) {
      const index = Math.floor((offset + at) / segmentBytes)
      const name = segmentPath(path, index)
      const segment = this.#find(name)
      if (segment === null) throw new MissingSegments([name])
      const within = offset + at - index * segmentBytes
      const wanted = Math.min(length - at, segmentBytes - within)
      const count = readSync(segment, target, start + at, wanted, within)
      // Shorter than it was written; the file that replaces it is opened anew.
      if (count === 0) {
        this.forget([name])
        throw new MissingSegments([], [name])
      }
      at += count
    }
    this.#reads++
  }

  /** Closes segments that the cache has removed or replaced. */
  forget(names: Iterable<string>): void {
    for (const name of names) {
      const segment = this.#open.get(name)
      if (segment !== undefined) closeSync(segment)
      this.#open.delete(name)
    }
  }

  /** The segments that were read since the last call, and how many readings there were. */
  drain(): { touched: string[]; reads: number } | null {
    if (this.#touched.size === 0) return null
    const drained = { touched: [...this.#touched], reads: this.#reads }
    this.#touched = new Set()
    this.#reads = 0
    return drained
  }

  close(): void {
    this.forget([...this.#open.keys()])
  }

  #find(name: string): number | null {
    this.#touched.add(name)
    const known = this.#open.get(name)
    if (known !== undefined) return known
    try {
      const fd = openSync(name, 'r')
      this.#open.set(name, fd)
      return fd
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw error
    }
  }
}
