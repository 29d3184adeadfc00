import { date, decimal, nullableDecimal } from '../../fields.ts'
import { dataset } from '../dataset.ts'
import { called } from '../synonyms.ts'

export const GoldPrice = dataset({
  name: 'GoldPrice',
  tier: 'free',
  category: 'other',
  title: { en: 'Gold price', zh: '黃金價格' },
  about: {
    en: 'London gold benchmark price per troy ounce in US dollars, with sterling and euro.',
    zh: '倫敦黃金定盤價（每盎司美元），並附英鎊與歐元價。',
  },
  notes: {
    en: 'price is the afternoon fixing, or the morning one on days without an afternoon fixing. Dates are London dates; a day appears the next morning in Taipei. price_gbp and price_eur are afternoon values.',
    zh: 'price 為下午定盤價，無下午定盤時採上午定盤價。日期為倫敦日期，台北時間次日上午可得。price_gbp 與 price_eur 為下午定盤價。',
  },
  also: { en: 'gold, gold fixing, XAU, gold spot price', zh: '黃金、金價、倫敦金、國際金價' },
  columns: {
    trade_date: date('Fixing date', '定盤日期'),
    price: decimal(4, 'Gold price', '黃金價格', { unit: 'USD per troy ounce', also: called.price }),
    price_am: nullableDecimal(4, 'Morning fixing', '上午定盤價', { unit: 'USD per troy ounce' }),
    price_pm: nullableDecimal(4, 'Afternoon fixing', '下午定盤價', { unit: 'USD per troy ounce' }),
    price_gbp: nullableDecimal(4, 'Afternoon fixing in sterling', '下午定盤價（英鎊）', { unit: 'GBP per troy ounce' }),
    price_eur: nullableDecimal(4, 'Afternoon fixing in euro', '下午定盤價（歐元）', { unit: 'EUR per troy ounce' }),
  },
  key: ['trade_date'],
  unit: 'USD per troy ounce; GBP; EUR',
  update: '08:00',
  complete: { every: 'weekday', each: 'dataset' },
  sources: ['lbma', 'bankOfTaiwan', 'yahoo'],
})
