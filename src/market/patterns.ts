import type { Security } from './listing.ts'

/**
 * Patterns people ask about, planted on a rhythm of each company's own so that on any day some company shows each of
 * them: runs of rising and falling days, limit moves, opening gaps, surges in volume.
 */
export type Pattern = 'none' | 'rise' | 'fall' | 'limit_up' | 'limit_down' | 'gap' | 'surge'

export function patternAt({ key, rank }: Security, t: number): Pattern {
  const phase = (period: number, salt: number) => (t + (((key >>> 1) + salt * 7919) % period)) % period
  if (rank >= 0) {
    // By rank, not by chance: with more companies than days in the round, every day has its own.
    if ((t + rank) % 100 === 0) return 'limit_up'
    if ((t + rank) % 130 === 57) return 'limit_down'
  }
  if (phase(67, 1) < 5) return 'rise'
  if (phase(79, 2) < 5) return 'fall'
  if (phase(71, 6) === 0) return 'gap'
  // A surge of a giant would be half of the market's trading.
  if (rank >= 0 && phase(59, 5) === 0) return 'surge'
  return 'none'
}
