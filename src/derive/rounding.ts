/** `n / d` rounded half-up; a half below zero goes up too, towards zero. `d` is positive. */
export const halfUp = (n: bigint, d: bigint): bigint => {
  const doubled = 2n * n + d
  const whole = doubled / (2n * d)
  // BigInt division cuts towards zero, so below zero a remainder means one less.
  return doubled < 0n && doubled % (2n * d) !== 0n ? whole - 1n : whole
}

/** SQL: `n / d` rounded half-up, null where `d` is 0; both whole numbers, `n` never negative. */
export const halfUpSql = (n: string, d: string): string => `((2 * (${n}) + (${d})) // nullif(2 * (${d}), 0))`

/**
 * SQL: a decimal of 18 digits as the whole number of its last places. The product must keep to 18 digits as well, so a
 * price may reach 10^10 and an amount 10^14; beyond, the query fails. Wider decimals would not, but cost six times as much.
 */
export const unitsSql = (decimal: string, scale: number): string => `CAST((${decimal}) * ${10 ** scale} AS BIGINT)`

/** SQL: a whole number of last places as the decimal it stands for; a product of decimals, so no float touches it. */
export const decimalSql = (units: string, scale: number): string =>
  `CAST(CAST((${units}) AS DECIMAL(18,0)) * CAST('${(10 ** -scale).toFixed(scale)}' AS DECIMAL(${scale + 1},${scale})) AS DECIMAL(18,${scale}))`
