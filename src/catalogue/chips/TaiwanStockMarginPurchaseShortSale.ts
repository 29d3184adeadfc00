import { integer, nullable } from '../../fields.ts'
import * as column from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanStockMarginPurchaseShortSale = dataset({
  name: 'TaiwanStockMarginPurchaseShortSale',
  tier: 'lite',
  category: 'chips',
  title: { en: 'Margin purchases and short sales', zh: '個股融資融券' },
  about: {
    en: 'Daily margin buying, margin short selling, balances and quotas per security.',
    zh: '個股每日融資融券買賣、償還、餘額與限額。',
  },
  notes: {
    en: 'In shares, converted from lots of 1,000. Margin: previous + buy - sell - cash_repayment = balance; short: previous + sell - buy - stock_repayment = balance. The previous balance published on the next day is corrected and may differ. Quotas and note are for the next business day; note: O no margin buying, X no short selling, @ margin allocated, % short allocated, ! trading stopped.',
    zh: '單位為股，由張換算。融資：前日餘額＋買進－賣出－現金償還＝今日餘額；融券：前日餘額＋賣出－買進－現券償還＝今日餘額。次一日公布的前日餘額為更正值，可能不同。限額與 note 適用於次一營業日；note：O 停止融資、X 停止融券、@ 融資分配、% 融券分配、! 停止買賣。',
  },
  also: {
    en: 'margin trading, margin balance, short balance, margin purchase and short sale',
    zh: '融資融券、融資餘額、融券餘額、資券、信用交易',
  },
  columns: {
    ...column.securityDay,
    ...column.marginPurchases,
    margin_purchase_limit: nullable(column.marginPurchaseLimit),
    ...column.shortSales,
    short_sale_limit: nullable(column.shortSaleLimit),
    offset_volume: integer('Margin and short trades offset', '資券互抵', {
      unit: 'shares',
      also: { zh: '資券相抵、資券當沖' },
    }),
    note: nullable(column.creditNote),
  },
  key: ['stock_id', 'trade_date'],
  oddLots: false,
  update: '21:45',
  complete: { every: 'trading_day', each: 'market' },
  sources: ['twse', 'tpex', 'twseOpenApi', 'tpexOpenApi'],
})
