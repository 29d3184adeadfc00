import { TaiwanStockDividendResult } from '../../catalogue/fundamentals/TaiwanStockDividendResult.ts'
import { exEvent, unlimited } from '../exchange/securities.ts'
import { column, constant, rounded, whole } from '../reading.ts'
import { tpexRangeFeed } from './response.ts'

const results = whole(
  TaiwanStockDividendResult,
  {
    stock_id: '代號',
    ex_date: '除權息日期',
    stock_name: '名稱',
    market: constant('TPEX'),
    close_before: '除權息前收盤價',
    reference_price: '除權息參考價',
    dividend_value: rounded('權值+息值'),
    rights_value: rounded('權值'),
    cash_value: rounded('息值'),
    event_type: column('權/息', { read: exEvent }),
    limit_up: column('漲停價', unlimited),
    limit_down: column('跌停價', unlimited),
    opening_reference_price: '開始交易基準價',
    dividend_reference_price: '減除股利參考價',
    cash_dividend: rounded('現金股利'),
    stock_dividend_per_1000: rounded('每仟股無償配股'),
    rights_issue_shares: '現金增資股數',
    rights_issue_price: '現金增資認購價',
    rights_issue_per_1000: rounded('按持股比例仟股認購'),
  },
  { ignore: ['公開承銷股數', '員工認購股數', '原股東認購股數'] },
)

export const exDailyQ = tpexRangeFeed(results, 'bulletin/exDailyQ', {
  wholeByDate: true,
  longest: 366,
  since: '2008-01-02',
  recording: 'tpex/exDailyQ_20240322_20240323.json',
})
