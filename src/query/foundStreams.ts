import type { OpenPart } from '../pages/open.ts'
import type { Range } from '../pages/select.ts'
import type { Stream } from '../pages/stream.ts'

/** The streams that a query reads. */
export type FoundStreams = {
  readonly streams: readonly Stream[]
  readonly range: Range
  /** The parts of the dataset that hold rows of the query's period. */
  readonly parts: readonly OpenPart[]
}
