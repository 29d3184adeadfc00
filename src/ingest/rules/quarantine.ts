import type { RefusedPart, RejectedRow } from './check.ts'

/** A row or a part of a load that was kept out of the lake, as the quarantine remembers it. */
export type Quarantined = {
  readonly id: number
  readonly dataset: string
  readonly rule: string
  readonly message: string
  /** JSON objects as text. */
  readonly key: string
  readonly row: string
  /** The answer it came with, as the journal names it; null where it came from a file. */
  readonly answer: string | null
  readonly firstSeen: string
  readonly lastSeen: string
  /** When a later load brought a good row of the same key; null while there is none. */
  readonly settledAt: string | null
}

export type Quarantine = {
  /** Keeps rows; the same row for the same reason is kept once, however often it comes. Returns how many are new. */
  readonly put: (
    entries: readonly { readonly entry: RejectedRow | RefusedPart; readonly answer: string | null }[],
    at: Date,
  ) => number
  readonly list: (filter?: {
    readonly dataset?: string
    readonly rule?: string
    readonly isOpen?: boolean
    readonly limit?: number
  }) => Quarantined[]
  /** Marks what is kept under these keys of a dataset as settled: good rows have taken their place. */
  readonly settle: (dataset: string, keys: Iterable<Readonly<Record<string, string | null>>>, at: Date) => number
  readonly close: () => void
}

/** Opens `<folder>/quarantine.sqlite`, made when it is not there; `folder` is `<home>/live/ingest`. */
export function openQuarantine(_folder: string): Quarantine {
  throw new Error('not written yet')
}
