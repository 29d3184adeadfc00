import { availableParallelism } from 'node:os'
import { memoryBytesOf } from '../config/values.ts'

/** Memory limits of one encoder. */
export type Bounds = {
  /** Rows read and encoded at once. */
  readonly rows: number
  /** Bytes of rows held while they are reordered or before they are written. */
  readonly bytes: number
}

/** A row takes about 200 bytes in the engine, in columns and as text, several times over. */
const bytesARow = 2_560

export const boundsOf = (memory: string): Bounds => {
  const bytes = memoryBytesOf(memory)
  return { rows: Math.max(10_000, Math.floor(bytes / bytesARow)), bytes: Math.max(8 << 20, Math.floor(bytes / 5)) }
}

/** Each encoder has its own engine, so little memory allows only one. */
export const encodersIn = (memory: string): number =>
  memoryBytesOf(memory) < 512e6 ? 1 : Math.min(4, availableParallelism())
