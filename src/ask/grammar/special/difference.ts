import { find } from '../../../catalogue/index.ts'
import { frequencyOf } from '../../calendar.ts'
import type { Measure, Representation } from '../../representation.ts'
import { readClause } from '../clause/readClause.ts'
import type { Gathered } from '../gather.ts'
import { isKind } from '../items/items.ts'
import { meaningOf } from '../measures/meaning.ts'
import { contextOf, type Phrase } from '../measures/phrase.ts'
import { windowFor } from '../measures/window.ts'
import { Refusal } from '../refusal.ts'
import { segmentsOf } from '../segments.ts'
import type { Subject } from '../senses.ts'

const slug = (id: string): string => id.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
const isGap = /^(差|相差|差距|差異|差額|落差|利差|difference|the difference|gap|the gap|spread)/i

const isMore = /^(高|低|多|少|貴|便宜|higher|lower|more|less|larger|smaller|bigger|greater|比較高|比較低)$/i

/** By how much one measure of two things differs: both values, and the one less the other. */
export function answerDifference(gathered: Gathered): Representation | null {
  const { entities, items, all } = gathered
  const [first, second, ...more] = entities
  if (!first || !second || more.length > 0 || first.subject !== second.subject) return null
  const asked = gathered.asksHowMuch && items.some((item) => isKind(item, 'than'))
  const higher = asked ? items.filter(({ token }) => isMore.test(token.text)) : []
  const gaps = [...items.filter(({ token }) => isGap.test(token.text)), ...higher]
  if (gaps.length === 0) return null
  const rest = items.filter(
    (item) =>
      !gaps.includes(item) && !['entity', 'ask', 'noun', 'versus', 'both', 'abroad', 'than'].includes(item.sense.t),
  )
  if (rest.some((item) => !['columns', 'time', 'join', 'in', 'actor', 'flow', 'composite'].includes(item.sense.t)))
    return null
  const clauses = segmentsOf(rest.filter((item) => !isKind(item, 'in'))).map(readClause)
  const phrases = clauses.flatMap((clause) => clause.phrases)
  const times = clauses.flatMap((clause) => clause.times)
  const phrase: Phrase | undefined = phrases[0] ?? defaultOf(first.subject)
  if (!phrase || phrases.length > 1 || phrase.composite === 'return' || times.length > 1) return null
  const meant = [first, second].map((entity) => meaningOf({ ...phrase, net: phrase.net ?? true }, contextOf(entity)))
  const [left, right] = meant
  // What happens now and then has no one date at which both can be read.
  if (left && frequencyOf(find(left.dataset)!) === 'event')
    throw new Refusal(
      'not_understood',
      'unsupported',
      gaps.map(({ token }) => token.text),
    )
  if (!left || !right || all('in').some(({ scale }) => scale !== 'percent')) return null
  const window = times[0] ? windowFor(times[0], left.dataset) : ({ kind: 'latest' } as const)
  const difference: Measure = { kind: 'arithmetic', op: 'subtract', left: left.measure, right: right.measure }
  return {
    shape: ['latest', 'back', 'on'].includes(window.kind) ? 'entities' : 'series',
    dataset: left.dataset,
    universe: {},
    when: window,
    select: [
      { as: `${left.name}_${slug(first.id)}`, of: left.measure },
      { as: `${right.name}_${slug(second.id)}`, of: right.measure },
      { as: 'difference', of: difference },
    ],
    where: [],
    by: [],
    order: [],
    limit: null,
    notes: [],
  }
}

const priced: readonly Subject[] = ['gold', 'oil', 'us', 'index', 'currency', 'bond']
const defaultOf = (subject: Subject): Phrase | undefined =>
  subject === 'bank' ? policyRate : priced.includes(subject) ? { composite: 'price', text: '' } : undefined

const policyRate: Phrase = {
  text: '',
  readings: [{ subject: 'bank', dataset: 'CentralBankRate', column: 'interest_rate' }],
}
