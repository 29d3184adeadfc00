import { TaiwanFutureOptionTickRealtime } from '../../catalogue/derivatives/TaiwanFutureOptionTickRealtime.ts'
import { dayMs, taipeiMs } from '../../days.ts'
import { between, bits } from '../random.ts'
import { wholeTable } from '../table.ts'
import type { World } from '../world.ts'
import { codeOf } from './contracts.ts'
import { futuresIn } from './futures.ts'
import { type Life, quoteOf, type Session, sessionsOf } from './life.ts'
import { optionsIn } from './options.ts'

/** Milliseconds since 1970 of a time in Taipei, in seconds after midnight. */
const instant = (day: number, seconds: number): number => day * dayMs + seconds * 1000 - taipeiMs
const clock = (hours: number, minutes: number): number => hours * 3600 + minutes * 60

/** Settlement prices and open interest are out by now. */
const snapshotAt = clock(17, 0)

/** The time of the last trade: the more is traded, the closer to the bell. The night ends in the next morning. */
function lastTradeAt(world: World, life: Life, session: Session, volume: number): number {
  const { seed, calendar, through } = world
  const early = volume > 1000 ? 5 : volume > 100 ? 120 : volume > 5 ? 1800 : 9000
  const ago = between(1, early, seed, 3161, life.key, through)
  if (session === 'after_hours') return instant(calendar.days[through - 1]! + 1, clock(5, 0) - ago)
  return instant(calendar.days[through]!, (through === life.contract.expiry ? clock(13, 30) : clock(13, 45)) - ago)
}

/** A week that ends on a Wednesday is coded by its number, one that ends on a Friday by a letter. */
const weekCode = (week: string): string => (week.startsWith('W') ? week[1]! : 'UVXYZ'[Number(week[1]) - 1]!)

/** A stock option's strike is written in tenths. */
const strikeCode = (strike: number, stem: string): string =>
  String(Math.round(strike / (stem === 'CDO' ? 1_000 : 10_000))).padStart(5, '0')

export const futureOptionTickRealtime = wholeTable(TaiwanFutureOptionTickRealtime, (world, push) => {
  const { seed, calendar, through } = world
  const write = (life: Life, type: 'futures' | 'option', strike: number | null, isPut: boolean) => {
    const i = through - life.first
    const { product, contract } = life
    if (life.last !== through || life.shown[i] === 0) return
    const stem = contract.week === null ? product.stem : `${product.weekStem}${weekCode(contract.week)}`
    const ending = contract.month.slice(4, 6) + contract.month[3]
    const side = strike === null ? '' : ` ${strike / 10_000}${isPut ? '賣權' : '買權'}`
    for (const session of sessionsOf(through, life)) {
      const quote = quoteOf(seed, life, session, through)
      const sizes = bits(seed, session === 'regular' ? 3162 : 3163, life.key, through)
      push({
        contract_code: `${stem}${strike === null ? '' : strikeCode(strike, stem)}${codeOf(contract.month, isPut)}`,
        trade_date: calendar.days[through]!,
        trading_session: session,
        product_id: product.id,
        product_type: type,
        contract_name: `${product.label}${contract.week ?? ''}${ending}${side}`,
        contract_month: contract.month,
        strike_price: strike,
        call_put: strike === null ? null : isPut ? 'put' : 'call',
        quote_time: quote.close === null ? null : lastTradeAt(world, life, session, quote.volume),
        last_price: quote.close,
        open: quote.open,
        high: quote.high,
        low: quote.low,
        reference_price: life.reference[i]!,
        spread: quote.spread,
        spread_percent: quote.spread_percent,
        limit_up: life.ceiling[i]!,
        limit_down: life.floor[i]!,
        volume: quote.volume,
        best_bid: quote.best_bid,
        best_bid_size: quote.best_bid === null ? null : 1 + (sizes % 40),
        best_ask: quote.best_ask,
        best_ask_size: quote.best_ask === null ? null : 1 + ((sizes >>> 8) % 40),
        settlement_price: quote.settlement_price,
        open_interest: quote.open_interest,
        snapshot_time: instant(calendar.days[through]!, snapshotAt),
      })
    }
  }
  for (const [, lives] of futuresIn(world, through, through))
    for (const life of lives) write(life, 'futures', null, false)
  for (const [, lives] of optionsIn(world, through, through))
    for (const life of lives) write(life, 'option', life.strike, life.isPut)
})
