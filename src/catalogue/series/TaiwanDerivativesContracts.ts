import { date, nullable, nullableDecimal, oneOf, text } from '../../fields.ts'
import * as column from '../columns.ts'
import { dataset } from '../dataset.ts'

const isFuture = ['product_type', 'futures'] as const
const isOption = ['product_type', 'option'] as const

export const TaiwanDerivativesContracts = dataset({
  name: 'TaiwanDerivativesContracts',
  isOurs: true,
  tier: 'lite',
  category: 'derivatives',
  title: { en: 'Calendar of futures and options contracts', zh: '期貨與選擇權契約行事曆' },
  about: {
    en: 'Every futures contract and option expiry that was quoted, monthly and weekly, with its expiry day, multiplier, tick and underlying.',
    zh: '曾有行情之各期貨契約與選擇權到期月份（含週契約）：到期日、契約乘數、升降單位與標的。',
  },
  notes: {
    en: 'expiry_basis says where expiry_date comes from: settlement, the final settlement datasets; option_daily, the expiry that TaiwanOptionDaily has; calendar, the rule (third Wednesday, or the Wednesday or Friday of a weekly contract) moved to the next day of TaiwanStockTradingDate; weekday, the rule alone, where that calendar does not reach the day. It is null for products of commodities, interest rates and foreign indices until they settle. Multipliers and ticks are those of the standard contracts of the exchange today; they are null where we do not know them, also for stock contracts adjusted after a corporate action. No dataset here holds margins, so there are none.',
    zh: 'expiry_basis 說明 expiry_date 的依據：settlement 為最後結算價資料集；option_daily 為 TaiwanOptionDaily 所載到期日；calendar 為規則（第三個週三，或週契約之週三、週五）遇休市順延至 TaiwanStockTradingDate 次一交易日；weekday 僅依規則，因交易日曆尚未涵蓋該日。商品、利率與國外指數類契約於結算前為 null。乘數與升降單位為交易所現行標準契約規格，未知者（含因權益事件調整之股票契約）為 null。本服務未收錄保證金，故無相關欄位。',
  },
  also: {
    en: 'contract calendar, expiry dates, contract multiplier, contract specifications',
    zh: '契約規格、到期日、契約乘數、最後交易日',
  },
  columns: {
    product_id: column.productId,
    contract_month: column.contractMonth,
    product_type: column.productType,
    product_name: nullable(text('Product name', '商品名稱')),
    product_category: nullable(column.productCategory),
    expiry_cycle: oneOf(
      ['monthly', 'weekly_wednesday', 'weekly_friday'],
      'Monthly, or weekly by its weekday',
      '到期週期：monthly 月、weekly_wednesday 週三、weekly_friday 週五',
    ),
    first_trade_date: date('First day with a quotation here', '首筆行情日'),
    expiry_date: nullable(date('Expiry date', '契約到期日')),
    expiry_basis: nullable(
      oneOf(['settlement', 'option_daily', 'calendar', 'weekday'], 'Where the expiry date comes from', '到期日依據'),
    ),
    final_settlement_price: nullableDecimal(4, 'Final settlement price', '最後結算價', { unit: 'points or TWD' }),
    multiplier: nullableDecimal(4, 'Contract multiplier, in multiplier_unit', '契約乘數（單位見 multiplier_unit）'),
    multiplier_unit: nullable(text('Unit of the multiplier', '契約乘數單位')),
    currency: nullable(text('Currency of the price', '報價幣別')),
    tick_size: nullableDecimal(4, 'Tick, where it is one for all prices', '升降單位（單一級距）'),
    tick_bands: nullable(text('Ticks by price, where there are several', '升降單位（依價格分級）')),
    underlying_id: nullable(text('Code of the underlying security or index', '標的證券或指數代號')),
  },
  key: ['product_id', 'contract_month'],
  date: 'first_trade_date',
  update: '17:00',
  sources: ['computed'],
  derived: {
    from: [
      'TaiwanFuturesDaily',
      'TaiwanOptionDaily',
      'TaiwanFuturesSettlement',
      'TaiwanOptionsSettlement',
      'TaiwanFutureOptionDailyTotalOverview',
      'TaiwanStockTradingDate',
    ],
    inputs: {
      TaiwanFuturesDaily: { id: 'product_id', from: 'first_trade_date', to: 'expiry_date', when: isFuture },
      TaiwanOptionDaily: { id: 'product_id', from: 'first_trade_date', to: 'expiry_date', when: isOption },
      TaiwanFuturesSettlement: { id: 'product_id', from: 'expiry_date', to: 'expiry_date', when: isFuture },
      TaiwanOptionsSettlement: { id: 'product_id', from: 'expiry_date', to: 'expiry_date', when: isOption },
      TaiwanFutureOptionDailyTotalOverview: { id: 'product_id', from: 'first_trade_date', to: 'expiry_date' },
      TaiwanStockTradingDate: { from: 'first_trade_date', to: 'expiry_date' },
    },
    formula: {
      en: 'expiry_date = the day of the final settlement, else the expiry of TaiwanOptionDaily, else the third Wednesday of the month, or the n-th Wednesday or Friday of a weekly contract, moved to the next trading day.',
      zh: 'expiry_date＝最後結算日；無則取 TaiwanOptionDaily 所載到期日；再無則取當月第三個週三（週契約為第 n 個週三或週五），遇休市順延至次一交易日。',
    },
    rule: [
      'A row for each product and contract_month in TaiwanFuturesDaily or TaiwanOptionDaily; first_trade_date is the earliest trade_date of its rows, t the latest. Name, category and underlying_stock_id are those of the product in TaiwanFutureOptionDailyTotalOverview on t.',
      'expiry_date is settlement_date of the row of the settlement dataset with the same product and contract_month (basis settlement), else the greatest expiry_date of its rows in TaiwanOptionDaily on t (option_daily), else d = the third Wednesday of YYYYMM, the n-th Wednesday for Wn, the n-th Friday for Fn: the first trade_date of TaiwanStockTradingDate on or after d (calendar), or d where the calendar ends before it or begins after it (weekday). Products of the categories commodity and interest_rate, foreign indices and products without a category have neither of the last two.',
      'multiplier, ticks and underlying_id are facts of the rules of the exchange by product; a product of one stock or fund has the standard contract of its category where its code ends in F or O, and the underlying_stock_id of the overview.',
    ].join(' '),
  },
})
