import { find } from '../../../catalogue/index.ts'
import { frequencyOf } from '../../calendar.ts'
import type { Measure, Representation } from '../../representation.ts'
import { readClause } from '../clause/readClause.ts'
import type { Gathered } from '../gather.ts'
import { isKind } from '../items/items.ts'
import { meaningOf } from '../measures/meaning.ts'
import type { Context, Phrase } from '../measures/phrase.ts'
import { windowFor } from '../measures/window.ts'
import { segmentsOf } from '../segments.ts'
import type { Entity } from '../senses.ts'

const slug = (id: string): string => id.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
const isGap = /^(差|相差|差距|差異|差額|落差|利差|difference|the difference|gap|the gap|spread)/i

const contextOf = ({ subject, id }: Entity): Context => ({
  subject,
  ...(subject === 'gold' ? {} : { entity: id }),
  hints: [],
  market: null,
  annual: false,
  night: false,
  pick: null,
  right: null,
  who: null,
})

/** By how much one measure of two things differs: both values, and the one less the other. */
export function answerDifference(gathered: Gathered): Representation | null {
  const { entities, items, all } = gathered
  const [first, second, ...more] = entities
  if (!first || !second || more.length > 0 || first.subject !== second.subject) return null
  const gaps = items.filter(({ token }) => isGap.test(token.text))
  if (gaps.length === 0) return null
  const rest = items.filter(
    (item) => !gaps.includes(item) && !['entity', 'ask', 'noun', 'versus', 'both'].includes(item.sense.t),
  )
  if (rest.some((item) => !['columns', 'time', 'join', 'in', 'actor', 'flow', 'composite'].includes(item.sense.t)))
    return null
  const clauses = segmentsOf(rest.filter((item) => !isKind(item, 'in'))).map(readClause)
  const phrases = clauses.flatMap((clause) => clause.phrases)
  const times = clauses.flatMap((clause) => clause.times)
  const phrase: Phrase | undefined = phrases[0] ?? (first.subject === 'bank' ? policyRate : undefined)
  if (!phrase || phrases.length > 1 || phrase.composite === 'return' || times.length > 1) return null
  const meant = [first, second].map((entity) => meaningOf({ ...phrase, net: phrase.net ?? true }, contextOf(entity)))
  const [left, right] = meant
  // What happens now and then has no one date at which both can be read.
  if (left && frequencyOf(find(left.dataset)!) === 'event') return null
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

const policyRate: Phrase = {
  text: '',
  readings: [{ subject: 'bank', dataset: 'CentralBankRate', column: 'interest_rate' }],
}
