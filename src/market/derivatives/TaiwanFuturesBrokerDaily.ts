import { TaiwanFuturesBrokerDaily } from '../../catalogue/derivatives/TaiwanFuturesBrokerDaily.ts'
import { table } from '../table.ts'
import { brokerVolumes } from './brokers.ts'

export const futuresBrokerDaily = table({
  dataset: TaiwanFuturesBrokerDaily,
  kind: 'whole',
  fill(world, push) {
    for (const { day, broker, name, product, volume } of brokerVolumes(world, 'futures'))
      push({
        trade_date: day,
        broker_id: broker,
        broker_name: name,
        futures_id: product,
        // The exchange prints one figure for both sessions.
        trading_session: 'all',
        volume,
      })
  },
})
