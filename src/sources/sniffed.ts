import { decode } from './text.ts'

const strict = new TextDecoder('utf-8', { fatal: true })

/** The text of a publisher that writes files in Big5 and pages in UTF-8 without naming the encoding. */
export function sniffed(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes)
  } catch {
    return decode(bytes, 'big5')
  }
}
