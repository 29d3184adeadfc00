import { boolean, date, decimal, nullable, nullableDecimal, oneOf } from '../../fields.ts'
import * as column from '../columns.ts'
import { dataset } from '../dataset.ts'

const points = { unit: 'points or TWD' }

export const TaiwanFuturesContinuous = dataset({
  name: 'TaiwanFuturesContinuous',
  isOurs: true,
  tier: 'free',
  category: 'derivatives',
  title: { en: 'Continuous futures, daily', zh: '期貨連續月日行情' },
  about: {
    en: 'One series per futures product of its front monthly contract, rolled by expiry and by volume, raw and adjusted for the price gaps of the rolls.',
    zh: '各期貨商品近月契約之連續序列，分別依到期與成交量轉倉，提供原始價格與消除轉倉價差後的價格。',
  },
  notes: {
    en: 'Regular session and monthly contracts only. roll_rule expiry holds the nearest month to its last trading day; volume moves to the second nearest month on the day after that month traded more, and never back. Stored rows never change at a later roll: gaps are summed from adjusted_since on. For the usual back-adjusted prices, whose newest values equal the raw ones, add cumulative_gap of the newest row to difference_adjusted_close, or multiply ratio_adjusted_close by its cumulative_ratio. Any raw price converts likewise: subtract cumulative_gap, or divide by cumulative_ratio. A roll whose two contracts were never priced on one day starts the adjusted values anew, and adjusted_since says when: values before and after it cannot be compared. Stock futures are not adjusted for dividends of the stock.',
    zh: '僅含一般時段與月契約。roll_rule 為 expiry 時持有最近月至最後交易日；volume 於次近月成交量超過最近月的次一交易日轉倉，且不轉回。已儲存的資料不因日後轉倉而改變：價差自 adjusted_since 起累計。若需一般的往前調整價格（最新值等於原始值），將 difference_adjusted_close 加上最新一列的 cumulative_gap，或將 ratio_adjusted_close 乘以其 cumulative_ratio；其他原始價格亦可減去 cumulative_gap 或除以 cumulative_ratio 換算。若轉倉前兩契約從未於同日有價格，調整值自該日重新起算，adjusted_since 為起算日，前後數值不可比較。股票期貨未就標的股利調整。',
  },
  also: {
    en: 'continuous contract, back-adjusted futures, rolled futures, front month futures',
    zh: '連續月、近月連續、期貨連續契約、轉倉',
  },
  columns: {
    futures_id: column.futuresId,
    trade_date: column.tradeDate,
    roll_rule: oneOf(
      ['expiry', 'volume'],
      'Rule by which the contract is chosen',
      '轉倉規則：expiry 依到期、volume 依成交量',
    ),
    contract_month: column.contractMonth,
    is_roll: boolean('First day in another contract', '是否為轉倉後首日'),
    ...column.ohlc('points or TWD'),
    settlement_price: nullable(column.settlementPrice),
    volume: column.contractVolume,
    open_interest: nullable(column.openInterest),
    roll_gap: nullableDecimal(
      4,
      'New less old contract, on a day of a roll',
      '轉倉價差（新契約減舊契約，僅轉倉日）',
      points,
    ),
    cumulative_gap: decimal(4, 'Sum of the gaps since adjusted_since', '自 adjusted_since 起之累計轉倉價差', points),
    cumulative_ratio: decimal(
      10,
      'Product of new / old since adjusted_since',
      '自 adjusted_since 起之累計轉倉比率（新／舊）',
    ),
    difference_adjusted_close: nullableDecimal(4, 'Close less cumulative_gap', '差額調整收盤價', points),
    ratio_adjusted_close: nullableDecimal(4, 'Close divided by cumulative_ratio', '比率調整收盤價', points),
    adjusted_since: date('First day of comparable adjusted prices', '調整價格起算日'),
  },
  key: ['futures_id', 'trade_date', 'roll_rule'],
  unit: 'index points or TWD; contracts',
  adjustment: 'none in the prices; difference and ratio adjustment of the close for rolls, from the start of history',
  update: '16:30',
  complete: { every: 'trading_day', each: 'dataset' },
  sources: ['computed'],
  derived: {
    from: ['TaiwanFuturesDaily'],
    inputs: { TaiwanFuturesDaily: { id: 'futures_id', from: 'adjusted_since', to: 'trade_date' } },
    formula: {
      en: 'Prices are those of contract_month in the regular session. difference_adjusted_close = close - cumulative_gap, the sum of new - old settlement prices at each roll since adjusted_since; ratio_adjusted_close = close / cumulative_ratio, the product of new / old.',
      zh: '價格取自 contract_month 契約一般時段。difference_adjusted_close = close - cumulative_gap（自 adjusted_since 起各次轉倉「新契約結算價 - 舊契約結算價」之和）；ratio_adjusted_close = close / cumulative_ratio（各次「新 / 舊」之乘積）。',
    },
    rule: [
      'Rows of TaiwanFuturesDaily with trading_session regular and a contract_month YYYYMM. On each trade_date of a product, N is its earliest month and S the next one.',
      'roll_rule expiry: the contract is N. roll_rule volume: let W be S on days when S traded more than N, else N; the contract is the later of N and of every W of earlier days.',
      'is_roll: the contract differs from that of the series on its day before. On such a day roll_gap = P(new) - P(old) and the ratio is P(new) / P(old), P being settlement_price on the latest earlier day with old as N, new as S and both prices above 0; where there is none, close likewise.',
      'cumulative_gap = sum of roll_gap, cumulative_ratio = product of the ratios, half-up to 10 decimals after each roll, since adjusted_since: the first day of the series, or the latest roll without prices, when they are 0 and 1.',
      'difference_adjusted_close = close - cumulative_gap; ratio_adjusted_close = close / cumulative_ratio, half-up to 4 decimals.',
    ].join(' '),
  },
})
