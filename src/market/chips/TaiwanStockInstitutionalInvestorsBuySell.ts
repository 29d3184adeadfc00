import { TaiwanStockInstitutionalInvestorsBuySell } from '../../catalogue/chips/TaiwanStockInstitutionalInvestorsBuySell.ts'
import { dailyTable } from '../table.ts'
import { listedIn } from './eligible.ts'
import { cellsOf, createFlow, readFlow } from './flows.ts'

export const institutionalInvestorsBuySell = dailyTable(
  TaiwanStockInstitutionalInvestorsBuySell,
  (world, push, from, to) => {
    const flow = createFlow()
    for (const { path, start, end, row } of listedIn(world, from, to))
      for (let t = start; t <= end; t++) {
        readFlow(world, path, t, flow)
        push({ ...row(t), ...cellsOf(flow, world.calendar.days[t]!) })
      }
  },
)
