import { choice, digits, either } from '../../match.ts'

export const enUnit = choice('unit', {
  trading_day: 'trading day|session|business day|trading session|us session|us trading day|market day',
  day: 'day',
  week: 'week|weekly report',
  month: 'month|calendar month',
  quarter: 'quarter|fiscal quarter|reported quarter',
  year: 'year|fiscal year',
})

export const period = choice('unit', { week: 'week', month: 'month', quarter: 'quarter', year: 'year' })

export const month = choice('month', {
  1: 'january|jan',
  2: 'february|feb',
  3: 'march|mar',
  4: 'april|apr',
  5: 'may',
  6: 'june|jun',
  7: 'july|jul',
  8: 'august|aug',
  9: 'september|sep|sept',
  10: 'october|oct',
  11: 'november|nov',
  12: 'december|dec',
})

export const ordinal = choice('quarter', { 1: 'first|1st', 2: 'second|2nd', 3: 'third|3rd', 4: 'fourth|4th' })

export const enYear = either(
  digits('year', 4, 4, { low: 1990, high: 2100 }),
  choice('relative', { 0: 'this year', 1: 'last year|the previous year' }),
)

export const half = choice('half', { 1: 'first half|h1|1h', 2: 'second half|h2|2h' })
