import { nullableDecimal } from '../../fields.ts'
import { resumption } from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanStockChangeFaceReference = dataset({
  name: 'TaiwanStockChangeFaceReference',
  tier: 'free',
  category: 'fundamentals',
  title: { en: 'Par-value change reference prices', zh: '變更面額恢復買賣參考價' },
  about: {
    en: 'Reference prices on the day a stock resumes trading after a change of its par value.',
    zh: '股票變更面額後恢復買賣之參考價。',
  },
  notes: {
    en: 'A smaller par value works like a split: exchange_ratio is new shares per old share, and reference_price = close_before / exchange_ratio. On the listed market the ratio is computed from the two prices, and the par values may be null.',
    zh: '面額調降效果等同分割：exchange_ratio 為每一舊股換發新股數，reference_price＝close_before ÷ exchange_ratio。上市股票的換股率由前後價格計算，面額可能為 null。',
  },
  also: {
    en: 'par value change, face value change, stock split, share split',
    zh: '變更面額、面額變更、股票分割、換股率',
  },
  columns: {
    ...resumption,
    par_value_before: nullableDecimal(4, 'Par value before', '變更前面額', { unit: 'TWD' }),
    par_value_after: nullableDecimal(4, 'Par value after', '變更後面額', { unit: 'TWD' }),
    exchange_ratio: nullableDecimal(6, 'New shares per old share', '換股率', {
      also: { en: 'split ratio, exchange ratio', zh: '分割比例、換股比例' },
    }),
  },
  key: ['stock_id', 'resumption_date'],
  date: 'resumption_date',
  example: null,
  adjustment: 'as computed by the exchange',
  update: '18:00',
  sources: ['twse', 'tpex'],
})
