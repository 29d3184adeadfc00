import { TaiwanFuturesInstitutionalInvestors } from '../../catalogue/derivatives/TaiwanFuturesInstitutionalInvestors.ts'
import { table } from '../table.ts'
import { dealCells, dealsOfDay, futuresInstitutions, openCells } from './institutionRows.ts'

export const futuresInstitutional = table({
  dataset: TaiwanFuturesInstitutionalInvestors,
  kind: 'daily',
  fill(world, push, from, to) {
    const { days } = world.calendar
    for (const { t, id, name, investor, activity } of futuresInstitutions(world, Math.max(from, world.from), to))
      push({
        trade_date: days[t]!,
        futures_id: id,
        futures_name: name,
        institutional_investor: investor,
        ...dealCells(dealsOfDay(activity)),
        ...openCells(activity.open),
      })
  },
})
