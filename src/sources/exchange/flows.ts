import { scaled } from '../numbers.ts'
import type { Row } from '../outcome.ts'
import type { Written } from '../reading.ts'

/** Identities between the shares bought and sold by institutions. */

/** Whether a column is the sum of others, where each of them has a value. */
const isSum =
  (whole: string, ...parts: readonly string[]) =>
  (row: Row): boolean => {
    let left = row[whole] as number | null | undefined
    if (left == null) return true
    for (const name of parts) {
      const part = row[name] as number | null | undefined
      if (part == null) return true
      left -= part
    }
    return left === 0
  }
const nets = ['foreign_investor', 'foreign_dealer', 'investment_trust', 'dealer_self', 'dealer_hedging', 'dealer'].map(
  (who) => isSum(`${who}_buy`, `${who}_net`, `${who}_sell`),
)

/** Foreign dealers stand among the dealers, so they do not count twice. */
export const flowsAddUp: Readonly<Record<string, (row: Row) => boolean>> = {
  'net = bought - sold': (row) => nets.every((holds) => holds(row)),
  'dealer = own + hedging account': isSum('dealer_net', 'dealer_self_net', 'dealer_hedging_net'),
  'total = foreign + trust + dealer': isSum('total_net', 'foreign_investor_net', 'investment_trust_net', 'dealer_net'),
}

export const sumOf = (a: string, b: string): number | null | undefined => {
  const [first, second] = [scaled(a, 0), scaled(b, 0)]
  if (typeof first === 'number' && typeof second === 'number') return first + second
  return first === undefined || second === undefined ? undefined : null
}

type Flow<W extends string> = Readonly<Record<`${W}_buy` | `${W}_sell` | `${W}_net`, Written>>

/** The three columns of one kind of institution, in the order in which every table has them. */
export const flowOf = <W extends string>(
  who: W,
  [buy, sell, net]: readonly [buy: Written, sell: Written, net: Written],
): Flow<W> => ({ [`${who}_buy`]: buy, [`${who}_sell`]: sell, [`${who}_net`]: net }) as Flow<W>
