import { boolean, date, decimal, integer, nullable } from '../../fields.ts'
import { market, stockId, stockName } from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanStockMarketValueWeight = dataset({
  name: 'TaiwanStockMarketValueWeight',
  tier: 'lite',
  category: 'fundamentals',
  title: { en: 'Index weights', zh: '大盤成分股市值比重' },
  about: {
    en: 'Weight and rank of each stock in the TAIEX or the TPEx index by market value.',
    zh: '加權指數與櫃買指數成分股市值比重與排名。',
  },
  notes: {
    en: 'Official weights appear around month end; the weights of one market and date add up to about 100. Rows with is_estimated true are computed from TaiwanStockMarketValue where no official figure exists and can differ slightly.',
    zh: '官方權重約於月底公布，同一市場同一日期合計約為 100。is_estimated 為 true 者為無官方數字時由 TaiwanStockMarketValue 計算，可能略有差異。',
  },
  also: {
    en: 'index weight, TAIEX weight, market cap weight, constituents',
    zh: '市值比重、權重、成分股權重、占大盤比重、權值股',
  },
  columns: {
    stock_id: stockId,
    trade_date: date('Date of the weights', '權重資料日期'),
    market: market('TWSE', 'TPEX'),
    rank: integer('Rank within the market', '排名', { also: { zh: '市值排名' } }),
    stock_name: nullable(stockName),
    weight_percent: decimal(4, 'Weight in the market', '市值比重', {
      unit: 'percent',
      also: { en: 'weight, index weight, weighting', zh: '權重、占大盤比重、大盤權重、指數權重' },
    }),
    is_estimated: boolean('Computed, no official figure', '是否為推算值'),
  },
  key: ['market', 'trade_date', 'stock_id'],
  update: '23:45',
  complete: { every: 'trading_day', each: 'stock' },
  sources: ['taifex'],
  derived: {
    from: ['TaiwanStockMarketValue', 'TaiwanStockOverview'],
    rule: 'Only where no official weights exist (is_estimated true): weight_percent = market_value / sum of market_value over the securities of the same market with security_type stock on trade_date x 100, rounded to 4 decimals; rank by descending weight, ties by stock_id.',
  },
})
