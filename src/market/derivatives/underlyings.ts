import type { IndexPath } from '../indices.ts'
import { kept, oncePer } from '../oncePer.ts'
import { halted, type Path } from '../path.ts'
import { nameBits, smooth } from '../random.ts'
import { settlementLevel } from '../technical/intraday.ts'
import type { World } from '../world.ts'

/** The underlying of contracts, day by day; all prices here and in contracts are in ten-thousandths. */
export type Underlying = Readonly<ReturnType<typeof ofIndex>>

function volatilityOf(seed: number, key: number, close: Float64Array, usual: number): Float64Array {
  const size = close.length
  const squares = new Float64Array(size)
  for (let t = 1; t < size; t++)
    squares[t] = close[t - 1]! > 0 && close[t]! > 0 ? Math.log(close[t]! / close[t - 1]!) ** 2 : 0
  const result = new Float64Array(size)
  let sum = 0
  for (let t = 0; t < size; t++) {
    sum += squares[t]!
    if (t >= 20) sum -= squares[t - 20]!
    const shown = Math.sqrt((Math.max(0, sum) / 20) * 250)
    const expected = (0.5 * shown + 0.5 * usual) * Math.exp(0.07 * smooth(t / 5, seed, 3004, key))
    result[t] = Math.max(0.08, Math.min(0.8, expected))
  }
  return result
}

const scaled = (values: Int32Array): Float64Array => Float64Array.from(values, (value) => value * 100)

function ofIndex({ seed }: World, index: IndexPath) {
  const key = nameBits(index.id)
  const close = scaled(index.close)
  return {
    key,
    open: scaled(index.open),
    high: close.map((_, t) => index.rangeOf(t).high * 100),
    low: close.map((_, t) => index.rangeOf(t).low * 100),
    close,
    /** The difference of the day's base price from the last close: minus the dividend on an ex-date of a share. */
    adjustment: new Float64Array(close.length),
    isHalted: (_t: number) => false,
    /** Expected yearly volatility, from that of the last month. */
    volatility: volatilityOf(seed, key, close, 0.17),
    /** Share of its value paid out in a year that contracts are not adjusted for. */
    paid: 0.03,
    /** Final settlement price of the contracts that expire on a day, not rounded. */
    final: kept((t: number) => settlementLevel(seed, index, key, t) * 100),
  }
}

function ofStock({ seed }: World, path: Path): Underlying {
  const { key } = path.security
  const size = path.close.length
  const of = (values: Int32Array) =>
    Float64Array.from({ length: size }, (_, t) => (values[t]! || path.reference[t]!) * 100)
  const close = of(path.close)
  return {
    key,
    open: of(path.open),
    high: of(path.high),
    low: of(path.low),
    close,
    adjustment: Float64Array.from({ length: size }, (_, t) =>
      t > path.first ? path.reference[t]! * 100 - close[t - 1]! : 0,
    ),
    isHalted: (t) => path.status[t] === halted,
    volatility: volatilityOf(seed, key, close, 0.3),
    paid: 0,
    // The average over the last hour of trading, taken as three parts close and one part the day's average price.
    final(t) {
      const average = path.volume[t]! > 0 ? (path.turnover[t]! / path.volume[t]!) * 10_000 : close[t]!
      return (
        Math.round((3 * close[t]! + Math.max(path.low[t]! * 100, Math.min(path.high[t]! * 100, average))) / 400) * 100
      )
    },
  }
}

const underlyings = oncePer((world: World) =>
  kept((id: string) => {
    const index = [world.taiex, world.tpex, ...world.sectors].find((candidate) => candidate.id === id)
    const path = world.pathOf(id)
    return index ? ofIndex(world, index) : path ? ofStock(world, path) : null
  }),
)

/** The index or share with an id; null where this market has no such one. */
export const underlyingOf = (world: World, id: string): Underlying | null => underlyings(world)(id)
