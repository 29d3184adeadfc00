import { TaiwanStockDayTradingInfo } from '../../catalogue/technical/TaiwanStockDayTradingInfo.ts'
import { isStarred } from '../exchange/securities.ts'
import { column, constant, part } from '../reading.ts'
import { tpexOpenApi } from './response.ts'

const eligible = part(
  TaiwanStockDayTradingInfo,
  {
    stock_id: '證券代號',
    trade_date: '資料日期',
    market: constant('TPEX'),
    is_sell_first_suspended: column('暫停現股賣出後現款買進當沖註記', { read: isStarred }),
  },
  { ignore: ['證券名稱'] },
)

/** Securities that may be day-traded on the day in the list; no volumes. */
export const securities = tpexOpenApi.rows(eligible, '/tpex_securities', { role: 'part' })
