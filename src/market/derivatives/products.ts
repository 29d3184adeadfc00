import { nameBits } from '../random.ts'
import { orNull, readTable, words, yes } from '../readTable.ts'
import { tickAt } from '../ticks.ts'

/** Prices step by the tick at that price; everything in ten-thousandths. */
type Tick = (price: number) => number

const units = (points: string): number => Math.round(Number(points) * 10_000)

/** Reads `10:0.1 50:0.5 1`: a step of 0.1 below 10, of 0.5 below 50, and of 1 beyond. */
function tickIn(cell: string): Tick {
  if (cell === 'stock') return (price) => tickAt(price / 100, 'stock') * 100
  const bands = words(cell).map((band) => (band.includes(':') ? band : `Infinity:${band}`).split(':'))
  const limits = bands.map(([below]) => Number(below) * 10_000)
  const steps = bands.map(([, step]) => units(step!))
  return (price) => steps[limits.findIndex((below) => price < below)]!
}

export type Product = (typeof products)[number]

const products = readTable('derivatives/products.tsv', {
  id: String,
  kind: (cell) => cell as 'futures' | 'option',
  underlying: String,
  /** Stem of the exchange's contract codes, of the weekly ones, and the short name on its screens. */
  stem: String,
  weekStem: orNull(String),
  label: String,
  /** The single-stock product's group in the institutions' tables, or its own code. */
  group: String,
  /** TWD a point, or shares a contract. */
  multiplier: Number,
  tick: tickIn,
  /** Step of final settlement prices. */
  finalTick: units,
  hasNight: yes,
  /** Usual open interest and contracts a day, all months together. */
  interest: Number,
  turnover: Number,
  /** How many of the nearest months are listed, and the first day of the product where it is not an old one. */
  months: Number,
  since: orNull(String),
  /** Strikes shown on either side of the one at the money, of the nearest month and of other expiries. */
  front: Number,
  width: Number,
  /** Step between strikes of monthly and weekly contracts; null: about 1.5 % of the price. */
  monthStep: orNull(Number),
  weekStep: orNull(Number),
}).map((product) => ({ ...product, key: nameBits(product.id) }))

export const futuresProducts = products.filter(({ kind }) => kind === 'futures')
export const optionProducts = products.filter(({ kind }) => kind === 'option')

export const toTick = (price: number, tick: Tick): number => {
  const step = tick(price)
  return Math.max(step, Math.round(price / step) * step)
}
