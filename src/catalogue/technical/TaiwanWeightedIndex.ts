import { headlineIndex, indexBar, tradeDate } from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanWeightedIndex = dataset({
  name: 'TaiwanWeightedIndex',
  tier: 'free',
  category: 'technical',
  title: { en: 'TAIEX and TPEx index, daily', zh: '加權指數與櫃買指數日行情' },
  about: {
    en: 'Daily open, high, low, close and market turnover of the TAIEX and of the TPEx (OTC) index.',
    zh: '發行量加權股價指數與櫃買指數每日開高低收及市場成交量值。',
  },
  notes: {
    en: 'TAIEX is the listed market, TPEX the OTC market. volume, turnover and trade_count are those of the whole market, ETFs and warrants included. Early TAIEX days have a close but no open, high and low. Values every five seconds are in TaiwanIndex5Seconds.',
    zh: 'TAIEX 為上市大盤，TPEX 為上櫃大盤。volume、turnover、trade_count 為整體市場數字，含 ETF 與權證。早期加權指數僅有收盤，無開高低。盤中每 5 秒數值見 TaiwanIndex5Seconds。',
  },
  also: {
    en: 'TAIEX, Taiwan index, OTC index, market index, market turnover',
    zh: '加權指數、大盤、大盤指數、櫃買指數、大盤成交量',
  },
  columns: {
    stock_id: headlineIndex,
    trade_date: tradeDate,
    ...indexBar,
  },
  key: ['stock_id', 'trade_date'],
  example: 'TAIEX',
  unit: 'index points; shares; TWD',
  oddLots: true,
  update: '17:00',
  complete: { every: 'trading_day', each: 'id' },
  sources: ['twse', 'twseOpenApi', 'twseMis', 'tpex', 'tpexOpenApi'],
})
