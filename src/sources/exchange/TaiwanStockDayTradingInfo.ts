import { TaiwanStockDayTradingInfo } from '../../catalogue/technical/TaiwanStockDayTradingInfo.ts'
import { dateOf } from '../../days.ts'
import { openApiRows } from '../openapi.ts'
import { notYet, otherDay } from '../outcome.ts'
import { column, constant, part, theDay, whole } from '../reading.ts'
import { nextDay } from '../servedDays.ts'
import { tpexOpenApi, twseOpenApi } from './openApi.ts'
import { isStarred } from './securities.ts'
import { tpexDayFeed } from './tpex.ts'
import { twseDayFeed } from './twse.ts'

/** Day trades of a day, which both sites publish with the same titles. */
const dayTrades = (market: 'TWSE' | 'TPEX') =>
  whole(
    TaiwanStockDayTradingInfo,
    {
      stock_id: '證券代號',
      trade_date: theDay,
      market: constant(market),
      is_sell_first_suspended: column('暫停現股賣出後現款買進當沖註記', { since: '2014-06-30', read: isStarred }),
      day_trading_volume: '當日沖銷交易成交股數',
      day_trading_buy_amount: '當日沖銷交易買進成交金額',
      day_trading_sell_amount: '當日沖銷交易賣出成交金額',
    },
    { ignore: ['證券名稱'] },
  )

/** Securities that may be day-traded; no volumes. */
const eligible = (market: 'TWSE' | 'TPEX', [id, day, suspended, name]: readonly [string, string, string, string]) =>
  part(
    TaiwanStockDayTradingInfo,
    {
      stock_id: id,
      trade_date: day,
      market: constant(market),
      is_sell_first_suspended: column(suspended, { read: isStarred }),
    },
    { ignore: [name] },
  )

const listed = eligible('TWSE', ['Code', 'Date', 'Suspension', 'Name'])
const otc = eligible('TPEX', ['證券代號', '資料日期', '暫停現股賣出後現款買進當沖註記', '證券名稱'])

export const dayTradingInfo = [
  // Of the trading day after the requested one.
  twseOpenApi.list(
    listed,
    '/exchangeReport/TWTB4U',
    openApiRows(listed, (parsed, request) => {
      const next = nextDay(request)
      for (const { trade_date } of parsed.rows) {
        const served = dateOf(trade_date as number)
        if ((trade_date as number) < next) throw notYet(`still answers for ${served}, asked for ${dateOf(next)}`)
        if (trade_date !== next) throw otherDay(dateOf(next), served)
      }
      return parsed
    }),
    { role: 'part', recorded: '.json' },
  ),
  twseDayFeed(dayTrades('TWSE'), 'dayTrading/TWTB4U', { query: { selectType: 'All' }, since: '2014-01-06' }),
  // Of the day in the list.
  tpexOpenApi.rows(otc, '/tpex_securities', { role: 'part' }),
  tpexDayFeed(dayTrades('TPEX'), 'intraday/stat', { query: { type: 'Daily' }, since: '2014-01-06' }),
]
