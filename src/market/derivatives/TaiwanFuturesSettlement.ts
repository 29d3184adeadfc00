import { TaiwanFuturesSettlement } from '../../catalogue/derivatives/TaiwanFuturesSettlement.ts'
import { table } from '../table.ts'
import { settlementsIn } from './settlements.ts'

export const futuresSettlement = table({
  dataset: TaiwanFuturesSettlement,
  kind: 'daily',
  fill(world, push, from, to) {
    for (const { day, id, month, name, category, price, stock } of settlementsIn(
      world,
      'futures',
      Math.max(from, world.from),
      to,
    ))
      push({
        settlement_date: day,
        futures_id: id,
        contract_month: month,
        futures_name: name,
        product_category: category,
        final_settlement_price: price,
        underlying_stock_id: stock,
        contract_value: null,
      })
  },
})
