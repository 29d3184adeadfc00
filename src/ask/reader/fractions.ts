import { chineseNumber } from './numerals.ts'
import type { PlainText } from './text.ts'

const digit = '[〇零一二两三四五六七八九]'
const count = '\\d+(?:\\.\\d+)?|[〇零一二两三四五六七八九十百]+'
const numberOf = (said: string): number => (/^\d/.test(said) ? Number(said) : (chineseNumber(said) ?? Number.NaN))
const percentOf = (part: number, whole: number): string => `${Number(((part / whole) * 100).toPrecision(12))}%`

const words = ['a', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const wordOf = (said: string): number => (/^\d/.test(said) ? Number(said) : Math.max(1, words.indexOf(said)))
const wholes: Readonly<Record<string, number>> = {
  half: 2,
  third: 3,
  quarter: 4,
  fifth: 5,
  sixth: 6,
  eighth: 8,
  tenth: 10,
}
const small = `\\d+|${words.join('|')}`
/** What stands before a part that is meant as an amount: "a quarter" is a time, "more than a quarter" is none. */
const amount =
  '(?<=\\b(?:than|least|most|over|under|above|below|by|of|lost|lose|exceeds?|exceeding|about|nearly|almost|to|drop|fell|gained?|hold|holds) )'

/** Halves, parts and tenths in words, and how they are written in digits; they are found in simplified, small letters. */
const patterns: readonly (readonly [RegExp, (groups: readonly string[]) => string])[] = [
  // 兩點五倍
  [
    new RegExp(`(${count})点(${digit}+)`, 'g'),
    ([whole, part]) => `${numberOf(whole!)}.${[...part!].map((one) => numberOf(one)).join('')}`,
  ],
  // 三分之一, but 百分之五 is said otherwise
  [
    new RegExp(`(${count})分之(${count})`, 'g'),
    ([whole, part]) => (/^[百千万]/.test(whole!) ? '' : percentOf(numberOf(part!), numberOf(whole!))),
  ],
  // 2倍半, 倍半
  [new RegExp(`(${count})倍半`, 'g'), ([times]) => `${numberOf(times!) + 0.5}倍`],
  [/倍半/g, () => '1.5倍'],
  // 一成五, 兩成半
  [
    new RegExp(`(${digit}|\\d)成(半|${digit}(?![档家天日名])|\\d)`, 'g'),
    ([tens, ones]) => `${numberOf(tens!) * 10 + (ones === '半' ? 5 : numberOf(ones!))}%`,
  ],
  // 七折, 七五折
  [
    new RegExp(`(${digit})(${digit})?折(?!价|溢|算|让|旧|现)`, 'g'),
    ([tens, ones]) => `0.${numberOf(tens!)}${ones ? numberOf(ones) : ''}倍`,
  ],
  // 過半, 一半
  [/(?<=超?过|逾)半(?=[^年天日个月小季数导]|$|数)数?/g, () => '50%'],
  [/一半(?=[^年天日个月])|一半$/g, () => '50%'],
  // two and a half times
  [
    new RegExp(`\\b(${small}) and (?:a|one) half(?= times|x\\b| times| percent|%)`, 'g'),
    ([times]) => String(wordOf(times!) + 0.5),
  ],
  [/\b(\d+) 1\/2(?= times|x\b| percent|%)/g, ([times]) => String(Number(times) + 0.5)],
  [/\bhalf an? percent\b/g, () => '0.5 percent'],
  // a third, two thirds, a fifth
  [
    new RegExp(
      `\\b(${small})[- ](third|fifth|sixth|eighth|tenth)s?\\b(?! (?:largest|smallest|highest|lowest|biggest|quarter|month|day|place))`,
      'g',
    ),
    ([part, whole]) => percentOf(wordOf(part!), wholes[whole!]!),
  ],
  [
    new RegExp(
      `${amount}(a|one|three)[- ](quarter)s?\\b(?! (?:ago|earlier|before|later|end|of (?:19|20)\\d\\d|in a row))`,
      'g',
    ),
    ([part, whole]) => percentOf(wordOf(part!), wholes[whole!]!),
  ],
  [
    new RegExp(
      `${amount}(half)\\b(?!-| ?(?:a |an |of (?:the |this |last )?)?(?:year|hour|month|day|20\\d\\d|session))`,
      'g',
    ),
    () => '50%',
  ],
]

/** A text with its halves and parts in digits, which are then numbers as any other. */
export function withFractions({ text, places }: PlainText): PlainText {
  let [written, origin] = [text, places]
  for (const [pattern, write] of patterns) {
    let [next, from]: [string, number[]] = ['', []]
    let at = 0
    for (const match of written.matchAll(pattern)) {
      const said = write(match.slice(1))
      if (said === '' || said.includes('NaN')) continue
      next += written.slice(at, match.index) + said
      // The first letter stands where the words began, and what follows where they end.
      const end = origin[match.index + match[0].length] ?? origin.at(-1)!
      from.push(...origin.slice(at, match.index), ...Array.from(said, (_, n) => (n === 0 ? origin[match.index]! : end)))
      at = match.index + match[0].length
    }
    if (at === 0) continue
    ;[written, origin] = [next + written.slice(at), [...from, ...origin.slice(at)]]
  }
  return { text: written, places: origin }
}
