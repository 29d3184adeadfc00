import type { Clause } from '../clause/clause.ts'
import { readClause } from '../clause/readClause.ts'
import type { Gathered } from '../gather.ts'
import { isKind } from '../items/items.ts'
import type { Subject } from '../senses.ts'

const policyRate = [{ subject: 'bank' as Subject, dataset: 'CentralBankRate', column: 'interest_rate' }]

/** Subjects whose name alone asks for their price. */
const priced: readonly Subject[] = ['index', 'sector', 'us', 'gold', 'oil', 'currency', 'bond', 'mood', 'money']

/** The most expensive stock is the one with the highest price. */
const byPrice = (clause: Clause): Clause =>
  clause.items.some(
    (item) => isKind(item, 'most') && /^(the )?most expensive|priciest|cheapest|最貴|最便宜/i.test(item.token.text),
  )
    ? { ...clause, phrases: [{ composite: 'price', text: '' }], orderAt: 0 }
    : clause

/** Without a measure: how several did, where that is asked; else the price of what has one only. */
export function withDefault({ entities, has, all }: Gathered, clauses: readonly Clause[]): readonly Clause[] {
  if (entities.length === 0)
    return all('noun').some(({ of }) => of === 'stock') || has('part') ? clauses.map(byPrice) : clauses
  const spans = clauses
    .flatMap(({ times }) => times)
    .some(({ window }) => !['latest', 'back', 'on'].includes(window.kind))
  const compares =
    has('versus') ||
    has('than') ||
    all('ask').some(({ what }) => what === 'how') ||
    (has('most') && entities.length > 1)
  const base = clauses[0] ?? readClause([])
  const rest = clauses.slice(1)
  if (entities.every(({ subject }) => subject === 'bank'))
    return [{ ...base, phrases: [{ readings: policyRate, text: '' }] }, ...rest]
  if (spans && compares) return [{ ...base, phrases: [{ composite: 'return', text: '' }] }, ...rest]
  const isSeries = spans && has('daily')
  if (!has('adjusted') && !isSeries && !entities.every(({ subject }) => priced.includes(subject))) return clauses
  const { fold } = base
  return [{ ...base, phrases: [{ composite: 'price', text: '', ...(fold ? { fold } : {}) }], fold: undefined }, ...rest]
}
