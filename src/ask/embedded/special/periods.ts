import type { Measure, Representation } from '../../representation.ts'
import { readClause } from '../clause/readClause.ts'
import type { Gathered } from '../gather.ts'
import { isKind } from '../items/items.ts'
import { meaningOf } from '../measures/meaning.ts'
import type { Context } from '../measures/phrase.ts'
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
  const unit = all('daily')
    .map((daily) => daily.unit)
    .find((one) => one !== 'day')
  if (!unit) return null
  const aside = ['entity', 'part', 'ask', 'noun', 'daily', 'versus']
  if (
    items.some(
      ({ sense }) =>
        !['columns', 'composite', 'actor', 'flow', 'fold', 'time', 'in', 'join', ...aside].includes(sense.t),
    )
  )
    return null
  const clauses = segmentsOf(items.filter(({ sense }) => !aside.includes(sense.t))).map(readClause)
  const [phrase, ...more] = clauses.flatMap(({ phrases }) => phrases)
  if (!phrase || more.length > 0 || phrase.composite === 'return') return null
  const { subject, ids, market } = subjectFor(gathered, clauses)
  if (ids.length > 1 || (ids.length === 0 && subject === 'stock')) return null
  const context: Context = {
    subject,
    market,
    hints: [],
    annual: false,
    night: false,
    pick: null,
    right: null,
    who: null,
  }
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
    order: [],
    limit: null,
    notes: [],
  }
}
