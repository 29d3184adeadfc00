import type { Clause } from './clause/clause.ts'
import type { Gathered } from './gather.ts'
import type { Phrase } from './measures/phrase.ts'
import { Refusal } from './refusal.ts'
import { type Entity, type Reading, type Subject, subjects } from './senses.ts'

/** What the question is about: named entities of one kind, a part of the market, or the market itself. */
export type About = {
  readonly subject: Subject
  readonly ids: readonly string[]
  readonly market: 'TWSE' | 'TPEX' | null
  /** What the entities are held against: the index beside the stocks. */
  readonly beside: Entity | null
}

const priced: readonly Subject[] = [
  'stock',
  'index',
  'sector',
  'us',
  'gold',
  'oil',
  'currency',
  'bond',
  'futures',
  'mood',
  'money',
]
const single = new Set(['GOLD'])

/** A rise or fall beside another measure is that measure's. */
const isMove = ({ composite }: Phrase, { phrases }: Clause): boolean =>
  composite === 'return' && phrases.some(({ readings }) => readings?.every(({ column }) => !isPrice.test(column)))
const isPrice = /^(close|open|high|low|price|spread|spot_sell|value)$/

/** The subjects that every measure of the question can be of. */
function possible(clauses: readonly Clause[]): Subject[] {
  const phrases = clauses.flatMap((clause) => clause.phrases.filter((phrase) => !isMove(phrase, clause)))
  return subjects.filter((subject) =>
    phrases.every((phrase) => {
      if (phrase.readings)
        return phrase.readings.some(
          (reading) => reading.subject === subject || (subject === 'market' && isTraded(reading)),
        )
      if (phrase.who) return ['stock', 'market', 'futures', 'option'].includes(subject)
      if (phrase.line !== undefined || phrase.composite === 'price') return priced.includes(subject)
      if (phrase.composite === 'return' || phrase.composite === 'volatility' || phrase.composite === 'drawdown')
        return priced.includes(subject)
      if (phrase.composite === 'ohlc') return ['stock', 'index', 'sector', 'us', 'futures'].includes(subject)
      if (phrase.composite === 'average_volume') return ['stock', 'index', 'us', 'sector'].includes(subject)
      return subject === 'stock'
    }),
  )
}

/** What markets traded is told by the bars of their indices. */
const isTraded = ({ dataset, column }: Reading): boolean =>
  dataset === 'TaiwanWeightedIndex' && ['volume', 'turnover', 'trade_count'].includes(column)

const taiex: Entity = { subject: 'index', id: 'TAIEX', name: '加權指數' }

