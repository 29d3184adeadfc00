import { plainText } from '../text.ts'

/** What a code tells about a security. */

/** Warrants and bull or bear certificates, of the listed and of the OTC market. */
export const isWarrant = (code: string): boolean => typeOfCode(code) === 'warrant'

/** Convertible bonds: the company's code and a number of one or two digits. */
export const isConvertible = (code: string): boolean => typeOfCode(code) === 'bond'

const forms: readonly (readonly [RegExp, string])[] = [
  [/^(0[3-8]|7[0-3])\d{3}[0-9PFQCBXY]$/, 'warrant'],
  [/^00\d{2,4}[A-Z]?$/, 'etf'],
  [/^01\d{3}[TSP]$/, 'reit'],
  [/^02\d{3}[0-9LRSB]$/, 'etn'],
  [/^91\d{2}(\d{2})?$/, 'tdr'],
  [/^\d{4}[A-Z]\d?$/, 'preferred'],
  [/^[1-9]\d{4,5}$/, 'bond'],
  [/^[1-9]\d{3}$/, 'stock'],
]

/** The type that the form of a code tells, or null where it tells none. */
export function typeOfCode(text: string): string | null {
  const code = text.trim()
  // Codes in wide digits are rare, and begin with one.
  const plain = code > '\u007f' ? code.normalize('NFKC') : code
  return forms.find(([form]) => form.test(plain))?.[1] ?? null
}

/** A mark in a column of marks: `Y` or a star is yes, a blank is no. */
export const isStarred = (text: string): boolean | undefined => {
  const mark = text.normalize('NFKC').trim()
  return mark === '' ? false : /^[Y*]$/.test(mark) ? true : undefined
}

/** Prices that stand for no limit at all. */
export const unlimited = { none: ['9999.95', '9,999.95', '0.01'] } as const

/** Codes 2 to 5 of why a holding changed, however they are joined or linked: `2,4`. */
export const reasonCodes = (text: string): string | null | undefined => {
  if (text.trim() === '') return null
  const plain = plainText(text).replace(/[\s,、]/g, '')
  if (plain === '') return null
  return /^[1-9]+$/.test(plain) ? [...plain].join(',') : undefined
}

const exEvents: Readonly<Record<string, string>> = { 息: 'dividend', 權: 'rights', 權息: 'both' }

/** `息`, `除權`, `除權息`. */
export const exEvent = (text: string): string | undefined => exEvents[text.trim().replace(/^除/, '')]

/** The name of the last row of many tables: `合計`, `總計`, `合計(張)`, padded and spaced. */
export const isTotal = (name: string): boolean => /^[合總小]計/.test(name.replace(/\s/g, ''))
