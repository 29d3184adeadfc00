import { date, nullableDecimal, oneOf } from '../../fields.ts'
import { dataset } from '../dataset.ts'

export const ExchangeRate = dataset({
  name: 'ExchangeRate',
  tier: 'free',
  category: 'other',
  title: { en: 'Exchange rates against TWD', zh: '外幣兌新台幣匯率' },
  about: {
    en: 'Cash and spot exchange rates of 19 currencies against the New Taiwan dollar, as quoted by the Bank of Taiwan, and the reference rates of the futures exchange.',
    zh: '台灣銀行牌告 19 種外幣兌新台幣現金與即期匯率，及期交所每日外幣參考匯率。',
  },
  notes: {
    en: 'The last quotation of the business day, in TWD for one unit of the currency. Buy and sell are seen from the bank: a customer buys USD at spot_sell. A rate the bank does not quote is null, for example cash ZAR or spot KRW. reference_rate is open data of the Taiwan Futures Exchange: a middle rate, for USD and CNY only. It is the only value in rows without a quotation of the bank.',
    zh: '為營業日最後一次牌告，每一單位外幣兌新台幣。買入與賣出以銀行角度計，民眾買美元適用 spot_sell。銀行未報價者為 null，例如南非幣現金、韓元即期。reference_rate 為期交所開放資料之參考匯率（中間價），僅有美元與人民幣；未取得銀行牌告之日期與幣別僅有此欄。',
  },
  also: { en: 'exchange rate, FX, USD/TWD, currency rates, forex', zh: '匯率、美元匯率、台幣匯率、外匯、日圓匯率' },
  columns: {
    currency: oneOf(
      [
        'USD',
        'HKD',
        'GBP',
        'AUD',
        'CAD',
        'SGD',
        'CHF',
        'JPY',
        'ZAR',
        'SEK',
        'NZD',
        'THB',
        'PHP',
        'IDR',
        'EUR',
        'KRW',
        'VND',
        'MYR',
        'CNY',
      ],
      'Currency',
      '幣別',
    ),
    trade_date: date('Quotation date', '牌告日期'),
    cash_buy: nullableDecimal(6, 'Bank buys cash', '現金買入', {
      unit: 'TWD per unit',
      also: { zh: '現鈔買入、現鈔買入價、現金買入價、現鈔買入匯率、現金買入匯率' },
    }),
    cash_sell: nullableDecimal(6, 'Bank sells cash', '現金賣出', {
      unit: 'TWD per unit',
      also: { zh: '現鈔賣出、現鈔賣出價、現金賣出價、現鈔賣出匯率、現金賣出匯率' },
    }),
    spot_buy: nullableDecimal(6, 'Bank buys spot', '即期買入', {
      unit: 'TWD per unit',
      also: { en: 'spot buying rate, spot buy rate', zh: '即期買入價、即期買入匯率' },
    }),
    spot_sell: nullableDecimal(6, 'Bank sells spot', '即期賣出', {
      unit: 'TWD per unit',
      also: {
        en: 'exchange rate, spot rate, spot exchange rate, FX rate, price',
        zh: '即期賣出價、即期賣出匯率、匯率、即期匯率、牌告匯率、匯價、價格、多少錢',
      },
    }),
    reference_rate: nullableDecimal(6, 'Reference rate of the futures exchange', '期交所參考匯率', {
      unit: 'TWD per unit',
      also: { en: 'reference rate, middle rate', zh: '參考匯率、每日外幣參考匯率' },
    }),
  },
  key: ['currency', 'trade_date'],
  id: 'currency',
  example: 'USD',
  unit: 'TWD per unit of foreign currency',
  update: '17:30',
  complete: { every: 'trading_day', each: 'id' },
  sources: ['bankOfTaiwan', 'taifexOpenApi', 'taifex', 'cbc'],
})
