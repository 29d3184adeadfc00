import type { Words } from './words.ts'

/** Many values told as one. */
export const folding: Words = [
  [
    '平均|均值|平均值|日均|每日平均|平均每日|mean|average|averaged|avg|on average|average daily|daily average',
    { t: 'fold', fn: 'avg' },
  ],
  [
    'across all contract months|across all months|across all contracts|of all contract months|all contract months|所有契約月份|所有月份合計|全部月份|合計|總計|總共|共|總和|累計|加總|總|總量|總額|累積|一共|加起來|total|sum|sum of|in total|altogether|combined|cumulative total|aggregate|in all|overall|cumulatively|cumulative',
    { t: 'fold', fn: 'sum' },
  ],
  ['中位數|median', { t: 'fold', fn: 'median' }],
  ['標準差|standard deviation|stdev|std', { t: 'fold', fn: 'stddev' }],
  [
    '運行總計|逐月累計|running total|cumulative total|the cumulative total|with the cumulative total|running sum',
    { t: 'running' },
  ],
]
