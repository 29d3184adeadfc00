import { date, decimal, integer, nullable, nullableDecimal } from '../../fields.ts'
import { market, stockId, tradeDate } from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanStockMarginMaintenance = dataset({
  name: 'TaiwanStockMarginMaintenance',
  isOurs: true,
  tier: 'lite',
  category: 'chips',
  title: { en: 'Margin maintenance ratio of a stock, estimated', zh: '個股融資維持率（推估）' },
  about: {
    en: 'Estimated margin maintenance ratio of each stock: the value of its shares held on margin over its estimated margin loans.',
    zh: '個股融資維持率推估：融資持股市值除以推估之融資金額。',
  },
  notes: {
    en: 'An estimate: the exchanges publish loans of a whole market only. The cost of the shares held on margin is taken to be the mean close of the purchases on margin of the last 180 days, weighted by their volume, and the loans of all stocks of a market are scaled to the published sum, so that the stocks together have the ratio of TaiwanStockMarginRatio but for those without purchases in 180 days, which have no estimate. A single account is called at 130.',
    zh: '本表為推估：交易所僅公布整體市場之融資金額。融資持股成本以近 180 日融資買進量加權之平均收盤價推估，同市場各股之推估金額再按比例調整至公布之融資金額合計；180 日內無融資買進者無推估值，其餘個股合計即為 TaiwanStockMarginRatio 之維持率。個別帳戶追繳線為 130。',
  },
  also: {
    en: 'maintenance ratio per stock, margin call risk, margin cost',
    zh: '個股融資維持率、個股維持率、融資成本、斷頭',
  },
  columns: {
    stock_id: stockId,
    trade_date: tradeDate,
    market: market('TWSE', 'TPEX'),
    margin_purchase_balance: integer('Shares held on margin', '融資餘額', { unit: 'shares' }),
    close: decimal(4, 'Last close', '最近收盤價', { unit: 'TWD' }),
    close_date: date('Day of that close', '收盤價日期'),
    margin_cost: nullableDecimal(4, 'Estimated cost of a share held on margin', '推估融資成本', { unit: 'TWD' }),
    estimated_loan: nullableDecimal(2, 'Estimated margin loans', '推估融資金額', { unit: 'TWD' }),
    margin_maintenance_ratio: nullableDecimal(4, 'Estimated maintenance ratio', '推估融資維持率', { unit: 'percent' }),
    purchases_since: nullable(date('First purchase that the cost counts', '計入成本之最早買進日')),
  },
  key: ['stock_id', 'trade_date'],
  update: '22:00',
  complete: { every: 'trading_day', each: 'market' },
  sources: ['computed'],
  derived: {
    from: ['TaiwanStockMarginPurchaseShortSale', 'TaiwanStockTotalMarginPurchaseShortSale', 'TaiwanStockPrice'],
    inputs: {
      TaiwanStockMarginPurchaseShortSale: { id: 'stock_id', from: 'purchases_since', to: 'trade_date' },
      TaiwanStockTotalMarginPurchaseShortSale: { from: 'trade_date', to: 'trade_date' },
      TaiwanStockPrice: { id: 'stock_id', from: 'purchases_since', to: 'trade_date' },
    },
    formula: {
      en: 'margin_cost = sum(margin_purchase_buy x close) / sum(margin_purchase_buy) over 180 days; estimated_loan = margin_purchase_balance x margin_cost x (published loans of the market / the sum of margin_purchase_balance x margin_cost over its stocks); margin_maintenance_ratio = margin_purchase_balance x close / estimated_loan x 100.',
      zh: 'margin_cost = 180 日內 Σ(融資買進 × 收盤價) / Σ融資買進；estimated_loan = 融資餘額 × margin_cost ×（該市場公布之融資金額 / 該市場各股 融資餘額 × margin_cost 之合計）；margin_maintenance_ratio = 融資餘額 × 收盤價 / estimated_loan × 100。',
    },
    rule: [
      'Rows of TaiwanStockMarginPurchaseShortSale with a balance above 0 and a close on or before the day. close is the last non-null one of TaiwanStockPrice.',
      'margin_cost = sum of margin_purchase_buy x close / sum of margin_purchase_buy over the rows of the stock in the 180 calendar days that end on trade_date; null without such purchases.',
      'estimated_loan = margin_purchase_balance x margin_cost x L / S, where L is margin_purchase_balance_amount of the market and S the sum of margin_purchase_balance x margin_cost over its stocks that have a cost; half-up to 2 decimals.',
      'margin_maintenance_ratio = margin_purchase_balance x close / estimated_loan x 100, half-up to 4 decimals.',
    ].join(' '),
  },
})
