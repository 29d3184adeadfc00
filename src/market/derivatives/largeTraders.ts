import { nameBits, uniform } from '../random.ts'
import type { World } from '../world.ts'
import type { Life } from './life.ts'
import { percentOf } from './life.ts'

/** Open interest of a product's nearest month, of its weekly contracts and of all of them after day `through`. */
export function interestOf({ through }: World, lives: readonly Life[]) {
  const open = lives.filter(({ first, last, shown }) => last === through && shown[through - first] === 1)
  const front = open
    .filter(({ contract }) => contract.week === null && contract.expiry > through)
    .reduce<string | null>((month, { contract }) => (month && month < contract.month ? month : contract.month), null)
  const sum = (list: readonly Life[]) =>
    list.reduce((total, { interest, first }) => total + interest[through - first]!, 0)
  const weekly = open.filter(({ contract }) => contract.week !== null)
  return {
    front,
    frontInterest: sum(open.filter(({ contract }) => contract.month === front)),
    week: weekly.length > 0 ? sum(weekly) : null,
    all: sum(open),
  }
}

export type Interest = Readonly<ReturnType<typeof interestOf>>

const tops = ['top5_trader', 'top10_trader', 'top5_specific', 'top10_specific'] as const

/** Positions of the largest five and ten on one side, and of the institutions among them. */
function side(seed: number, key: number, salt: number, market: number): readonly number[] {
  const draw = (n: number) => uniform(seed, salt + n, key)
  const top5 = Math.floor(market * (0.24 + 0.26 * draw(0)))
  const top10 = Math.min(market, top5 + Math.floor(market * (0.07 + 0.13 * draw(1))))
  const specific5 = Math.floor(top5 * (0.4 + 0.6 * draw(2)))
  return [top5, top10, specific5, specific5 + Math.floor((top10 - top5) * draw(3))]
}

/** One or more lots of open interest that the largest hold a share of each. */
type Lots = readonly { readonly name: string; readonly interest: number }[]

/** The columns of one contract group; percents of the market's open interest, null where there is none. */
export function largeTraderCells(seed: number, id: string, t: number, lots: Lots) {
  const market = lots.reduce((sum, { interest }) => sum + interest, 0)
  const cells: Record<string, number | null> = {}
  for (const [way, salt] of [
    ['buy', 3141],
    ['sell', 3151],
  ] as const) {
    const held = lots.map(({ name, interest }) => side(seed, nameBits(id + name) ^ t, salt, interest))
    for (const [i, top] of tops.entries()) {
      const interest = held.reduce((sum, of) => sum + of[i]!, 0)
      cells[`${way}_${top}_open_interest`] = interest
      cells[`${way}_${top}_open_interest_percent`] = percentOf(interest, market)
    }
  }
  type Name = `${'buy' | 'sell'}_${(typeof tops)[number]}_open_interest${'' | '_percent'}`
  return { ...(cells as Record<Name, number | null>), market_open_interest: market }
}

/** The groups a product is published in; the largest holders of the nearest month are also counted among all months. */
export function groupsOf({ front, frontInterest, week, all }: Interest): [month: string, lots: Lots][] {
  const nearest = { name: 'front', interest: frontInterest }
  const weekly = { name: 'week', interest: week ?? 0 }
  const rest = { name: 'rest', interest: all - frontInterest - weekly.interest }
  const groups: [string, Lots][] = [['all', [nearest, weekly, rest]]]
  if (week !== null) groups.unshift(['week', [weekly]])
  if (front !== null) groups.unshift([front, [nearest]])
  return groups
}
