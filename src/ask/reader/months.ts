import { months as names } from './days.ts'

/** A month in a question, and its year where it is said. */
export type MonthMention = { readonly year: number | null; readonly month: number }

const chinese = ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十', '十一', '十二']
const english =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'

const patterns: readonly RegExp[] = [
  /(?<!\d)(?<year>20\d{2})[-/年]?(?<month>0[1-9]|1[0-2]|[1-9])(?!\d)月?/g,
  /(?<!\d)(?<month>1[0-2]|0?[1-9])月/g,
  /(?<![一二三四五六七八九十])(?<month>十[一二]?|[一二三四五六七八九])月/g,
  new RegExp(`\\b(?<month>${english})(?:['’ ]?(?<year>20\\d{2}|\\d{2}(?= )))?\\b`, 'g'),
  // The word is also a verb.
  /\b(?<month>may)(?=(?:'s)? (?:contract|expir|fut|opt|monthly|month|series|call|put|tx|mtx|20\d\d))/g,
]

/** The months of a text, each once, in the order in which they are said. */
export function findMonths(text: string): MonthMention[] {
  const found: (MonthMention & { from: number; to: number })[] = []
  for (const pattern of patterns)
    for (const match of text.matchAll(pattern)) {
      const [from, to] = [match.index, match.index + match[0].length]
      if (found.some((other) => from < other.to && other.from < to)) continue
      const said = match.groups!.month!
      const named = names.findIndex((name) => said.startsWith(name))
      const month = named >= 0 ? named + 1 : chinese.includes(said) ? chinese.indexOf(said) + 1 : Number(said)
      const year = match.groups!.year ? Number(match.groups!.year) : null
      found.push({ from, to, month, year: year !== null && year < 100 ? year + 2_000 : year })
    }
  const months: MonthMention[] = []
  for (const { year, month } of found.sort((a, b) => a.from - b.from))
    if (!months.some((known) => known.month === month && known.year === year)) months.push({ year, month })
  return months
}

/** The contract month (202612) that a month stands for: the next one from `today` on, or the newest that has begun. */
export function contractMonth({ year, month }: MonthMention, today: string, isPast: boolean): string {
  const two = String(month).padStart(2, '0')
  if (year !== null) return `${year}${two}`
  const [current, now] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))]
  const shift = isPast ? (month > now ? -1 : 0) : month < now ? 1 : 0
  return `${current + shift}${two}`
}
