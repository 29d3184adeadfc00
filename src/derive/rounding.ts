import type { Ratio } from './ratio.ts'

/** `n / d` rounded half-up, also below zero; `d` is positive. */
export const halfUp = (n: bigint, d: bigint): bigint => {
  const doubled = 2n * n + d
  const whole = doubled / (2n * d)
  // BigInt division truncates towards zero, so a negative remainder means one less.
  return doubled < 0n && doubled % (2n * d) !== 0n ? whole - 1n : whole
}

/** A whole number of last places as a decimal, and back. */
export const decimalText = (units: bigint, scale: number): string => {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  return `${units < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}
export const unitsOf = (decimal: string): bigint => BigInt(decimal.replace('.', ''))

/** An exact fraction as a decimal, rounded half-up. */
export const ratioText = ({ n, d }: Ratio, scale: number): string =>
  decimalText(halfUp(n * 10n ** BigInt(scale), d), scale)

/** SQL: `n / d` rounded half-up, null if `d` is 0; whole numbers, `n` not negative. */
export const halfUpSql = (n: string, d: string): string => `((2 * (${n}) + (${d})) // nullif(2 * (${d}), 0))`

/**
 * SQL: a decimal as a whole number of its last places. The product must fit 18 digits, so a price may reach 10^10 and
 * an amount 10^14; beyond, the query fails. Wider decimals cost six times as much.
 */
export const unitsSql = (decimal: string, scale: number): string => `CAST((${decimal}) * ${10 ** scale} AS BIGINT)`

/** SQL: a whole number of last places as a decimal, without floats. */
export const decimalSql = (units: string, scale: number): string =>
  `CAST(CAST((${units}) AS DECIMAL(18,0)) * CAST('${(10 ** -scale).toFixed(scale)}' AS DECIMAL(${scale + 1},${scale})) AS DECIMAL(18,${scale}))`

/** SQL: a decimal wide enough to be multiplied, for figures of whole companies. */
export const wideDecimalSql = (decimal: string, scale: number): string => `CAST(${decimal} AS DECIMAL(38,${scale}))`
