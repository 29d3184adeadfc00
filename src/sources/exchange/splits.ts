import { quotient, scaled } from '../numbers.ts'

/** The announced ratio: units after for one unit before, from the prices before and after. */
export function splitRatio(
  kind: 'split' | 'reverse_split' | undefined,
  before: string,
  after: string,
): number | null | undefined {
  const [close, reference] = [scaled(before, 4), scaled(after, 4)]
  if (kind === undefined || close === undefined || reference === undefined) return undefined
  if (!close || !reference) return null
  if (kind === 'split') return quotient(close, reference, 0)! * 1_000_000
  return quotient(1, quotient(reference, close, 0)!, 6)
}
