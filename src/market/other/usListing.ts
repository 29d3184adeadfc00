/**
 * An American security that is followed: its rough level around the middle of 2026 and its trend a year, in logs; its
 * sensitivity to the market, to technology and to chip makers; its own move a day; shares on a usual day, null where no
 * volume is published; and yearly dividends as a part of the price, paid every quarter from a month on.
 */
const security = (
  id: string,
  [level, growth]: readonly [number, number],
  betas: readonly [number, number, number],
  move: number,
  volume: number | null,
  [dividend, month]: readonly [number, number] = [0, 1],
) => ({ id, level, growth, betas, move, volume, dividend, month })
export type UsSecurity = ReturnType<typeof security>

export const indices: readonly UsSecurity[] = [
  security('^GSPC', [6_950, 0.085], [1, 0.05, 0], 0.0008, 4.9e9),
  security('^DJI', [47_800, 0.07], [0.88, -0.1, 0], 0.0028, 5.2e8),
  security('^IXIC', [23_400, 0.11], [1.1, 0.8, 0.06], 0.0012, 8.6e9),
  security('^SOX', [7_600, 0.16], [1.3, 0.9, 1], 0.003, null),
]

export const shares: readonly UsSecurity[] = [
  security('AAPL', [262, 0.14], [1.05, 0.7, 0], 0.0105, 5.2e7, [0.0042, 2]),
  security('MSFT', [505, 0.14], [0.95, 0.8, 0], 0.009, 2.2e7, [0.0068, 2]),
  security('NVDA', [188, 0.3], [1.4, 1.1, 1.1], 0.016, 1.9e8, [0.0003, 3]),
  security('AVGO', [345, 0.24], [1.2, 0.9, 0.9], 0.0145, 2.4e7, [0.0075, 3]),
  security('AMD', [212, 0.2], [1.35, 1, 1.15], 0.021, 4.6e7),
  security('GOOGL', [285, 0.15], [1.05, 0.7, 0], 0.0115, 3.2e7, [0.0032, 3]),
  security('AMZN', [228, 0.14], [1.15, 0.8, 0], 0.012, 4.1e7),
  security('META', [690, 0.16], [1.1, 0.9, 0], 0.0135, 1.4e7, [0.0031, 3]),
  security('TSLA', [395, 0.2], [1.5, 0.7, 0], 0.026, 8.4e7),
  security('MU', [235, 0.2], [1.3, 0.8, 1.35], 0.0185, 2.3e7, [0.0022, 1]),
  security('INTC', [37, 0.02], [1.05, 0.5, 0.9], 0.0185, 7.8e7),
  security('QCOM', [172, 0.09], [1.1, 0.6, 0.9], 0.0115, 8.6e6, [0.021, 3]),
  security('TXN', [186, 0.07], [0.95, 0.4, 0.8], 0.009, 6.8e6, [0.0295, 1]),
  security('AMAT', [228, 0.15], [1.2, 0.7, 1.25], 0.0115, 7.2e6, [0.0085, 2]),
  security('ASML', [985, 0.15], [1.2, 0.7, 1.15], 0.0115, 1.6e6, [0.0078, 2]),
  security('LRCX', [148, 0.18], [1.25, 0.7, 1.35], 0.0125, 1.1e7, [0.0072, 3]),
  security('KLAC', [1_180, 0.18], [1.2, 0.7, 1.25], 0.0115, 1e6, [0.0065, 2]),
]

/** Funds that follow an index: price for a point of it. */
export const funds = [
  { id: 'SPY', index: '^GSPC', scale: 0.0998, volume: 7.4e7, dividend: 0.0118, month: 3 },
  { id: 'QQQ', index: '^IXIC', scale: 0.02595, volume: 4.8e7, dividend: 0.0052, month: 3 },
  { id: 'DIA', index: '^DJI', scale: 0.00999, volume: 3.6e6, dividend: 0.0155, month: 3 },
] as const

/** Receipts for shares that trade in Taipei: the number of shares, and the usual premium. */
export const receipts = [
  { id: 'TSM', of: '2330', units: 5, premium: 0.16, volume: 1.25e7, dividend: 0.0125, times: 4, month: 3 },
  { id: 'UMC', of: '2303', units: 5, premium: 0.01, volume: 1.05e7, dividend: 0.05, times: 1, month: 7 },
  { id: 'ASX', of: '3711', units: 2, premium: 0.03, volume: 7.5e6, dividend: 0.028, times: 1, month: 7 },
] as const
