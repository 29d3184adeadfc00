import { date, decimal, integer, nullable, oneOf } from '../../fields.ts'
import { close, seq, stockId, stockName, tradeDate } from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanStockSecuritiesLending = dataset({
  name: 'TaiwanStockSecuritiesLending',
  tier: 'free',
  category: 'chips',
  title: { en: 'Securities lending transactions', zh: '借券成交明細' },
  about: {
    en: 'Every transaction on the exchange securities-lending system, with quantity, fee rate and agreed return date.',
    zh: '證券借貸系統逐筆成交明細，含數量、費率與約定還券日。',
  },
  notes: {
    en: 'A row is one loan; identical loans occur, and seq numbers them within security and day. Listed and OTC securities come together, without a market column. volume is the quantity lent, not sold: sales of borrowed shares are in TaiwanDailyShortSaleBalances. fee_rate is in percent a year.',
    zh: '一列為一筆借券成交，內容相同者以 seq 區分。上市與上櫃合併，無市場別欄。volume 為借出股數而非賣出，借券賣出見 TaiwanDailyShortSaleBalances。fee_rate 為年利率百分比。',
  },
  also: { en: 'securities lending, SBL, stock loan, borrow fee', zh: '借券、借券成交、借券費率、借券明細' },
  columns: {
    stock_id: stockId,
    trade_date: tradeDate,
    seq,
    stock_name: nullable(stockName),
    transaction_type: oneOf(
      ['fixed_rate', 'competitive', 'negotiated'],
      'Transaction type',
      '交易方式：fixed_rate 定價、competitive 競價、negotiated 議借',
    ),
    volume: integer('Shares lent', '借券成交股數', { unit: 'shares', also: { en: 'shares borrowed', zh: '借券股數' } }),
    fee_rate: decimal(4, 'Annual fee rate', '成交費率（年利率）', {
      unit: 'percent',
      also: { en: 'borrow rate, lending fee rate', zh: '借券利率、借券費率' },
    }),
    close: nullable(close('TWD')),
    original_return_date: nullable(date('Agreed return date', '約定還券日期')),
    original_lending_days: nullable(integer('Agreed term', '約定借券天數', { unit: 'days' })),
  },
  key: ['trade_date', 'stock_id', 'seq'],
  unit: 'shares; percent',
  update: '18:00',
  sources: ['twse'],
})
