import { TaiwanOptionsSettlement } from '../../catalogue/derivatives/TaiwanOptionsSettlement.ts'
import { table } from '../table.ts'
import { settlementsIn } from './settlements.ts'

export const optionsSettlement = table({
  dataset: TaiwanOptionsSettlement,
  kind: 'daily',
  fill(world, push, from, to) {
    for (const { id, name, row } of settlementsIn(world, 'options', from, to))
      push({ ...row, option_id: id, option_name: name })
  },
})
