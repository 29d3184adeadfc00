import { TaiwanFuturesInstitutionalInvestors } from '../../catalogue/derivatives/TaiwanFuturesInstitutionalInvestors.ts'
import { dailyTable } from '../table.ts'
import { cellsOf, dealsOfDay, futuresInstitutions } from './institutions.ts'

export const futuresInstitutional = dailyTable(TaiwanFuturesInstitutionalInvestors, (world, push, from, to) => {
  for (const { row, activity } of futuresInstitutions(world, from, to))
    push({ ...row, ...cellsOf('deal', dealsOfDay(activity)), ...cellsOf('open_interest', activity.open) })
})
