import { TaiwanFuturesNightInstitutionalInvestors } from '../../catalogue/derivatives/TaiwanFuturesNightInstitutionalInvestors.ts'
import { table } from '../table.ts'
import { dealCells, futuresInstitutions } from './institutionRows.ts'

export const futuresNightInstitutional = table({
  dataset: TaiwanFuturesNightInstitutionalInvestors,
  kind: 'daily',
  fill(world, push, from, to) {
    const { days } = world.calendar
    for (const { t, id, name, investor, activity, hasNight } of futuresInstitutions(
      world,
      Math.max(from, world.from),
      to,
    ))
      if (hasNight)
        push({
          trade_date: days[t]!,
          futures_id: id,
          futures_name: name,
          institutional_investor: investor,
          ...dealCells(activity.night),
        })
  },
})
