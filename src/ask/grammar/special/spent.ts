import type { Gathered } from '../gather.ts'
import { Refusal } from '../refusal.ts'
import type { Kind } from '../senses.ts'

/** A reading of its own must make use of every word, like the general one. */
export function spent({ items }: Gathered, kinds: readonly Kind[]): void {
  const left = items.filter(({ sense }) => !kinds.includes(sense.t))
  if (left.length > 0)
    throw new Refusal(
      'not_understood',
      'unused_words',
      left.map(({ token }) => token.text),
    )
}
