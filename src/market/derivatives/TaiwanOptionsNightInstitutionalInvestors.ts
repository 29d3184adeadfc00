import { TaiwanOptionsNightInstitutionalInvestors } from '../../catalogue/derivatives/TaiwanOptionsNightInstitutionalInvestors.ts'
import { dailyTable } from '../table.ts'
import { cellsOf, optionInstitutions } from './institutions.ts'

export const optionsNightInstitutional = dailyTable(
  TaiwanOptionsNightInstitutionalInvestors,
  (world, push, from, to) => {
    for (const { row, activity, hasNight } of optionInstitutions(world, from, to))
      if (hasNight) push({ ...row, ...cellsOf('deal', activity.night) })
  },
)
