import type { Words } from './words.ts'

/** How long, how often, and by which step. */
export const running: Words = [
  [
    'streak|連續|持續|連|接連|一連|連著|consecutive|straight|in a row|running|successive|back to back|consecutively|on end|in succession',
    { t: 'streak' },
  ],
  [
    '每天都|每日都|天天|每天|都|每一天都|皆|均|every day|each day|every session|each session|each and every day|every single day|every trading day|each trading day|on every one of',
    { t: 'every' },
  ],
  ['同時|同步|一起|都有|both|simultaneously|at the same time|as well|alike', { t: 'both' }],
  [
    'each of|on each of|for each of|單日|一日|one day|single day|1 day|each single day|每日|逐日|每天|每天的|every day|each day|every session|each session|each trading day|各日|每一天|歷次|daily|by day|day by day|per day|history|historical|走勢|歷史走勢|trend|每個交易日',
    { t: 'daily', unit: 'day' },
  ],
  ['逐週|每週|週別|每周|weekly|by week|week by week|per week|each week|every week', { t: 'daily', unit: 'week' }],
  [
    '逐月|每一個月|每月|月別|各月|每個月|monthly|by month|month by month|per month|each month|every month',
    { t: 'daily', unit: 'month' },
  ],
  [
    '逐季|每一季|每個季度|每季|各季|單季|quarterly|by quarter|quarter by quarter|per quarter|each quarter|every quarter',
    { t: 'daily', unit: 'quarter' },
  ],
  [
    'each fiscal year|for each fiscal year|per fiscal year|by fiscal year|for each year|各年度|每個年度|逐年|每一年|每年|各年|年度別|annual|yearly|by year|year by year|per year|each year|annually|every year',
    { t: 'daily', unit: 'year' },
  ],
  ['各|每個|每一個|各個|每|each|per|by|every|for each|broken down by|grouped by|across', { t: 'each' }],
]
