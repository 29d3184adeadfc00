import { TaiwanStockHoldingSharesPer } from '../../catalogue/chips/TaiwanStockHoldingSharesPer.ts'
import { publishers } from '../../catalogue/publishers.ts'
import { records } from '../csvTable.ts'
import { type FeedRequest, feedsOf, get } from '../feed.ts'
import { refusalIn } from '../json.ts'
import { scaled } from '../numbers.ts'
import { blocked, type Outcome, rowsOutcome } from '../outcome.ts'
import { column, combined, whole } from '../reading.ts'
import { newest } from '../servedDays.ts'
import { tableOf } from '../tables.ts'
import { decode } from '../text.ts'
import { isAdjustment, levelName, signedAdjustments } from './holdingLevels.ts'

const levels = whole(TaiwanStockHoldingSharesPer, {
  stock_id: '證券代號',
  record_date: '資料日期',
  level: '持股分級',
  level_name: column('持股分級', { read: levelName }),
  // An adjustment has no holders.
  people: combined(['持股分級', '人數'], (level, people) => (isAdjustment(level) ? null : scaled(people, 0))),
  shares: '股數',
  percent: '占集保庫存數比例%',
})

function parse(bytes: Uint8Array, request: FeedRequest): Outcome {
  const text = decode(bytes, 'utf-8')
  if (/^\s*</.test(text)) throw blocked(refusalIn(text) ?? 'a page instead of the file')
  const [titles = [], ...rows] = records(text)
  if (rows.length === 0) throw blocked('the file breaks off before its first row')
  const parsed = newest(levels.read([tableOf('', titles, rows)], request), 'record_date', request)
  return rowsOutcome(signedAdjustments(parsed))
}

/** The newest week, every security: there is no older file. */
export const od15 = feedsOf(publishers.tdcc, null)(levels, {
  endpoint: 'getOD-1-5',
  span: 'latest',
  request: () => get('/getOD.ashx', { id: '1-5' }),
  parse,
  recording: 'tdcc/TDCC_OD_1-5_20241025.csv.gz',
})
