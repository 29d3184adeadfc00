import { nullable, nullableDecimal } from '../../fields.ts'
import * as column from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanStockCreditLimit = dataset({
  name: 'TaiwanStockCreditLimit',
  tier: 'free',
  category: 'chips',
  title: { en: 'Credit quotas and usage', zh: '信用交易額度與使用率' },
  about: {
    en: 'Quotas for margin buying, margin short selling and sales of borrowed shares per security, with balances and use.',
    zh: '個股融資、融券與借券賣出限額、餘額及使用率。',
  },
  notes: {
    en: 'Computed by joining the margin and the short-sale tables. Quotas are those of the next business day, balances those of trade_date; use can exceed 100% for a day and is null when there is no quota. Securities without margin trading have only the borrowed-share columns. note symbols are those of TaiwanDailyShortSaleBalances.',
    zh: '由融資融券表與融券借券賣出餘額表合併計算。限額為次一營業日，餘額為當日；使用率可能有一日超過 100%，無限額時為 null。無信用交易資格之證券僅有借券賣出欄位。note 符號同 TaiwanDailyShortSaleBalances。',
  },
  also: {
    en: 'credit quota, margin quota, short quota, margin utilisation',
    zh: '信用額度、融資限額、融券限額、融資使用率、券額度',
  },
  columns: {
    ...column.securityDay,
    margin_purchase_limit: nullable(column.marginPurchaseLimit),
    margin_purchase_balance: nullable(column.marginPurchases.margin_purchase_balance),
    margin_purchase_utilization_rate: nullableDecimal(4, 'Margin quota used', '融資使用率', {
      unit: 'percent',
      also: { en: 'margin utilisation, margin utilisation rate, margin usage, margin quota usage', zh: '資使用率' },
    }),
    short_sale_limit: nullable(column.shortSaleLimit),
    short_sale_balance: nullable(column.shortSales.short_sale_balance),
    short_sale_utilization_rate: nullableDecimal(4, 'Short quota used', '融券使用率', {
      unit: 'percent',
      also: {
        en: 'short utilisation, short utilisation rate, short sale utilisation, short quota usage',
        zh: '券使用率',
      },
    }),
    sbl_short_sale_limit: nullable(column.sblShortSaleLimit),
    sbl_short_sale_balance: nullable(column.sblShortSaleBalance),
    note: nullable(column.creditNote),
  },
  key: ['stock_id', 'trade_date', 'market'],
  update: '22:45',
  complete: { every: 'trading_day', each: 'market' },
  sources: ['twse', 'tpex', 'twseOpenApi'],
  derived: {
    from: ['TaiwanStockMarginPurchaseShortSale', 'TaiwanDailyShortSaleBalances'],
    rule: 'Full outer join on stock_id, trade_date and market. Margin columns come from TaiwanStockMarginPurchaseShortSale, all others, including short_sale_limit and short_sale_balance, from TaiwanDailyShortSaleBalances, whose shares are exact. Utilisation = balance / limit x 100, rounded to 4 decimals, null when the limit is 0 or missing.',
  },
})