export function subjectFor({ entities, universe, all, has }: Gathered, clauses: readonly Clause[]): About {
  const fitting = possible(clauses)
  const kinds = [...new Set(entities.map(({ subject }) => subject))]
  const of = (subject: Subject) => entities.filter((entity) => entity.subject === subject)
  const none = { market: null, beside: null } as const
  const idsOf = (subject: Subject) =>
    of(subject)
      .map(({ id }) => id)
      .filter((id) => !single.has(id))
  const nouns = all('noun').map((noun) => noun.of)
  const isPart = Object.keys(universe).length > 0 || has('part')
  const ranks = has('rank') || has('most') || has('how_many')
  // Several things that went some way, of what only stocks have.
  const going = clauses.filter(({ phrases }) => phrases.some(({ direction }) => direction !== undefined))
  const several = going.length > 1 && !fitting.includes('market')
  const screens =
    several ||
    clauses.some(
      ({ constraints, said, moves, extremes }) =>
        constraints.length > 0 ||
        extremes.some(({ fresh }) => fresh) ||
        said.above ||
        said.streak ||
        said.aligned ||
        said.golden ||
        said.limit ||
        moves.some(({ surge }) => surge),
    )

  const market = universe.market?.[0]
  const beats = clauses.some(({ said }) => said.beat)
  if (has('abroad')) {
    const native = kinds.filter((kind) => ['us', 'bond', 'bank', 'money', 'oil', 'gold'].includes(kind))
    if (native.length !== kinds.length)
      throw new Refusal(
        'not_understood',
        'does_not_fit',
        entities.map(({ name }) => name),
      )
    if (kinds.length === 0) {
      if (!fitting.includes('us'))
        throw new Refusal(
          'out_of_scope',
          'not_here',
          clauses.flatMap(({ phrases }) => phrases.map(({ text }) => text)),
        )
      return { subject: 'us', ids: [], ...none }
    }
  }
  const comparesReturns = clauses.some(
    ({ compare, phrases }) => compare !== null && phrases.length === 1 && phrases[0]!.composite === 'return',
  )
  if (
    kinds.length === 1 &&
    kinds[0] === 'stock' &&
    entities.length === 1 &&
    (isPart || nouns.includes('stock')) &&
    (beats || comparesReturns)
  )
    return { subject: 'stock', ids: [], market: null, beside: entities[0]! }
  if (kinds.includes('stock')) {
    const beside = of('index')[0] ?? (beats ? taiex : null)
    if (kinds.some((kind) => kind !== 'stock' && kind !== 'index'))
      throw new Refusal(
        'not_understood',
        'unsupported',
        entities.map(({ name }) => name),
      )
    return { subject: 'stock', ids: idsOf('stock'), market: null, beside }
  }
  if (kinds.length === 1 && kinds[0] === 'index') {
    const index = of('index')[0]!
    if (comparesReturns && (isPart || nouns.includes('stock')))
      return { subject: 'stock', ids: [], market: null, beside: index }
    if (clauses.some(({ said }) => said.beat)) return { subject: 'stock', ids: [], market: null, beside: index }
    if (fitting.includes('index') && !(ranks && nouns.includes('stock')))
      return { subject: 'index', ids: idsOf('index'), ...none }
    if (fitting.includes('market'))
      return { subject: 'market', ids: [], market: index.id === 'TPEX' ? 'TPEX' : 'TWSE', beside: null }
    if (fitting.includes('stock')) return { subject: 'stock', ids: [], market: null, beside: index }
  }
  if (kinds.length === 1) {
    const subject = kinds[0]!
    return { subject, ids: idsOf(subject), ...none }
  }
  if (kinds.length > 1)
    throw new Refusal(
      'not_understood',
      'unsupported',
      entities.map(({ name }) => name),
    )
  if (beats && kinds.length === 0) return { subject: 'stock', ids: [], market: null, beside: taiex }
  if (nouns.includes('market') && fitting.includes('market') && !nouns.includes('stock') && !ranks)
    return { subject: 'market', ids: [], market: market === 'TPEX' || market === 'TWSE' ? market : null, beside: null }
  if (nouns.includes('currency') && fitting.includes('currency')) return { subject: 'currency', ids: [], ...none }
  if (nouns.includes('sector') && fitting.includes('sector')) return { subject: 'sector', ids: [], ...none }
  if (fitting.includes('stock') && (isPart || nouns.includes('stock') || ranks || screens)) {
    const flowsOfMarket =
      market &&
      universe.industry === undefined &&
      fitting.includes('market') &&
      !nouns.includes('stock') &&
      !ranks &&
      !screens
    if (!flowsOfMarket) return { subject: 'stock', ids: [], ...none }
  }
  if (fitting.includes('market'))
    return { subject: 'market', ids: [], market: market === 'TPEX' || market === 'TWSE' ? market : null, beside: null }
  const whole = fitting.filter((subject) => ['macro', 'mood', 'gold', 'market', 'calendar'].includes(subject))
  if (whole.length === 1) return { subject: whole[0]!, ids: [], ...none }
  if (fitting.length === 1 && fitting[0] !== 'stock') return { subject: fitting[0]!, ids: [], ...none }
  if (
    fitting.includes('stock') &&
    clauses.some(({ phrases }) => phrases.some(({ who, direction }) => who || direction)) &&
    all('ask').some(({ what }) => what === 'which' || what === 'one')
  )
    return { subject: 'stock', ids: [], ...none }
  throw new Refusal(
    fitting.length === 0 && clauses.some(({ phrases }) => phrases.length > 0) ? 'not_understood' : 'ambiguous',
    fitting.length === 0 ? 'does_not_fit' : 'which_entity',
    clauses.flatMap(({ phrases }) => phrases.map(({ text }) => text)),
  )
}
