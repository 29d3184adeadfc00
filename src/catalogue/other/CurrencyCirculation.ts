import { decimal, nullable, oneOf, text } from '../../fields.ts'
import { reportMonth, yoyPercent } from '../columns.ts'
import { dataset } from '../dataset.ts'

export const CurrencyCirculation = dataset({
  name: 'CurrencyCirculation',
  tier: 'free',
  category: 'other',
  title: { en: 'Currency in circulation', zh: '流通貨幣量' },
  about: {
    en: 'Currency in circulation in Taiwan and the United States, monthly.',
    zh: '台灣與美國每月流通貨幣量。',
  },
  notes: {
    en: 'TW is the currency held by the public outside banks, in TWD; US is currency in circulation, in USD. Amounts are daily averages of the month in whole currency units, so the two are not comparable without an exchange rate. The growth rate is the official one for TW and computed for US. TW appears around the 25th of the next month.',
    zh: 'TW 為銀行體系以外各部門持有之通貨（新台幣），US 為流通中貨幣（美元）。金額為當月日平均，以各自幣別元計，比較前請先換算匯率。年增率 TW 採官方公布值，US 為計算值。TW 約於次月 25 日公布。',
  },
  also: {
    en: 'money supply, currency in circulation, cash in circulation',
    zh: '流通貨幣、通貨、貨幣發行量、通貨淨額',
  },
  columns: {
    country: oneOf(['TW', 'US'], 'Country', '國別：TW 台灣、US 美國'),
    report_month: reportMonth,
    currency: text('Currency', '幣別'),
    amount: decimal(2, 'Currency in circulation', '流通貨幣量', {
      unit: 'currency units',
      also: { en: 'amount, cash in circulation', zh: '金額、通貨、流通貨幣、通貨發行量' },
    }),
    yoy_percent: nullable(yoyPercent),
    basis: text('Statistical basis', '統計基礎'),
  },
  key: ['country', 'report_month'],
  date: 'report_month',
  id: 'country',
  example: 'TW',
  unit: 'local currency units; percent',
  adjustment: 'not seasonally adjusted',
  update: '20:00',
  complete: { every: 'month', each: 'id', due: 60 },
  sources: ['cbc', 'fred'],
})
