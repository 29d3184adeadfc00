import { TaiwanStockDividendResult } from '../../catalogue/fundamentals/TaiwanStockDividendResult.ts'
import { compact, dateFrom } from '../dates.ts'
import { exEvent, unlimited } from '../exchange/securities.ts'
import type { FeedRequest } from '../feed.ts'
import { scaled } from '../numbers.ts'
import { column, combined, constant, lacking, part, theDay, whole } from '../reading.ts'
import { titlesIn } from '../text.ts'
import { eventIn, eventsOf, measured, twseDetail } from './details.ts'
import { rwd, twseDayFeed, twseRangeFeed } from './response.ts'

/** The value is not divided here: it is one part or the other where only one was taken off. */
const partOf = (event: string) =>
  combined(['權/息', '權值+息值'], (kind, value) => (exEvent(kind) === event ? scaled(value, 6) : null))

const results = whole(
  TaiwanStockDividendResult,
  {
    stock_id: '股票代號',
    ex_date: '資料日期',
    stock_name: '股票名稱',
    market: constant('TWSE'),
    close_before: '除權息前收盤價',
    reference_price: '除權息參考價',
    dividend_value: '權值+息值',
    rights_value: partOf('rights'),
    cash_value: partOf('dividend'),
    event_type: column('權/息', { read: exEvent }),
    limit_up: column('漲停價格', unlimited),
    limit_down: column('跌停價格', unlimited),
    opening_reference_price: '開盤競價基準',
    dividend_reference_price: '減除股利參考價',
    ...lacking('cash_dividend', 'stock_dividend_per_1000'),
    ...lacking('rights_issue_shares', 'rights_issue_price', 'rights_issue_per_1000'),
  },
  {
    ignore: ['詳細資料', '最近一次申報資料 季別/日期', '最近一次申報每股 (單位)淨值', '最近一次申報每股 (單位)盈餘'],
  },
)

export const twt49u = twseRangeFeed(results, 'exRight/TWT49U', {
  wholeByDate: true,
  longest: 366,
  since: '2003-05-05',
  recording: 'twse/TWT49U_20240304_20240305.json',
})

const paid = part(
  TaiwanStockDividendResult,
  {
    stock_id: '股票代號',
    ex_date: theDay,
    cash_dividend: measured('(每股配發現金股利)除息', 6),
    stock_dividend_per_1000: measured('A. 按普通股股東持股比例每千股無償配股', 6),
    rights_issue_shares: measured('C. (有償) 現金增資', 0),
    rights_issue_price: measured('每股認購金額', 4),
    rights_issue_per_1000: measured('按股東持股比例每千股認購', 6),
  },
  {
    ignore: titlesIn('股票名稱 (增資配股)除權 B.員工紅利轉增資 a.公開承銷 b.員工認購 c.原股東認購'),
  },
)

const dayNamed = (request: FeedRequest): string => dateFrom(eventIn(request).named) ?? eventIn(request).named

/** The dividends and offers of an ex-date, of which the list has only the value. */
export const twt49uDetail = twseDayFeed(paid, 'exRight/TWT49UDetail', {
  role: 'part',
  each: 'id',
  since: '2003-05-05',
  request(request) {
    const { code, named } = eventIn(request)
    return rwd('exRight/TWT49UDetail', { STK_NO: code, T1: named })
  },
  parse: twseDetail(paid, (_, request) =>
    compact(request.from) === eventIn(request).named ? null : dayNamed(request),
  ),
  detailOf: eventsOf(twt49u, '資料日期'),
})
