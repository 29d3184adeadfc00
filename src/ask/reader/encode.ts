import { withWeekForDay } from '../heed/ahead.ts'
import { type DayMention, findDays } from './days.ts'
import { withFractions } from './fractions.ts'
import { contractMonth, findMonths, type MonthMention } from './months.ts'
import type { Names, Referent } from './names.ts'
import { findNumbers, type NumberMention } from './numerals.ts'
import { plain } from './text.ts'

/**
 * What of a question stands for itself: names, numbers and days, each once, in the order in which they are said. Months
 * stay words of the question; a contract is named by one of them.
 */
export type Slots = {
  readonly names: readonly (readonly Referent[])[]
  readonly numbers: readonly NumberMention[]
  readonly days: readonly DayMention[]
  readonly months: readonly MonthMention[]
}

export type Encoded = {
  /** The words of the question, with a mark in the place of each name, number and day. */
  readonly words: readonly string[]
  readonly slots: Slots
  /** Each name, number and day as it was written, by its mark. */
  readonly written: ReadonlyMap<string, string>
}

/** Words of letters, digits one by one, and every other letter alone. */
const split = (text: string): string[] => text.match(/[a-z]+|\d|[^\sa-z\d]/gu) ?? []

export function encode(question: string, names: Names): Encoded {
  const { text, places: origin } = withWeekForDay(withFractions(plain(question)))
  const written = new Map<string, string>()
  const write = (mark: string, from: number, to: number) => {
    if (!written.has(mark)) written.set(mark, question.slice(origin[from], origin[to]))
  }
  const days = findDays(text, () => false)
  const inDay = (at: number) => days.some(({ from, to }) => at >= from && at < to)
  const mentions = names.find(text).filter(({ from }) => !inDay(from))
  const named = namedNumbers(text)
  const taken = (at: number) => inDay(at) || named.has(at) || mentions.some(({ from, to }) => at >= from && at < to)
  const numbers = findNumbers(text, taken)

  const keyOf = (referents: readonly Referent[]) => JSON.stringify(referents)
  const known: (readonly Referent[])[] = []
  const values: NumberMention[] = []
  const places: { from: number; to: number; marks: string[] }[] = []
  for (const { from, to, members } of mentions) {
    const own = members.flatMap((referents) => {
      let index = known.findIndex((one) => keyOf(one) === keyOf(referents))
      if (index < 0) index = known.push(referents) - 1
      write(`e${index}`, from, to)
      return [`<e${index}>`, ...new Set(referents.map(({ kind }) => `<${kind}>`))]
    })
    places.push({ from, to, marks: own })
  }
  for (const number of numbers) {
    let index = values.findIndex(({ value, bare }) => value === number.value && bare === number.bare)
    if (index < 0) index = values.push(number) - 1
    write(`n${index}`, number.from, number.to)
    places.push({ from: number.from, to: number.to, marks: [`<n${index}>`, sizeOf(number)] })
  }
  for (const [index, { from, to }] of days.entries()) {
    write(`d${index}`, from, to)
    places.push({ from, to, marks: [`<d${index}>`] })
  }

  const words: string[] = []
  let at = 0
  for (const { from, to, marks } of places.sort((a, b) => a.from - b.from)) {
    words.push(...split(text.slice(at, from)), ...marks)
    at = to
  }
  words.push(...split(text.slice(at)))
  return { words, slots: { names: known, numbers: values, days, months: findMonths(text) }, written }
}

/** Places of numbers that are part of a name: the positions of the top 5 and of the top 10 traders are columns. */
function namedNumbers(text: string): ReadonlySet<number> {
  if (!/traders?\b|trdr|交易人|大户/.test(text)) return new Set()
  const found = text.matchAll(/(?<=\b(?:top|biggest|largest)[ -]?|前 ?)(?:5|10)(?!\d)|(?<!\d)(?:5|10)(?= ?大)/g)
  return new Set([...found].flatMap(({ index, 0: { length } }) => Array.from({ length }, (_, at) => index + at)))
}

/** How large a number is says what it may be: a year, a number of days, a price. */
const sizeOf = ({ bare }: NumberMention): string => {
  if (!Number.isInteger(bare)) return '<part>'
  if (bare >= 1990 && bare <= 2060) return '<year>'
  if (bare >= 100 && bare <= 125) return '<hundred>'
  return bare <= 1 ? '<one>' : bare <= 12 ? '<few>' : bare <= 31 ? '<some>' : bare <= 366 ? '<many>' : '<large>'
}

