import { readTable } from '../listing.ts'
import { nameBits, normal, uniform } from '../random.ts'
import type { World } from '../world.ts'
import { futuresBooks, optionBooks } from './book.ts'

const keptDays = 31

/** The large houses; a proprietary desk trades less of futures and more of options. */
const sizes: Readonly<Record<string, number>> = {
  F021000: 20,
  F004000: 15,
  F020000: 11,
  F002000: 9,
  F026000: 8,
  F008000: 7,
  F034999: 9,
  S147000: 6,
  S844000: 6,
  S144000: 5,
  S890999: 5,
  F001000: 4,
  F018000: 4,
}

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
  const brokers = readTable('fcms.tsv').map((row) => ({ id: row.broker_id!, name: row.broker_name! }))
  const from = Math.max(world.from, calendar.atOrAfter(calendar.days[through]! - keptDays + 1))
  const books =
    kind === 'futures'
      ? futuresBooks(world, from, through).map((book) => ({ product: book.product, parts: [book] }))
      : optionBooks(world, from, through).map(({ call, put }) => ({ product: call.product, parts: [call, put] }))
  for (const { product, parts } of books) {
    const weights = brokers.map(({ id }) => {
      const key = nameBits(id)
      const size = sizes[id] ?? 0.4 + 1.6 * uniform(seed, 3121, key)
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
