import { TaiwanFuturesNightInstitutionalInvestors } from '../../catalogue/derivatives/TaiwanFuturesNightInstitutionalInvestors.ts'
import { dailyTable } from '../table.ts'
import { cellsOf, futuresInstitutions } from './institutions.ts'

export const futuresNightInstitutional = dailyTable(
  TaiwanFuturesNightInstitutionalInvestors,
  (world, push, from, to) => {
    for (const { row, activity, hasNight } of futuresInstitutions(world, from, to))
      if (hasNight) push({ ...row, ...cellsOf('deal', activity.night) })
  },
)
