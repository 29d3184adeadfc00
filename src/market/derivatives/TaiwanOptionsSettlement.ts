import { TaiwanOptionsSettlement } from '../../catalogue/derivatives/TaiwanOptionsSettlement.ts'
import { dailyTable } from '../table.ts'
import { settlementsIn } from './settlements.ts'

export const optionsSettlement = dailyTable(TaiwanOptionsSettlement, (world, push, from, to) => {
  for (const { id, name, row } of settlementsIn(world, 'options', from, to))
    push({ ...row, option_id: id, option_name: name })
})
