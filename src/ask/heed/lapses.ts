import { createCanonical } from '../canonical/canonical.ts'
import type { Facts } from '../facts.ts'
import { type Encoded, encode } from '../reader/encode.ts'
import { createNames, type Names } from '../reader/names.ts'
import { plainText } from '../reader/text.ts'
import type { Representation } from '../representation.ts'
import { missesDayAhead } from './ahead.ts'
import { columnsOf } from './columns.ts'
import { missesAnEnd } from './ends.ts'
import { idsUnsaid } from './ids.ts'
import { each, folds } from './mend.ts'
import { numbersLeftOut } from './numbers.ts'
import { repeatsItself } from './repeats.ts'
import { dropped, time, unasked, withoutColumns } from './words.ts'

const canonical = createCanonical()

/** Whether both calls and puts are asked for and only one of them is told. */
const missesOfTwo = (tokens: readonly string[], text: string): boolean =>
  /卖权.{0,3}买权|买权.{0,3}卖权|\bputs? (?:and|to|over|\/) ?calls?\b|\bcalls? and puts?\b/.test(text) &&
  tokens.includes('v:"call"') !== tokens.includes('v:"put"')

/** Whether everything is folded into one row. */
const isTogether = ({ shape, by, universe }: Representation): boolean =>
  shape === 'groups' && by.length === 0 && universe.ids === undefined

/** Whether rows are only those of a time that the question does not name. */
const hasUnsaidTime = ({ where }: Representation, text: string, { slots }: Encoded): boolean =>
  where.some((one) => one.kind === 'within' && ['this', 'previous', 'last'].includes(one.window.kind)) &&
  slots.days.length === 0 &&
  !time.test(text.replaceAll(/\ball (?:the )?(?:years|dates|time)\b|历[年史来]|所有年度?/g, ' '))

/** What a meaning leaves out of its question, or adds to it; empty if it heeds the question. */
export function lapsesIn(representation: Representation, question: string, encoded: Encoded, today: string): string[] {
  const tokens = canonical.tokens(representation)
  const text = plainText(question)
  const left = withoutColumns(text, columnsOf(representation))
  tokens.push(
    ...tokens.flatMap((token, at) => (token.startsWith('across') ? [`across:${tokens[at + 1]!.slice(2)}`] : [])),
  )
  const has = (pattern: RegExp): boolean => tokens.some((token) => token.split('+').some((part) => pattern.test(part)))
  return [
    ...numbersLeftOut(representation, encoded, today).map((said) => `number ${said}`),
    ...(repeatsItself(representation) ? ['repeats itself'] : []),
    ...(missesDayAhead(tokens, text) ? ['day ahead'] : []),
    ...(missesAnEnd(representation, text) ? ['one end'] : []),
    ...(missesOfTwo(tokens, text) ? ['one of two'] : []),
    ...(hasUnsaidTime(representation, left, encoded) ? ['unsaid time'] : []),
    ...idsUnsaid(representation, encoded, text).map((id) => `unsaid ${id}`),
    ...(isTogether(representation) &&
    each.test(text) &&
    (!folds.test(left) || /per (?:stock|company|security|product)|[各每][股档家]/.test(text))
      ? ['not each']
      : []),
    ...unasked
      .filter(({ meaning, question: words, isInNames }) => has(meaning) && !words.test(isInNames ? text : left))
      .map(({ name }) => `unasked ${name}`),
    ...dropped
      .filter(({ meaning, question: words }) => words.test(left) && !has(meaning))
      .map(({ name }) => `dropped ${name}`),
  ]
}

const names = new WeakMap<Facts, Names>()

/** The lapses of a meaning that came from elsewhere, with the question alone. */
export function lapsesOf(representation: Representation, question: string, facts: Facts): string[] {
  const known = names.get(facts) ?? createNames(facts)
  names.set(facts, known)
  return lapsesIn(representation, question, encode(question, known), facts.calendar.newest('TaiwanStockPrice'))
}
