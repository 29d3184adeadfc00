import { calendarDay, dateOf } from '../days.ts'

/** The words by which a question asks for what was known at a time, and the question without them. */
export type KnownThen = { readonly question: string; readonly at: string | 'before report' | 'before correction' }

const months = 'january february march april may june july august september october november december'.split(' ')

const isoDay = String.raw`(\d{4})[-/](\d{1,2})[-/](\d{1,2})`
const zhDay = String.raw`(?:(\d{4})|民國\s*(\d{2,3}))\s*年\s*(\d{1,2})\s*月\s*(\d{1,2})\s*[日號]`
const enDay = String.raw`([A-Z][a-z]{2,8})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})`
const enDayFirst = String.raw`(\d{1,2})(?:st|nd|rd|th)? (?:of )?([A-Z][a-z]{2,8})\.?,? (\d{4})`

type Parts = readonly (string | undefined)[]
const monthNamed = (name = ''): number => months.findIndex((month) => month.startsWith(name.toLowerCase())) + 1

/** Each way to write a day, and how its parts are year, month and day. */
const days: readonly (readonly [string, (parts: Parts) => readonly number[]])[] = [
  [isoDay, ([y, m, d]) => [Number(y), Number(m), Number(d)]],
  [zhDay, ([y, roc, m, d]) => [y ? Number(y) : Number(roc) + 1911, Number(m), Number(d)]],
  [enDay, ([m, d, y]) => [Number(y), monthNamed(m), Number(d)]],
  [enDayFirst, ([d, m, y]) => [Number(y), monthNamed(m), Number(d)]],
]

const around: readonly ((day: string) => string)[] = [
  (day) =>
    String.raw`(?:[就以按依]|截至|截止)?\s*${day}\s*(?:當時|當天|當日|那天|那時|時|為止|止|前|以前|之前)?\s*(?:已知|所知|已經知道|已公布|已公開|已揭露)(?:道)?(?:的(?:資料)?)?`,
  (day) => String.raw`,?\s*\b(?:as|that was|that were|what was)?\s*known\s+(?:as of|as at|as on|on|by|at)\s+${day}`,
  (day) => String.raw`,?\s*\bas (?:of|on|at)\s+${day},?\s+(?:was |were )?known(?: then)?`,
]

const dated = days.flatMap(([day, read]) => around.map((form) => ({ pattern: new RegExp(form(day), 'i'), read })))

const beforeReport = [
  /(?:在|於)?(?:最新一?季?(?:的)?)?(?:財報|財務報表|季報|年報)(?:公布|公告|發布|發佈|出爐)(?:之|以)?前(?:就)?(?:已知|所知|已公布|已公開)(?:道)?(?:的(?:資料)?)?/,
  /,?\s*\b(?:as )?known before (?:the|its|their)(?: (?:latest|last|newest))? (?:financial |quarterly |annual |earnings )?(?:report|statements?|results|earnings)(?: (?:was|were) (?:published|filed|released|announced))?/i,
]

/** Of which correction, and of what, nothing tells. */
const beforeCorrection =
  /(?:更正|修正|重編|重述)(?:之|以)?前(?:的|公布|所)|\bbefore (?:it|they|the \w+) (?:was|were) (?:corrected|restated|revised)|\bas (?:first|originally) (?:reported|published)\b/i

/** A day of the calendar as text; null where there is none. */
function dayIn([year = 0, month = 0, day = 0]: readonly number[]): string | null {
  if (month < 1 || month > 12 || day < 1 || day > 31) return null
  const text = [String(year).padStart(4, '0'), ...[month, day].map((n) => String(n).padStart(2, '0'))].join('-')
  return dateOf(calendarDay(year, month, day)) === text ? text : null
}

/** Finds the words; null where a question has none. */
export function knownThenIn(question: string): KnownThen | null {
  const without = (found: RegExpExecArray): string => {
    const rest = question.slice(0, found.index) + ' ' + question.slice(found.index + found[0].length)
    return rest
      .replaceAll(/\s+/g, ' ')
      .replace(/^[\s,，、：:]+/, '')
      .trim()
  }
  for (const { pattern, read } of dated) {
    const found = pattern.exec(question)
    const at = found && dayIn(read(found.slice(1)))
    if (at) return { question: without(found), at }
  }
  if (beforeCorrection.test(question)) return { question, at: 'before correction' }
  for (const pattern of beforeReport) {
    const found = pattern.exec(question)
    if (found) return { question: without(found), at: 'before report' }
  }
  return null
}
