import { TaiwanOptionInstitutionalInvestors } from '../../catalogue/derivatives/TaiwanOptionInstitutionalInvestors.ts'
import { table } from '../table.ts'
import { dealCells, dealsOfDay, openCells, optionInstitutions } from './institutionRows.ts'

export const optionInstitutional = table({
  dataset: TaiwanOptionInstitutionalInvestors,
  kind: 'daily',
  fill(world, push, from, to) {
    const { days } = world.calendar
    for (const { t, id, name, investor, callPut, activity } of optionInstitutions(
      world,
      Math.max(from, world.from),
      to,
    ))
      push({
        trade_date: days[t]!,
        option_id: id,
        option_name: name,
        call_put: callPut,
        institutional_investor: investor,
        ...dealCells(dealsOfDay(activity)),
        ...openCells(activity.open),
      })
  },
})
