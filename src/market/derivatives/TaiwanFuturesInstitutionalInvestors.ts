import { TaiwanFuturesInstitutionalInvestors } from '../../catalogue/derivatives/TaiwanFuturesInstitutionalInvestors.ts'
import { table } from '../table.ts'
import { cellsOf, dealsOfDay, futuresInstitutions } from './institutionRows.ts'

export const futuresInstitutional = table({
  dataset: TaiwanFuturesInstitutionalInvestors,
  kind: 'daily',
  fill(world, push, from, to) {
    for (const { row, activity } of futuresInstitutions(world, from, to))
      push({ ...row, ...cellsOf('deal', dealsOfDay(activity)), ...cellsOf('open_interest', activity.open) })
  },
})
