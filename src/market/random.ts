/**
 * Random numbers without state: each is a function of the seed and of its purpose, so that any day of any security
 * can be drawn alone and comes out the same whatever was drawn before it.
 */

const mix = (h: number): number => {
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return h ^ (h >>> 16)
}

/** Seeds that make the parts of one number differ. */
const seeds = { angle: 0x5bd1e995, first: 0x27d4eb2f, second: 0x165667b1 } as const

/** The part of `bits` that is the same for every third number. */
const stem = (seed: number, a: number, b: number): number =>
  Math.imul(mix(Math.imul(mix(Math.imul(mix(seed ^ 0x9e3779b9), 31) + a), 31) + b), 31)

/** 32 random bits for up to three whole numbers. */
export const bits = (seed: number, a: number, b = 0, c = 0): number => mix(stem(seed, a, b) + c) >>> 0

/** A whole number for a name, to be used as one of the arguments of `bits`. */
export const nameBits = (name: string): number => {
  let h = 0x811c9dc5
  for (let i = 0; i < name.length; i++) h = Math.imul(h ^ name.charCodeAt(i), 0x01000193)
  return mix(h)
}

const uniformOf = (of: number, c: number): number => ((mix(of + c) >>> 0) + 0.5) / 4294967296

/** Uniform in (0, 1), never 0 or 1. */
export const uniform = (seed: number, a: number, b = 0, c = 0): number => (bits(seed, a, b, c) + 0.5) / 4294967296

/** Flat numbers of one purpose, of zero mean and unit variance: steps of a walk at a fraction of the cost of normal ones. */
export const flats = (seed: number, a: number, b: number): ((c: number) => number) => {
  const of = stem(seed, a, b)
  return (c) => (uniformOf(of, c) - 0.5) * Math.sqrt(12)
}

/** Standard normal. */
export const normal = (seed: number, a: number, b = 0, c = 0): number =>
  Math.sqrt(-2 * Math.log(uniform(seed, a, b, c))) * Math.cos(2 * Math.PI * uniform(seed ^ seeds.angle, a, b, c))

/** Student's t with 4 degrees of freedom, scaled to unit variance: daily returns have tails like these. */
export const heavy = (seed: number, a: number, b = 0, c = 0): number => {
  const chi = -2 * Math.log(uniform(seed ^ seeds.first, a, b, c)) - 2 * Math.log(uniform(seed ^ seeds.second, a, b, c))
  return normal(seed, a, b, c) * Math.sqrt(2 / chi)
}

/** The random numbers of one purpose by day: the same ones as the functions of this file, in a third of the time. */
export class Draws {
  readonly #own: number
  readonly #angle: number
  readonly #first: number
  readonly #second: number

  constructor(seed: number, a: number, b: number) {
    this.#own = stem(seed, a, b)
    this.#angle = stem(seed ^ seeds.angle, a, b)
    this.#first = stem(seed ^ seeds.first, a, b)
    this.#second = stem(seed ^ seeds.second, a, b)
  }

  uniform(c: number): number {
    return uniformOf(this.#own, c)
  }

  normal(c: number): number {
    return Math.sqrt(-2 * Math.log(uniformOf(this.#own, c))) * Math.cos(2 * Math.PI * uniformOf(this.#angle, c))
  }

  heavy(c: number): number {
    const chi = -2 * Math.log(uniformOf(this.#first, c)) - 2 * Math.log(uniformOf(this.#second, c))
    return this.normal(c) * Math.sqrt(2 / chi)
  }
}

/** Whole number from `low` to `high`, both included. */
export const between = (low: number, high: number, seed: number, a: number, b = 0, c = 0): number =>
  low + Math.floor(uniform(seed, a, b, c) * (high - low + 1))

/**
 * Smooth noise of about unit size over a real line: random values at whole numbers, joined by smooth curves. The two
 * values around a position are kept, since the next one asked for is mostly between them too.
 */
export const smoothLine = (seed: number, a: number, b = 0): ((x: number) => number) => {
  const knots = new Draws(seed, a, b)
  let node = Number.NaN
  let start = 0
  let end = 0
  return (x) => {
    const left = Math.floor(x)
    if (left !== node) {
      start = left === node + 1 ? end : knots.normal(left)
      end = knots.normal(left + 1)
      node = left
    }
    const f = x - left
    const weight = f * f * (3 - 2 * f)
    return start * (1 - weight) + end * weight
  }
}

/** One point of the line of smooth noise. */
export const smooth = (x: number, seed: number, a: number, b = 0): number => smoothLine(seed, a, b)(x)

/** The line of smooth noise at every whole number below `size` over `period`. */
export const wave = (size: number, period: number, seed: number, a: number, b = 0): Float64Array => {
  const line = smoothLine(seed, a, b)
  const values = new Float64Array(size)
  for (let t = 0; t < size; t++) values[t] = line(t / period)
  return values
}
