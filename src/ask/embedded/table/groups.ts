import type { Dataset } from '../../../catalogue/dataset.ts'
import type { Dimension, Fn, Measure, Output, Representation } from '../../representation.ts'
import type { Spoken } from './said.ts'

const across = (fn: Fn, of: Measure): Measure => ({ kind: 'across', fn, of })

type Base = Pick<Representation, 'dataset' | 'universe' | 'when' | 'where' | 'notes'>

/** What the rows of a table are counted by, where its own id is not what people count. */
const counted0: Readonly<Record<string, string>> = { TaiwanStockBrokerInfo: 'head_office_name' }

/** How many rows there are, of each value that was named, or who has the most of them. */
export function counted(
  table: Dataset,
  { columns, order, most, rank, single, each, count, conditions }: Spoken,
  base: Base,
  values: Spoken['values'],
): Representation | null {
  const dataset = table.name
  const plain = columns.filter((column) => !conditions.some((one) => one.column === column))
  if (plain.length > 0 || order) return null
  const named = values.map(({ column }) => column)
  const shared = named.find((column, i) => named.indexOf(column) !== i)
  const owner = counted0[dataset] ?? table.id
  const by: Dimension[] = most && owner ? [{ column: owner }] : shared && each ? [{ column: shared }] : []
  if (most && !owner) return null
  const of: Measure = { kind: 'column', dataset, column: most || count === 'rows' || !table.id ? table.date : table.id }
  const fn: Fn = count === 'stocks' && !most && table.id && table.key.length > 1 ? 'distinct' : 'count'
  return {
    ...base,
    shape: 'groups',
    by,
    select: [{ as: 'count', of: across(fn, of) }],
    order: most ? [{ by: 0, descending: true }] : [],
    limit: most ? (rank ?? (single ? 1 : 10)) : null,
  }
}

/** Sums and means over the rows. */
export function folded(
  table: Dataset,
  { columns, fold: given, by: dimension, order, most, rank, single, conditions, entities }: Spoken,
  base: Base,
  tell: (output: Output) => Output,
): Representation | null {
  const fold = given ?? 'sum'
  const plain = columns
    .filter((column) => column !== dimension)
    .filter((column) => !conditions.some((one) => one.column === column) || columns.length === 1)
  if (plain.length === 0 || (most && !order)) return null
  if (plain.some((column) => !['integer', 'decimal'].includes(table.columns[column]?.kind ?? 'decimal'))) return null
  const by: Dimension[] = dimension
    ? [{ column: dimension }]
    : order && entities.length === 0 && table.id
      ? [{ column: table.id }]
      : []
  if (order && by.length === 0) return null
  return {
    ...base,
    shape: 'groups',
    by,
    select: plain.map((column) =>
      tell({ as: `${fold}_${column}`, of: across(fold, { kind: 'column', dataset: table.name, column }) }),
    ),
    order: order ? [{ by: plain.indexOf(order.column), descending: order.descending }] : [],
    limit: order ? (rank ?? (single ? 1 : 10)) : null,
  }
}
