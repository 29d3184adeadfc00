import { requestFor } from '../../../test/support/feeds/fixture.ts'
import { testRecordings } from '../../../test/support/feeds/recordings.ts'
import { stockInfo } from './TaiwanWeightedIndex.ts'

testRecordings(
  'mis-twse',
  [
    {
      file: 'getStockInfo_t00.json',
      feed: stockInfo,
      request: requestFor('2023-12-29'),
      count: 1,
      at: {
        0: {
          stock_id: 'TAIEX',
          trade_date: '2023-12-29',
          open: '17893.6300',
          high: '17945.7000',
          low: '17864.2300',
          close: '17930.8100',
        },
      },
    },
  ],
  {
    'getStockInfo_2330.json': 'the limits of one security, which the list of all of them has',
    'getCategory_tse_TIDX.json': 'names of indices, which the test of indices reads',
  },
)
