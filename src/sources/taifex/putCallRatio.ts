import { TaiwanFutureOptionDailyTotalOverview } from '../../catalogue/derivatives/TaiwanFutureOptionDailyTotalOverview.ts'
import { scaled } from '../numbers.ts'
import { constant, part, type Reading } from '../reading.ts'
import type { Named } from './vocabulary.ts'

/** The ratios are percentages with two places there, plain ratios with four here: the same digits. */
const ratio = { read: (text: string) => scaled(text, 2) } as const

/** The put/call ratio of the index options, which the totals computed here must agree with. */
export const putCallRatio = (named: Named): Reading =>
  part(TaiwanFutureOptionDailyTotalOverview, {
    trade_date: named('日期', 'Date'),
    product_id: constant('TXO'),
    put_volume: named('賣權成交量', 'PutVolume'),
    call_volume: named('買權成交量', 'CallVolume'),
    put_open_interest: named('賣權未平倉量', 'PutOI'),
    call_open_interest: named('買權未平倉量', 'CallOI'),
    put_call_volume_ratio: named('買賣權成交量比率%', 'PutCallVolumeRatio%', ratio),
    put_call_oi_ratio: named('買賣權未平倉量比率%', 'PutCallOIRatio%', ratio),
  })
