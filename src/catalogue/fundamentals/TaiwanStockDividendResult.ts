import { date, integer, nullable, nullableDecimal, oneOf } from '../../fields.ts'
import { market, repricing, repricingLimits, stockId, stockName } from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanStockDividendResult = dataset({
  name: 'TaiwanStockDividendResult',
  tier: 'free',
  category: 'fundamentals',
  title: { en: 'Ex-dividend and ex-rights results', zh: '除權除息計算結果' },
  about: {
    en: 'Calculation of the exchange for every ex-dividend or ex-rights day: previous close, reference prices, value removed and price limits.',
    zh: '交易所除權除息計算結果：前收盤價、參考價、權息值與漲跌停價。',
  },
  notes: {
    en: 'reference_price / close_before is the factor that back-adjusts earlier prices. dividend_value is rights and cash value together; on the listed market the two parts are null when both occur on one day. dividend_reference_price leaves the effect of a paid rights issue out; null limits mean no limit. Stocks, TDRs, ETFs and beneficiary certificates are covered.',
    zh: 'reference_price ÷ close_before 即先前股價的還原係數。dividend_value 為權值加息值，上市股票同日除權又除息時兩項分列為 null。dividend_reference_price 不含現金增資影響；漲跌停價為 null 代表無漲跌幅限制。涵蓋股票、TDR、ETF 與受益證券。',
  },
  also: {
    en: 'ex-dividend, ex-rights, ex-dividend reference price, dividend adjustment',
    zh: '除權息、除權除息、除息參考價、權值、息值',
  },
  columns: {
    stock_id: stockId,
    ex_date: date('Ex-dividend or ex-rights date', '除權息日期', { also: { en: 'ex-date', zh: '除息日、除權日' } }),
    stock_name: nullable(stockName),
    market: market('TWSE', 'TPEX'),
    ...repricing,
    dividend_value: nullableDecimal(6, 'Rights and cash value removed', '權值加息值', {
      unit: 'TWD',
      also: { zh: '權息值' },
    }),
    rights_value: nullableDecimal(6, 'Rights value removed', '權值', { unit: 'TWD' }),
    cash_value: nullableDecimal(6, 'Cash value removed', '息值', { unit: 'TWD' }),
    event_type: oneOf(
      ['dividend', 'rights', 'both'],
      'Ex-dividend, ex-rights or both',
      '權息別：dividend 息、rights 權、both 權息',
    ),
    ...repricingLimits,
    dividend_reference_price: nullableDecimal(4, 'Reference price net of dividends only', '減除股利參考價', {
      unit: 'TWD',
    }),
    cash_dividend: nullableDecimal(6, 'Cash dividend per share', '每股現金股利', {
      unit: 'TWD per share',
      also: { en: 'dividend', zh: '現金股利、配息' },
    }),
    stock_dividend_per_1000: nullableDecimal(6, 'Bonus shares per 1,000 held', '每千股無償配股', {
      unit: 'shares per 1000',
      also: { zh: '配股' },
    }),
    rights_issue_shares: nullable(integer('Shares of the rights issue', '現金增資股數', { unit: 'shares' })),
    rights_issue_price: nullableDecimal(4, 'Subscription price', '現金增資認購價', { unit: 'TWD' }),
    rights_issue_per_1000: nullableDecimal(6, 'Subscription right per 1,000 held', '每千股認購股數', {
      unit: 'shares per 1000',
    }),
  },
  key: ['stock_id', 'ex_date'],
  date: 'ex_date',
  unit: 'TWD',
  adjustment: 'as computed by the exchange; input of the back-adjustment',
  update: '18:00',
  sources: ['twse', 'tpex', 'tpexOpenApi'],
})
