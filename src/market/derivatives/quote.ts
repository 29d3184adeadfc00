import { bits, uniform } from '../random.ts'
import type { Life, Session, Sessions } from './life.ts'

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
