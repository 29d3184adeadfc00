/** The bytes of an answer in the archive: `raw/<publisher>/<yyyy-mm>/<sha256>.zst` below the folder. */
export type Kept = { readonly file: string; readonly sha256: string; readonly bytes: number }

export type Archive = {
  /** Keeps the bytes for good before it returns; the same bytes of a publisher are kept once. */
  readonly keep: (publisher: string, bytes: Uint8Array, at: Date) => Promise<Kept>
  /** The bytes again, checked against their hash. */
  readonly read: (kept: Pick<Kept, 'file' | 'sha256'>) => Promise<Uint8Array>
}

export function openArchive(_folder: string): Archive {
  throw new Error('not written yet')
}
