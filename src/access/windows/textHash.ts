/**
 * HalfSipHash-2-4 of a text's UTF-16 units, 64 bits into `out`. Keyed, so that nobody can choose names or addresses
 * that collide; without an allocation.
 */
export function hashText(text: string, key0: number, key1: number, out: Int32Array): void {
  const { length } = text
  const blocks = length >> 1
  let v0 = key0
  let v1 = key1 ^ 0xee
  let v2 = 0x6c796765 ^ key0
  let v3 = 0x74656462 ^ key1
  for (let step = 0; step < blocks + 3; step++) {
    let word = 0
    let rounds = 2
    if (step < blocks) word = text.charCodeAt(2 * step) | (text.charCodeAt(2 * step + 1) << 16)
    else if (step === blocks) word = (length << 16) | (length & 1 ? text.charCodeAt(length - 1) : 0)
    else {
      rounds = 4
      if (step === blocks + 1) v2 ^= 0xee
      else v1 ^= 0xdd
    }
    v3 ^= word
    for (; rounds > 0; rounds--) {
      v0 = (v0 + v1) | 0
      v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0
      v0 = (v0 << 16) | (v0 >>> 16)
      v2 = (v2 + v3) | 0
      v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2
      v0 = (v0 + v3) | 0
      v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0
      v2 = (v2 + v1) | 0
      v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2
      v2 = (v2 << 16) | (v2 >>> 16)
    }
    v0 ^= word
    if (step > blocks) out[step - blocks - 1] = v1 ^ v3
  }
}
