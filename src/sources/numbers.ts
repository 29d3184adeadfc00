/** Numbers as publishers write them, read exactly: a whole number of 10^-scale, never a rounded float. */

const [zero, nine] = [0x30, 0x39]

const noValues = new Set(['N/A', 'n/a', 'NA', 'null', 'NULL', 'NaN', '.'])

/** The ways to write that there is no value: nothing at all, dashes, `N/A`, `null`. */
export const isNoValue = (text: string): boolean => /^\s*[-－—–─]*\s*$/.test(text) || noValues.has(text.trim())

/** Digits that no float holds exactly are no number here. */
function exact(digits: string, roundUp: boolean, negative: boolean): number | undefined {
  if (digits.length <= 15) {
    const size = Number(digits) + (roundUp ? 1 : 0)
    return negative && size !== 0 ? -size : size
  }
  const size = BigInt(digits) + (roundUp ? 1n : 0n)
  const whole = negative ? -size : size
  const value = Number(whole)
  return BigInt(value) === whole ? value : undefined
}

/**
 * Null where there is no value, undefined where the text is no number. Thousands separators must stand where they
 * belong, `(1,234)` is negative, digits may be full-width. Places beyond `scale` must be zeros, unless the caller rounds
 * (half away from zero).
 */
export function scaled(text: string, scale: number, rounds = false): number | null | undefined {
  // The usual ways to write that there is none.
  if (text === '-' || text === '--' || text === '') return null
  const value = plain(text, scale) ?? plain(text.trim(), scale)
  return value === undefined ? careful(text, scale, rounds) : value
}

const powers = Array.from({ length: 16 }, (_, i) => 10 ** i)

/** The usual cell: a sign, digits, separators, a point. All other cells are left to the careful reader. */
function plain(text: string, scale: number): number | undefined {
  const { length } = text
  const sign = text.charCodeAt(0)
  const isNegative = sign === 0x2d
  const start = isNegative || sign === 0x2b ? 1 : 0
  let value = 0
  let comma = -1
  let point = -1
  for (let at = start; at < length; at++) {
    const code = text.charCodeAt(at)
    if (code >= zero && code <= nine) value = value * 10 + (code - zero)
    else if (code === 0x2c && point < 0) {
      if (comma < 0 ? at - start > 3 || at === start : at - comma !== 4) return undefined
      comma = at
    } else if (code === 0x2e && point < 0 && at > start) point = at
    else return undefined
  }
  const end = point < 0 ? length : point
  const places = point < 0 ? 0 : length - point - 1
  if (length === start || places > scale || (comma >= 0 && end - comma !== 4)) return undefined
  value *= powers[scale - places]!
  if (value > Number.MAX_SAFE_INTEGER) return undefined
  return isNegative && value !== 0 ? -value : value
}

/** Full-width digits, signs, commas and points. */
const wide = /[０-９＋－，．]/g
const narrow = (character: string): string => String.fromCharCode(character.charCodeAt(0) - 0xfee0)
const written = /^(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d*))?$/

function careful(text: string, scale: number, rounds: boolean): number | null | undefined {
  const number = text.trim().replace(wide, narrow)
  const isBracketed = number.startsWith('(') && number.endsWith(')')
  const [, whole = '', fraction = ''] =
    written.exec(isBracketed ? number.slice(1, -1) : number.replace(/^[+-]/, '')) ?? []
  if (whole + fraction === '') return isNoValue(text) ? null : undefined
  const excess = fraction.slice(scale)
  if (!rounds && /[1-9]/.test(excess)) return undefined
  const digits = whole.replaceAll(',', '') + fraction.slice(0, scale).padEnd(scale, '0')
  return exact(digits, rounds && excess >= '5', isBracketed || number.startsWith('-'))
}

/** The product, or undefined where a float would round it. */
export function times(value: number, factor: number): number | undefined {
  const product = value * factor
  return Number.isSafeInteger(product) || BigInt(value) * BigInt(factor) === BigInt(product) ? product : undefined
}

/** `a / b` with `scale` places, half away from zero; both are whole numbers of one unit. */
export function quotient(a: number, b: number, scale: number): number | null {
  if (b === 0) return null
  const [top, bottom] = [BigInt(a) * 10n ** BigInt(scale), BigInt(b)]
  const negative = top < 0n !== bottom < 0n
  const [over, under] = [top < 0n ? -top : top, bottom < 0n ? -bottom : bottom]
  const half = Number((2n * over + under) / (2n * under))
  return negative && half !== 0 ? -half : half
}
