import { TaiwanStockShareholding } from '../../catalogue/chips/TaiwanStockShareholding.ts'
import { dateWithin } from '../dates.ts'
import { foreignHoldings } from '../exchange/TaiwanStockShareholding.ts'
import { type FeedRequest, post } from '../feed.ts'
import { htmlTable, pageText, section } from '../html.ts'
import { changed, type Outcome, otherDay } from '../outcome.ts'
import { column, constant, theDay, whole } from '../reading.ts'
import { nothing, someRows } from '../servedDays.ts'
import { plainText } from '../text.ts'
import { mops } from './response.ts'

const holdings = whole(
  TaiwanStockShareholding,
  {
    stock_id: '證券代號',
    trade_date: theDay,
    market: constant('TPEX'),
    isin_code: null,
    issued_shares: '發行股數',
    ...foreignHoldings,
    last_report_date: column('最近一次上櫃公司申報外資持股異動日期', {
      also: ['最近一次上櫃公司申報外資及陸資持股異動日期'],
      none: ['0'],
    }),
  },
  { ignore: ['證券名稱', section] },
)

function parse(bytes: Uint8Array, request: FeedRequest): Outcome {
  const page = pageText(bytes)
  if (/查無(?:所需)?資料/.test(page)) throw nothing(request, '查無所需資料')
  const [heading] = /[\d/年月日]+[\s　]*外資及陸資投資持股統計/.exec(plainText(page)) ?? []
  const served = heading === undefined ? null : dateWithin(heading)
  if (served === null) throw changed(`the page does not say its day: ${plainText(page).slice(0, 80)}`)
  if (served !== request.from) throw otherDay(request.from, served)
  return someRows(holdings.read([htmlTable(page, ['證券代號', '發行股數'])], request), request)
}

/** The OTC market with its funds, and four columns that the page of the exchange lacks, which keeps delisted shares; past days are made from the list of today, so delisted shares are missing in them. */
export const t13sa150 = mops('TPEX')(holdings, {
  endpoint: 't13sa150_otc',
  choice: 'beside',
  span: 'day',
  encoding: 'big5',
  request: ({ from }) =>
    post('/server-java/t13sa150_otc', {
      step: '2',
      years: from.slice(0, 4),
      months: from.slice(5, 7),
      days: from.slice(8),
      bcode: '',
    }),
  parse,
  recording: 'mops/t13sa150_otc_20230130.html',
})
