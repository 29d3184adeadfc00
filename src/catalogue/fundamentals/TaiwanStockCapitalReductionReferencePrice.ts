import { nullableDecimal, text } from '../../fields.ts'
import { resumption } from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanStockCapitalReductionReferencePrice = dataset({
  name: 'TaiwanStockCapitalReductionReferencePrice',
  tier: 'free',
  category: 'fundamentals',
  title: { en: 'Capital reduction reference prices', zh: '減資恢復買賣參考價' },
  about: {
    en: 'Reference and limit prices on the day trading resumes after a capital reduction.',
    zh: '減資後恢復買賣首日之參考價與漲跌停價。',
  },
  notes: {
    en: 'reference_price / close_before is the factor that back-adjusts earlier prices. shares_per_1000 is the number of new shares for 1,000 old shares, refund_per_share the cash paid back. exright_reference_price has a value only when new shares are sold at the same time.',
    zh: 'reference_price ÷ close_before 即先前股價的還原係數。shares_per_1000 為每千股換發後股數，refund_per_share 為每股退還現金。僅減資併現金增資時 exright_reference_price 有值。',
  },
  also: {
    en: 'capital reduction, share capital reduction, capital return',
    zh: '減資、現金減資、彌補虧損、減資參考價',
  },
  columns: {
    ...resumption,
    exright_reference_price: nullableDecimal(4, 'Ex-rights reference price', '除權參考價', { unit: 'TWD' }),
    reason: text('Reason', '減資原因'),
    shares_per_1000: nullableDecimal(6, 'New shares per 1,000 old shares', '每千股換發新股', {
      unit: 'shares per 1000',
      also: { zh: '換股比率' },
    }),
    refund_per_share: nullableDecimal(6, 'Cash refunded per share', '每股退還股款', {
      unit: 'TWD',
      also: { en: 'refund per share', zh: '退還現金' },
    }),
  },
  key: ['stock_id', 'resumption_date'],
  date: 'resumption_date',
  example: null,
  unit: 'TWD',
  adjustment: 'as computed by the exchange',
  update: '18:00',
  sources: ['twse', 'tpex'],
})
