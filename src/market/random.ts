/**
 * Random numbers without state: each is a function of the seed and of its purpose, so that any day of any security
 * can be drawn alone and comes out the same whatever was drawn before it.
 */

const mix = (h: number): number => {
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return h ^ (h >>> 16)
}

/** 32 random bits for up to three whole numbers. */
export const bits = (seed: number, a: number, b = 0, c = 0): number =>
  mix(Math.imul(mix(Math.imul(mix(Math.imul(mix(seed ^ 0x9e3779b9), 31) + a), 31) + b), 31) + c) >>> 0

/** A whole number for a name, to be used as one of the arguments of `bits`. */
export const nameBits = (name: string): number => {
  let h = 0x811c9dc5
  for (let i = 0; i < name.length; i++) h = Math.imul(h ^ name.charCodeAt(i), 0x01000193)
  return mix(h)
}

/** Uniform in (0, 1), never 0 or 1. */
export const uniform = (seed: number, a: number, b = 0, c = 0): number => (bits(seed, a, b, c) + 0.5) / 4294967296

/** Standard normal. */
export const normal = (seed: number, a: number, b = 0, c = 0): number =>
  Math.sqrt(-2 * Math.log(uniform(seed, a, b, c))) * Math.cos(2 * Math.PI * uniform(seed ^ 0x5bd1e995, a, b, c))

/** Student's t with 4 degrees of freedom, scaled to unit variance: daily returns have tails like these. */
export const heavy = (seed: number, a: number, b = 0, c = 0): number => {
  const chi = -2 * Math.log(uniform(seed ^ 0x27d4eb2f, a, b, c)) - 2 * Math.log(uniform(seed ^ 0x165667b1, a, b, c))
  return normal(seed, a, b, c) * Math.sqrt(2 / chi)
}

/** Whole number from `low` to `high`, both included. */
export const between = (low: number, high: number, seed: number, a: number, b = 0, c = 0): number =>
  low + Math.floor(uniform(seed, a, b, c) * (high - low + 1))

/** Smooth noise of about unit size over a real line: random values at whole numbers, joined by smooth curves. */
export const smooth = (x: number, seed: number, a: number, b = 0): number => {
  const left = Math.floor(x)
  const f = x - left
  const weight = f * f * (3 - 2 * f)
  return normal(seed, a, b, left) * (1 - weight) + normal(seed, a, b, left + 1) * weight
}

/** `smooth` at every whole number below `size` over `period`, with each random value drawn once. */
export const wave = (size: number, period: number, seed: number, a: number, b = 0): Float64Array => {
  const values = new Float64Array(size)
  let node = -1
  let left = 0
  let right = 0
  for (let t = 0; t < size; t++) {
    const at = Math.floor(t / period)
    if (at !== node) {
      left = at === node + 1 && node >= 0 ? right : normal(seed, a, b, at)
      right = normal(seed, a, b, at + 1)
      node = at
    }
    const f = t / period - at
    const weight = f * f * (3 - 2 * f)
    values[t] = left * (1 - weight) + right * weight
  }
  return values
}
