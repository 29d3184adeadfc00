import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'

const decoders = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
} as const

/** Removes the content encoding; a body that cannot be decoded is returned as it came, with a fault. */
export async function decodeBody(bytes: Uint8Array, encoding = 'identity', maxBytes: number) {
  const name = encoding.trim().toLowerCase()
  if (name === 'identity' || name === '' || bytes.length === 0) return { bytes, fault: null, isTooLarge: false }
  if (!(name in decoders)) return { bytes, fault: `encoded as ${name}, which was not asked for`, isTooLarge: false }
  try {
    const whole = await decoders[name as keyof typeof decoders](bytes, { maxOutputLength: maxBytes })
    return { bytes: whole, fault: null, isTooLarge: false }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ERR_BUFFER_TOO_LARGE') return { bytes, fault: `larger than ${maxBytes} bytes`, isTooLarge: true }
    return { bytes, fault: `its ${name} encoding is broken: ${message}`, isTooLarge: false }
  }
}
