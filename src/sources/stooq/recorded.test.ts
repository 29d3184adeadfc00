import { ask } from '../../../test/support/feeds/fixture.ts'
import { readsRecordings } from '../../../test/support/feeds/recordings.ts'
import { daily } from './USStockPrice.ts'

readsRecordings('us-stock', [
  // Exports of other programs and of a service that is gone: neither is an answer of a publisher that is asked here, and
  // neither is taken for one.
  {
    file: 'AA_weekly_1990_2023.csv',
    feed: daily,
    request: ask('1990-01-01', { to: '2023-01-30', id: 'AA' }),
    is: 'changed',
  },
  {
    file: 'aapl_2001_2017.csv',
    feed: daily,
    request: ask('2001-08-20', { to: '2017-07-17', id: 'AAPL' }),
    is: 'changed',
  },
])
