import { nameBits } from '../random.ts'
import { tickAt } from '../ticks.ts'

/** Prices step by the tick at that price; everything in ten-thousandths. */
export type Tick = (price: number) => number

export type Product = {
  readonly id: string
  readonly key: number
  readonly underlying: string
  /** TWD a point, or shares a contract. */
  readonly multiplier: number
  readonly tick: Tick
  readonly hasNight: boolean
  /** Usual open interest and contracts a day, all months together. */
  readonly interest: number
  readonly turnover: number
  /** Stem of the exchange's contract codes, of the weekly ones, and the short name on its screens. */
  readonly stem: string
  readonly weekStem: string | null
  readonly label: string
  /** Step of final settlement prices. */
  readonly finalTick: number
  /** The single-stock product's group in the institutions' tables, or its own code. */
  readonly group: string
}

export type FuturesProduct = Product & { readonly near: number; readonly since: string | null }

const every = (step: number): Tick => {
  const units = Math.round(step * 10_000)
  return () => units
}
const stock: Tick = (price) => tickAt(price / 100, 'stock') * 100

const futures = (
  id: string,
  underlying: string,
  [stem, label]: [string, string],
  multiplier: number,
  step: number,
  [interest, turnover]: [number, number],
  more: Partial<FuturesProduct> = {},
): FuturesProduct => ({
  id,
  key: nameBits(id),
  underlying,
  multiplier,
  tick: every(step),
  hasNight: true,
  interest,
  turnover,
  stem,
  weekStem: null,
  label,
  finalTick: Math.round(step * 10_000),
  group: id,
  near: 3,
  since: null,
  ...more,
})

const shares = { tick: stock, near: 2, finalTick: 100, group: 'STF' }

export const futuresProducts: readonly FuturesProduct[] = [
  futures('TX', 'TAIEX', ['TXF', '臺指期'], 200, 1, [82_000, 150_000]),
  futures('MTX', 'TAIEX', ['MXF', '小臺指期'], 50, 1, [46_000, 330_000], { weekStem: 'MX' }),
  futures('TMF', 'TAIEX', ['TMF', '微臺指期'], 10, 1, [62_000, 260_000], { since: '2024-07-29' }),
  futures('TE', 'IX0027', ['EXF', '電子期'], 4000, 0.05, [900, 2_100]),
  futures('TF', 'IX0039', ['FXF', '金融期'], 1000, 0.2, [1_100, 1_300]),
  futures('GTF', 'TPEX', ['GTF', '櫃買期'], 4000, 0.05, [70, 18], { hasNight: false }),
  futures('CDF', '2330', ['CDF', '台積電期貨'], 2000, 1, [26_000, 11_000], shares),
  futures('DHF', '2317', ['DHF', '鴻海期貨'], 2000, 1, [24_000, 9_500], { ...shares, hasNight: false }),
  futures('DVF', '2454', ['DVF', '聯發科期貨'], 2000, 1, [2_300, 1_300], { ...shares, hasNight: false }),
]

export const toTick = (price: number, tick: Tick): number => {
  const step = tick(price)
  return Math.max(step, Math.round(price / step) * step)
}