const ways: readonly (readonly [name: string, of: (number: NumberMention) => number])[] = [
  ['', ({ value }) => value],
  ['~bare', ({ bare }) => bare],
  ['~minus', ({ value }) => -value],
  ['~lots', ({ value }) => value * 1_000],
  ['~roc', ({ bare }) => bare + 1_911],
  ['~century', ({ bare }) => bare + 2_000],
  ['~tenfold', ({ value }) => value * 10],
  ['~hundredth', ({ value }) => value / 100],
]
const monthWays: readonly (readonly [
  name: string,
  of: (months: readonly MonthMention[], today: string) => string | null,
])[] = [
  ['~month', ([month], today) => (month ? contractMonth(month, today, false) : null)],
  ['~past', ([month], today) => (month ? contractMonth(month, today, true) : null)],
  [
    '~spread',
    ([near, far], today) =>
      near && far ? `${contractMonth(near, today, false)}/${contractMonth(far, today, false)}` : null,
  ],
]
const isSame = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b))

/** The newest such day that is not after `today`, or with `isNext` the first one after it. */
function dateOf({ year, month, day }: DayMention, today: string, isNext: boolean): string {
  const two = (n: number) => String(n).padStart(2, '0')
  const rest = `-${two(month)}-${two(day)}`
  if (year !== null) return `${year}${rest}`
  const current = Number(today.slice(0, 4))
  const isAfter = `${current}${rest}` > today
  return `${current + (isNext ? (isAfter ? 0 : 1) : isAfter ? -1 : 0)}${rest}`
}

/** Industries are values of a column; everything else that has a name is the id of some dataset. */
const hasId = ({ kind }: Referent): boolean => kind !== 'industry' && kind !== 'chain'

/** A word of the meaning as a reference into the question, where the question says it; `today` is the newest date. */
export function refer(token: string, { names, numbers, days, months }: Slots, today: string): string {
  const value = token.slice(2)
  if (token.startsWith('i:')) {
    const at = names.findIndex((referents) => referents.some((referent) => hasId(referent) && referent.id === value))
    return at < 0 ? token : `i#${at}`
  }
  if (token.startsWith('v:"')) {
    const at = names.findIndex((referents) => referents.some(({ id }) => JSON.stringify(id) === value))
    if (at >= 0) return `v#${at}`
    for (const [way, of] of monthWays) {
      const month = months.findIndex((_, index) => JSON.stringify(of(months.slice(index), today)) === value)
      if (month >= 0) return `v#${month}${way}`
    }
    return token
  }
  if (token.startsWith('n:'))
    for (const [way, of] of ways) {
      const at = numbers.findIndex((number) => isSame(of(number), Number(value)))
      if (at >= 0) return `n#${at}${way}`
    }
  if (token.startsWith('t:'))
    for (const isNext of [false, true]) {
      const at = days.findIndex((day) => dateOf(day, today, isNext) === value)
      if (at >= 0) return `t#${at}${isNext ? '~next' : ''}`
    }
  return token
}

/** What may stand in the place of a reference: the dataset it is of, and which ids. */
export type Place = { readonly dataset: string; readonly fits: (id: string) => boolean }

/** The word that a reference stands for, or null where the question has no such part. */
export function resolve(token: string, slots: Slots, today: string, { dataset, fits }: Place): string | null {
  const [, mark, index, way = ''] = /^([invt])#(\d+)(~\w+)?$/.exec(token) ?? []
  if (mark === undefined) return token
  const at = Number(index)
  if (mark === 'i') {
    const found = slots.names[at]?.find((referent) => hasId(referent) && fits(referent.id))
    return found ? `i:${found.id}` : null
  }
  if (mark === 'v' && way !== '') {
    const month = monthWays.find(([name]) => name === way)?.[1](slots.months.slice(at), today)
    return month ? `v:${JSON.stringify(month)}` : null
  }
  if (mark === 'v') {
    // The value chain has industries of its own, some under the same name.
    const group = dataset === 'TaiwanStockCompanyIndustry' ? 'chain' : 'industry'
    const found = slots.names[at]?.find(({ kind }) => kind === group) ?? slots.names[at]?.[0]
    return found ? `v:${JSON.stringify(found.id)}` : null
  }
  if (mark === 'n') {
    const number = slots.numbers[at]
    const of = ways.find(([name]) => name === way)?.[1]
    return number && of ? `n:${Number(of(number).toPrecision(15))}` : null
  }
  const day = slots.days[at]
  return day ? `t:${dateOf(day, today, way === '~next')}` : null
}
