import { availableParallelism } from 'node:os'
import { memoryBytesOf } from '../config/values.ts'

/** What one encoder holds at a time, whatever the size of a part. */
export type Bounds = {
  /** Rows that are read and encoded at once. */
  readonly rows: number
  /** Bytes of rows that are held at once while they are put into another order, and before they are written. */
  readonly bytes: number
}

/** A row takes some 200 bytes in each of the engine, its columns and its text, a few times over. */
const bytesARow = 2_560

export const boundsOf = (memory: string): Bounds => {
  const bytes = memoryBytesOf(memory)
  return { rows: Math.max(10_000, Math.floor(bytes / bytesARow)), bytes: Math.max(8 << 20, Math.floor(bytes / 5)) }
}

/** An encoder has an engine of its own, so that where memory is short there is only one. */
export const encodersIn = (memory: string): number =>
  memoryBytesOf(memory) < 512e6 ? 1 : Math.min(4, availableParallelism())
