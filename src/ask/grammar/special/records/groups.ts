import type { Dataset } from '../../../../catalogue/dataset.ts'
import type { Gathered } from '../../gather.ts'
import { isKind } from '../../items/items.ts'
import { readingsOf } from './dataset.ts'

/** Whose rows are counted where that is not the table's own id: the branches of a broker. */
const owners: Readonly<Record<string, string>> = { TaiwanStockBrokerInfo: 'head_office_name' }

/** The column that rows are told by: the one after "by", or who has the most of them. */
export function groupsOf({ items, has, entities }: Gathered, table: Dataset): { readonly column: string } | null {
  const at = items.findIndex((item) => isKind(item, 'each'))
  const next = items[at + 1]
  if (at >= 0 && next) {
    const named = readingsOf(next).find(
      ({ dataset, column }) => dataset === table.name && table.columns[column]?.kind === 'text',
    )
    if (named) return { column: named.column }
    return isKind(next, 'noun') && next.sense.of === 'stock' && table.id ? { column: table.id } : null
  }
  const ranked = has('most') || has('rank')
  const column = owners[table.name] ?? table.id
  return has('how_many') && ranked && entities.length === 0 && column ? { column } : null
}
