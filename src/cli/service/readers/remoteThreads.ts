import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { PublishedFile } from '../../../lake/publishedFiles.ts'
import { SegmentReader } from '../../../objects/segments.ts'
import type { OpenPages } from '../../../pages/open.ts'
import { type Remote, RemoteDown } from '../../../query/remote.ts'

/*
 * Messages by which the serving threads of a reader ask the main thread, which has the cache, for parts of files, whole
 * files and versions.
 */

/** Segments, a version or a whole file that a thread needs. */
type FetchRequest =
  | { readonly segments: readonly string[]; readonly wrong: readonly string[] }
  | { readonly version: string }
  | { readonly file: Pick<PublishedFile, 'path'> & { readonly sha256: string } }

export type FetchMessage =
  /** With the port for the reply; the fetched files are kept until the port is closed. */
  | { readonly kind: 'fetch'; readonly request: FetchRequest; readonly port: MessagePort }
  | { readonly kind: 'touched'; readonly paths: readonly string[]; readonly reads: number }

type FetchReply = {
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

async function fetch(
  remote: RemoteFiles,
  request: FetchRequest,
): Promise<{ release?: () => void; pages?: OpenPages | null }> {
  if ('version' in request) return { pages: await remote.version(request.version) }
  if ('file' in request) return { release: await remote.file(request.file.sha256, request.file.path) }
  return { release: await remote.segments(request.segments, request.wrong) }
}

/** Serves messages of a serving thread, in the main thread. */
export async function serveFetch(remote: RemoteFiles, message: FetchMessage): Promise<void> {
  if (message.kind === 'touched') return remote.touched(message.paths, message.reads)
  const { request, port } = message
  let release: (() => void) | undefined
  let isClosed = false
  port.once('close', () => {
    isClosed = true
    release?.()
  })
  try {
    const { pages, ...fetched } = await fetch(remote, request)
    release = fetched.release
    if (isClosed) release?.()
    port.postMessage({ failure: null, ...(pages === undefined ? {} : { pages }) } satisfies FetchReply)
  } catch (error) {
    port.postMessage({ failure: (error as Error).message } satisfies FetchReply)
  }
}

/** How long a version that the store lacks is not fetched again. */
const goneMs = 5_000
/** Interval between two reports of the segments that were read. */
const touchedMs = 1_000

/** Fetches segments, files and versions for a thread, in that thread. */
export function sendFetches(send: (message: FetchMessage) => void) {
  const segments = new SegmentReader()
  const gone = new Map<string, number>()
  let add: (pages: OpenPages) => void = () => {}

  const ask = (request: FetchRequest): Promise<{ pages: FetchReply['pages']; release: () => void }> =>
    new Promise((resolve, reject) => {
      const { port1, port2 } = new MessageChannel()
      const release = () => port1.close()
      port1.once('message', ({ failure, pages }: FetchReply) => {
        if (failure === null) return resolve({ pages, release })
        release()
        reject(new RemoteDown(failure))
      })
      send({ kind: 'fetch', request, port: port2 })
    })

  const remote: Remote = {
    segments,
    fetch: async ({ absent, wrong }) => ({ release: (await ask({ segments: absent, wrong })).release }),
    async fetchVersion(name) {
      const { pages, release } = await ask({ version: name })
      release()
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
    hold: async ({ path, part }: PublishedFile) => (await ask({ file: { path, sha256: part.sha256 } })).release,
    /** Where versions that were fetched are kept. */
    connect(library: { readonly add: (pages: OpenPages) => void }): void {
      add = library.add
    },
    /** The cache has removed these segments. */
    evicted: (paths: readonly string[]) => segments.forget(paths),
  }
}
