import { bits, uniform } from '../random.ts'
import type { Contract } from './contracts.ts'
import type { Bar } from './forward.ts'
import { type Product, toTick } from './products.ts'

export type Session = 'regular' | 'after_hours'

/** One session of a series, one value a day; a price is 0 where nothing traded. */
export type Sessions = Readonly<ReturnType<typeof createSessions>>

const createSessions = (column: () => Int32Array) => ({
  open: column(),
  high: column(),
  low: column(),
  close: column(),
  volume: column(),
  /** The theoretical price at the end of the session, traded or not. */
  mark: column(),
  /** Highest and lowest price since the series was listed, this session included; 0 before the first trade. */
  top: column(),
  bottom: column(),
})

/** The columns of a series lie in one piece of memory: thousands of small ones take twice as much. */
const columns = 22

/** Everything about one futures contract or option series from its first day on; values are indexed by `t - first`. */
export type Life = Readonly<ReturnType<typeof createLife>>

export function createLife(product: Product, contract: Contract, through: number, key: number) {
  const last = Math.min(contract.expiry, through)
  const size = last - contract.listed + 1
  const memory = new Int32Array(size * columns)
  let at = 0
  const column = () => {
    at += size
    return memory.subarray(at - size, at)
  }
  return {
    product,
    contract,
    key,
    first: contract.listed,
    last,
    /** The last settlement price less the drop of an ex-date: the base of changes and limits. */
    reference: column(),
    floor: column(),
    ceiling: column(),
    night: createSessions(column),
    day: createSessions(column),
    interest: column(),
    /** 1 on the days it is published. */
    shown: column(),
    halted: column(),
  }
}

/** True where the series trades in the night before day `t`: not on its first day. */
const hasNight = ({ product, first }: Life, t: number): boolean => product.hasNight && t > first

/** The sessions of day `t` in which all of these series trade, in the order they happen. */
export const sessionsOf = (t: number, ...lives: readonly Life[]): readonly Session[] =>
  lives.every((life) => hasNight(life, t)) ? ['after_hours', 'regular'] : ['regular']

/** The day's limits, cut to whole steps. */
export function setLimits(life: Life, i: number, reference: number, low: number, high: number): void {
  const { tick } = life.product
  life.reference[i] = reference
  const step = tick(high)
  life.ceiling[i] = Math.floor(high / step + 1e-9) * step
  const small = tick(low)
  life.floor[i] = Math.max(tick(0), Math.ceil(low / small - 1e-9) * small)
}

export const limited = (life: Life, i: number, price: number): number =>
  Math.max(life.floor[i]!, Math.min(life.ceiling[i]!, toTick(price, life.product.tick)))

/** Writes a session: few trades see little of the range that the fair price went through. */
export function trade(life: Life, sessions: Sessions, i: number, bar: Bar, volume: number): void {
  sessions.volume[i] = volume
  if (volume === 0) return
  const close = limited(life, i, bar.close)
  const open = volume === 1 ? close : limited(life, i, bar.open)
  const seen = volume < 3 ? 0 : Math.min(1, Math.log(volume) / Math.log(2000))
  const top = Math.max(open, close)
  const bottom = Math.min(open, close)
  sessions.open[i] = open
  sessions.close[i] = close
  sessions.high[i] = Math.max(top, limited(life, i, top + seen * Math.max(0, bar.high - top)))
  sessions.low[i] = Math.min(bottom, limited(life, i, bottom - seen * Math.max(0, bottom - bar.low)))
}

/** Carries the highest and lowest price on through both sessions of a day. */
export function remember({ night, day }: Life, i: number): void {
  const top = i > 0 ? day.top[i - 1]! : 0
  const bottom = i > 0 ? day.bottom[i - 1]! : 0
  const low = (known: number, price: number) => (known === 0 ? price : price === 0 ? known : Math.min(known, price))
  night.top[i] = Math.max(top, night.high[i]!)
  night.bottom[i] = low(bottom, night.low[i]!)
  day.top[i] = Math.max(night.top[i]!, day.high[i]!)
  day.bottom[i] = low(night.bottom[i]!, day.low[i]!)
}

const known = (price: number): number | null => (price === 0 ? null : price)

/** Percent with two places. */
export const percentOf = (part: number, whole: number): number | null =>
  whole > 0 ? Math.round((part * 10_000) / whole) : null

/** Best bid and ask when the session ends, closer together where more is traded; null where nobody quotes. */
function book(seed: number, life: Life, sessions: Sessions, i: number, salt: number) {
  const t = life.first + i
  const volume = sessions.volume[i]!
  const price = sessions.close[i]! || sessions.mark[i]!
  if (life.halted[i] === 1) return { bid: null, ask: null }
  if (volume === 0 && life.interest[i] === 0 && uniform(seed, salt, life.key, t) < 0.5) return { bid: null, ask: null }
  const step = life.product.tick(price)
  const wide = volume > 2000 ? 1 : volume > 100 ? 2 : volume > 0 ? 5 : 14
  const draw = bits(seed, salt + 1, life.key, t)
  const below = price - step * (draw % (wide + 1))
  const above = Math.max(below + step, price + step * ((draw >>> 8) % (wide + 1)))
  return {
    bid: below >= life.floor[i]! ? below : null,
    ask: above <= life.ceiling[i]! ? above : null,
  }
}

/** The columns that futures and options share, of one series in one session of day `t`. */
export function quoteOf(seed: number, life: Life, session: Session, t: number) {
  const i = t - life.first
  const isDay = session === 'regular'
  const sessions = isDay ? life.day : life.night
  const close = sessions.close[i]!
  const isTraded = close > 0
  const spread = close - life.reference[i]!
  const { bid, ask } = book(seed, life, sessions, i, isDay ? 3032 : 3034)
  return {
    open: known(sessions.open[i]!),
    high: known(sessions.high[i]!),
    low: known(sessions.low[i]!),
    close: known(close),
    spread: isTraded ? spread : null,
    spread_percent: isTraded ? percentOf(spread, life.reference[i]!) : null,
    volume: sessions.volume[i]!,
    // A contract that expires today has a final settlement price instead.
    settlement_price: isDay && t !== life.contract.expiry ? sessions.mark[i]! : null,
    open_interest: isDay ? life.interest[i]! : null,
    best_bid: bid,
    best_ask: ask,
    historical_high: known(sessions.top[i]!),
    historical_low: known(sessions.bottom[i]!),
    is_halted: life.halted[i] === 1,
  }
}
