import type { Encoded } from '../reader/encode.ts'
import { multipliers } from '../reader/numberWords.ts'
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
      if (kind === 'span') {
        const { from, to } = value as { from: { year?: number }; to?: { year?: number } }
        for (let year = from.year ?? 0; year !== 0 && year < (to?.year ?? 0); year++) found.push(year)
      }
      // This year begins where the one before it ended.
      const [year, month] = today.split('-').map(Number) as [number, number]
      if (unit === 'year') found.push(year, year - 1)
      if (unit === 'month') found.push(month, month - 1 || 12)
      if (typeof n === 'number' && typeof unit === 'string') for (const size of within[unit] ?? []) found.push(n * size)
      if (column === 'level' && Array.isArray(is)) for (const level of is) found.push(lotsOfLevel[Number(level)] ?? 0)
      if (kind === 'compare') {
        const { right } = value as { right: { kind: string; value: number } }
        // More than two is three and more; more than nothing is no number.
        if (right.kind === 'number' && Number.isInteger(right.value) && right.value !== 0)
          found.push(right.value + 1, right.value - 1)
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

/** Words that are numbers by themselves, and the values by which a meaning may say them: twice as much is 100 % more. */
const whole: readonly (readonly [RegExp, readonly number[]])[] = [
  [/一成(?!交)/, [10, 0.1, -10]],
  [/一倍/, [1, 2, 100]],
  [/翻倍|\bdoubl(?:e|ed|ing)\b|\btwice\b/, [2, 100, 200]],
  [/\btripl(?:e|ed|ing)\b|\bthrice\b/, [3, 200, 300]],
  [/腰[斩斬]|对折|砍半|\bhalv(?:e|ed|ing)\b/, [0.5, 50, -50, 2]],
]

/** Numbers of one letter or one word, which are words of the question: 三天, the five largest, two million. */
function* saidInWords(
  words: readonly string[],
  names: number,
): Iterable<readonly [said: string, values: readonly number[]]> {
  const text = words.join('').replaceAll(/<[a-z]+\d*>/g, '〇')
  const isOfNames = (value: number): boolean => value === names
  // The positions of the five and of the ten largest traders are columns.
  const largest = /交易人|特定法人|大户/.test(text) ? '大' : ''
  for (const match of text.matchAll(
    new RegExp(
      `(?<![零一二两三四五六七八九十百千万第])([二两三四五六七八九十])(?=[天日周季月年档家名个张口倍成%趴次笔间支只位根])|(?<=[前连])([二两三四五六七八九十])(?![零一二两三四五六七八九十百千万${largest}])`,
      'gu',
    ),
  )) {
    const value = valueOfDigit(match[0])
    if (!isOfNames(value)) yield [match[0], [value]]
  }
  const spaced = words.join(' ')
  for (const match of spaced.matchAll(new RegExp(`\\b(${english.join('|')})\\b`, 'g'))) {
    const rest = spaced.slice(match.index + match[0].length)
    const times = multipliers.find(([pattern]) => pattern.test(rest))?.[1] ?? 1
    const value = (english.indexOf(match[1]!) + 2) * times
    // Those three are names, and the three largest are a number of rows.
    const isPointed = /(?:these|those|both|of) $/.test(spaced.slice(0, match.index))
    const isTheOnes = /\bthe $/.test(spaced.slice(0, match.index)) && !/^ (?:most|least|top|\w+est)\b/.test(rest)
    if (!isOfNames(value) && (times > 1 || !(isPointed || isTheOnes))) yield [match[0], [value]]
  }
  for (const [said, values] of whole) {
    const match = said.exec(text) ?? said.exec(spaced)
    if (match) yield [match[0], values]
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
  // M1B is a name.
  const isInName = (at: number): boolean => {
    const mark = words.indexOf(`<n${at}>`)
    return [words[mark - 1], words[mark + 2]].every((word) => /^[a-z]$/.test(word ?? ''))
  }
  const isMeasured = (at: number): boolean =>
    /^(?:%|percent|pct|趴|倍|times|x|元|块)$/.test(words[words.indexOf(`<n${at}>`) + 2] ?? '')
  const numbers = slots.numbers.flatMap(({ value, bare }, at) =>
    // One of a thing is the thing: what is counted in ones is its unit.
    (value === 1 && !isMeasured(at)) ||
    isInName(at) ||
    isHad(value, -value, value * 1_000, value * 10, value / 100, value / 1_000) ||
    (bare !== 1 && isHad(bare, bare * 1_000, bare + 1_911, bare + 2_000, bare / 100)) ||
    isHalf(at)
      ? []
      : [written.get(`n${at}`) ?? ''],
  )
  const inWords = [...saidInWords(words, slots.names.length)].flatMap(([said, values]) =>
    isHad(...values.flatMap((value) => [value, -value, value * 10, value * 1_000, -value * 10])) ? [] : [said],
  )
  return [...new Set([...numbers, ...inWords])]
}
