import { decimal } from '../../fields.ts'
import { indexId, indexName, market, tradeDate, tradeTime } from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanIndex5Seconds = dataset({
  name: 'TaiwanIndex5Seconds',
  tier: 'plus',
  category: 'technical',
  title: { en: 'Index values every 5 seconds', zh: '每 5 秒指數統計' },
  about: {
    en: 'Values of the TAIEX, the TPEx index and the sector indices every five seconds through the session.',
    zh: '加權指數、櫃買指數及各類股指數盤中每 5 秒數值。',
  },
  notes: {
    en: 'Ids are TAIEX, TPEX and the sector codes of TaiwanStockSectorPrice. About 3,241 rows per index and day, so ask for one index or one day at a time. The 09:00:00 value of the listed market equals the previous close. Five-second steps begin on 2014-12-29; earlier years have 10-second to one-minute steps.',
    zh: '代號為 TAIEX、TPEX 及 TaiwanStockSectorPrice 的類股代號。每指數每日約 3,241 列，建議一次查詢單一指數或單日。上市指數 09:00:00 的數值等於前一日收盤。自 2014-12-29 起每 5 秒一筆，先前間隔為 10 秒至 1 分鐘。',
  },
  also: {
    en: 'intraday index, real-time TAIEX, 5-second index, tick index',
    zh: '每5秒指數、盤中指數、分時指數、大盤走勢',
  },
  columns: {
    stock_id: indexId,
    trade_date: tradeDate,
    trade_time: tradeTime,
    market: market('TWSE', 'TPEX'),
    index_name: indexName,
    index_value: decimal(4, 'Index value', '指數', { unit: 'index points', also: { en: 'index level', zh: '點數' } }),
  },
  key: ['stock_id', 'trade_date', 'trade_time'],
  example: 'TAIEX',
  update: '17:00',
  complete: { every: 'trading_day', each: 'dataset' },
  sources: ['twse', 'tpex'],
})
