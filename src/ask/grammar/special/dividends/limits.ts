import type { Comparison } from '../../../representation.ts'
import { readClause } from '../../clause/readClause.ts'
import type { Gathered } from '../../gather.ts'
import { isKind } from '../../items/items.ts'
import { Refusal } from '../../refusal.ts'
import type { Kind } from '../../senses.ts'

export type Limit = { readonly op: Comparison; readonly value: number }

/** What a dividend is held to: an amount of money for each share. */
export function limitsOf({ items }: Gathered): Limit[] {
  const { constraints } = readClause(items.filter(({ sense }) => amounts.includes(sense.t)))
  return constraints.flatMap((one): Limit[] => {
    if (one.unit !== null && one.unit !== 'TWD') return []
    if ('op' in one) return [{ op: one.op, value: one.value }]
    return [
      { op: '>=', value: one.low },
      { op: '<=', value: one.high },
    ]
  })
}

const amounts: readonly Kind[] = ['columns', 'compare', 'number', 'quantity', 'range']

/** Amounts and orders that no reading here makes use of. */
export function refuseUnused({ items }: Gathered, named: boolean, limited: boolean): void {
  const left = items.filter(
    (item) =>
      (!limited && ['compare', 'number', 'quantity', 'range'].includes(item.sense.t)) ||
      ['how_many', 'how_many_days', 'sorted'].includes(item.sense.t) ||
      (named && ['most', 'rank'].includes(item.sense.t)) ||
      (isKind(item, 'fold') && item.sense.fn !== 'sum'),
  )
  if (left.length > 0)
    throw new Refusal(
      'not_understood',
      'unused_words',
      left.map(({ token }) => token.text),
    )
}
