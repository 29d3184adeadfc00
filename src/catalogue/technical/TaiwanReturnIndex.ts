import { decimal, nullableDecimal } from '../../fields.ts'
import { headlineIndex, tradeDate } from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanReturnIndex = dataset({
  name: 'TaiwanReturnIndex',
  tier: 'free',
  category: 'technical',
  title: { en: 'Total-return indices', zh: '加權、櫃買報酬指數' },
  about: {
    en: 'Daily closing value of the TAIEX and TPEx total-return indices, which reinvest dividends.',
    zh: '發行量加權股價報酬指數與櫃買報酬指數每日收盤值（含息）。',
  },
  notes: {
    en: 'Closing values only. price_index is the ordinary index on the same day, so the two together show the contribution of dividends. The TPEX series starts later than the TAIEX one.',
    zh: '僅有收盤值。price_index 為同日價格指數，兩者相較即為股利貢獻。櫃買報酬指數的起始日較加權報酬指數晚。',
  },
  also: {
    en: 'total return index, TAIEX total return, dividend-adjusted index',
    zh: '報酬指數、還原指數、含息指數、加權報酬指數',
  },
  columns: {
    stock_id: headlineIndex,
    trade_date: tradeDate,
    return_index: decimal(4, 'Total-return index', '報酬指數', {
      unit: 'index points',
      also: { en: 'total return', zh: '含息指數' },
    }),
    price_index: nullableDecimal(4, 'Price index', '價格指數', { unit: 'index points' }),
  },
  key: ['stock_id', 'trade_date'],
  example: 'TAIEX',
  adjustment: 'dividends reinvested by the index provider',
  update: '16:50',
  complete: { every: 'trading_day', each: 'id' },
  sources: ['twse', 'tpex', 'tpexOpenApi'],
})
