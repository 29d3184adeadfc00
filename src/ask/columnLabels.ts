import type { Label } from '../fields.ts'
import type { Circle, Fn, Indicator, Scale } from './representation.ts'

export const both = (en: string, zh: string): Label => ({ en, zh })

/** What measures are called; `{of}` and other names in braces stand for their parts. */
export const measureLabels = {
  sum: both('Total: {of}', '{of}合計'),
  avg: both('Average: {of}', '{of}平均'),
  min: both('Lowest: {of}', '{of}最低'),
  max: both('Highest: {of}', '{of}最高'),
  median: both('Median: {of}', '{of}中位數'),
  stddev: both('Standard deviation: {of}', '{of}標準差'),
  first: both('First: {of}', '{of}期初'),
  last: both('Last: {of}', '{of}期末'),
  count: both('Number: {of}', '{of}個數'),
  distinct: both('Number of different values: {of}', '{of}不同值個數'),
  at: both('Earlier: {of}', '先前{of}'),
  average: both('Average of {n}: {of}', '{n} 期平均{of}'),
  percentile: both('Percentile {n}: {of}', '{of}第 {n} 百分位數'),
  standing: both('Percentile within its history: {of}', '{of}歷史百分位'),
  percentChange: both('Change in percent: {of}', '{of}變動率'),
  change: both('Change: {of}', '{of}變動'),
  lowestDate: both('Date of the lowest: {of}', '{of}最低日期'),
  highestDate: both('Date of the highest: {of}', '{of}最高日期'),
  drawdown: both('Deepest fall in percent: {of}', '{of}最大回落幅度'),
  place: both('Rank: {of}', '{of}排名'),
  share: both('Share: {of}', '{of}占比'),
  among: both('{of} ({circle})', '{circle}{of}'),
  daysUntil: both('Days until: {of}', '距{of}天數'),
  daysSince: both('Days since: {of}', '{of}至今天數'),
  cumulative: both('Running total: {of}', '{of}累計'),
  weighted: both('Average: {of}, weighted by {weight}', '{of}加權平均（以{weight}為權重）'),
  correlation: both('Correlation: {left}, {right}', '{left}與{right}的相關係數'),
  beta: both('Beta: {left}, {right}', '{left}與{right}的貝他值'),
  streak: both('Dates in a row', '連續期數'),
  dates: both('Number of dates', '期數'),
  since: both('Held since', '起始日'),
  firstDate: both('First date', '首次日期'),
  lastDate: both('Last date', '最近一次日期'),
} satisfies Readonly<Record<Fn, Label> & Record<string, Label>>

export const circleNames: Readonly<Record<Circle, Label>> = {
  industry: both('its industry', '同產業'),
  market: both('its market', '同市場'),
  all: both('all', '全體'),
}

export const indicatorNames: Readonly<Record<Indicator, Label>> = {
  k: both('Stochastic K', 'K 值'),
  d: both('Stochastic D', 'D 值'),
  rsi: both('RSI', 'RSI'),
  macd_dif: both('MACD difference (DIF)', 'MACD 差離值 DIF'),
  macd_signal: both('MACD signal', 'MACD 訊號線'),
  macd_histogram: both('MACD histogram', 'MACD 柱狀體'),
  bollinger_upper: both('Upper Bollinger band', '布林通道上軌'),
  bollinger_lower: both('Lower Bollinger band', '布林通道下軌'),
  bollinger_percent_b: both('Bollinger %b', '布林通道 %b'),
  bollinger_width: both('Bollinger band width', '布林通道寬度'),
  bias: both('Bias', '乖離率'),
  volatility: both('Daily volatility', '日波動率'),
  volatility_yearly: both('Yearly volatility', '年化波動率'),
  payout_ratio: both('Payout ratio', '股利發放率'),
  premium: both('Premium over the index', '期現貨價差'),
  premium_percent: both('Premium over the index in percent', '期現貨價差率'),
}

export const scaleNames: Readonly<Record<Exclude<Scale, 'lots' | 'basis_points'>, string>> = {
  thousand: 'thousand',
  ten_thousand: 'ten thousand',
  million: 'million',
  hundred_million: 'hundred million',
  billion: 'billion',
  trillion: 'trillion',
}

export const periods: Readonly<Record<string, Label>> = {
  week: both('Week, by its Monday', '週（以週一日期表示）'),
  month: both('Month, by its first day', '月（以首日表示）'),
  quarter: both('Quarter, by its first day', '季（以首日表示）'),
  year: both('Year', '年'),
  weekday: both('Day of the week, 1 is Monday', '星期（1 為週一）'),
}
