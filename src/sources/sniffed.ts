import { decode } from './text.ts'

const strict = new TextDecoder('utf-8', { fatal: true })

/** The text of a publisher that writes its files in Big5 and its pages in UTF-8, and tells neither. */
export function sniffed(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes)
  } catch {
    return decode(bytes, 'big5')
  }
}
