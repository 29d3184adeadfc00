import { dataset } from '../dataset.ts'
import { TaiwanOptionsLargeTraders } from '../derivatives/TaiwanOptionsLargeTraders.ts'

export const TaiwanOptionsLargeTradersHistory = dataset({
  name: 'TaiwanOptionsLargeTradersHistory',
  isOurs: true,
  tier: 'lite',
  category: 'derivatives',
  title: { en: 'Options, large traders, by day', zh: '選擇權大額交易人未平倉歷史' },
  about: {
    en: 'The days of TaiwanOptionsLargeTraders that were read here, one after the other: the dataset itself has the newest day alone.',
    zh: '逐日保留本服務讀取之 TaiwanOptionsLargeTraders；原資料集僅有最新交易日。',
  },
  notes: {
    en: 'Kept from the first day on which this copy of the service ran, so there is no earlier history, and days on which it did not run are missing. Columns and units are those of TaiwanOptionsLargeTraders.',
    zh: '自本服務開始執行之日起保留，無更早的歷史，未執行之日亦無資料。欄位與單位同 TaiwanOptionsLargeTraders。',
  },
  also: {
    en: 'large traders history, concentration of open interest, past large positions',
    zh: '大額交易人歷史、大額交易人未沖銷部位、特定法人歷史',
  },
  columns: TaiwanOptionsLargeTraders.columns,
  key: ['trade_date', 'option_id', 'call_put', 'contract_month'],
  update: '16:45',
  complete: { every: 'trading_day', each: 'dataset' },
  sources: ['computed'],
  derived: {
    from: ['TaiwanOptionsLargeTraders'],
    inputs: { TaiwanOptionsLargeTraders: { id: 'option_id', from: 'trade_date', to: 'trade_date' } },
    formula: {
      en: 'Each row is a row of TaiwanOptionsLargeTraders, as it was read on its day.',
      zh: '每列即 TaiwanOptionsLargeTraders 當日讀取之資料列。',
    },
    rule: 'The rows of TaiwanOptionsLargeTraders, and the stored rows of earlier days, which stay.',
  },
})
