import { date, nullable, text } from '../../fields.ts'
import { market, stockId, stockName } from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanStockMarginShortSaleSuspension = dataset({
  name: 'TaiwanStockMarginShortSaleSuspension',
  tier: 'lite',
  category: 'chips',
  title: { en: 'Margin short-sale suspensions', zh: '停券預告（融券回補日）' },
  about: {
    en: 'Periods in which margin short selling of a security is suspended and open shorts must be covered, with the reason.',
    zh: '個股停券起訖日（融券最後回補日）與停券原因。',
  },
  notes: {
    en: 'Announced ahead, so rows dated in the future are normal. suspend_start_date is also the last day to cover. A null suspend_end_date means that the end was not published, not that the suspension still runs. reason is the published text, such as 股東常會 or 除息, and an empty string where none was given.',
    zh: '事先公告，未來日期的資料屬正常。suspend_start_date 同時為融券最後回補日。suspend_end_date 為 null 代表未公布迄日，並非仍在停券。reason 為公告原文（如股東常會、除息），未提供時為空字串。',
  },
  also: {
    en: 'short sale suspension, forced short covering, short covering deadline',
    zh: '停券、融券回補、強制回補、融券最後回補日、暫停融券',
  },
  columns: {
    stock_id: stockId,
    stock_name: nullable(stockName),
    market: market('TWSE', 'TPEX'),
    suspend_start_date: date('First suspended day, last day to cover', '停券起日（最後回補日）', {
      also: { zh: '最後回補日' },
    }),
    suspend_end_date: nullable(date('Last suspended day', '停券迄日')),
    reason: text('Reason', '停券原因'),
  },
  key: ['stock_id', 'suspend_start_date', 'reason'],
  date: 'suspend_start_date',
  update: '21:00',
  sources: ['twse', 'twseOpenApi', 'tpexOpenApi'],
})
