/**
 * The same bytes in memory of their own, for bytes that are kept: zlib returns a short result as the beginning of 16 KB.
 */
export function trimmed(bytes: Buffer): Buffer {
  if (bytes.length === bytes.buffer.byteLength) return bytes
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}
