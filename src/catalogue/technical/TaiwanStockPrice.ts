import { nullable } from '../../fields.ts'
import { change, foreignClasses, ohlc, stockId, tradeDate, traded } from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanStockPrice = dataset({
  name: 'TaiwanStockPrice',
  tier: 'lite',
  category: 'technical',
  title: { en: 'Daily stock prices', zh: '個股日行情' },
  about: {
    en: 'Unadjusted daily open, high, low, close, volume, turnover, trade count and price change of every listed and OTC security.',
    zh: '上市、上櫃證券每日未還原開高低收、成交股數、成交金額、成交筆數與漲跌價差。',
  },
  notes: {
    en: `Prices are as traded; TaiwanStockPriceAdj has them adjusted. volume is in shares, not lots of 1,000, and includes odd lots, so a day without a price (nulls) can still have volume. spread is the change from the reference price, which on an ex-dividend day is not the previous close; it is null when no reference is known. ${foreignClasses.en}`,
    zh: `價格為未還原成交價，還原價見 TaiwanStockPriceAdj。volume 以股計（非張），含零股，因此無成交價（null）的日子仍可能有量。spread 為相對參考價的漲跌，除權息日並非與前一日收盤比較；無參考價時為 null。${foreignClasses.zh}`,
  },
  also: {
    en: 'stock price, daily price, OHLC, OHLCV, closing price, daily bars',
    zh: '股價、日K、收盤價、個股行情、開高低收、成交量',
  },
  columns: {
    stock_id: stockId,
    trade_date: tradeDate,
    ...ohlc('TWD'),
    ...traded,
    spread: nullable(change('Change from the reference price', '漲跌價差')),
  },
  key: ['stock_id', 'trade_date'],
  unit: 'TWD; shares',
  oddLots: true,
  update: '17:30',
  complete: { every: 'trading_day', each: 'security' },
  sources: ['twse', 'twseOpenApi', 'tpex', 'tpexOpenApi'],
})
