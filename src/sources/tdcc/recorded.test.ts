import assert from 'node:assert/strict'
import { requestFor } from '../../../test/support/feeds/fixture.ts'
import { testRecordings } from '../../../test/support/feeds/recordings.ts'
import { od15 } from './TaiwanStockHoldingSharesPer.ts'

testRecordings('tdcc', [
  {
    file: 'TDCC_OD_1-5_20241025.csv.gz',
    feed: od15,
    request: requestFor('2024-10-25'),
    count: 3576 * 17,
    also({ rows }) {
      const of = (level: number) => rows.find((row) => row.stock_id === '2330' && row.level === level)
      const shared = { stock_id: '2330', record_date: '2024-10-25' }
      assert.deepEqual(of(1), {
        ...shared,
        level: 1,
        level_name: '1-999',
        people: 960_910,
        shares: 147_319_215,
        percent: '0.56',
      })
      assert.deepEqual(of(15), {
        ...shared,
        level: 15,
        level_name: '1,000,001以上',
        people: 1541,
        shares: 22_626_650_581,
        percent: '87.25',
      })
      assert.deepEqual(of(16), {
        ...shared,
        level: 16,
        level_name: '差異數調整（說明4）',
        people: null,
        shares: -9000,
        percent: '0.00',
      })
      assert.deepEqual(of(17), {
        ...shared,
        level: 17,
        level_name: '合　計',
        people: 1_381_247,
        shares: 25_932_733_242,
        percent: '100.00',
      })
    },
  },
])
