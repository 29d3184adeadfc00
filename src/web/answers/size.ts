import { number } from '../format.ts'
import type { Words } from '../words/words.ts'

const bytesText = (size: number): string =>
  size >= 1e6 ? `${number(size / 1e6, 1)} MB` : size >= 1e3 ? `${number(size / 1e3, 1)} KB` : `${number(size)} B`

/** Rows, bytes and pages of a dry run, in a sentence. */
export function sizeText(words: Words['console'], body: unknown): string {
  const { rows, bytes, pages } = body as { rows: number; bytes: number; pages: number }
  return words.sizeOf(number(rows), bytesText(bytes), number(pages))
}
