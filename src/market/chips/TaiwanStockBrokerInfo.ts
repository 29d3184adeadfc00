import { TaiwanStockBrokerInfo } from '../../catalogue/chips/TaiwanStockBrokerInfo.ts'
import { dayOf } from '../../days.ts'
import { readTable } from '../listing.ts'
import { wholeTable } from '../table.ts'

export const brokerInfo = wholeTable(TaiwanStockBrokerInfo, ({ calendar, through }, push) => {
  const today = calendar.days[through]!
  for (const row of readTable('brokers.tsv')) {
    const opened = dayOf(row.establish_date!)
    if (opened > today) continue
    push({
      broker_id: row.broker_id!,
      broker_name: row.broker_name!,
      broker_type: row.broker_type!,
      head_office_name: row.broker_name!.split('-')[0]!,
      establish_date: opened,
      address: row.address || null,
      phone: row.phone || null,
      as_of_date: today,
    })
  }
})
