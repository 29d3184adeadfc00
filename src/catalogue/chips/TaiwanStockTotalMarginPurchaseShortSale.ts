import { decimal } from '../../fields.ts'
import * as column from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanStockTotalMarginPurchaseShortSale = dataset({
  name: 'TaiwanStockTotalMarginPurchaseShortSale',
  tier: 'free',
  category: 'chips',
  title: { en: 'Market-wide margin and short balances', zh: '整體市場融資融券' },
  about: {
    en: 'Market totals of margin buying and short selling in shares, and of margin loans in TWD, per day and market.',
    zh: '上市、上櫃整體市場每日融資融券股數與融資金額。',
  },
  notes: {
    en: 'One row per market and day; add TWSE and TPEX for the whole market. Figures are in shares and TWD, converted from lots of 1,000 and thousands of TWD, so they end in zeros. The previous balance published on the next day is a correction and may differ from this balance.',
    zh: '每市場每日一列，整體市場請將 TWSE 與 TPEX 相加。單位為股與新台幣元，由張與仟元換算，尾數為零。次一日公布的前日餘額為更正值，可能與當日餘額不同。',
  },
  also: {
    en: 'total margin balance, market margin debt, market short balance, margin loans',
    zh: '大盤融資、融資餘額、融券餘額、整體資券、大盤資券',
  },
  columns: {
    trade_date: column.tradeDate,
    market: column.market('TWSE', 'TPEX'),
    ...column.marginPurchases,
    margin_purchase_buy_amount: decimal(2, 'Bought on margin, value', '融資買進金額', { unit: 'TWD' }),
    margin_purchase_sell_amount: decimal(2, 'Margin positions sold, value', '融資賣出金額', { unit: 'TWD' }),
    margin_purchase_cash_repayment_amount: decimal(2, 'Margin loans repaid in cash, value', '融資現金償還金額', {
      unit: 'TWD',
    }),
    margin_purchase_previous_balance_amount: decimal(2, 'Margin loans outstanding, previous day', '融資金額前日餘額', {
      unit: 'TWD',
    }),
    margin_purchase_balance_amount: column.marginPurchaseBalanceAmount,
    ...column.shortSales,
  },
  key: ['trade_date', 'market'],
  update: '21:45',
  complete: { every: 'trading_day', each: 'market' },
  sources: ['twse', 'tpex'],
})
