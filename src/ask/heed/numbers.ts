import type { Encoded } from '../reader/encode.ts'
import type { Representation } from '../representation.ts'

/** How many of a smaller unit, in days, weeks or months, a window of one unit holds: 52 weeks are a year. */
const within: Readonly<Record<string, readonly number[]>> = {
  year: [4, 12, 52, 240, 250, 252, 260, 360, 365],
  quarter: [3, 13, 60, 90],
  month: [4, 20, 22, 30],
  week: [5, 7],
}
/** From how many lots on the levels of the distribution of holdings are. */
const lotsOfLevel = [0, 0, 1, 5, 10, 15, 20, 30, 40, 50, 100, 200, 400, 600, 800, 1_000]

const isSame = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-6 * Math.max(Math.abs(a), Math.abs(b))

/** Every number that a meaning holds, in whatever place: also those of its dates, names and columns. */
function numbersIn(representation: Representation, today: string): number[] {
  const found: number[] = []
  const walk = (value: unknown, key: string): void => {
    if (typeof value === 'number') found.push(value)
    else if (typeof value === 'string') {
      for (const [digits] of value.matchAll(/\d+(?:\.\d+)?/g)) {
        found.push(Number(digits))
        // A contract of 202612 is one of December.
        if (/^20\d{4}$/.test(digits)) found.push(Number(digits.slice(0, 4)), Number(digits.slice(4)))
      }
      if (/ten_year|10Year/.test(value)) found.push(10)
    } else if (Array.isArray(value)) for (const one of value) walk(one, key)
    else if (typeof value === 'object' && value !== null) {
      const { n = 1, unit, column, is, kind } = value as Record<string, unknown>
      // This year begins where the one before it ended.
      const [year, month] = today.split('-').map(Number) as [number, number]
      if (unit === 'year') found.push(year, year - 1)
      if (unit === 'month') found.push(month, month - 1 || 12)
      if (typeof n === 'number' && typeof unit === 'string') for (const size of within[unit] ?? []) found.push(n * size)
      if (column === 'level' && Array.isArray(is)) for (const level of is) found.push(lotsOfLevel[Number(level)] ?? 0)
      if (kind === 'compare') {
        const { right } = value as { right: { kind: string; value: number } }
        // More than two is three and more.
        if (right.kind === 'number' && Number.isInteger(right.value)) found.push(right.value + 1, right.value - 1)
      }
      for (const [name, part] of Object.entries(value)) if (name !== 'as' && name !== 'notes') walk(part, name)
    }
  }
  walk(representation, '')
  return found
}

const digits = '零一二两三四五六七八九十'
const valueOfDigit = (letter: string): number =>
  letter === '十'
    ? 10
    : letter === '两'
      ? 2
      : Math.max(2, digits.indexOf(letter) - (digits.indexOf(letter) > 2 ? 1 : 0))
const english = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** Numbers of one letter or one word, which are words of the question: 三天, the five largest. */
function* saidInWords(words: readonly string[], names: number): Iterable<readonly [said: string, value: number]> {
  const text = words.join('').replaceAll(/<[a-z]+\d*>/g, '〇')
  const isOfNames = (value: number): boolean => value === names
  for (const match of text.matchAll(
    /(?<![零一二两三四五六七八九十百千万第])([二两三四五六七八九十])(?=[天日周季月年档家名个张口倍成%趴次笔间支只位根])|(?<=[前连])([二两三四五六七八九十])(?![零一二两三四五六七八九十百千万大])/gu,
  )) {
    const value = valueOfDigit(match[0])
    if (!isOfNames(value)) yield [match[0], value]
  }
  const spaced = words.join(' ')
  for (const match of spaced.matchAll(new RegExp(`\\b(${english.join('|')})\\b`, 'g'))) {
    const value = english.indexOf(match[1]!) + 2
    if (!isOfNames(value) && !/(?:the|these|those|both|of) $/.test(spaced.slice(0, match.index)))
      yield [match[0], value]
  }
}

/** The numbers of a question that its meaning does not have: what is asked for is then something else. */
export function numbersLeftOut(
  representation: Representation,
  { slots, written, words }: Encoded,
  today: string,
): string[] {
  const had = numbersIn(representation, today)
  const isHad = (...values: readonly number[]): boolean => values.some((value) => had.some((one) => isSame(one, value)))
  const isHalf = (at: number): boolean => {
    const mark = words.indexOf(`<n${at}>`)
    return words[mark + 2] === 'h' || words[mark - 1] === 'h'
  }
  const numbers = slots.numbers.flatMap(({ value, bare }, at) =>
    // One of a thing is the thing: what is counted in ones is its unit.
    bare === 1 ||
    isHad(
      value,
      bare,
      -value,
      value * 1_000,
      bare * 1_000,
      bare + 1_911,
      bare + 2_000,
      value * 10,
      value / 100,
      value / 1_000,
      bare / 100,
    ) ||
    isHalf(at)
      ? []
      : [written.get(`n${at}`) ?? ''],
  )
  const inWords = [...saidInWords(words, slots.names.length)].flatMap(([said, value]) =>
    isHad(value, -value, value * 10, value * 1_000, -value * 10) ? [] : [said],
  )
  return [...new Set([...numbers, ...inWords])]
}
