/** An exact positive fraction in lowest terms. */
export type Ratio = { readonly n: bigint; readonly d: bigint }

export const one: Ratio = { n: 1n, d: 1n }

const gcd = (a: bigint, b: bigint): bigint => {
  let [x, y] = [a, b]
  while (y !== 0n) [x, y] = [y, x % y]
  return x
}

export const ratioOf = (n: bigint, d: bigint): Ratio => {
  const common = gcd(n, d)
  return { n: n / common, d: d / common }
}

/** Multiplies; reducing first keeps the numbers short and the result in lowest terms. */
export const times = (a: Ratio, b: Ratio): Ratio => {
  const left = gcd(a.n, b.d)
  const right = gcd(a.d, b.n)
  return { n: (a.n / left) * (b.n / right), d: (a.d / right) * (b.d / left) }
}
