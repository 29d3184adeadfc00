import type { Label } from '../fields.ts'
import type { Circle, Fn, Indicator, Scale } from './representation.ts'

export const both = (en: string, zh: string): Label => ({ en, zh })

export const folds: Readonly<Record<Fn, (of: Label) => Label>> = {
  sum: ({ en, zh }) => both(`Total: ${en}`, `${zh}合計`),
  avg: ({ en, zh }) => both(`Average: ${en}`, `${zh}平均`),
  min: ({ en, zh }) => both(`Lowest: ${en}`, `${zh}最低`),
  max: ({ en, zh }) => both(`Highest: ${en}`, `${zh}最高`),
  count: ({ en, zh }) => both(`Number: ${en}`, `${zh}個數`),
  median: ({ en, zh }) => both(`Median: ${en}`, `${zh}中位數`),
  stddev: ({ en, zh }) => both(`Standard deviation: ${en}`, `${zh}標準差`),
  first: ({ en, zh }) => both(`First: ${en}`, `${zh}期初`),
  last: ({ en, zh }) => both(`Last: ${en}`, `${zh}期末`),
  distinct: ({ en, zh }) => both(`Number of different values: ${en}`, `${zh}不同值個數`),
}

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
