import { any, choice, count, either, maybe, type Pattern, seq } from '../match.ts'
import type { Sense } from '../senses.ts'

const who = any(
  'holder|shareholder|account|investor|stockholder|holder holding|shareholder holding|account holding|investor holding|shareholder owning|holder owning',
)
const having = maybe(any('with|of|holding|owning|who hold|who own|that hold|having|holds'))
const unit = choice('unit', { lots: 'lots|lot|張', shares: 'share|股' })
const more = any('more than|over|above|at least|exceeding')
const fewer = any('fewer than|less than|under|below|up to')
const held = maybe(any('的|大戶|股東|戶|的股東|的大戶'))

/** Holders by how much they hold: the brackets of the depository. */
const above = either(
  seq(who, having, more, count('n', 1, 5_000_000), unit),
  seq(maybe(any('持股|持有')), any('超過|逾|大於'), count('n', 1, 5_000_000), unit, any('的大戶|的股東|大戶|股東')),
  seq(
    maybe(any('持股|持有')),
    count('n', 1, 5_000_000),
    unit,
    any('以上的大戶|以上的股東|以上大戶|以上股東|大戶|以上'),
  ),
)
const below = either(
  seq(who, having, fewer, count('n', 1, 5_000_000), unit),
  seq(any('持股|持有'), any('不到|未滿|少於|低於|小於|不足'), count('n', 1, 5_000_000), unit, held),
  seq(any('不到|未滿|少於|不足'), count('n', 1, 5_000_000), unit, any('的股東|股東|的散戶|散戶')),
  seq(maybe(any('持股|持有')), count('n', 1, 5_000_000), unit, any('以下的股東|以下股東|以下的散戶|以下散戶')),
  seq(any('持股'), count('n', 1, 5_000_000), unit, any('以下')),
)

/** Where one bracket ends and the next begins, in lots. */
const bounds = new Set([1, 5, 10, 15, 20, 30, 40, 50, 100, 200, 400, 600, 800, 1000])

export function holdersAt(atoms: Parameters<Pattern>[0], from: number): { next: number; sense: Sense } | null {
  const [large, small] = [above(atoms, from), below(atoms, from)]
  const found = large ?? small
  if (!found) return null
  const n = Number(found.got.n) / (found.got.unit === 'shares' ? 1000 : 1)
  if (!bounds.has(n)) return null
  return { next: found.next, sense: { t: 'composite', composite: large ? 'large_holders' : 'small_holders', n } }
}
