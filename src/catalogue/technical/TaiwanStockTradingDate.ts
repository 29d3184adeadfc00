import { boolean, integer, nullable, text } from '../../fields.ts'
import { tradeDate } from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanStockTradingDate = dataset({
  name: 'TaiwanStockTradingDate',
  tier: 'free',
  category: 'technical',
  title: { en: 'Trading calendar', zh: '台股交易日曆' },
  about: {
    en: 'Days on which the Taiwan stock market traded, and the scheduled trading days still to come this year.',
    zh: '台股實際開市日，以及本年度尚未到來的預定開市日。',
  },
  notes: {
    en: 'TWSE and TPEx share one calendar. The newest dates lie in the future: days that really traded have is_scheduled false. A scheduled day disappears when the market closes unexpectedly, for example for a typhoon. weekday runs from 1 (Monday) to 7 (Sunday); some Saturdays of earlier years were trading days.',
    zh: '上市與上櫃共用同一日曆。最新日期在未來，已實際開市者 is_scheduled 為 false；遇颱風等臨時休市，預定開市日會被移除。weekday 以 1（週一）至 7（週日）表示，早年部分週六為交易日。',
  },
  also: {
    en: 'trading calendar, market holidays, business days, trading days',
    zh: '交易日曆、開市日、休市日、交易日',
  },
  columns: {
    trade_date: tradeDate,
    weekday: integer('Day of the week, Monday 1 to Sunday 7', '星期（1 週一至 7 週日）'),
    is_scheduled: boolean('Scheduled, not yet confirmed by trading', '是否僅為預定開市日'),
    note: nullable(text('Calendar remark', '備註')),
  },
  key: ['trade_date'],
  update: '15:30',
  sources: ['twse', 'twseOpenApi'],
})
