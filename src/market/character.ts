import type { Security } from './listing.ts'
import { normal } from './random.ts'

/** How a security behaves, drawn once: sensitivity, own volatility, daily turnover of its shares, size of a trade. */
export function characterOf(seed: number, security: Security) {
  const { key, type, id } = security
  const value = security.shares * security.anchor
  const size = Math.max(0, Math.min(1, Math.log10(value / 1e9) / 4))
  const spread = (salt: number, sd: number) => Math.exp(sd * normal(seed, key, salt))
  if (type === 'etf') {
    const lever = id.endsWith('L') ? 2 : id.endsWith('R') ? -1 : id.endsWith('B') ? -0.15 : 0.97
    return {
      beta: lever,
      industryBeta: 0,
      volatility: id.endsWith('B') ? 0.006 : 0.0018,
      rate: 0.006 * spread(41, 0.4),
      lot: 3000,
      /** Share of days without a trade on the board. */
      thin: 0,
    }
  }
  if (type !== 'stock')
    return {
      beta: type === 'tdr' ? 0.6 : 0.1,
      industryBeta: 0.1,
      volatility: type === 'tdr' ? 0.012 : 0.004,
      rate: 0.0006 * spread(41, 0.4),
      lot: 1200,
      thin: 0.06,
    }
  return {
    beta: 0.92 * spread(42, 0.36),
    industryBeta: 0.9 * spread(43, 0.4),
    volatility: (0.015 - 0.0068 * size) * spread(44, 0.55),
    rate: (0.0095 - 0.0068 * size) * spread(41, 0.55),
    lot: 1200 * spread(45, 0.25),
    thin: size < 0.18 ? 0.02 : 0,
  }
}
