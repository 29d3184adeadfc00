import { teenWords, tenWords } from '../englishNumbers.ts'
import type { Atom } from './atoms.ts'

/** A number as written: digits, Chinese numerals or English words, with what multiplies it (萬, 億, million). */
export type Reading = { readonly value: number; readonly next: number; readonly written: 'digits' | 'words' }

const digits: Readonly<Record<string, number>> = {
  零: 0,
  〇: 0,
  一: 1,
  二: 2,
  两: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
}
const tens: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 }
const large: Readonly<Record<string, number>> = { 万: 1e4, 亿: 1e8, 兆: 1e12 }
const words: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  ...teenWords,
  ...tenWords,
}
const scales: Readonly<Record<string, number>> = {
  hundred: 100,
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
  trillion: 1e12,
  k: 1e3,
  m: 1e6,
  mn: 1e6,
  bn: 1e9,
  b: 1e9,
  tn: 1e12,
}

/** Chinese numerals below 萬, as 三百二十 or 二〇二五. */
function chinese(atoms: readonly Atom[], from: number): Reading | null {
  let [total, pending, next, seen, plain] = [0, -1, from, false, '']
  for (; next < atoms.length; next++) {
    const { text } = atoms[next]!
    if (text in digits) {
      plain += digits[text]
      pending = digits[text]!
      seen = true
    } else if (text in tens) {
      total += (pending < 0 ? 1 : pending) * tens[text]!
      pending = -1
      plain = ''
      seen = true
    } else break
  }
  if (!seen) return null
  const value = plain.length > 1 && total === 0 ? Number(plain) : total + Math.max(pending, 0)
  return { value, next, written: 'words' }
}

function english(atoms: readonly Atom[], from: number): Reading | null {
  const first = words[atoms[from]?.text ?? '']
  if (first === undefined || atoms[from]!.kind !== 'word') return null
  const second = first >= 20 ? words[atoms[from + 1]?.text ?? ''] : undefined
  return second !== undefined && second < 10
    ? { value: first + second, next: from + 2, written: 'words' }
    : { value: first, next: from + 1, written: 'words' }
}

/** The number that begins at an atom, if one does. */
export function numberAt(atoms: readonly Atom[], from: number): Reading | null {
  const atom = atoms[from]
  if (!atom) return null
  const minus = atom.text === '-' && atoms[from + 1]?.kind === 'number' && atoms[from + 1]!.from === atom.to
  const start = minus ? from + 1 : from
  const whole: Reading | null =
    atoms[start]!.kind === 'number'
      ? { value: Number(atoms[start]!.text), next: start + 1, written: 'digits' }
      : (chinese(atoms, start) ?? english(atoms, start))
  if (!whole) return null
  let { value, next } = whole
  // 三百五十億, 1.2兆, 5 billion; "a" alone is an article unless something multiplies it.
  for (;;) {
    const unit = atoms[next]?.text ?? ''
    const factor =
      large[unit] ??
      (atoms[next]?.kind === 'word' ? scales[unit] : undefined) ??
      (whole.written === 'digits' && unit !== '十' ? tens[unit] : undefined)
    if (factor === undefined) break
    value *= factor
    next++
    const more =
      atoms[next]?.kind === 'number' ? { value: Number(atoms[next]!.text), next: next + 1 } : chinese(atoms, next)
    const smaller = more && unit in large ? large[atoms[more.next]?.text ?? ''] : undefined
    if (more && smaller && smaller < factor) {
      value += more.value * smaller
      next = more.next + 1
    }
  }
  const article = ['a', 'an'].includes(atoms[start]!.text) && next === whole.next
  return article ? null : { value: minus ? -value : value, next, written: whole.written }
}
