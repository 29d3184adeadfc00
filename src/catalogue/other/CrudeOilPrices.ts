import { date, decimal, oneOf } from '../../fields.ts'
import { dataset } from '../dataset.ts'
import { called } from '../synonyms.ts'

export const CrudeOilPrices = dataset({
  name: 'CrudeOilPrices',
  tier: 'free',
  category: 'other',
  title: { en: 'Crude oil spot prices', zh: '原油現貨價' },
  about: {
    en: 'Daily spot prices of WTI (Cushing) and Brent crude oil.',
    zh: '西德州（WTI）與布蘭特原油每日現貨價。',
  },
  notes: {
    en: 'Spot prices, not futures, published several business days late. Days without a price have no row. A price can be negative: WTI was -36.98 on 2020-04-20.',
    zh: '為現貨價而非期貨價，通常延遲數個營業日公布。無報價之日無資料。價格可能為負數：WTI 於 2020-04-20 為 -36.98。',
  },
  also: { en: 'oil, crude oil, WTI, Brent, oil price', zh: '原油、油價、西德州原油、布蘭特原油' },
  columns: {
    name: oneOf(['WTI', 'Brent'], 'Crude oil: WTI or Brent', '原油種類：WTI 西德州、Brent 布蘭特'),
    trade_date: date('Price date', '日期'),
    price: decimal(4, 'Spot price', '現貨價', {
      unit: 'USD per barrel',
      also: { en: `${called.price.en}, oil price, crude price`, zh: `${called.price.zh}、油價` },
    }),
  },
  key: ['name', 'trade_date'],
  id: 'name',
  example: 'WTI',
  update: '08:00',
  complete: { every: 'weekday', each: 'id', due: 8 },
  sources: ['fred', 'eia'],
})
