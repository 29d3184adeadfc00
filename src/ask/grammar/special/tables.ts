import { columnsOf } from '../../../catalogue/dataset.ts'
import { find } from '../../../catalogue/index.ts'
import { frequencyOf } from '../../calendar.ts'
import type { Filter, Representation, Window } from '../../representation.ts'
import type { Gathered } from '../gather.ts'
import { windowFor } from '../measures/window.ts'
import { Refusal } from '../refusal.ts'
import { rankOf, subjectOf } from '../subjects.ts'
import { spent } from './spent.ts'

/** Columns that say nothing to a reader of rows. */
const hidden = new Set([
  'seq',
  'market',
  'isin_code',
  'cfi_code',
  'note',
  'link',
  'as_of_date',
  'detail',
  'statement_scope',
  'is_derived',
  'stock_name',
])

/** Datasets with so many rows a day that a table of them is no answer. */
const endless = new Set([
  'TaiwanIndex5Seconds',
  'TaiwanStock5SecondsOrderStats',
  'TaiwanOptionDaily',
  'TaiwanFutureOptionTickRealtime',
  'TaiwanStockOverviewIncludeWarrant',
  'TaiwanStockHoldingSharesPer',
])

/** A dataset asked for by its name: its rows of an entity, or of a day. */
export function answerTable(gathered: Gathered): Representation | null {
  const { all, entities, items, universe } = gathered
  const allowed = ['dataset', 'entity', 'time', 'ask', 'noun', 'daily', 'part', 'join', 'annual']
  if (items.some(({ sense }) => !allowed.includes(sense.t))) return null
  const subjects = [...new Set(entities.map(({ subject }) => subject))]
  const names = [...new Set(all('dataset').map(({ dataset }) => dataset))]
    .filter(
      (name) =>
        !endless.has(name) && (subjects.length === 0 || subjects.every((subject) => subject === subjectOf(name))),
    )
    .sort((a, b) => rankOf(a) - rankOf(b))
  const [name] = names
  if (!name || subjects.length > 1) return null
  const dataset = find(name)!
  spent(gathered, ['dataset', 'entity', 'time', 'ask', 'noun', 'daily', 'part', 'join', 'annual'])
  const frequency = frequencyOf(dataset)
  const time = all('time')[0]?.time
  if (time?.vague && frequency !== 'event') throw new Refusal('not_understood', 'needs_window', [])
  const window: Window = time ? windowFor(time, name) : { kind: 'latest' }
  const ids = entities.map(({ id }) => id)
  const statement = 'period' in dataset.columns
  if (statement && ids.length === 0) return null
  const rows: Filter[] = statement
    ? [{ column: 'period', is: [all('annual').length > 0 ? 'annual' : 'quarterly'] }]
    : []
  const isEvent = frequency === 'event'
  const newest = isEvent && window.kind === 'latest'
  const columns = columnsOf(dataset)
    .map(([column]) => column)
    .filter((column) => !hidden.has(column) && column !== dataset.id)
  return {
    shape: 'rows',
    dataset: name,
    universe: { ...universe, ...(ids.length > 0 ? { ids } : {}), ...(rows.length > 0 ? { rows } : {}) },
    when: newest ? { kind: 'all' } : window,
    select: columns.slice(0, 24).map((column) => ({ as: column, of: { kind: 'column', dataset: name, column } })),
    where: [],
    by: [],
    order: [{ by: 'date', descending: true }],
    limit: newest ? 10 : null,
    notes: newest ? [{ code: 'default_limit', value: 10 }] : [],
  }
}
