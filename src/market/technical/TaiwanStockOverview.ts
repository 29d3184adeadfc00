import { TaiwanStockOverview } from '../../catalogue/technical/TaiwanStockOverview.ts'
import { table } from '../table.ts'
import { listedSecurities, securityRow } from './securities.ts'

export const overview = table({
  dataset: TaiwanStockOverview,
  kind: 'whole',
  fill(world, push) {
    for (const security of listedSecurities(world)) push(securityRow(security, world.calendar.days[world.through]!))
  },
})
