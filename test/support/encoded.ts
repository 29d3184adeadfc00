import type { Encoding } from '../../src/sources/text.ts'

/** Text to the bytes a publisher would send, for fixtures, which are kept as text that can be read. */

const codes = new Map<string, readonly [number, number]>()

/** Every two bytes of Big5 by the character they mean. */
function big5Codes(): ReadonlyMap<string, readonly [number, number]> {
  if (codes.size > 0) return codes
  const decoder = new TextDecoder('big5')
  for (let lead = 0xfe; lead >= 0x81; lead--)
    for (let trail = 0xfe; trail >= 0x40; trail--) {
      const text = decoder.decode(Uint8Array.of(lead, trail))
      if (text.length === 1 && text !== '\ufffd') codes.set(text, [lead, trail])
    }
  return codes
}

export function encoded(text: string, encoding: Encoding): Uint8Array {
  if (encoding === 'utf-8') return new TextEncoder().encode(text)
  const known = big5Codes()
  const bytes = new Uint8Array(2 * text.length)
  let size = 0
  for (const character of text) {
    if (character < '\u0080') {
      bytes[size++] = character.charCodeAt(0)
      continue
    }
    const code = known.get(character)
    if (!code) throw new Error(`Big5 has no ${character}`)
    bytes[size++] = code[0]
    bytes[size++] = code[1]
  }
  return bytes.subarray(0, size)
}
