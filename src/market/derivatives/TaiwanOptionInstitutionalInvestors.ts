import { TaiwanOptionInstitutionalInvestors } from '../../catalogue/derivatives/TaiwanOptionInstitutionalInvestors.ts'
import { table } from '../table.ts'
import { cellsOf, dealsOfDay, optionInstitutions } from './institutionRows.ts'

export const optionInstitutional = table({
  dataset: TaiwanOptionInstitutionalInvestors,
  kind: 'daily',
  fill(world, push, from, to) {
    for (const { row, activity } of optionInstitutions(world, from, to))
      push({ ...row, ...cellsOf('deal', dealsOfDay(activity)), ...cellsOf('open_interest', activity.open) })
  },
})
