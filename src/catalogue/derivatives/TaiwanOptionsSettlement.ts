import { nullable } from '../../fields.ts'
import * as column from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanOptionsSettlement = dataset({
  name: 'TaiwanOptionsSettlement',
  tier: 'lite',
  category: 'derivatives',
  title: { en: 'Options final settlement prices', zh: '選擇權最後結算價' },
  about: {
    en: 'Final settlement price of every expired option contract.',
    zh: '各到期選擇權契約之最後結算價。',
  },
  notes: {
    en: 'One row per contract, on its expiry day; this is not the daily settlement price of TaiwanOptionDaily. Index contracts that expire on the same day share one price, weekly and monthly ones alike; weekly contracts expire on Wednesdays and Fridays. contract_value is given for stock contracts adjusted after a corporate action.',
    zh: '每契約於到期日一列，與 TaiwanOptionDaily 的每日結算價不同。同日到期的同一指數契約（含週契約與月契約）結算價相同；週契約於週三與週五到期。contract_value 僅適用於因權益事件調整的股票契約。',
  },
  also: {
    en: 'final settlement price, option expiry, settlement day, expired option contracts',
    zh: '最後結算價、結算價、結算日、選擇權結算',
  },
  columns: {
    settlement_date: column.settlementDate,
    option_id: column.optionId,
    contract_month: column.contractMonth,
    option_name: nullable(column.optionName),
    ...column.finalSettlement,
  },
  key: ['settlement_date', 'option_id', 'contract_month'],
  date: 'settlement_date',
  unit: 'index points or TWD',
  update: '17:00',
  sources: ['taifexOpenApi', 'taifex'],
})
