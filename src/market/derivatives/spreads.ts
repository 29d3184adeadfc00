import { between, nameBits, normal } from '../random.ts'
import type { World } from '../world.ts'
import { futuresIn } from './futures.ts'
import type { Life, Session } from './life.ts'
import { whole } from './options.ts'

/**
 * Two months of one product traded as one: its price is the far month's less the near month's. The weight says how much
 * is traded, the nearest pair of a product being 1.
 */
const pairOf = (near: Life, far: Life, first: number, weight: number) => ({
  near,
  far,
  key: nameBits(`${near.product.id}${near.contract.month}/${far.contract.month}`),
  first: Math.max(near.first, far.first, first),
  last: near.last,
  weight,
})
type Pair = ReturnType<typeof pairOf>

const quoted: Readonly<Record<string, { readonly volume: number; readonly all: boolean }>> = {
  TX: { volume: 70, all: true },
  MTX: { volume: 40, all: true },
  TE: { volume: 2, all: false },
  TF: { volume: 1.5, all: false },
}

/** The nearest month against the next two and the quarter month after them; weekly contracts against their month. */
export function pairsIn(world: World, from: number, to: number): Pair[] {
  const pairs: Pair[] = []
  for (const [id, lives] of futuresIn(world, from, to)) {
    const rule = quoted[id]
    if (!rule) continue
    const months = lives.filter(({ contract }) => contract.week === null)
    for (const near of lives) {
      const later = months.filter(({ contract }) => contract.due > near.contract.due)
      if (near.contract.week !== null) {
        if (later[0]) pairs.push(pairOf(near, later[0], near.first, 0.3))
        continue
      }
      const quarter = later.find(({ contract }, n) => n > 1 && Number(contract.month.slice(4)) % 3 === 0)
      const add = (far: Life | undefined, weight: number) => {
        if (far && far.first <= near.last) pairs.push(pairOf(near, far, near.contract.frontFrom, weight))
      }
      add(later[0], 1)
      add(later[1], 0.06)
      if (rule.all) add(quarter, 0.1)
    }
  }
  return pairs
}

/** The pair in one session of day `t`; positions are rolled in the last week of the near month. */
export function spreadQuote({ seed, calendar }: World, pair: Pair, session: Session, t: number) {
  const { near, far, key, weight } = pair
  const isDay = session === 'regular'
  const salt = isDay ? 3181 : 3191
  const [n, f] = [t - near.first, t - far.first]
  const sessionOf = (life: Life) => (isDay ? life.day : life.night)
  const step = near.product.tick(near.reference[n]!)
  const start = far.reference[f]! - near.reference[n]!
  const mark = sessionOf(far).mark[f]! - sessionOf(near).mark[n]!
  const onStep = (value: number) => Math.round(value / step) * step || 0
  const open = onStep((isDay ? (start + mark) / 2 : start) + step * normal(seed, salt, key, t))
  const close = onStep(mark + 0.7 * step * normal(seed, salt + 1, key, t))
  const most = Math.floor(Math.min(sessionOf(near).volume[n]!, sessionOf(far).volume[f]!) / 4)
  const rush = Math.exp(3 * (1 - Math.max(0, Math.min(1, (near.contract.due - calendar.days[t]!) / 8))))
  const base = quoted[near.product.id]!.volume * weight * rush * (isDay ? 1 : 0.4)
  const among = Math.min(most, whole(base * Math.exp(0.5 * normal(seed, salt + 2, key, t)), seed, salt + 3, key, t))
  const singles = whole(5 * base * Math.exp(0.4 * normal(seed, salt + 4, key, t)), seed, salt + 5, key, t)
  const reach = (extra: number) => (among < 3 ? 0 : between(0, 3, seed, salt + extra, key, t) * step)
  const isEnding = isDay && t === near.contract.expiry
  const width = between(1, 4, seed, salt + 8, key, t) * step
  return {
    open: among === 1 ? close : open,
    high: Math.max(among === 1 ? close : open, close) + reach(6),
    low: Math.min(among === 1 ? close : open, close) - reach(7),
    close,
    bid: isEnding ? null : onStep(mark) - step,
    ask: isEnding ? null : onStep(mark) - step + width,
    amongSpreads: near.halted[n] === 1 ? 0 : among,
    withSingles: near.halted[n] === 1 ? 0 : Math.min(most, singles),
  }
}
