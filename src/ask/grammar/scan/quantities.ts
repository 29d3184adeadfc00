import type { QuantityUnit } from '../../representation.ts'
import type { Atom } from '../atoms.ts'
import { any, type Pattern } from '../match.ts'
import { numberAt } from '../numbers.ts'
import type { Sense } from '../senses.ts'

export type Candidate = { readonly next: number; readonly sense: Sense }

/** Units that may follow a number; 成 is a tenth, so many percent. */
const units: readonly (readonly [Pattern, QuantityUnit | null, number])[] = [
  [any('%|趴|個百分點|百分點|percent|pct|per cent|percentage point|pp'), 'percent', 1],
  [any('成'), 'percent', 10],
  [any('倍|times|x'), 'times', 1],
  [any('元|塊|塊錢|元台幣|新台幣|twd|ntd|nt dollar|元以'), 'TWD', 1],
  [any('美元|usd|us dollar|美金'), 'USD', 1],
  // Of the country that the question is about.
  [any('dollar'), null, 1],
  [any('張|lots|lot'), 'lots', 1],
  [any('股|share'), 'shares', 1],
  [any('口|contract'), 'contracts', 1],
  [any('點|point|index point'), 'points', 1],
  [any('人|戶|people|holder|shareholder'), 'people', 1],
  [any('次|time'), 'days', 1],
]

const currency: readonly (readonly [Pattern, QuantityUnit])[] = [
  [any('nt$|ntd|twd|nt|nt $'), 'TWD'],
  [any('us$|usd|us $'), 'USD'],
  [any('$'), 'TWD'],
]

const unitAt = (atoms: readonly Atom[], from: number): { next: number; unit: QuantityUnit | null; factor: number } => {
  for (const [pattern, unit, factor] of units) {
    const after = pattern(atoms, from)
    if (after) return { next: after.next, unit, factor }
  }
  return { next: from, unit: null, factor: 1 }
}

const lowEnd = any('between|from|介於|在|介在')

const middle = any('and|to|到|至|和|與|~|-|跟')

const highEnd = any('之間|之內|間')

/** "between 10 and 50 billion" means billions twice. */
function scaleAt(atoms: readonly Atom[], from: number, value: number): number {
  const plain = atoms[from]?.kind === 'number' ? Number(atoms[from]!.text) : 0
  return plain > 0 && value / plain >= 1000 ? value / plain : 1
}

/** "between 5 and 10", 5到10倍之間. */
function rangeAt(atoms: readonly Atom[], from: number): Candidate | null {
  const opened = lowEnd(atoms, from)
  const sign = any('nt$|us$|$|nt')(atoms, opened?.next ?? from)
  const low = numberAt(atoms, sign?.next ?? opened?.next ?? from)
  if (!low) return null
  const lowUnit = unitAt(atoms, low.next)
  const link = middle(atoms, lowUnit.next)
  if (!link) return null
  const again = any('nt$|us$|$|nt')(atoms, link.next)
  const high = numberAt(atoms, again?.next ?? link.next)
  if (!high) return null
  const unit = unitAt(atoms, high.next)
  const closed = highEnd(atoms, unit.next)
  if (!opened && !closed && unit.unit === null) return null
  if (high.value < low.value) return null
  const scale = scaleAt(atoms, again?.next ?? link.next, high.value)
  const alike =
    low.next === (sign?.next ?? opened?.next ?? from) + 1 && lowUnit.unit === null && low.value * scale <= high.value
  const factor = lowUnit.unit ? lowUnit.factor : unit.factor
  return {
    next: closed?.next ?? unit.next,
    sense: {
      t: 'range',
      low: low.value * factor * (alike ? scale : 1),
      high: high.value * unit.factor,
      unit: unit.unit ?? lowUnit.unit ?? (sign ? 'TWD' : null),
    },
  }
}

/** 50%, 三成, 5000張, NT$100 billion, or a number alone. */
export function quantityAt(atoms: readonly Atom[], from: number): Candidate[] {
  for (const [pattern, unit] of currency) {
    const sign = pattern(atoms, from)
    const amount = sign && numberAt(atoms, sign.next)
    if (amount) return [{ next: amount.next, sense: { t: 'quantity', value: amount.value, unit } }]
  }
  const range = rangeAt(atoms, from)
  if (range) return [range]
  const percent = any('百分之')(atoms, from)
  const hundredth = percent && numberAt(atoms, percent.next)
  if (hundredth) return [{ next: hundredth.next, sense: { t: 'quantity', value: hundredth.value, unit: 'percent' } }]
  const number = numberAt(atoms, from)
  if (!number) return []
  const found: Candidate[] = [{ next: number.next, sense: { t: 'number', value: number.value } }]
  for (const [pattern, unit, factor] of units) {
    const after = pattern(atoms, number.next)
    if (after) found.push({ next: after.next, sense: { t: 'quantity', value: number.value * factor, unit } })
  }
  return found
}
