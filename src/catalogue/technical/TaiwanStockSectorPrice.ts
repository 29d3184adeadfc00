import { nullableDecimal } from '../../fields.ts'
import { indexBar, indexId, indexName, market, tradeDate } from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanStockSectorPrice = dataset({
  name: 'TaiwanStockSectorPrice',
  tier: 'free',
  category: 'technical',
  title: { en: 'Sector indices, daily', zh: '類股指數日行情' },
  about: {
    en: 'Daily open, high, low, close, turnover and turnover share of each industry index on the listed and OTC markets.',
    zh: '上市、上櫃各產業類股指數每日開高低收、成交量值與成交比重。',
  },
  notes: {
    en: 'Rows are price indices, identified by official codes such as IX0028 (listed semiconductors). Sectors overlap: listed electronics (IX0027) holds its eight sub-sectors and IX0019 holds IX0020 and IX0021, so rows must not be added up. trade_count exists for the listed market only; a sector formed later has no earlier rows.',
    zh: '各列為價格指數，以官方代號識別，例如 IX0028 為上市半導體類。類股互有重疊：上市電子工業類（IX0027）包含八個電子次類股，IX0019 包含 IX0020 與 IX0021，不可直接加總。trade_count 僅上市有值；新設類股無設立前資料。',
  },
  also: {
    en: 'sector index, industry index, sector performance, sector turnover',
    zh: '類股指數、產業指數、類股漲跌、類股成交比重',
  },
  columns: {
    stock_id: indexId,
    trade_date: tradeDate,
    market: market('TWSE', 'TPEX'),
    index_name: indexName,
    ...indexBar,
    turnover_ratio: nullableDecimal(4, 'Share of market turnover', '成交比重', {
      unit: 'percent',
      also: { en: 'turnover share', zh: '成交占比' },
    }),
  },
  key: ['stock_id', 'trade_date'],
  example: 'IX0028',
  unit: 'index points; shares; TWD',
  oddLots: true,
  update: '17:00',
  complete: { every: 'trading_day', each: 'id' },
  sources: ['twse', 'tpex'],
})
