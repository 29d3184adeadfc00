import { TaiwanOptionsLargeTraders } from '../../catalogue/derivatives/TaiwanOptionsLargeTraders.ts'
import { products } from '../../derive/products.ts'
import { wholeTable } from '../table.ts'
import { groupsOf, interestOf, largeTraderCells } from './largeTraders.ts'
import { optionsIn } from './options.ts'

export const optionsLargeTraders = wholeTable(TaiwanOptionsLargeTraders, (world, push) => {
  const { seed, calendar, through } = world
  for (const [id, lives] of optionsIn(world, through, through))
    for (const callPut of ['call', 'put'] as const) {
      const side = lives.filter(({ isPut }) => isPut === (callPut === 'put'))
      for (const [month, lots] of groupsOf(interestOf(world, side)))
        push({
          trade_date: calendar.days[through]!,
          option_id: id,
          option_name: products.get(id)!.name,
          call_put: callPut,
          contract_month: month,
          ...largeTraderCells(seed, id + callPut, through, lots),
        })
    }
})
