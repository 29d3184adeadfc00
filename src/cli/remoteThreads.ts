import type { PublishedFile } from '../lake/publishedFiles.ts'
import { SegmentReader } from '../objects/segments.ts'
import type { OpenPages } from '../pages/open.ts'
import { type Remote, RemoteDown } from '../query/remote.ts'

/*
 * Messages by which the serving threads of a reader ask the main thread, which has the cache, for parts of files, whole
 * files and versions.
 */

/** What a thread asks for. */
type Wanted =
  | { readonly segments: readonly string[]; readonly wrong: readonly string[] }
  | { readonly version: string }
  | { readonly file: Pick<PublishedFile, 'path'> & { readonly sha256: string } }

export type FetchMessage =
  | { readonly kind: 'fetch'; readonly id: number; readonly wanted: Wanted }
  /** The bytes of this fetch are no longer needed. */
  | { readonly kind: 'release'; readonly id: number }
  | { readonly kind: 'touched'; readonly paths: readonly string[]; readonly reads: number }

export type FetchedMessage = {
  readonly kind: 'fetched'
  readonly id: number
  /** The reason where nothing was fetched. */
  readonly failure: string | null
  /** The version that was asked for; null where the store does not have it. */
  readonly pages?: OpenPages | null
}

/** The object store, as the main thread sees it. */
export type RemoteFiles = {
  readonly segments: (absent: readonly string[], wrong: readonly string[]) => Promise<() => void>
  readonly file: (sha256: string, path: string) => Promise<() => void>
  readonly version: (name: string) => Promise<OpenPages | null>
  readonly touched: (paths: readonly string[], reads: number) => void
}

/** Fetches for one thread, in the main thread. */
export function serveFetches(remote: RemoteFiles | null, send: (message: FetchedMessage) => void) {
  const held = new Map<number, () => void>()
  let hasEnded = false

  async function fetch(wanted: Wanted): Promise<{ release?: () => void; pages?: OpenPages | null }> {
    if ('version' in wanted) return { pages: await remote!.version(wanted.version) }
    if ('file' in wanted) return { release: await remote!.file(wanted.file.sha256, wanted.file.path) }
    return { release: await remote!.segments(wanted.segments, wanted.wrong) }
  }

  return {
    async receive(message: FetchMessage): Promise<void> {
      if (message.kind === 'touched') return remote?.touched(message.paths, message.reads)
      if (message.kind === 'release') {
        held.get(message.id)?.()
        held.delete(message.id)
        return
      }
      const { id } = message
      try {
        const { release, pages } = await fetch(message.wanted)
        if (release && hasEnded) return release()
        if (release) held.set(id, release)
        send({ kind: 'fetched', id, failure: null, ...(pages === undefined ? {} : { pages }) })
      } catch (error) {
        send({ kind: 'fetched', id, failure: (error as Error).message })
      }
    },
    /** The thread has ended. */
    end(): void {
      hasEnded = true
      for (const release of held.values()) release()
    },
  }
}

/** How long a version that the store does not have is not asked for again. */
const goneMs = 5_000
/** Interval between two reports of the segments that were read. */
const touchedMs = 1_000

/** Asks for what a thread lacks, in that thread. */
export function sendFetches(send: (message: FetchMessage) => void) {
  const segments = new SegmentReader()
  const open = new Map<number, (message: FetchedMessage) => void>()
  const gone = new Map<string, number>()
  let last = 0
  let add: (pages: OpenPages) => void = () => {}

  async function ask(wanted: Wanted): Promise<FetchedMessage> {
    const id = ++last
    const answer = await new Promise<FetchedMessage>((resolve) => {
      open.set(id, resolve)
      send({ kind: 'fetch', id, wanted })
    })
    if (answer.failure !== null) throw new RemoteDown(answer.failure)
    return answer
  }

  const held = async (wanted: Wanted): Promise<() => void> => {
    const { id } = await ask(wanted)
    return () => send({ kind: 'release', id })
  }

  const remote: Remote = {
    segments,
    fetch: async ({ absent, wrong }) => ({ release: await held({ segments: absent, wrong }) }),
    async fetchVersion(name) {
      const { pages } = await ask({ version: name })
      if (pages) add(pages)
      else gone.set(name, Date.now())
    },
    isGone(version) {
      const at = gone.get(version)
      if (at !== undefined && Date.now() - at > goneMs) gone.delete(version)
      return gone.has(version)
    },
  }

  setInterval(() => {
    const drained = segments.drain()
    if (drained) send({ kind: 'touched', paths: drained.touched, reads: drained.reads })
  }, touchedMs).unref()

  return {
    remote,
    /** Keeps a Parquet file on this machine until the returned function is called. */
    hold: ({ path, part }: PublishedFile) => held({ file: { path, sha256: part.sha256 } }),
    /** Where versions that were fetched are kept. */
    connect(library: { readonly add: (pages: OpenPages) => void }): void {
      add = library.add
    },
    receive(message: FetchedMessage): void {
      open.get(message.id)?.(message)
      open.delete(message.id)
    },
    /** The cache has removed these segments. */
    evicted: (paths: readonly string[]) => segments.forget(paths),
  }
}
