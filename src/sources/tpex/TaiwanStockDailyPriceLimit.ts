import { TaiwanStockDailyPriceLimit } from '../../catalogue/technical/TaiwanStockDailyPriceLimit.ts'
import { unlimited } from '../exchange/securities.ts'
import { withoutWarrantsAndBonds } from '../exchange/securityCodes.ts'
import { column, constant, fromRequest, whole } from '../reading.ts'
import { nextDay } from '../servedDays.ts'
import { titlesIn } from '../text.ts'
import { longQuotes } from './oldQuotes.ts'
import { tpexDayFeed, tpexDayRows } from './response.ts'

const limits = whole(
  TaiwanStockDailyPriceLimit,
  {
    stock_id: '代號',
    trade_date: fromRequest(nextDay),
    market: constant('TPEX'),
    reference_price: column('次日參考價', { since: '2020-04-30' }),
    limit_up: column('次日漲停價', unlimited),
    limit_down: column('次日跌停價', unlimited),
  },
  {
    ignore: titlesIn(`
      名稱 收盤 漲跌 開盤 最高 最低 均價 成交股數 成交金額(元) 成交筆數 最後買價 最後買量(千股) 最後買量(張數)
      最後賣價 最後賣量(千股) 最後賣量(張數) 發行股數
    `),
    ...withoutWarrantsAndBonds('代號'),
  },
)

/** The limits of the trading day after the requested one. */
export const dailyQuotes = tpexDayFeed(limits, 'afterTrading/dailyQuotes', {
  query: { id: '' },
  since: '2007-04-23',
  recording: 'tpex/dailyQuotes_20230130.json.gz',
  parse: tpexDayRows(limits, longQuotes),
})
