import { industryOf } from './industries.ts'
import { type Security, sizeOf } from './listing.ts'
import { normal } from './random.ts'

/** How a security behaves, drawn once: sensitivity, own volatility, daily turnover of its shares, size of a trade. */
export function characterOf(seed: number, security: Security) {
  const { key, type, id } = security
  const size = sizeOf(security)
  /** No security is so unlike the others that a market of two hundred turns about it. */
  const spread = (salt: number, sd: number) => Math.exp(sd * Math.max(-1.8, Math.min(1.8, normal(seed, key, salt))))
  if (type === 'etf') {
    const isBond = id.endsWith('B')
    const lever = id.endsWith('L') ? 2 : id.endsWith('R') ? -1 : isBond ? -0.15 : 0.97
    return {
      beta: lever,
      // Bonds abroad move as one.
      industryBeta: isBond ? 1 : 0,
      volatility: isBond ? 0.0008 : 0.0004,
      // Who bets on a day trades multiples; the other funds are kept.
      rate: (Math.abs(lever) >= 1 ? 0.05 : 0.0035) * spread(41, 0.4),
      /** How much the volume moves about its level: that of a giant half as much as that of a small company. */
      swing: 1,
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
      swing: 1,
      lot: 1200,
      thin: 0.06,
    }
  const { nerve } = industryOf(security)!
  return {
    beta: 0.92 * nerve * spread(42, 0.36),
    industryBeta: 0.9 * nerve * spread(43, 0.4),
    volatility: (0.015 - 0.0068 * size) * nerve * spread(44, 0.55),
    rate: 0.0088 * (1 - 0.87 * size ** 3) * spread(41, 0.55),
    swing: 1.5 - 1.05 * size ** 2,
    lot: 1200 * spread(45, 0.25),
    thin: size < 0.18 ? 0.02 : 0,
  }
}
