import { nodesIn } from '../nodes.ts'
import type { Condition, Measure, Representation } from '../representation.ts'

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** A value held against itself: its difference is nothing and its ratio is one. */
const isAgainstItself = (node: Record<string, unknown>): boolean => {
  const { kind, left, right } = node as { kind?: Measure['kind'] | Condition['kind']; left?: unknown; right?: unknown }
  return ['arithmetic', 'compare', 'cross', 'correlation', 'beta'].includes(kind ?? '') && isSame(left, right)
}

/** True if a column or a condition repeats, or a value is compared with itself: only a model that is lost asks so. */
export function repeatsItself(representation: Representation): boolean {
  const { select, where } = representation
  const lists = [select.map(({ of }) => JSON.stringify(of)), where.map((one) => JSON.stringify(one))]
  if (lists.some((list) => new Set(list).size < list.length)) return true
  return nodesIn(representation).some(isAgainstItself)
}
