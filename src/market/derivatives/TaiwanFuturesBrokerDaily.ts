import { TaiwanFuturesBrokerDaily } from '../../catalogue/derivatives/TaiwanFuturesBrokerDaily.ts'
import { wholeTable } from '../table.ts'
import { brokerVolumes } from './brokers.ts'

export const futuresBrokerDaily = wholeTable(TaiwanFuturesBrokerDaily, (world, push) => {
  for (const { product, row } of brokerVolumes(world, 'futures')) push({ ...row, futures_id: product })
})
