import type { ColumnOptions } from '../cells.ts'
import type { Named } from '../reading.ts'

/** The titles and words of the futures exchange, on its web site and in its OpenAPI. */

/** `202301`, or a week of it: `202301W4` expires on a Wednesday, `202301F3` on a Friday. */
export const contractMonth = (text: string): string | undefined => /^\d{6}(?:[WF]\d)?$/.exec(text.trim())?.[0]

/** Both months of a calendar spread. */
export const spreadMonths = (text: string): readonly [near: string, far: string] | undefined => {
  const [near, far, ...more] = text.split('/').map(contractMonth)
  return near !== undefined && far !== undefined && more.length === 0 ? [near, far] : undefined
}

const lookUp = (words: Readonly<Record<string, string>>) => {
  const known = new Map(Object.entries(words))
  return (text: string): string | undefined => known.get(text.trim())
}

export const session = lookUp({ 一般: 'regular', 盤後: 'after_hours' })
export const callPut = lookUp({ 買權: 'call', 賣權: 'put', CALL: 'call', PUT: 'put', Call: 'call', Put: 'put' })
export const investor = lookUp({
  自營商: 'dealer',
  投信: 'investment_trust',
  外資及陸資: 'foreign_investor',
  外資: 'foreign_investor',
})

/** Any mark is a halt. */
export const halted = (text: string): boolean => text.trim() !== ''

/** Expiring contracts have no daily settlement price, which is printed as 0. */
const noSettlement: ColumnOptions = { none: ['0', '0.0000'] }

/** Percentages with their sign behind them. */
export const percent: ColumnOptions = { suffix: '%' }

/** The columns that quotes of futures, spreads and options have alike. */
export const quoteColumns = (named: Named) => ({
  open: named('開盤價', 'Open'),
  high: named('最高價', 'High'),
  low: named('最低價', 'Low'),
  best_bid: named('最後最佳買價', 'BestBid'),
  best_ask: named('最後最佳賣價', 'BestAsk'),
  historical_high: named('歷史最高價', 'HistoricalHigh'),
  historical_low: named('歷史最低價', 'HistoricalLow'),
  trading_session: named('交易時段', 'TradingSession', { read: session }),
})

/** The columns of single contracts beside those. */
export const contractColumns = (named: Named) => ({
  ...quoteColumns(named),
  volume: named('成交量', 'Volume'),
  settlement_price: named('結算價', 'SettlementPrice', noSettlement),
  open_interest: named('未沖銷契約數', 'OpenInterest'),
  is_halted: named('是否因訊息面暫停交易', 'TradingHalt', { read: halted }),
})
