import { multipliers, teenWords, tenWords } from './numberWords.ts'

/** A number in a question: its place, and the values it can have. */
export type NumberMention = {
  readonly from: number
  readonly to: number
  /** As it is said, with 萬, 億, million or 成 behind it. */
  readonly value: number
  /** Without what multiplies it. */
  readonly bare: number
}

const digits = new Map([...[...'零一二三四五六七八九'].entries()].map(([value, letter]) => [letter, value]))
digits.set('〇', 0).set('两', 2)
const tens: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1_000 }
const large: Readonly<Record<string, number>> = { 万: 1e4, 亿: 1e8, 兆: 1e12 }

/** 一百二十三, 三千五百萬, 二十; digits one after the other (二三三零) are read as written. */
export function chineseNumber(text: string): number | null {
  if ([...text].every((letter) => digits.has(letter)))
    return Number([...text].map((letter) => digits.get(letter)).join(''))
  let [total, part, digit] = [0, 0, -1]
  let last = 1
  for (const letter of text) {
    if (digits.has(letter)) {
      if (digit >= 0 && digit !== 0) return null
      digit = digits.get(letter)!
    } else if (tens[letter]) {
      part += (digit < 0 ? 1 : digit) * tens[letter]!
      last = tens[letter]!
      digit = -1
    } else {
      total = (total + part + Math.max(digit, 0)) * large[letter]!
      last = large[letter]!
      ;[part, digit] = [0, -1]
    }
  }
  // 三百五 is 350, and 一萬二 is 12,000.
  if (digit > 0 && last >= 100 && !/[零〇]./.test(text)) return total + part + digit * (last / 10)
  return total + part + Math.max(digit, 0)
}

const ones = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
const english = new RegExp(
  `\\b(?:(${Object.keys(tenWords).join('|')})(?:[- ](one|two|three|four|five|six|seven|eight|nine))?|(${Object.keys(teenWords).join('|')}))\\b`,
  'g',
)

/** The numbers of a text, outside the places that are taken. Chinese numerals of one letter stay words of the text. */
export function findNumbers(text: string, isTaken: (at: number) => boolean): NumberMention[] {
  const found: NumberMention[] = []
  const add = (from: number, length: number, bare: number): void => {
    if (isTaken(from) || found.some((other) => from < other.to && other.from < from + length)) return
    const rest = text.slice(from + length, from + length + 20)
    const times = multipliers.find(([pattern]) => pattern.test(rest))
    found.push({ from, to: from + length, bare, value: times ? Number((bare * times[1]).toPrecision(12)) : bare })
  }
  for (const { 0: match, index } of text.matchAll(/\d+(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?/g)) {
    // A number inside a word is part of a code, unless the letter is a unit: 5d, 20ma, 3m, q3.
    if (
      /[a-z]/.test(text[index - 1] ?? '') &&
      !/(?:^|[^a-z])(?:q|h|ma|sma|top|rsi|fy|cy|m|d|w|l|t|k|n|last|past|ema|kd|first)$/.test(text.slice(0, index))
    )
      continue
    add(index, match.length, Number(match.replaceAll(',', '')))
  }
  for (const { 0: match, index } of text.matchAll(/[零〇一二两三四五六七八九十百千万亿兆]{2,}/g)) {
    const core = match.replace(/[万亿兆]+$/, '')
    if (core.length === 0) continue
    const value = chineseNumber(match)
    const bare = chineseNumber(core)
    if (value === null || bare === null || isTaken(index)) continue
    found.push({ from: index, to: index + match.length, value, bare })
  }
  for (const { 0: match, index, 1: ten, 2: one, 3: teen } of text.matchAll(english))
    add(index, match.length, teen ? teenWords[teen]! : tenWords[ten!]! + (one ? ones.indexOf(one) : 0))
  return found.sort((a, b) => a.from - b.from)
}
