import { date } from '../../fields.ts'
import { TaiwanCBOverview } from '../convertibles/TaiwanCBOverview.ts'
import { dataset } from '../dataset.ts'

const { as_of_date: _, cb_id, ...columns } = TaiwanCBOverview.columns

export const TaiwanCBOverviewHistory = dataset({
  name: 'TaiwanCBOverviewHistory',
  isOurs: true,
  tier: 'plus',
  category: 'convertibles',
  title: { en: 'Convertible bond overview, by day', zh: '可轉債總覽歷史' },
  about: {
    en: 'The terms, prices and status of convertible bonds as TaiwanCBOverview had them on each day that was read here.',
    zh: '逐日保留本服務讀取之 TaiwanCBOverview：各可轉債當日之條件、價格與狀態。',
  },
  notes: {
    en: 'Kept from the first day on which this copy of the service ran, so there is no earlier history, and days on which it did not run are missing. An active bond has a row for each day; a matured or terminated one has a row for the first day on which it was seen so. trade_date is the as_of_date of the overview; the other columns are its own.',
    zh: '自本服務開始執行之日起保留，無更早的歷史，未執行之日亦無資料。流通中債券每日一列；已到期或終止者僅於首次得知該狀態之日一列。trade_date 即總覽之 as_of_date，其餘欄位相同。',
  },
  also: {
    en: 'convertible bond history, CB terms history, past conversion prices',
    zh: '可轉債歷史、轉換價歷史、可轉債餘額歷史',
  },
  columns: { cb_id, trade_date: date('Day of the overview', '總覽資料日'), ...columns },
  key: ['cb_id', 'trade_date'],
  id: 'cb_id',
  example: null,
  unit: 'TWD; prices per 100 par',
  update: '19:15',
  complete: { every: 'trading_day', each: 'dataset' },
  sources: ['computed'],
  derived: {
    from: ['TaiwanCBOverview'],
    inputs: { TaiwanCBOverview: { id: 'stock_id' } },
    formula: {
      en: 'Each row is a row of TaiwanCBOverview, as it was read on its day.',
      zh: '每列即 TaiwanCBOverview 當日讀取之資料列。',
    },
    rule: 'The rows of TaiwanCBOverview with status active, and others whose bond has no stored row with the same status, with trade_date = as_of_date; and the stored rows of earlier days, which stay.',
  },
})
