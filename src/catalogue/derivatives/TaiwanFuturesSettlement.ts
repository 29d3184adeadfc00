import { nullable } from '../../fields.ts'
import * as column from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanFuturesSettlement = dataset({
  name: 'TaiwanFuturesSettlement',
  tier: 'lite',
  category: 'derivatives',
  title: { en: 'Futures final settlement prices', zh: '期貨最後結算價' },
  about: {
    en: 'Final settlement price of every expired futures contract.',
    zh: '各到期期貨契約之最後結算價。',
  },
  notes: {
    en: 'One row per contract, on its expiry day; this is not the daily settlement price of TaiwanFuturesDaily. Index contracts that expire on the same day share one price, weekly and monthly ones alike; weekly contracts expire on Wednesdays and Fridays. contract_value is given for stock contracts adjusted after a corporate action.',
    zh: '每契約於到期日一列，與 TaiwanFuturesDaily 的每日結算價不同。同日到期的同一指數契約（含週契約與月契約）結算價相同；週契約於週三與週五到期。contract_value 僅適用於因權益事件調整的股票契約。',
  },
  also: {
    en: 'final settlement price, futures expiry, settlement day, expired futures contracts',
    zh: '最後結算價、結算價、結算日、期貨結算',
  },
  columns: {
    settlement_date: column.settlementDate,
    futures_id: column.futuresId,
    contract_month: column.contractMonth,
    futures_name: nullable(column.futuresName),
    ...column.finalSettlement,
  },
  key: ['settlement_date', 'futures_id', 'contract_month'],
  date: 'settlement_date',
  unit: 'index points or TWD',
  update: '17:00',
  sources: ['taifexOpenApi', 'taifex'],
})
