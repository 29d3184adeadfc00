import { TaiwanOptionsBrokerDaily } from '../../catalogue/derivatives/TaiwanOptionsBrokerDaily.ts'
import { table } from '../table.ts'
import { brokerVolumes } from './brokers.ts'

export const optionsBrokerDaily = table({
  dataset: TaiwanOptionsBrokerDaily,
  kind: 'whole',
  fill(world, push) {
    for (const { day, broker, name, product, volume } of brokerVolumes(world, 'options'))
      push({
        trade_date: day,
        broker_id: broker,
        broker_name: name,
        option_id: product,
        // The exchange prints one figure for both sessions.
        trading_session: 'all',
        volume,
      })
  },
})
