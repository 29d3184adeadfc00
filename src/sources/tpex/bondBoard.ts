import { TaiwanCBOverview } from '../../catalogue/convertibles/TaiwanCBOverview.ts'
import { csv } from '../csv.ts'
import { dateWithin } from '../dates.ts'
import type { FeedRequest } from '../feed.ts'
import { blocked, changed, leftOut, type Outcome, otherDay, rowsOutcome } from '../outcome.ts'
import { column, part } from '../reading.ts'
import { tableOf } from '../tables.ts'
import { decode } from '../text.ts'

/** The convertible-bond board: lines of a kind each, TITLE, DATADATE, HEADER and BODY. */

/** Days and prices that are not set. */
const noDay = { none: ['0', '19110000', '1911/00/00', '00000000'] }
const noPrice = { none: ['0', '0.0000', '0.00', '0.000000'] }

const bonds = part(
  TaiwanCBOverview,
  {
    cb_id: '債券代碼',
    cb_name: '債券簡稱',
    delisting_date: column('終止櫃檯買賣日', noDay),
    issue_amount: '原始發行總額',
    outstanding_amount: '上月底發行餘額',
    coupon_rate: '票面利率',
    conversion_price: column('轉換價格', noPrice),
    conversion_price_effective_date: column('下次轉換價格生效日期', noDay),
    conversion_start_date: column('轉換起日', noDay),
    conversion_end_date: column('轉換迄日', noDay),
    put_price: column('最近賣回權價格', noPrice),
    put_start_date: column('最近賣回權起日', noDay),
    put_end_date: column('最近賣回權迄日', noDay),
    call_start_date: column('強制贖回起日', noDay),
    call_end_date: column('強制贖回迄日', noDay),
    call_price: column('強制贖回價格', noPrice),
    suspension_start_date: column('停止交易起日', noDay),
    suspension_end_date: column('停止交易迄日', noDay),
    reference_price: column('轉債參考價格', noPrice),
    underlying_price: column('轉換標的股票價格', noPrice),
  },
  { ignore: ['最近停止轉換起日', '最近停止轉換迄日'] },
)

/** The kinds of lines; other lines are counted. */
const kinds = new Set(['TITLE', 'DATADATE', 'ALIGN', 'HEADER', 'BODY', ''])

function parse(bytes: Uint8Array, request: FeedRequest): Outcome {
  const text = decode(bytes, 'big5')
  if (!text.startsWith('TITLE')) throw blocked('no board under this address, but something else')
  const records = csv(text)
  const of = (kind: string) => records.filter(([first]) => first === kind).map(([, ...cells]) => cells)
  const day = dateWithin(of('DATADATE')[0]?.join(' ') ?? '')
  if (day === null) throw changed('the board does not say which day it is about')
  if (day !== request.from) throw otherDay(request.from, day)
  const [titles] = of('HEADER')
  if (!titles) throw changed('the board has no line of titles')
  const body = of('BODY')
  if (body.length === 0) throw blocked('the board breaks off before its first bond')
  const parsed = bonds.read([tableOf('', titles, body)], request)
  const others = records.filter(([kind = '']) => !kinds.has(kind.trim()))
  return rowsOutcome({ ...parsed, left: [...parsed.left, ...leftOut('lines of other kinds', others.length)] })
}

export const bondBoard = { reading: bonds, parse }
