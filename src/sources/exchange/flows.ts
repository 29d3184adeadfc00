import { scaled } from '../numbers.ts'
import type { Row } from '../outcome.ts'

/** What the shares bought and sold by institutions have to do with each other. */

const isSum = (row: Row, whole: string, ...parts: readonly string[]): boolean => {
  const cells = [whole, ...parts].map((name) => row[name])
  if (cells.some((cell) => cell === null || cell === undefined)) return true
  const [total, ...rest] = cells as number[]
  return total === rest.reduce((sum, part) => sum + part, 0)
}
const isNet = (row: Row, who: string): boolean => isSum(row, `${who}_buy`, `${who}_net`, `${who}_sell`)

/** Foreign dealers stand among the dealers, so they do not count twice. */
export const flowsAddUp: Readonly<Record<string, (row: Row) => boolean>> = {
  'net = bought - sold': (row) =>
    ['foreign_investor', 'foreign_dealer', 'investment_trust', 'dealer_self', 'dealer_hedging', 'dealer'].every((who) =>
      isNet(row, who),
    ),
  'dealer = own + hedging account': (row) => isSum(row, 'dealer_net', 'dealer_self_net', 'dealer_hedging_net'),
  'total = foreign + trust + dealer': (row) =>
    isSum(row, 'total_net', 'foreign_investor_net', 'investment_trust_net', 'dealer_net'),
}

/** The sum of two columns of shares. */
export const sumOf = (a: string, b: string): number | null | undefined => {
  const [first, second] = [scaled(a, 0), scaled(b, 0)]
  if (typeof first === 'number' && typeof second === 'number') return first + second
  return first === undefined || second === undefined ? undefined : null
}
