import type { Measure, Representation } from '../../representation.ts'
import { readClause } from '../clause/readClause.ts'
import type { Gathered } from '../gather.ts'
import { isKind } from '../items/items.ts'
import { meaningOf } from '../measures/meaning.ts'
import { plainContext } from '../measures/phrase.ts'
import { windowFor } from '../measures/window.ts'
import { Refusal } from '../refusal.ts'
import { segmentsOf } from '../segments.ts'
import { subjectFor } from '../subject.ts'
import { spent } from './spent.ts'

/** Bars of these have datasets of their own. */
const bars = new Set(['TaiwanStockPrice', 'TaiwanStockPriceAdj'])

/** A daily measure folded by week, month, quarter or year: the average volume of each month. */
export function answerPeriods(gathered: Gathered): Representation | null {
  const { all, items } = gathered
  // "Which month …most": the months are put in order.
  const most = all('most')[0]
  const unit =
    all('daily')
      .map((daily) => daily.unit)
      .find((one) => one !== 'day') ?? (most ? askedUnit(gathered) : undefined)
  if (!unit) return null
  const aside = ['entity', 'part', 'ask', 'noun', 'daily', 'versus']
  if (
    items.some(
      ({ sense }) =>
        !['columns', 'composite', 'actor', 'flow', 'fold', 'time', 'in', 'join', 'most', ...aside].includes(sense.t),
    )
  )
    return null
  const clauses = segmentsOf(items.filter(({ sense }) => !aside.includes(sense.t))).map(readClause)
  const [phrase, ...more] = clauses.flatMap(({ phrases }) => phrases)
  if (!phrase || more.length > 0 || phrase.composite === 'return') return null
  const { subject, ids, market } = subjectFor(gathered, clauses)
  if (ids.length > 1 || (ids.length === 0 && subject === 'stock')) return null
  const context = plainContext(subject, market)
  const meant = meaningOf({ ...phrase, net: phrase.net ?? true }, context)
  if (meant?.frequency !== 'day') return null
  const fn = phrase.fold ?? (meant.flow && !bars.has(meant.dataset) ? 'sum' : null)
  const time = clauses.flatMap(({ times }) => times)[0]
  if (!fn || !time || ['latest', 'back', 'on'].includes(time.window.kind)) return null
  spent(gathered, [
    'columns',
    'composite',
    'actor',
    'flow',
    'fold',
    'time',
    'in',
    'join',
    'entity',
    'ask',
    'noun',
    'daily',
    'versus',
    'part',
    'most',
  ])
  // Three months back from today begin and end inside a month.
  if (time.window.kind === 'last' && time.window.unit === unit)
    throw new Refusal(
      'not_understood',
      'two_readings',
      items.filter((item) => isKind(item, 'time')).map(({ token }) => token.text),
    )
  const of: Measure = { kind: 'across', fn, of: meant.measure }
  return {
    shape: 'groups',
    dataset: meant.dataset,
    universe: ids.length > 0 ? { ids } : {},
    when: windowFor(time, meant.dataset),
    by: [unit],
    select: [{ as: `${fn}_${meant.name}`, of }],
    where: [],
    order: most
      ? [{ by: 0, descending: most.descending === (phrase.direction !== 'down' || phrase.who === undefined) }]
      : [],
    limit: most ? 1 : null,
    notes: [],
  }
}

/** The period that is asked for: 哪個月, "in which quarter". */
const askedUnit = ({ items }: Gathered): 'week' | 'month' | 'quarter' | 'year' | undefined => {
  const noun = items.find(
    (item, i) =>
      isKind(item, 'noun') &&
      ['week', 'month', 'quarter', 'year'].includes(item.sense.of) &&
      (/^[哪]|^(which|what) /i.test(item.token.text) || isKind(items[i - 1], 'ask')),
  )
  return noun && isKind(noun, 'noun') ? (noun.sense.of as 'week' | 'month' | 'quarter' | 'year') : undefined
}
