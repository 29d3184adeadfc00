import type { Condition, Measure, Representation, Scale } from '../../representation.ts'
import { dimension } from '../../typing.ts'
import { readClause } from '../clause/readClause.ts'
import type { Gathered } from '../gather.ts'
import { linkedTo } from '../general/lasting.ts'
import { type Item, isKind } from '../items/items.ts'
import { meaningOf } from '../measures/meaning.ts'
import { plainContext } from '../measures/phrase.ts'
import { windowFor } from '../measures/window.ts'
import { Refusal } from '../refusal.ts'
import { scaleSaid } from '../scaleSaid.ts'
import { segmentsOf } from '../segments.ts'
import type { Kind } from '../senses.ts'
import { column, overview } from './overview.ts'
import { ofCompanies } from './shares.ts'
import { spent } from './spent.ts'

const dimensions = { industry: 'industry', market: 'market', sector: 'industry' } as const

/** A number for each industry or market: how many companies, or a measure folded over them. */
export function answerGroups(gathered: Gathered): Representation | null {
  const { has, items, universe } = gathered
  const said = items.findIndex((item) => isKind(item, 'each'))
  // "Which industries had the highest …" folds by industry as well.
  const ranks = has('most') || has('rank') || (has('compare') && has('fold'))
  const asks = items.findIndex(
    (item, i) =>
      isKind(item, 'ask') && isIndustry(items[isKind(items[i + 1], 'rank') ? i + 2 : i + 1], has('fold')) && ranks,
  )
  const each = said >= 0 ? said : asks
  const noun = items.find((item, i) => isKind(item, 'noun') && i > each && item.sense.of in dimensions)
  const together = each < 0 && isFolded(gathered)
  if (!together && (each < 0 || !isKind(noun, 'noun'))) return null
  const by = !together && isKind(noun, 'noun') ? [dimensions[noun.sense.of as keyof typeof dimensions]] : []
  const rest = items.filter(
    (item) =>
      !['each', 'noun', 'ask', 'how_many', 'part', 'versus'].includes(item.sense.t) &&
      !(isKind(item, 'columns') && item.token === noun?.token),
  )
  const clauses = segmentsOf(rest).map(readClause)
  const phrases = clauses.flatMap((clause) => clause.phrases)
  const returns = phrases.some(({ composite }) => composite === 'return')
  // Indices of sectors have returns of their own.
  if (returns && isKind(noun, 'noun') && noun.sense.of === 'sector' && !phrases.some(({ fold }) => fold)) return null
  // What sector indices hold themselves is not added up again.
  const ofSectors = phrases.every(
    ({ readings, fold }) => !fold && readings?.some(({ subject }) => subject === 'sector'),
  )
  if (isKind(noun, 'noun') && noun.sense.of === 'sector' && phrases.length > 0 && ofSectors) return null
  const active: Condition[] = [{ kind: 'is', of: column('is_active'), values: [true] }]
  if (phrases.length === 0) {
    const counts = has('how_many') || (ranks && asks >= 0 && gathered.all('noun').some(({ of }) => of === 'stock'))
    if (!counts || together) return null
    spent(gathered, ['each', 'noun', 'ask', 'how_many', 'part', 'columns', 'dataset', 'time', 'join', 'most', 'rank'])
    return {
      shape: 'groups',
      dataset: overview,
      universe: Object.keys(universe).length > 0 ? universe : { type: ['stock'] },
      when: { kind: 'all' },
      by,
      select: [{ as: 'company_count', of: { kind: 'across', fn: 'count', of: column('stock_id') } }],
      where: active,
      order: orderOf(gathered),
      limit: limitOf(gathered),
      notes: [],
    }
  }
  spent(gathered, [
    'each',
    'noun',
    'ask',
    'part',
    'columns',
    'composite',
    'actor',
    'flow',
    'time',
    'fold',
    'rank',
    'most',
    'sorted',
    'join',
    'in',
    'growth',
    'compare',
    'number',
    'quantity',
  ])
  if (phrases.length !== 1) return null
  const context = plainContext('stock')
  const times = clauses.flatMap((clause) => clause.times)
  const phrase = phrases[0]!
  if (together && !phrase.fold) return null
  // What investors bought of a whole market is published as such.
  if (together && phrase.who && Object.keys(universe).every((key) => key === 'market')) return null
  const meant = meaningOf(phrase, context, phrase.time ?? times[0])
  if (!meant) throw new Refusal('not_understood', 'does_not_fit', [phrase.text])
  const window = times[0] && windowFor(times[0], meant.dataset)
  const isSpan = window !== undefined && !['latest', 'back', 'on'].includes(window.kind)
  // Over a time it is not clear what is folded, unless everything is added up.
  const ofReturns = phrase.composite === 'return' && phrase.fold === 'avg'
  if (together && isSpan && !(meant.flow && phrase.fold === 'sum') && !ofReturns) return null
  const inner: Measure = isSpan && meant.flow ? { kind: 'over', fn: 'sum', of: meant.measure, window } : meant.measure
  const fn = phrase.fold ?? (meant.flow ? 'sum' : undefined)
  if (!fn || (isSpan && !meant.flow && phrase.composite !== 'return'))
    throw new Refusal('not_understood', 'needs_number', [phrase.text])
  const folded: Measure = { kind: 'across', fn, of: inner }
  const limits = clauses.flatMap(({ constraints }) => constraints)
  if (limits.some((limit) => !('op' in limit)) || (has('compare') && limits.length === 0)) return null
  const held = limits.flatMap((limit): Condition[] =>
    'op' in limit
      ? [
          {
            kind: 'compare',
            left: folded,
            op: limit.op,
            right: { kind: 'number', value: limit.value, ...(limit.unit ? { unit: limit.unit } : {}) },
          },
        ]
      : [],
  )
  const ratio = meant.measure.kind === 'column' && ['pe_ratio', 'pb_ratio'].includes(meant.measure.column)
  return {
    shape: 'groups',
    dataset: meant.dataset,
    universe: isOfCompanies(items, meant.dataset, fn) ? { ...ofCompanies, ...universe } : universe,
    when: isSpan || !window ? { kind: 'latest' } : window,
    by,
    select: [{ as: `${fn}_${meant.name}`, of: folded, ...scaleOf(gathered, folded) }],
    where: [
      ...(ratio
        ? [{ kind: 'compare' as const, left: inner, op: '>' as const, right: { kind: 'number' as const, value: 0 } }]
        : []),
      ...held,
      ...linkedTo(chainsIn(items)),
    ],
    order: orderOf(gathered),
    limit: limitOf(gathered),
    notes: [],
  }
}

