/** Bytes of an object from `from` up to, but not including, `to`. */
type ByteRange = { readonly from: number; readonly to: number }

export type ReadOptions = {
  readonly signal?: AbortSignal | undefined
  /** The SHA-256 that the whole object must have; other bytes are requested again, then reported as damage. */
  readonly sha256?: string | undefined
}

export type GetOptions = ReadOptions & {
  readonly range?: ByteRange
  /** Whether bytes that carry their own checksum are whole; others are requested again, then reported as damage. */
  readonly isWhole?: (bytes: Buffer) => boolean
}

export type PutOptions = {
  /** Stores the object only where none has its key, by one atomic conditional write; for small objects. */
  readonly ifAbsent?: boolean
  /** The SHA-256 that the body must have; another body is not stored. */
  readonly sha256?: string | undefined
}

export type ObjectHead = { readonly bytes: number; readonly etag: string; readonly modified: Date }

/** Objects by key below one prefix of a bucket. Every request that fails for a passing reason is repeated. */
export type ObjectStore = {
  /** The address, for messages: s3://bucket/prefix. */
  readonly name: string
  /** The bytes, or a range of them cut at the object's end; null where there is no such object. */
  readonly get: (key: string, options?: GetOptions) => Promise<Buffer | null>
  /** Writes an object to a temporary file and renames it to `path`; false where there is no such object. */
  readonly download: (key: string, path: string, options?: ReadOptions) => Promise<boolean>
  readonly head: (key: string) => Promise<ObjectHead | null>
  readonly put: (
    key: string,
    body: Buffer | { readonly path: string },
    options?: PutOptions,
  ) => Promise<'stored' | 'exists'>
  /** Every object whose key begins with `prefix`, by key. */
  readonly list: (
    prefix: string,
  ) => AsyncIterable<{ readonly key: string; readonly bytes: number; readonly modified: Date }>
  readonly remove: (keys: readonly string[]) => Promise<void>
  /** Ends uploads that began before this instant and were never completed; their number. */
  readonly abandonUploads: (before: Date) => Promise<number>
  readonly close: () => void
}
