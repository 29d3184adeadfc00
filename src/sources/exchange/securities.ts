import { plainText } from '../text.ts'

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
