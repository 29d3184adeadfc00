import { halfUp as halfUpExact } from '../../derive/rounding.ts'

/** `n / d` rounded half-up, for whole numbers whose doubles are safe; `d` is positive. */
export const halfUp = (n: number, d: number): number => Math.floor((2 * n + d) / (2 * d))

/** The same where doubling could pass 2^53. */
export const halfUpLarge = (n: number, d: number): number => Number(halfUpExact(BigInt(n), BigInt(d)))

/** Companies report thousands; cells hold TWD in units of two or four decimal places. */
export const cents = (thousands: number): number => thousands * 1e5
export const tenThousandths = (thousands: number): number => thousands * 1e7

/** Change from `before` to `now` in hundredths of a percent. */
export const changePercent = (now: number, before: number): number => halfUp((now - before) * 10_000, before)
