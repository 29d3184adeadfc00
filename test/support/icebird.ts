import { open, readFile } from 'node:fs/promises'
import { icebergMetadata, icebergRead } from 'icebird'

type Range = { readonly start: number; readonly end: number | undefined }

const rangeOf = (header: string | null): Range | null => {
  const [, start, end] = /^bytes=(\d+)-(\d*)$/.exec(header ?? '') ?? []
  return start === undefined ? null : { start: Number(start), end: end ? Number(end) + 1 : undefined }
}

async function readRange(path: string, { start, end }: Range): Promise<Buffer> {
  const file = await open(path)
  try {
    const length = (end ?? (await file.stat()).size) - start
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Where the bytes of an address are: in a file, or on a server. */
type Resolve = (address: string) => { readonly path: string } | { readonly url: string } | null

/** Addresses of files. */
export const fromFiles: Resolve = (address) =>
  address.startsWith('file://') ? { path: address.slice('file://'.length) } : null

/** Addresses of a bucket that everybody may read, on a server other than Amazon's. */
export const fromBucket =
  (endpoint: string, bucket: string): Resolve =>
  (address) => {
    const start = `https://${bucket}.s3.amazonaws.com/`
    return address.startsWith(start) ? { url: `${endpoint}/${bucket}/${address.slice(start.length)}` } : null
  }

/**
 * Runs `work` while the library fetches from where `resolve` says: it knows HTTP and Amazon alone, and tables on a disk
 * have addresses of files.
 */
export async function withAddresses<T>(resolve: Resolve, work: () => Promise<T>): Promise<T> {
  const before = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const found = resolve(String(input))
    const range = rangeOf(new Headers(init?.headers).get('range'))
    if (found && 'url' in found) return before(found.url, init)
    try {
      if (found === null) return new Response('', { status: 404 })
      const bytes = range ? await readRange(found.path, range) : await readFile(found.path)
      return new Response(new Uint8Array(bytes), { status: range ? 206 : 200 })
    } catch (error) {
      return new Response((error as Error).message, { status: 404 })
    }
  }
  try {
    return await work()
  } finally {
    globalThis.fetch = before
  }
}

/** The metadata of a table, and the rows of its current snapshot or of another. */
export async function readByIcebird(tableUrl: string, snapshot?: number) {
  const metadata = await icebergMetadata({ tableUrl })
  const atSnapshot = snapshot === undefined ? metadata : { ...metadata, 'current-snapshot-id': snapshot }
  return { metadata, rows: await icebergRead({ tableUrl, metadata: atSnapshot }) }
}
