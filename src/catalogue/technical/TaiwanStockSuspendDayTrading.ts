import { date, nullable, text } from '../../fields.ts'
import { market, stockId, stockName } from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanStockSuspendDayTrading = dataset({
  name: 'TaiwanStockSuspendDayTrading',
  tier: 'lite',
  category: 'technical',
  title: { en: 'Sell-first day-trading suspensions', zh: '暫停先賣後買當沖預告' },
  about: {
    en: 'Periods in which selling before buying in a day trade is suspended for a security, with the reason.',
    zh: '個股暫停「先賣後買」當日沖銷之起訖日與原因。',
  },
  notes: {
    en: 'Announced several days ahead, so rows dated in the future are normal. Buying first stays allowed during the period. reason is the published text, such as 除息 or 減資, and an empty string where none was given.',
    zh: '通常提前數日公告，未來日期的資料屬正常。期間內仍可先買後賣。reason 為公告原文（如除息、減資），未提供時為空字串。',
  },
  also: {
    en: 'day trading suspension, sell-first suspension, short day trade ban',
    zh: '暫停先賣後買、停止當沖、當沖限制、先賣後買',
  },
  columns: {
    stock_id: stockId,
    stock_name: nullable(stockName),
    market: market('TWSE', 'TPEX'),
    suspend_start_date: date('First suspended day', '暫停起日'),
    suspend_end_date: date('Last suspended day', '暫停迄日'),
    reason: text('Reason', '原因'),
  },
  key: ['stock_id', 'suspend_start_date', 'reason'],
  date: 'suspend_start_date',
  update: '18:00',
  sources: ['twse', 'twseOpenApi', 'tpexOpenApi'],
})
