/** Numbers as publishers write them, read exactly: a whole number of 10^-scale, never a rounded float. */

const [zero, nine, wideZero, wideNine] = [0x30, 0x39, 0xff10, 0xff19]
const isBlank = (code: number): boolean =>
  code === 0x20 || code === 0xa0 || code === 0x3000 || (code >= 0x09 && code <= 0x0d)

const noValues = new Set(['N/A', 'n/a', 'NA', 'null', 'NULL', 'NaN', '.'])

/** The ways to write that there is no value: nothing at all, dashes, `N/A`, `null`. */
export const isNoValue = (text: string): boolean => /^\s*[-－—–─]*\s*$/.test(text) || noValues.has(text.trim())

/** Digits that no float holds exactly are no number here. */
function exact(digits: string, roundUp: boolean, negative: boolean): number | undefined {
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
  const value = plain(text, scale)
  return value === undefined ? careful(text, scale, rounds) : value
}

const powers = Array.from({ length: 16 }, (_, i) => 10 ** i)

/** The usual cell: digits, separators, a point. All other cells are left to the careful reader. */
function plain(text: string, scale: number): number | undefined {
  const { length } = text
  const isNegative = text.charCodeAt(0) === 0x2d
  const start = isNegative ? 1 : 0
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

function careful(text: string, scale: number, rounds: boolean): number | null | undefined {
  const { length } = text
  let at = 0
  let end = length
  while (at < end && isBlank(text.charCodeAt(at))) at++
  while (end > at && isBlank(text.charCodeAt(end - 1))) end--
  let negative = false
  const first = text.charCodeAt(at)
  if (first === 0x2b || first === 0xff0b) at++
  else if (first === 0x2d || first === 0xff0d) {
    negative = true
    at++
  } else if (first === 0x28 && text.charCodeAt(end - 1) === 0x29) {
    negative = true
    at++
    end--
  }
  let value = 0
  let count = 0
  let digits = 0
  let places = -1
  let sinceComma = -1
  let roundUp = false
  for (; at < end; at++) {
    const code = text.charCodeAt(at)
    const digit =
      code >= zero && code <= nine ? code - zero : code >= wideZero && code <= wideNine ? code - wideZero : -1
    if (digit >= 0) {
      digits++
      if (places >= scale) {
        if (digit === 0 && !rounds) continue
        if (!rounds) return undefined
        if (places === scale) roundUp = digit >= 5
        places++
        continue
      }
      value = value * 10 + digit
      if (value > 0) count++
      if (places >= 0) places++
      else if (sinceComma >= 0) sinceComma++
    } else if ((code === 0x2c || code === 0xff0c) && places < 0 && digits > 0) {
      if (sinceComma >= 0 ? sinceComma !== 3 : digits > 3) return undefined
      sinceComma = 0
    } else if ((code === 0x2e || code === 0xff0e) && places < 0) {
      if (sinceComma >= 0 && sinceComma !== 3) return undefined
      places = 0
    } else return isNoValue(text) ? null : undefined
  }
  if (digits === 0) return isNoValue(text) ? null : undefined
  if (places < 0 && sinceComma >= 0 && sinceComma !== 3) return undefined
  for (let missing = scale - Math.max(0, places); missing > 0; missing--) {
    value *= 10
    if (value > 0) count++
  }
  // Up to fifteen digits every step above was exact.
  if (count > 15) {
    const plain = text.normalize('NFKC').replace(/[^\d.]/g, '')
    const [whole = '', fraction = ''] = plain.split('.')
    return exact(whole + fraction.slice(0, scale).padEnd(scale, '0'), roundUp, negative)
  }
  if (roundUp) value++
  return negative && value !== 0 ? -value : value
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
