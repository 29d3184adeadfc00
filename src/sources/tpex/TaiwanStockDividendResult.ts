import { TaiwanStockDividendResult } from '../../catalogue/fundamentals/TaiwanStockDividendResult.ts'
import { exEvent, unlimited } from '../exchange/securities.ts'
import { column, constant, whole } from '../reading.ts'
import { tpexRangeFeed } from './response.ts'

/** Amounts a share come with eight places. */
const rounds = { rounds: true } as const

const results = whole(
  TaiwanStockDividendResult,
  {
    stock_id: '代號',
    ex_date: '除權息日期',
    stock_name: '名稱',
    market: constant('TPEX'),
    close_before: '除權息前收盤價',
    reference_price: '除權息參考價',
    dividend_value: column('權值+息值', rounds),
    rights_value: column('權值', rounds),
    cash_value: column('息值', rounds),
    event_type: column('權/息', { read: exEvent }),
    limit_up: column('漲停價', unlimited),
    limit_down: column('跌停價', unlimited),
    opening_reference_price: '開始交易基準價',
    dividend_reference_price: '減除股利參考價',
    cash_dividend: column('現金股利', rounds),
    stock_dividend_per_1000: column('每仟股無償配股', rounds),
    rights_issue_shares: '現金增資股數',
    rights_issue_price: '現金增資認購價',
    rights_issue_per_1000: column('按持股比例仟股認購', rounds),
  },
  { ignore: ['公開承銷股數', '員工認購股數', '原股東認購股數'] },
)

export const exDailyQ = tpexRangeFeed(results, 'bulletin/exDailyQ', {
  longest: 366,
  since: '2008-01-02',
  recording: 'tpex/exDailyQ_20240322_20240323.json',
})
