import fc from 'fast-check'

/**
 * Any character of Unicode. fast-check has the unit `binary` for this, and lists all million of them first, which takes
 * a second in every process.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: 0x10f7ff })
  // Halves of surrogate pairs are no characters.
  .map((code) => String.fromCodePoint(code < 0xd800 ? code : code + 0x800))
