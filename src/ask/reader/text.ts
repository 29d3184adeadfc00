import { simplify } from './simplified.ts'

const isNoise = /[\p{C}\p{So}\p{Sk}]|\u{fe0f}/u

/** A text as it is compared, and the place of each of its letters in the text as it was written. */
export type PlainText = { readonly text: string; readonly places: readonly number[] }

/**
 * A text as it is compared: full-width letters narrow, letters small, Chinese in its simplified form, control characters
 * and emojis as spaces; with the place of each of its letters in the text as it was written.
 */
export function plain(text: string): PlainText {
  let plain = ''
  const places: number[] = []
  let at = 0
  for (const letter of text) {
    for (const one of letter.normalize('NFKC').toLowerCase()) {
      const kept = isNoise.test(one) ? ' ' : one === '臺' ? '台' : simplify(one)
      plain += kept
      for (let i = 0; i < kept.length; i++) places.push(at)
    }
    at += letter.length
  }
  places.push(at)
  return { text: plain, places }
}

export const plainText = (text: string): string => plain(text).text

export const isLatin = (letter: string | undefined): boolean => letter !== undefined && /[a-z0-9]/.test(letter)
