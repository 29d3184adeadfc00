import type { Representation } from '../../representation.ts'
import type { Gathered } from '../gather.ts'
import { spent } from './spent.ts'

export const overview = 'TaiwanStockOverview'

export const column = (name: string) => ({ kind: 'column' as const, dataset: overview, column: name })

/** Columns that describe a security rather than measure it. */
const describing = new Set([
  'industry_category',
  'market',
  'listing_date',
  'delisting_date',
  'isin_code',
  'stock_name',
  'stock_id',
  'security_type',
  'industry_code',
  'cfi_code',
])

export const shown = ['industry_category', 'market', 'security_type', 'listing_date', 'isin_code', 'is_active']

/** What a security is: its name, market, industry, listing date. */
export function answerOverview(gathered: Gathered): Representation | null {
  const { all, entities, has } = gathered
  if (
    entities.length === 0 ||
    entities.some(({ subject }) => subject !== 'stock') ||
    all('time').some(({ time }) => time.window.kind !== 'latest')
  )
    return null
  const asked = all('columns')
  const described = asked.every(({ readings }) =>
    readings.some(({ dataset, column: own }) => dataset === overview && describing.has(own)),
  )
  const byNoun = all('noun').some(({ of }) => of === 'industry' || of === 'market' || of === 'sector')
  const isWhat =
    gathered.items.every(({ sense }) => ['entity', 'ask', 'noun', 'time'].includes(sense.t)) &&
    all('ask').some(({ what }) => what === 'one' || what === 'which' || what === 'much') &&
    all('noun').some(({ of }) => of === 'stock')
  const byPart = asked.length === 0 && !byNoun && !isWhat
  if (!described || (asked.length === 0 && !byNoun && !isWhat) || byPart || has('composite') || has('flow')) return null
  spent(gathered, ['entity', 'columns', 'noun', 'ask', 'time', 'join', 'part', 'versus', 'dataset', 'both'])
  return {
    shape: 'rows',
    dataset: overview,
    universe: { ids: entities.map(({ id }) => id) },
    when: { kind: 'all' },
    select: shown.map((name) => ({ as: name, of: column(name) })),
    where: [],
    by: [],
    order: [],
    limit: null,
    notes: [],
  }
}
