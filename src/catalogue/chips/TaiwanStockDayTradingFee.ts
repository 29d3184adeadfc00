import { decimal, integer, nullable } from '../../fields.ts'
import { market, seq, stockId, stockName, tradeDate } from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanStockDayTradingFee = dataset({
  name: 'TaiwanStockDayTradingFee',
  tier: 'lite',
  category: 'chips',
  title: { en: 'Day-trading shortfall borrowing fees', zh: '現股當日沖銷券差借券費率' },
  about: {
    en: 'Shares borrowed to cover sell-first day trades that were not bought back, and the fee rate charged, per security and day.',
    zh: '先賣後買當沖未回補時，借入補足券差的股數與借券費率。',
  },
  notes: {
    en: 'A row is one rate at which shares were borrowed; several rows per security and day are normal and seq numbers them. Days without a shortfall have no row. fee_rate is a percent number and may not exceed 7.',
    zh: '一列為一個借券費率，同一證券同一日可有多列，以 seq 編號；無券差之日無資料。fee_rate 為百分比數字，上限為 7。',
  },
  also: {
    en: 'day trading borrow fee, shortfall borrowing, day trade lending fee',
    zh: '當沖券差、券差借券、借券費率、當沖借券費',
  },
  columns: {
    stock_id: stockId,
    trade_date: tradeDate,
    seq,
    stock_name: nullable(stockName),
    market: market('TWSE', 'TPEX'),
    borrowed_volume: integer('Shares borrowed', '借券股數', { unit: 'shares' }),
    fee_rate: decimal(4, 'Borrowing fee rate', '借券費率', { unit: 'percent', also: { en: 'borrow fee', zh: '費率' } }),
  },
  key: ['stock_id', 'trade_date', 'seq'],
  update: '22:00',
  sources: ['twse', 'tpex', 'tpexOpenApi'],
})
