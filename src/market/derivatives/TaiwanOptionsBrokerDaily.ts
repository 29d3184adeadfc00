import { TaiwanOptionsBrokerDaily } from '../../catalogue/derivatives/TaiwanOptionsBrokerDaily.ts'
import { table } from '../table.ts'
import { brokerVolumes } from './brokers.ts'

export const optionsBrokerDaily = table({
  dataset: TaiwanOptionsBrokerDaily,
  kind: 'whole',
  fill(world, push) {
    for (const { product, row } of brokerVolumes(world, 'options')) push({ ...row, option_id: product })
  },
})
