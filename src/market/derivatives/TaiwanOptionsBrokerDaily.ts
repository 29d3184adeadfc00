import { TaiwanOptionsBrokerDaily } from '../../catalogue/derivatives/TaiwanOptionsBrokerDaily.ts'
import { wholeTable } from '../table.ts'
import { brokerVolumes } from './brokers.ts'

export const optionsBrokerDaily = wholeTable(TaiwanOptionsBrokerDaily, (world, push) => {
  for (const { product, row } of brokerVolumes(world, 'options')) push({ ...row, option_id: product })
})
