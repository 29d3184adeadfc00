import { decimal, nullable, nullableDecimal, text } from '../../fields.ts'
import { tradeDate } from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanCBPremium = dataset({
  name: 'TaiwanCBPremium',
  isOurs: true,
  tier: 'plus',
  category: 'convertibles',
  title: { en: 'Convertible bonds, parity and premium by day', zh: '可轉債每日轉換價值與溢價率' },
  about: {
    en: 'Conversion value of each convertible bond and day from the close of the stock, and its premium on the days whose bond price is known.',
    zh: '各可轉債每日依股票收盤價計算之轉換價值，並於有債券價格之日計算溢價率。',
  },
  notes: {
    en: 'Bond prices are published as a snapshot, so bond_price and premium_percent are null on days before this copy of the service ran, and on days on which it did not run: they are never estimated. Parity goes back to the effective day of the earliest conversion price that was read here. bond_price is the reference price of the overview. The stock of an exchangeable bond is that of another company, whose code the overview lacks: it has rows on the days of the overview alone, with the price of the underlying printed there.',
    zh: '債券價格僅以現況公布，故本服務執行前及未執行之日 bond_price 與 premium_percent 為 null，不作推估。轉換價值可回溯至最早讀得之轉換價生效日。bond_price 為總覽之參考價。交換債之標的為他公司股票，總覽未載其代號，故僅於有總覽之日以其所載標的價格計算。',
  },
  also: {
    en: 'CB premium history, conversion parity, conversion value history',
    zh: '可轉債溢價率歷史、轉換價值歷史、可轉債折溢價',
  },
  columns: {
    cb_id: text('Bond code', '可轉債代號'),
    trade_date: tradeDate,
    stock_id: text('Stock code of the issuer', '發行公司股票代號'),
    conversion_price: decimal(4, 'Conversion price in force', '當日適用轉換價', { unit: 'TWD' }),
    stock_close: nullableDecimal(4, 'Close of the stock', '股票收盤價', { unit: 'TWD' }),
    conversion_value: nullableDecimal(4, 'Conversion value, parity', '轉換價值', { unit: 'TWD per 100 par' }),
    bond_price: nullableDecimal(4, 'Bond reference price', '可轉債參考價', { unit: 'TWD per 100 par' }),
    premium_percent: nullable(decimal(2, 'Conversion premium', '轉換溢價率', { unit: 'percent' })),
  },
  key: ['cb_id', 'trade_date'],
  id: 'cb_id',
  example: null,
  update: '19:15',
  complete: { every: 'trading_day', each: 'dataset' },
  sources: ['computed'],
  derived: {
    from: ['TaiwanCBOverviewHistory', 'TaiwanStockPrice'],
    inputs: {
      TaiwanCBOverviewHistory: { id: 'cb_id' },
      TaiwanStockPrice: { id: 'stock_id', from: 'trade_date', to: 'trade_date' },
    },
    formula: {
      en: 'conversion_value = stock_close / conversion_price x 100; premium_percent = (bond_price / conversion_value - 1) x 100.',
      zh: '轉換價值 conversion_value＝stock_close ÷ conversion_price × 100；溢價率 premium_percent＝（bond_price ÷ conversion_value－1）× 100。',
    },
    rule: [
      'The conversion price in force on a day is that of the row of the bond in TaiwanCBOverviewHistory with the latest conversion_price_effective_date on or before it (trade_date where that is null), the newest row of equals; a bond has no rows before the first. It has rows up to its delisting_date, or maturity_date where it has none, by its newest row in the history.',
      'A convertible bond has a row for each TaiwanStockPrice day of stock_id, stock_close = close; an exchangeable one for each day of the history, stock_close = underlying_price. bond_price = reference_price of the history on that day, null where there is none.',
      'conversion_value = stock_close / conversion_price x 100, half-up to 4 decimals; premium_percent = (bond_price / conversion_value - 1) x 100, half-up to 2 decimals, null where a value is null or conversion_value is 0.',
    ].join(' '),
  },
})
