import { TaiwanStockOverview } from '../../catalogue/technical/TaiwanStockOverview.ts'
import { wholeTable } from '../table.ts'
import { listedSecurities, securityRow } from './securities.ts'

export const overview = wholeTable(TaiwanStockOverview, (world, push) => {
  for (const security of listedSecurities(world)) push(securityRow(security, world.calendar.days[world.through]!))
})
