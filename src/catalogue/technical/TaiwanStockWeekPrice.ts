import { date, nullable, text } from '../../fields.ts'
import { change, foreignClasses, ohlc, stockId, traded, tradingDays } from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanStockWeekPrice = dataset({
  name: 'TaiwanStockWeekPrice',
  tier: 'lite',
  category: 'technical',
  title: { en: 'Weekly prices', zh: '個股週行情' },
  about: {
    en: 'Weekly open, high, low, close and totals of each security, from the unadjusted daily prices.',
    zh: '由未還原日行情彙總的個股週 K 線。',
  },
  notes: {
    en: `Computed from TaiwanStockPrice by ISO week, Monday to Sunday; the date column is the Monday. The bar of the running week is provisional and changes every day. Prices are unadjusted, so an ex-dividend week shows a gap. ${foreignClasses.en}`,
    zh: `由 TaiwanStockPrice 依 ISO 週（週一至週日）彙總，日期欄為該週週一。當週 K 棒為暫定值，每日更新。價格未還原，除權息週會出現缺口。${foreignClasses.zh}`,
  },
  also: { en: 'weekly bars, weekly price, weekly candles, weekly OHLC', zh: '週K、週線、週收盤、週成交量' },
  columns: {
    stock_id: stockId,
    week_start_date: date('Monday of the week', '週起始日（週一）'),
    week: text('ISO week, e.g. 2026-W18', '週別（ISO 週）'),
    trade_date: date('Last trading day of the bar', '該週最後交易日'),
    ...ohlc('TWD'),
    ...traded,
    spread: nullable(change('Change from the previous week', '週漲跌價差')),
    trading_days: tradingDays,
  },
  key: ['stock_id', 'week_start_date'],
  date: 'week_start_date',
  unit: 'TWD; shares',
  oddLots: true,
  accumulation: 'one bar per week; the running week is provisional',
  update: '17:45',
  complete: { every: 'week', each: 'security' },
  sources: ['computed'],
  derived: {
    isComputedAsOf: true,
    from: ['TaiwanStockPrice'],
    rule: 'Groups by stock_id and ISO week (a make-up Saturday belongs to its week). Ignores days with a null close for prices, but adds their volume, turnover and trade_count. open = first non-null open, high = maximum, low = minimum, close = last non-null close; volume, turnover and trade_count are sums; trade_date = last TaiwanStockPrice row of the group; trading_days = rows with a non-null close; spread = close minus the close of the previous bar of the stock that has one, null on the first.',
  },
})
