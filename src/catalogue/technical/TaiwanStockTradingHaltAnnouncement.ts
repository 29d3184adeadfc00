import { nullable, text } from '../../fields.ts'
import { haltDate, market, resumptionDate, securityType, stockId, stockName } from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanStockTradingHaltAnnouncement = dataset({
  name: 'TaiwanStockTradingHaltAnnouncement',
  tier: 'lite',
  category: 'technical',
  title: { en: 'Trading halts and resumptions', zh: '台股暫停交易公告' },
  about: {
    en: 'Announcements that trading in a security is halted, with date and time of halt and resumption.',
    zh: '交易所公告之個股暫停與恢復交易日期、時間。',
  },
  notes: {
    en: 'Covers halts for material information, not the longer suspensions for capital reductions or share exchanges and not intraday cooling-off. Warrants and convertible bonds on a halted share have their own rows and are returned regardless of include_inactive. resumption_date is null while the halt lasts; a security without a row did not necessarily trade.',
    zh: '涵蓋因重大訊息暫停交易，不含減資、換股等較長期停止買賣，亦不含盤中暫緩撮合。標的股票所屬權證與可轉債另列，且不受 include_inactive 影響。暫停期間 resumption_date 為 null；無列不代表當日有成交。',
  },
  also: { en: 'trading halt, halt, suspension, trading resumption', zh: '暫停交易、恢復交易、重大訊息暫停、停牌' },
  columns: {
    stock_id: stockId,
    stock_name: nullable(stockName),
    market: market('TWSE', 'TPEX', 'ESB'),
    security_type: nullable(
      securityType('stock', 'etf', 'etn', 'tdr', 'preferred', 'reit', 'warrant', 'bond', 'other'),
    ),
    halt_date: haltDate,
    halt_time: text('Halt time, HH:MM:SS', '暫停交易時間'),
    resumption_date: nullable(resumptionDate),
    resumption_time: nullable(text('Resumption time, HH:MM:SS', '恢復交易時間')),
  },
  key: ['stock_id', 'halt_date', 'halt_time'],
  date: 'halt_date',
  example: null,
  update: '18:00',
  sources: ['twse', 'twseOpenApi', 'tpex', 'tpexOpenApi'],
})
