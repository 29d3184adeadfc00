import { TaiwanOptionsNightInstitutionalInvestors } from '../../catalogue/derivatives/TaiwanOptionsNightInstitutionalInvestors.ts'
import { table } from '../table.ts'
import { cellsOf, optionInstitutions } from './institutionRows.ts'

export const optionsNightInstitutional = table({
  dataset: TaiwanOptionsNightInstitutionalInvestors,
  kind: 'daily',
  fill(world, push, from, to) {
    for (const { row, activity, hasNight } of optionInstitutions(world, from, to))
      if (hasNight) push({ ...row, ...cellsOf('deal', activity.night) })
  },
})
