import { TaiwanOptionsNightInstitutionalInvestors } from '../../catalogue/derivatives/TaiwanOptionsNightInstitutionalInvestors.ts'
import { table } from '../table.ts'
import { dealCells, optionInstitutions } from './institutionRows.ts'

export const optionsNightInstitutional = table({
  dataset: TaiwanOptionsNightInstitutionalInvestors,
  kind: 'daily',
  fill(world, push, from, to) {
    const { days } = world.calendar
    for (const { t, id, name, investor, callPut, activity, hasNight } of optionInstitutions(
      world,
      Math.max(from, world.from),
      to,
    ))
      if (hasNight)
        push({
          trade_date: days[t]!,
          option_id: id,
          option_name: name,
          call_put: callPut,
          institutional_investor: investor,
          ...dealCells(activity.night),
        })
  },
})
