import type { Language } from '../errors.ts'

/** Formats of numbers and days, for pages of the server and for scripts in the browser. */

const formats = new Map<number, Intl.NumberFormat>()

/** `12,345.60`; a missing value is a dash. */
export function number(value: number | null, digits = 0): string {
  if (value === null || !Number.isFinite(value)) return '–'
  let format = formats.get(digits)
  if (!format) {
    format = new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
    formats.set(digits, format)
  }
  const text = format.format(value)
  return text.startsWith('-') ? `−${text.slice(1)}` : text
}

/** `+1.20`, `−0.35`, `0.00`: a change always has its sign. */
export const signed = (value: number | null, digits = 2): string =>
  value !== null && value > 0 ? `+${number(value, digits)}` : number(value, digits)

export const percent = (value: number | null, digits = 2): string =>
  value === null ? '–' : `${signed(value, digits)}%`

export type Direction = 'up' | 'down' | 'flat'

export const direction = (value: number | null): Direction =>
  value === null || value === 0 ? 'flat' : value > 0 ? 'up' : 'down'

/** ▲ 12.00, ▼ 3.50: the sign of a change as a shape, since colour alone does not say it. */
export const arrow = (value: number | null, digits = 2): string =>
  value === null || value === 0 ? number(value, digits) : `${value > 0 ? '▲' : '▼'} ${number(Math.abs(value), digits)}`

/** An amount of New Taiwan dollars in the units that readers use: 億 and 萬, bn and m. */
export function amount(
  value: number | null,
  language: Language,
  sign: (value: number, digits: number) => string = number,
): string {
  if (value === null) return '–'
  const size = Math.abs(value)
  if (language === 'en') {
    const [text, unit] =
      size >= 1e12
        ? [sign(value / 1e12, 2), ' tn']
        : size >= 1e9
          ? [sign(value / 1e9, 1), ' bn']
          : size >= 1e6
            ? [sign(value / 1e6, 1), ' m']
            : [sign(value, 0), '']
    const [, mark, rest] = /^([+−]?)(.*)$/.exec(text)!
    return `${mark}NT$${rest}${unit}`
  }
  if (size >= 1e12) return `${sign(value / 1e12, 2)} 兆`
  if (size >= 1e8) return `${sign(value / 1e8, 1)} 億`
  if (size >= 1e4) return `${sign(value / 1e4, 0)} 萬`
  return sign(value, 0)
}

/** A change of an amount, with its sign. */
export const signedAmount = (value: number | null, language: Language): string => amount(value, language, signed)

/** Shares in lots of 1,000. */
export const lots = (shares: number | null, sign: (value: number, digits: number) => string = number): string =>
  shares === null ? '–' : sign(Math.round(shares / 1_000), 0)

const weekdays = {
  en: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
  zh: ['日', '一', '二', '三', '四', '五', '六'],
} as const

export const weekday = (day: string, language: Language): string =>
  weekdays[language][new Date(`${day}T00:00:00Z`).getUTCDay()]!

/** Date and time of day in Taipei: `2026-11-13 18:00`. */
export const taipei = (instant: string): string =>
  new Date(Date.parse(instant) + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
