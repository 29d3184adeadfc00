import type { Feed } from './feed.ts'
import type { Row } from './outcome.ts'

/** The columns in which a stored row differs from a witness, each as a sentence. */
export function disagreements(
  { nearest, atLeast }: Pick<Feed, 'nearest' | 'atLeast'>,
  witnessed: Row,
  stored: Row,
): string[] {
  return Object.entries(witnessed).flatMap(([name, value]) => {
    const known = stored[name] ?? null
    if (known === null || value === null) return known === value ? [] : [`${name} is ${known}, told ${value}`]
    const unit = nearest[name]
    if (unit !== undefined && Math.abs((known as number) - (value as number)) * 2 <= unit) return []
    if (atLeast.includes(name) && (known as number) >= (value as number)) return []
    return known === value ? [] : [`${name} is ${known}, told ${value}`]
  })
}
