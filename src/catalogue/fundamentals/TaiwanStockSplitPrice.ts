import { nullable, nullableDecimal, oneOf } from '../../fields.ts'
import { market, repricing, repricingLimits, resumptionDate, stockId, stockName } from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanStockSplitPrice = dataset({
  name: 'TaiwanStockSplitPrice',
  tier: 'free',
  category: 'fundamentals',
  title: { en: 'Split and reverse-split reference prices', zh: 'ETF 分割／反分割參考價' },
  about: {
    en: 'Reference prices on the day an ETF resumes trading after a split or reverse split of its units.',
    zh: 'ETF 受益權單位分割或反分割後恢復買賣之參考價。',
  },
  notes: {
    en: 'ETFs only; companies split by changing the par value, see TaiwanStockChangeFaceReference. split_ratio is computed: close_before / reference_price rounded to the announced ratio, so 4 means that one unit became four and 0.142857 that seven became one. Null limits mean no limit.',
    zh: '僅含 ETF；公司股票以變更面額方式分割，見 TaiwanStockChangeFaceReference。split_ratio 為計算值：close_before ÷ reference_price 取整為公告比率，4 代表一單位變四單位，0.142857 代表七單位併為一單位。漲跌停為 null 代表無限制。',
  },
  also: { en: 'split, ETF split, reverse split, unit split', zh: '分割、ETF分割、反分割、受益權單位分割' },
  columns: {
    stock_id: stockId,
    resumption_date: resumptionDate,
    stock_name: nullable(stockName),
    market: market('TWSE', 'TPEX'),
    split_type: oneOf(
      ['split', 'reverse_split'],
      'Split or reverse split',
      '分割類型：split 分割、reverse_split 反分割',
    ),
    ...repricing,
    ...repricingLimits,
    split_ratio: nullableDecimal(6, 'Units after for one unit before', '分割比率', {
      also: { en: 'split ratio', zh: '分割倍數' },
    }),
  },
  key: ['stock_id', 'resumption_date'],
  date: 'resumption_date',
  example: '0050',
  adjustment: 'as computed by the exchange',
  update: '18:00',
  sources: ['twse', 'tpex'],
})
