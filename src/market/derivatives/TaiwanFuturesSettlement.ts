import { TaiwanFuturesSettlement } from '../../catalogue/derivatives/TaiwanFuturesSettlement.ts'
import { dailyTable } from '../table.ts'
import { settlementsIn } from './settlements.ts'

export const futuresSettlement = dailyTable(TaiwanFuturesSettlement, (world, push, from, to) => {
  for (const { id, name, row } of settlementsIn(world, 'futures', from, to))
    push({ ...row, futures_id: id, futures_name: name })
})
