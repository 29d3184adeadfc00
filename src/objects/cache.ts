import { existsSync, linkSync, rmSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { DamagedFile, makeFolder } from '../disk.ts'
import { RecentMap } from '../recent.ts'
import { contentKey } from './manifest.ts'
import { segmentBytes, segmentPath } from './segments.ts'
import { openShelf, type Shelf } from './shelf.ts'
import type { ObjectStore } from './store.ts'

type Release = () => void

type CacheOptions = {
  readonly store: Pick<ObjectStore, 'get' | 'download'>
  readonly folder: string
  readonly mostBytes: number
  /** Called with the paths of segments that were removed. */
  readonly onEvicted: (paths: readonly string[]) => void
}

/** Segments in one request to the store. */
const mostSegments = 8
/** Answers with wrong bytes before a request fails; after a pause the next one tries again. */
const mostWrong = 3
const wrongPauseMs = 10_000
/** Files and segments that are remembered for scans and wrong bytes. */
const mostRemembered = 1_000

/** The content and the number of a segment, by its path. */
function readName(path: string): { readonly sha256: string; readonly index: number } {
  const [sha256 = '', index = ''] = basename(path).split('.')
  return { sha256, index: Number(index) }
}

/** Consecutive numbers, in runs of at most `mostSegments`. */
function runsOf(indexes: readonly number[]): { readonly first: number; readonly last: number }[] {
  const runs: { first: number; last: number }[] = []
  for (const index of [...indexes].sort((a, b) => a - b)) {
    const run = runs.at(-1)
    if (run && run.last + 1 === index && run.last - run.first + 1 < mostSegments) run.last = index
    else runs.push({ first: index, last: index })
  }
  return runs
}

/** Tells how far ahead of a scan to read: twice as far with each miss that follows the one before. */
function watchScans(most: number) {
  /** The last segment of a file that was waited for, and how many were read ahead. */
  const scans = new RecentMap<string, { readonly last: number; readonly ahead: number }>(mostRemembered)
  return (sha256: string, first: number, last: number): number => {
    const before = scans.get(sha256)
    const isScan = before !== undefined && first > before.last && first <= before.last + 1 + before.ahead
    const ahead = isScan ? Math.min(most, Math.max(1, before.ahead * 2)) : 0
    scans.set(sha256, { last, ahead })
    return ahead
  }
}

/** Counts answers with wrong bytes; throws where there were too many for a segment in a short time. */
function watchWrong(): (path: string) => void {
  const wrongs = new RecentMap<string, { readonly count: number; readonly at: number }>(mostRemembered)
  return (path) => {
    const before = wrongs.get(path)
    const count = before && Date.now() - before.at < wrongPauseMs ? before.count + 1 : 1
    wrongs.set(path, { count, at: Date.now() })
    if (count > mostWrong) throw new DamagedFile(path, 'the object store returns wrong bytes')
  }
}

/** Fetches segments, each once for all requests that wait for it. */
function createSegmentFetcher(
  shelf: Shelf,
  { store, mostBytes }: CacheOptions,
  pathOf: (sha256: string) => string,
  sizeOf: (sha256: string) => number,
) {
  const fetching = new Map<string, Promise<void>>()
  const aheadOf = watchScans(Math.min(mostSegments, Math.floor(mostBytes / segmentBytes / 8)))
  /** Segments and files that were fetched because a reader waited for them, and bytes that came from the store. */
  const counts = { misses: 0, fetchedBytes: 0, readAhead: 0 }

  /** Fetches consecutive segments of an object in one request. */
  async function fetchRun(sha256: string, first: number, last: number): Promise<void> {
    const from = first * segmentBytes
    const to = Math.min(sizeOf(sha256), (last + 1) * segmentBytes)
    const bytes = await store.get(contentKey(sha256), { range: { from, to } })
    if (!bytes) throw new DamagedFile(pathOf(sha256), 'the object store does not have it')
    if (bytes.length !== to - from) throw new DamagedFile(pathOf(sha256), 'the object in the store is cut')
    counts.fetchedBytes += bytes.length
    makeFolder(dirname(pathOf(sha256)))
    for (let index = first; index <= last; index++) {
      const at = (index - first) * segmentBytes
      const segment = bytes.subarray(at, at + segmentBytes)
      const path = segmentPath(pathOf(sha256), index)
      await shelf.write(path, segment.length, async (scratch) => {
        await writeFile(scratch, segment)
        await rename(scratch, path)
      })
    }
  }

  /** Begins to fetch the segments of an object that are neither here nor on their way; their number. */
  function begin(sha256: string, indexes: readonly number[]): number {
    const absent = indexes.filter((index) => {
      const path = segmentPath(pathOf(sha256), index)
      return !shelf.has(path) && !fetching.has(path)
    })
    for (const { first, last } of runsOf(absent)) {
      const paths = Array.from({ length: last - first + 1 }, (_, i) => segmentPath(pathOf(sha256), first + i))
      const run = fetchRun(sha256, first, last).finally(() => {
        for (const path of paths) fetching.delete(path)
      })
      // A failure is reported to the requests that wait for it.
      run.catch(() => {})
      for (const path of paths) fetching.set(path, run)
    }
    return absent.length
  }

  function readAhead(sha256: string, indexes: readonly number[]): void {
    const last = Math.max(...indexes)
    const ahead = aheadOf(sha256, Math.min(...indexes), last)
    const end = Math.ceil(sizeOf(sha256) / segmentBytes)
    const next = Array.from({ length: ahead }, (_, i) => last + 1 + i).filter((index) => index < end)
    counts.readAhead += begin(sha256, next)
  }

  return {
    counts,
    /** Fetches missing segments; some may be evicted again before it is done. */
    async fetch(missing: readonly string[]): Promise<void> {
      for (const [sha256, names] of Map.groupBy(missing.map(readName), ({ sha256 }) => sha256)) {
        const indexes = names.map(({ index }) => index)
        const begun = begin(sha256, indexes)
        counts.misses += begun
        if (begun > 0) readAhead(sha256, indexes)
      }
      await Promise.all(missing.map((path) => fetching.get(path)))
    },
  }
}

/** Attempts to have all bytes of a request here at once. */
const mostRounds = 10

export function openCache(options: CacheOptions) {
  const { store, folder } = options
  const shelf = openShelf(options)
  const sizes = new Map<string, number>()
  const fetchingFiles = new Map<string, Promise<void>>()
  const noteWrong = watchWrong()
  /** Responses of the store with wrong bytes. */
  let wrongBytes = 0
  /** The path that names the content; its segments lie beside it, a whole file lies there. */
  const pathOf = (sha256: string): string => join(folder, sha256.slice(0, 2), sha256)

  function sizeOf(sha256: string): number {
    const bytes = sizes.get(sha256)
    if (bytes === undefined) throw new DamagedFile(pathOf(sha256), 'no version has this content')
    return bytes
  }
  const segments = createSegmentFetcher(shelf, options, pathOf, sizeOf)

  /** Fetches segments that are absent, and those with wrong bytes again; all of them stay until `release`. */
  async function hold(absent: readonly string[], wrong: readonly string[] = []): Promise<Release> {
    for (const path of wrong) {
      wrongBytes++
      shelf.drop(path)
      noteWrong(path)
    }
    // Another process may have removed the file.
    for (const path of absent) if (shelf.has(path) && !existsSync(path)) shelf.drop(path)
    const wanted = [...new Set([...absent, ...wrong])]
    const releases: Release[] = []
    const release = () => {
      for (const one of releases) one()
    }
    try {
      for (let round = 0; ; round++) {
        releases.push(shelf.pin(wanted))
        const missing = wanted.filter((path) => !shelf.has(path))
        if (missing.length === 0) return release
        // Segments that were evicted while others were fetched are fetched again.
        if (round === mostRounds) throw new DamagedFile(missing[0]!, 'the cache is too small for one request')
        await segments.fetch(missing)
      }
    } catch (error) {
      release()
      throw error
    }
  }

  async function fetchFile(sha256: string): Promise<void> {
    const path = pathOf(sha256)
    makeFolder(dirname(path))
    await shelf.write(path, sizeOf(sha256), async (scratch) => {
      if (!(await store.download(contentKey(sha256), scratch, { sha256 })))
        throw new DamagedFile(path, 'the object store does not have it')
      await rename(scratch, path)
    })
    segments.counts.misses++
    segments.counts.fetchedBytes += sizeOf(sha256)
  }

  /** Fetches a whole file, links it to `path`, and keeps it until `release`. */
  async function holdWhole(sha256: string, target: string): Promise<Release> {
    const path = pathOf(sha256)
    for (let round = 0; !shelf.has(path); round++) {
      if (round === mostRounds) throw new DamagedFile(path, 'the cache is too small for the file')
      const running = fetchingFiles.get(path) ?? fetchFile(sha256).finally(() => fetchingFiles.delete(path))
      fetchingFiles.set(path, running)
      await running
    }
    shelf.use(path)
    const release = shelf.pin([path])
    try {
      const links = shelf.linksOf(path)
      if (!links.has(target) || !existsSync(target)) {
        makeFolder(dirname(target))
        rmSync(target, { force: true })
        linkSync(path, target)
        links.add(target)
      }
      return release
    } catch (error) {
      release()
      throw error
    }
  }

  return {
    pathOf,
    /** States the sizes of objects; others cannot be fetched. */
    know(files: Iterable<{ readonly sha256: string; readonly bytes: number }>) {
      for (const { sha256, bytes } of files) sizes.set(sha256, bytes)
    },
    hold,
    holdWhole,
    /** Removes a file whose bytes are wrong, by its path or that of a link to it. */
    drop: shelf.drop,
    /** Notes that segments were read. */
    touch: (paths: readonly string[]) => paths.forEach(shelf.use),
    state: () => ({ ...shelf.state(), ...segments.counts, wrong: wrongBytes }),
  }
}

/** A part of the disk that holds the segments and whole files of an object store that were read last. */
export type Cache = ReturnType<typeof openCache>
