/** A day in a question: its month and day, and the year where it is said. */
export type DayMention = {
  readonly from: number
  readonly to: number
  readonly year: number | null
  readonly month: number
  readonly day: number
}

/** How the names of months begin. */
export const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const month = `(${months.join('|')})[a-z]*\\.?`

const patterns: readonly (readonly [RegExp, (groups: string[]) => [string | null, string, string]])[] = [
  [/(?<!\d)(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})(?!\d)[日号]?/g, ([y, m, d]) => [y!, m!, d!]],
  [/(?<!\d)(20\d{2})([01]\d)([0-3]\d)(?!\d)/g, ([y, m, d]) => [y!, m!, d!]],
  [
    /(?:民国)?(?<!\d)(1[01]\d)[-/.年](\d{1,2})[-/.月](\d{1,2})(?!\d)[日号]?/g,
    ([y, m, d]) => [String(Number(y) + 1911), m!, d!],
  ],
  [new RegExp(`\\b${month} (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})\\b`, 'g'), ([m, d, y]) => [y!, m!, d!]],
  [new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)? (?:of )?${month},? (\\d{4})\\b`, 'g'), ([d, m, y]) => [y!, m!, d!]],
  [new RegExp(`\\b${month} (\\d{1,2})(?:st|nd|rd|th)?\\b(?! ?%)`, 'g'), ([m, d]) => [null, m!, d!]],
  [new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)? (?:of )?${month}(?![a-z])`, 'g'), ([d, m]) => [null, m!, d!]],
  [/(?<!\d)(\d{1,2})月(\d{1,2})[日号]?(?!\d)/g, ([m, d]) => [null, m!, d!]],
  [/([一二三四五六七八九十]{1,2})月([一二三四五六七八九十廿]{1,3})[日号]/g, ([m, d]) => [null, small(m!), small(d!)]],
  [/(?<![\d/.])(\d{1,2})\/(\d{1,2})(?![\d/])/g, ([m, d]) => [null, m!, d!]],
]

const digits = '〇一二三四五六七八九'

/** A Chinese number below a hundred, in digits: 九, 十一, 二十, 廿三. */
function small(text: string): string {
  const [tens, ones] = text.replace('廿', '二十').split('十')
  const digit = (one: string, none: number): number => (one === '' ? none : digits.indexOf(one))
  return String(ones === undefined ? digit(tens!, 0) : 10 * digit(tens!, 1) + digit(ones, 0))
}

export function findDays(text: string, isTaken: (at: number) => boolean): DayMention[] {
  const found: DayMention[] = []
  for (const [pattern, read] of patterns)
    for (const match of text.matchAll(pattern)) {
      const [from, to] = [match.index, match.index + match[0].length]
      if (isTaken(from) || found.some((other) => from < other.to && other.from < to)) continue
      const [year, monthText, dayText] = read(match.slice(1))
      const named = months.findIndex((name) => monthText.startsWith(name))
      const [monthNumber, day] = [named >= 0 ? named + 1 : Number(monthText), Number(dayText)]
      if (monthNumber < 1 || monthNumber > 12 || day < 1 || day > 31) continue
      found.push({ from, to, year: year === null ? null : Number(year), month: monthNumber, day })
    }
  return found.sort((a, b) => a.from - b.from)
}
