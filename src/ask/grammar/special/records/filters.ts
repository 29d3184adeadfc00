import type { Dataset } from '../../../../catalogue/dataset.ts'
import type { Filter } from '../../../representation.ts'
import type { Item } from '../../items/items.ts'

/** Of a holding company and those it owns, itself; of bonds those that are still there. */
export const defaults: readonly Filter[] = [
  { column: 'entity_type', is: ['holding'] },
  { column: 'status', is: ['active'] },
]

/** The date on which a bond of this status came to its end. */
export const endOf = (filters: readonly Filter[]): string | null => {
  const status = filters.flatMap((filter) => (filter.column === 'status' && 'is' in filter ? filter.is : []))
  return status.includes('matured') ? 'maturity_date' : status.includes('terminated') ? 'delisting_date' : null
}

/** The rows that the values named are of; null where two of one column exclude each other. */
export function filtersOf(items: readonly Item[], { name }: Dataset): Filter[] | null {
  const found = new Map<string, (string | boolean)[]>()
  for (const { sense, token } of items) {
    if (sense.t !== 'value') continue
    const value = token.senses
      .flatMap((one) => (one.t === 'value' ? one.of : []))
      .find(({ dataset }) => dataset === name)
    if (!value) return null
    found.set(value.column, [...(found.get(value.column) ?? []), value.is])
  }
  return [...found].map(([column, is]) => ({ column, is }))
}
