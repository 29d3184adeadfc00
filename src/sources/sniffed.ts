import { decode, type Encoding } from './text.ts'

const faultsIn = (text: string): number => text.split('\ufffd').length - 1

/**
 * Determines the encoding of a file that does not name it: the one in which fewer bytes are undecodable. It needs the
 * whole file, because the first Chinese characters may follow megabytes of ASCII. A damaged byte does not change it.
 */
export function createEncodingDetector() {
  const decoders = { 'utf-8': new TextDecoder('utf-8'), big5: new TextDecoder('big5') }
  const faults = { 'utf-8': 0, big5: 0 }
  const names = ['utf-8', 'big5'] as const
  return {
    add: (chunk: Uint8Array): void => {
      for (const name of names) faults[name] += faultsIn(decoders[name].decode(chunk, { stream: true }))
    },
    end: (): Encoding => {
      for (const name of names) faults[name] += faultsIn(decoders[name].decode())
      return faults['utf-8'] <= faults.big5 ? 'utf-8' : 'big5'
    },
  }
}

const strict = new TextDecoder('utf-8', { fatal: true })

/** The text of a publisher that writes files in Big5 and pages in UTF-8 without naming the encoding. */
export function sniffed(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes)
  } catch {
    const detector = createEncodingDetector()
    detector.add(bytes)
    return decode(bytes, detector.end())
  }
}
