import { TaiwanOptionsSettlement } from '../../catalogue/derivatives/TaiwanOptionsSettlement.ts'
import { table } from '../table.ts'
import { settlementsIn } from './settlements.ts'

export const optionsSettlement = table({
  dataset: TaiwanOptionsSettlement,
  kind: 'daily',
  fill(world, push, from, to) {
    for (const { day, id, month, name, category, price, stock } of settlementsIn(
      world,
      'options',
      Math.max(from, world.from),
      to,
    ))
      push({
        settlement_date: day,
        option_id: id,
        contract_month: month,
        option_name: name,
        product_category: category,
        final_settlement_price: price,
        underlying_stock_id: stock,
        contract_value: null,
      })
  },
})
