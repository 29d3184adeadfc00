import { TaiwanStockBrokerInfo } from '../../catalogue/chips/TaiwanStockBrokerInfo.ts'
import { dayOf } from '../../days.ts'
import { orNull, readTable } from '../readTable.ts'
import { wholeTable } from '../table.ts'

const columns = {
  broker_id: String,
  broker_name: String,
  broker_type: String,
  establish_date: dayOf,
  address: orNull(String),
  phone: orNull(String),
}

export const brokerInfo = wholeTable(TaiwanStockBrokerInfo, ({ calendar, through }, push) => {
  const today = calendar.days[through]!
  for (const row of readTable('chips/brokers.tsv', columns))
    if (row.establish_date <= today)
      push({ ...row, head_office_name: row.broker_name.split('-')[0]!, as_of_date: today })
})
