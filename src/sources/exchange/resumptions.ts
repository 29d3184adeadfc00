import { column, constant } from '../reading.ts'
import { unlimited } from './securities.ts'

const titles = {
  TWSE: { close: '停止買賣前收盤價格', reference: '恢復買賣參考價', opening: '開盤競價基準' },
  TPEX: { close: '最後交易日之收盤價格', reference: '恢復買賣開始參考價', opening: '開始交易基準價' },
} as const

/** The prices with which trading resumes after a change of the shares, by the titles of each exchange. */
export const resumption = (market: 'TWSE' | 'TPEX', reference: string = titles[market].reference) => ({
  resumption_date: '恢復買賣日期',
  market: constant(market),
  close_before: titles[market].close,
  reference_price: reference,
  limit_up: column('漲停價格', unlimited),
  limit_down: column('跌停價格', unlimited),
  opening_reference_price: titles[market].opening,
})