/** Companies are no funds; and the value of a market is that of its companies, whose shares the funds hold. */
const isOfCompanies = (items: readonly Item[], dataset: string, fn: string): boolean =>
  (fn === 'sum' && dataset === 'TaiwanStockMarketValue') || items.some(({ token }) => /公司|compan/i.test(token.text))

/** Links of a value chain, which no universe can name. */
const chainsIn = (items: readonly Item[]): string[] =>
  items.flatMap((item) => (isKind(item, 'part') && item.sense.chain ? [item.sense.chain] : []))

/** Told in the unit that was asked for, where it can be. */
function scaleOf(gathered: Gathered, measure: Measure): { in?: Scale } {
  const scale = scaleSaid(gathered)
  if (!scale) return {}
  return dimension(measure) === (scale === 'lots' ? 'shares' : 'TWD') ? { in: scale } : {}
}

/** One number for a whole part of the market: "the average P/E of the semiconductor industry". */
const isFolded = ({ has, entities, universe, items }: Gathered): boolean =>
  has('fold') &&
  entities.length === 0 &&
  (Object.keys(universe).length > 0 || chainsIn(items).length > 0) &&
  items.every(({ sense }) => folding.includes(sense.t))

const folding: readonly Kind[] = [
  'noun',
  'ask',
  'part',
  'columns',
  'composite',
  'actor',
  'flow',
  'time',
  'fold',
  'join',
  'in',
  'growth',
]

const isIndustry = (item: Item | undefined, folded = false): boolean =>
  isKind(item, 'noun') && (item.sense.of === 'industry' || (folded && item.sense.of === 'sector'))

const orderOf = ({ all }: Gathered): Representation['order'] => {
  const towards = all('most')[0] ?? all('sorted')[0]
  return towards || all('rank').length > 0 ? [{ by: 0, descending: towards?.descending ?? true }] : []
}

const limitOf = ({ all, items }: Gathered): number | null => {
  const rank = all('rank').find(({ n }) => n !== null)?.n ?? null
  if (rank !== null) return rank
  if (all('most').length === 0) return null
  const single = items.some((item) => isIndustry(item) && /^[a-z]*y$/i.test(item.token.text))
  return single || all('ask').some(({ what }) => what === 'one') ? 1 : 10
}
