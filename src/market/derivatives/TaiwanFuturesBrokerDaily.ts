import { TaiwanFuturesBrokerDaily } from '../../catalogue/derivatives/TaiwanFuturesBrokerDaily.ts'
import { table } from '../table.ts'
import { brokerVolumes } from './brokers.ts'

export const futuresBrokerDaily = table({
  dataset: TaiwanFuturesBrokerDaily,
  kind: 'whole',
  fill(world, push) {
    for (const { product, row } of brokerVolumes(world, 'futures')) push({ ...row, futures_id: product })
  },
})
