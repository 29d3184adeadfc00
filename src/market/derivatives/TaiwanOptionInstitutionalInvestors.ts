import { TaiwanOptionInstitutionalInvestors } from '../../catalogue/derivatives/TaiwanOptionInstitutionalInvestors.ts'
import { dailyTable } from '../table.ts'
import { cellsOf, dealsOfDay, optionInstitutions } from './institutions.ts'

export const optionInstitutional = dailyTable(TaiwanOptionInstitutionalInvestors, (world, push, from, to) => {
  for (const { row, activity } of optionInstitutions(world, from, to))
    push({ ...row, ...cellsOf('deal', dealsOfDay(activity)), ...cellsOf('open_interest', activity.open) })
})
