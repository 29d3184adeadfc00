import { TaiwanFuturesLargeTraders } from '../../catalogue/derivatives/TaiwanFuturesLargeTraders.ts'
import { products } from '../../derive/products.ts'
import { wholeTable } from '../table.ts'
import { futuresIn } from './futures.ts'
import { groupsOf, type Interest, interestOf, largeTraderCells } from './largeTraders.ts'

/** Small contracts on the TAIEX count as parts of a large one: their size over that of TX. */
const partsOfTx: readonly (readonly [id: string, parts: number])[] = [
  ['TX', 1],
  ['MTX', 4],
  ['TMF', 20],
]

const combined = (interests: ReadonlyMap<string, Interest>): Interest => {
  const sum = (of: (interest: Interest) => number) =>
    Math.round(
      partsOfTx.reduce((total, [id, parts]) => {
        const interest = interests.get(id)
        return total + (interest ? of(interest) / parts : 0)
      }, 0),
    )
  const frontInterest = sum((interest) => interest.frontInterest)
  const week = sum((interest) => interest.week ?? 0)
  const rest = sum((interest) => interest.all - interest.frontInterest - (interest.week ?? 0))
  return { front: interests.get('TX')!.front, frontInterest, week, all: frontInterest + week + rest }
}

export const futuresLargeTraders = wholeTable(TaiwanFuturesLargeTraders, (world, push) => {
  const { seed, calendar, through } = world
  const interests = new Map(futuresIn(world, through, through).map(([id, lives]) => [id, interestOf(world, lives)]))
  for (const [id, own] of interests) {
    if (id !== 'TX' && partsOfTx.some(([part]) => part === id)) continue
    for (const [month, lots] of groupsOf(id === 'TX' ? combined(interests) : own))
      push({
        trade_date: calendar.days[through]!,
        futures_id: id,
        futures_name: id === 'TX' ? '臺股期貨(TX+MTX/4+TMF/20)' : products.get(id)!.name,
        contract_month: month,
        ...largeTraderCells(seed, id, through, lots),
      })
  }
})
