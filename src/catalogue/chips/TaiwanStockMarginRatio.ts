import { decimal, nullableDecimal } from '../../fields.ts'
import { marginPurchaseBalanceAmount, marginPurchases, market, shortSales, tradeDate } from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanStockMarginRatio = dataset({
  name: 'TaiwanStockMarginRatio',
  tier: 'lite',
  category: 'chips',
  title: { en: 'Market margin maintenance ratio', zh: '大盤融資維持率' },
  about: {
    en: 'Margin maintenance ratio of the market: value of the shares held on margin over the margin loans outstanding.',
    zh: '整體市場融資維持率（融資擔保品市值 ÷ 融資金額），並附券資比。',
  },
  notes: {
    en: 'Computed; the exchanges publish no such figure. market ALL is both markets together. A position freshly bought with 60% financing reads about 167 and a single account is called at 130; the market figure falls as losses grow.',
    zh: '本表為計算資料，交易所未公布。market 為 ALL 代表上市與上櫃合計。以六成融資新買進的部位約為 167，個別帳戶追繳線為 130，虧損擴大時大盤維持率隨之下降。',
  },
  also: {
    en: 'margin maintenance ratio, margin ratio, short to margin ratio',
    zh: '融資維持率、大盤融資維持率、維持率、券資比',
  },
  columns: {
    trade_date: tradeDate,
    market: market('TWSE', 'TPEX', 'ALL'),
    margin_maintenance_ratio: decimal(4, 'Margin maintenance ratio', '融資維持率', {
      unit: 'percent',
      also: { en: 'maintenance ratio', zh: '維持率' },
    }),
    margin_collateral_value: decimal(2, 'Value of the shares held on margin', '融資擔保品市值', { unit: 'TWD' }),
    margin_purchase_balance_amount: marginPurchaseBalanceAmount,
    margin_purchase_balance: marginPurchases.margin_purchase_balance,
    short_sale_balance: shortSales.short_sale_balance,
    short_margin_ratio: nullableDecimal(4, 'Short balance over margin balance', '券資比', {
      unit: 'percent',
      also: { en: 'short to margin ratio', zh: '資券比' },
    }),
  },
  key: ['trade_date', 'market'],
  update: '22:00',
  complete: { every: 'trading_day', each: 'market' },
  sources: ['computed'],
  derived: {
    from: ['TaiwanStockMarginPurchaseShortSale', 'TaiwanStockTotalMarginPurchaseShortSale', 'TaiwanStockPrice'],
    rule: 'margin_collateral_value = sum over the securities of a market of margin_purchase_balance x the last non-null close up to that day; margin_maintenance_ratio = margin_collateral_value / margin_purchase_balance_amount x 100; short_margin_ratio = short_sale_balance / margin_purchase_balance x 100. Amounts and balances are the market totals; ALL adds numerators and denominators of both markets.',
  },
})
