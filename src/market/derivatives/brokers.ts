import { nameBits, normal, uniform } from '../random.ts'
import { orNull, readTable } from '../readTable.ts'
import type { World } from '../world.ts'
import { futuresBooks, optionBooks } from './book.ts'

const keptDays = 31

/** The size where it is known: that of the large houses. */
const brokers = readTable('derivatives/brokers.tsv', { id: String, name: String, size: orNull(Number) })

/** A proprietary desk trades less of futures and more of options. */
const isDesk = (id: string): boolean => id.endsWith('999')

/** Shares a whole number out by weights so that the parts add up to it exactly. */
function apportion(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((a, b) => a + b, 0)
  let weight = 0
  let given = 0
  return weights.map((one) => {
    weight += one
    const part = Math.round((total * weight) / sum) - given
    given += part
    return part
  })
}

/**
 * Volumes of each futures broker in the last month, both sessions together. Every contract is bought through one
 * broker and sold through another, so the brokers add up to twice the volume of the market.
 */
export function* brokerVolumes(world: World, kind: 'futures' | 'options') {
  const { seed, calendar, through } = world
  const from = Math.max(world.from, calendar.atOrAfter(calendar.days[through]! - keptDays + 1))
  const books =
    kind === 'futures'
      ? futuresBooks(world, from, through).map((book) => ({ product: book.product, parts: [book] }))
      : optionBooks(world, from, through).map(({ call, put }) => ({ product: call.product, parts: [call, put] }))
  for (const { product, parts } of books) {
    const weights = brokers.map(({ id, size: known }) => {
      const key = nameBits(id)
      const size = known ?? 0.4 + 1.6 * uniform(seed, 3121, key)
      const desk = isDesk(id) ? (kind === 'futures' ? 0.6 : 2.5) : 1
      return size * desk * Math.exp(0.35 * normal(seed, 3122, key, product.key))
    })
    for (let t = from; t <= through; t++) {
      if (parts.every((book) => book.interest[t - from] === 0)) continue
      const total = 2 * parts.reduce((sum, book) => sum + book.volume[t - from]!, 0)
      const volumes = apportion(
        total,
        weights.map((weight, n) => weight * Math.exp(0.2 * normal(seed, 3123, product.key ^ n, t))),
      )
      for (const [n, { id, name }] of brokers.entries())
        yield {
          product: product.id,
          row: {
            trade_date: calendar.days[t]!,
            broker_id: id,
            broker_name: name,
            // The exchange prints one figure for both sessions.
            trading_session: 'all',
            volume: volumes[n]!,
          } as const,
        }
    }
  }
}
