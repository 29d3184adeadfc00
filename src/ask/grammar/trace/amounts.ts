import type { Item } from '../items/items.ts'
import type { Found } from './found.ts'
import { isOne } from './told.ts'

export const isNumber = ({ numbers }: Found, value: number): boolean =>
  [value, value * 100, value / 100, 100 - value, (100 - value) / 100].some((one) => numbers.has(one))

/** The number that a comparison is with: after it, or before it where it is a suffix. */
export function amountBeside(items: readonly Item[], item: Item): number | null {
  const at = items.indexOf(item)
  const suffix = item.sense.t === 'compare' && item.sense.suffix === true
  const sense = items[suffix ? at - 1 : at + 1]?.sense
  if (sense?.t === 'number' || sense?.t === 'quantity') return sense.value
  if (sense?.t === 'streak') return sense.n ?? null
  return null
}

/** Some comparison of the representation is with this number, that way or the other way round below zero. */
export function isHeldTo({ representation }: Found, op: keyof typeof opposite, amount: number): boolean {
  const fits = (value: unknown): boolean =>
    typeof value === 'number' && [1, 100, 0.01].some((factor) => Math.abs(Math.abs(value) - amount * factor) < 1e-9)
  const walk = (node: unknown): boolean => {
    if (node === null || typeof node !== 'object') return false
    const own = node as Record<string, unknown>
    if (own.kind === 'compare' && (own.op === op || own.op === opposite[op]) && numbersIn(own.right).some(fits))
      return true
    return Object.values(own).some(walk)
  }
  return walk(representation)
}

const numbersIn = (node: unknown): unknown[] => {
  if (node === null || typeof node !== 'object') return []
  const own = node as Record<string, unknown>
  return own.kind === 'number' ? [own.value] : Object.values(own).flatMap(numbersIn)
}

const opposite = { '>': '<', '>=': '<=', '<': '>', '<=': '>=', '=': '=', '!=': '!=' } as const

/** Held to what it was said to be held to; one that is named is shown as it is. */
export const isCompared = (found: Found, op: keyof typeof opposite): boolean =>
  found.texts.has(op) || found.texts.has(opposite[op]) || found.texts.has('percentile') || isOne(found)
