import { TaiwanFuturesNightInstitutionalInvestors } from '../../catalogue/derivatives/TaiwanFuturesNightInstitutionalInvestors.ts'
import { table } from '../table.ts'
import { cellsOf, futuresInstitutions } from './institutionRows.ts'

export const futuresNightInstitutional = table({
  dataset: TaiwanFuturesNightInstitutionalInvestors,
  kind: 'daily',
  fill(world, push, from, to) {
    for (const { row, activity, hasNight } of futuresInstitutions(world, from, to))
      if (hasNight) push({ ...row, ...cellsOf('deal', activity.night) })
  },
})
