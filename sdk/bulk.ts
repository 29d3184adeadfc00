import { textFrom, wholeFrom } from './checks.ts'
import { UnexpectedResponseError } from './errors.ts'
import type { CallOptions } from './query.ts'
import type { Transport } from './transport.ts'

/** A Parquet file of a dataset. Its address changes when its bytes do. */
export type BulkFile = {
  /** The period of its rows: `2024`, `2026-10`, `2026-11-b`, `2026-11-18`, `history` (closed years); or `all`. */
  readonly part: string
  readonly url: string
  readonly rows: number
  readonly bytes: number
  readonly sha256: string
  readonly first_date: string | null
  readonly last_date: string | null
  /** When its rows last changed; null where nothing tells. */
  readonly last_modified: string | null
}

/** The files of a dataset: together they hold its rows, each once. */
export type BulkDataset = {
  readonly dataset: string
  readonly rows: number
  readonly bytes: number
  readonly first_date: string | null
  readonly last_date: string | null
  readonly last_modified: string | null
  /** Columns that identify a row; the files are sorted by them. */
  readonly key: readonly string[]
  /** The column of the key that `start_date` and `end_date` filter; null where the key has no date. */
  readonly key_date: string | null
  /** Queries of rows that together give every row of the files. */
  readonly queries: readonly string[]
  /** Whether `changes()` tells all that happens to the rows. */
  readonly changes: boolean
  readonly files: readonly BulkFile[]
}

/** The files of a version of the data. */
export type BulkList = {
  readonly tier_used: string
  readonly version: string
  readonly origin: string
  readonly written_at: string
  readonly count: number
  readonly datasets: readonly BulkDataset[]
  /** Datasets that need a higher tier. */
  readonly not_covered: readonly string[]
}

/** Bytes of a request: small enough to repeat one that was cut. All requests for a file are one call of the quota. */
const pieceBytes = 8 << 20

/** The bytes of a file in order, from a position on. */
export async function* readFile(
  transport: Transport,
  file: BulkFile,
  { from = 0, signal, onWarning }: CallOptions & { readonly from?: number },
): AsyncGenerator<Uint8Array, void, undefined> {
  textFrom('the url of the file', file?.url)
  if (wholeFrom(0, 'from', from) > wholeFrom(0, 'the size of the file', file.bytes))
    throw new TypeError(`from must be within the ${file.bytes} bytes of the file, and is ${from}`)
  for (let at = from; at < file.bytes; at += pieceBytes) {
    const end = Math.min(at + pieceBytes, file.bytes)
    const headers = { Accept: '*/*', Range: `bytes=${at}-${end - 1}`, 'If-Range': `"${file.sha256}"` }
    const { status, bytes, context } = await transport.send({
      ...{ path: file.url, headers, isBytes: true },
      signal,
      onWarning,
    })
    if (status !== 206 || bytes.length !== end - at)
      throw new UnexpectedResponseError(
        `The response is not the part of the file that was asked for. [${context.method} ${context.url}]`,
        status,
        context,
      )
    yield bytes
  }
}
