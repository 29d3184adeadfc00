import { TaiwanStockDisposition } from '../../catalogue/chips/TaiwanStockDisposition.ts'
import { slashed } from '../dates.ts'
import { notice, noticeTitles, overlapping } from '../exchange/dispositions.ts'
import { whole } from '../reading.ts'
import { tpexList, tpexRangeFeed, www } from './response.ts'

const dispositions = whole(
  TaiwanStockDisposition,
  { ...notice('TPEX', noticeTitles), disposition_count: '累計' },
  {
    ignore: ['編號', '收盤價', '本益比'],
    // A day without notices is one row that says so.
    leave: [['nothing to tell', '證券代號', (code) => code.trim() === '']],
  },
)

export const disposal = tpexRangeFeed(dispositions, 'bulletin/disposal', {
  longest: 31,
  since: '2015-01-05',
  request: ({ from, to }) => www('bulletin/disposal', { startDate: slashed(from), endDate: slashed(to) }),
  parse: tpexList(overlapping(dispositions)),
})
