import { TaiwanFuturesSettlement } from '../../catalogue/derivatives/TaiwanFuturesSettlement.ts'
import { table } from '../table.ts'
import { settlementsIn } from './settlements.ts'

export const futuresSettlement = table({
  dataset: TaiwanFuturesSettlement,
  kind: 'daily',
  fill(world, push, from, to) {
    for (const { id, name, row } of settlementsIn(world, 'futures', from, to))
      push({ ...row, futures_id: id, futures_name: name })
  },
})
