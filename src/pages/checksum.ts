/**
 * Arithmetic of CRC-32: the checksum of joined texts from the checksums of the parts, without their bytes. Checksums
 * are polynomials over two elements, bit 31 first; appending n bytes multiplies by x^(8n).
 */

const polynomial = 0xedb8_8320

/** The product of two polynomials, modulo CRC-32's. */
function times(a: number, b: number): number {
  let product = 0
  let factor = b
  for (let bit = 31; bit >= 0; bit--) {
    if ((a >>> bit) & 1) product ^= factor
    factor = factor & 1 ? (factor >>> 1) ^ polynomial : factor >>> 1
  }
  return product >>> 0
}

/** x^(8n) for n = digit × 256^place. */
const powers = (() => {
  const one = 0x8000_0000
  let base = 0x0080_0000
  return Array.from({ length: 4 }, () => {
    const row = new Uint32Array(256)
    row[0] = one
    for (let digit = 1; digit < 256; digit++) row[digit] = times(row[digit - 1]!, base)
    base = times(row[255]!, base)
    return row
  })
})()

/** The checksum of a text followed by so many zero bytes, less that of the zeros. */
function shifted(checksum: number, bytes: number): number {
  let moved = checksum
  for (let place = 0, rest = bytes; rest > 0; place++, rest >>>= 8)
    if (rest & 255) moved = times(powers[place]![rest & 255]!, moved)
  return moved
}

/** The checksum of two texts in a row; `bytes` is the length of the second, below 4 GB. */
export const joined = (first: number, second: number, bytes: number): number => (shifted(first, bytes) ^ second) >>> 0
