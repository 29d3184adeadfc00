import { date, nullable } from '../../fields.ts'
import * as column from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanOptionDaily = dataset({
  name: 'TaiwanOptionDaily',
  tier: 'free',
  category: 'derivatives',
  title: { en: 'Options, daily', zh: '選擇權日行情' },
  about: {
    en: 'Daily prices, volume, settlement price and open interest of every option series, day and after-hours sessions in separate rows.',
    zh: '各選擇權序列每日行情、結算價與未平倉量，一般與盤後時段分列。',
  },
  notes: {
    en: 'An after-hours session belongs to the business day it ends on: Friday night carries the date of Monday. settlement_price and open_interest are on regular rows only. Series that did not trade are included, with null prices and a settlement price. A day has 6,000 to 15,000 rows, most of them TXO, so ask for short periods; expiry_date is null before 2025-12-08.',
    zh: '盤後時段歸屬其結束的營業日，例如週五夜盤的 trade_date 為下週一。settlement_price 與 open_interest 僅一般時段有值。未成交序列亦收錄，成交價為 null 但有結算價。每日約 6,000 至 15,000 列，多為 TXO，建議縮短查詢期間；2025-12-08 以前 expiry_date 為 null。',
  },
  also: {
    en: 'option price, TXO options, TAIEX options, index options, option chain',
    zh: '選擇權行情、臺指選擇權、台指選擇權、履約價、權利金',
  },
  columns: {
    trade_date: column.tradeDate,
    option_id: column.optionId,
    contract_month: column.contractMonth,
    strike_price: column.strikePrice,
    call_put: column.callPut,
    trading_session: column.tradingSession('regular', 'after_hours'),
    ...column.contractSession,
    expiry_date: nullable(date('Expiry date', '契約到期日')),
  },
  key: ['trade_date', 'option_id', 'contract_month', 'strike_price', 'call_put', 'trading_session'],
  unit: 'index points or TWD; contracts',
  adjustment: 'none',
  update: '16:30',
  complete: { every: 'trading_day', each: 'dataset' },
  sources: ['taifex', 'taifexOpenApi'],
})
