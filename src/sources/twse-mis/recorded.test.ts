import { ask } from '../../../test/support/feeds/fixture.ts'
import { readsRecordings } from '../../../test/support/feeds/recordings.ts'
import { stockInfo } from './TaiwanStockDailyPriceLimit.ts'
import { stockInfo as weightedIndex } from './TaiwanWeightedIndex.ts'

readsRecordings(
  'mis-twse',
  [
    {
      file: 'getStockInfo_2330.json',
      feed: stockInfo,
      request: ask('2023-12-29', { id: '2330' }),
      count: 1,
      at: {
        0: {
          stock_id: '2330',
          trade_date: '2023-12-29',
          market: 'TWSE',
          reference_price: '593.0000',
          limit_up: '652.0000',
          limit_down: '534.0000',
        },
      },
    },
    {
      file: 'getStockInfo_t00.json',
      feed: weightedIndex,
      request: ask('2023-12-29'),
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
  { 'getCategory_tse_TIDX.json': 'names of indices, which the test of indices reads' },
)
