import { date, decimal, oneOf, text } from '../../fields.ts'
import { dataset } from '../dataset.ts'

export const USBondYield = dataset({
  name: 'USBondYield',
  tier: 'free',
  category: 'other',
  title: { en: 'US Treasury yields', zh: '美國公債殖利率' },
  about: {
    en: 'Daily yields of US Treasury securities by tenor, from the par yield curve.',
    zh: '美國公債各天期每日殖利率。',
  },
  notes: {
    en: 'Bond-equivalent par yields in percent, not prices of single bonds. Not every tenor exists throughout: 2M starts in 2018, 4M in 2022, 1.5M in 2025, and 30Y is missing from February 2002 to February 2006. Dates are US dates; a day appears the next morning in Taipei.',
    zh: '為債券等值平價殖利率（百分比），非個別債券價格。各天期起訖不同：2M 自 2018 年、4M 自 2022 年、1.5M 自 2025 年起，30Y 於 2002 年 2 月至 2006 年 2 月中斷。日期為美國日期，台北時間次日上午可得。',
  },
  also: {
    en: 'Treasury yield, US bond yield, 10-year yield, yield curve',
    zh: '美債殖利率、美國公債、十年期美債、殖利率曲線',
  },
  columns: {
    tenor: oneOf(
      ['1M', '1.5M', '2M', '3M', '4M', '6M', '1Y', '2Y', '3Y', '5Y', '7Y', '10Y', '20Y', '30Y'],
      'Tenor',
      '天期',
    ),
    trade_date: date('Curve date', '日期'),
    name: text('Name of the tenor', '天期名稱'),
    value: decimal(4, 'Yield', '殖利率', {
      unit: 'percent',
      also: { en: 'Treasury yield, bond yield', zh: '公債殖利率、利率' },
    }),
  },
  key: ['tenor', 'trade_date'],
  id: 'tenor',
  example: '10Y',
  update: '08:00',
  complete: { every: 'weekday', each: 'id' },
  sources: ['treasury', 'fred'],
})
