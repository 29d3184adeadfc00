import { TaiwanStockDayTradingInfo } from '../../catalogue/technical/TaiwanStockDayTradingInfo.ts'
import { dateOf } from '../../days.ts'
import { isStarred } from '../exchange/securities.ts'
import { openApiRows } from '../openapi.ts'
import { notYet, otherDay } from '../outcome.ts'
import { column, constant, part } from '../reading.ts'
import { nextDay } from '../servedDays.ts'
import { twseOpenApi } from './response.ts'

const eligible = part(
  TaiwanStockDayTradingInfo,
  {
    stock_id: 'Code',
    trade_date: 'Date',
    market: constant('TWSE'),
    is_sell_first_suspended: column('Suspension', { read: isStarred }),
  },
  { ignore: ['Name'] },
)

/** Securities that may be day-traded on the trading day after the requested one; no volumes. */
export const twtb4u = twseOpenApi.list(
  eligible,
  '/exchangeReport/TWTB4U',
  openApiRows(eligible, (parsed, request) => {
    const next = nextDay(request)
    for (const { trade_date } of parsed.rows) {
      const served = dateOf(trade_date as number)
      if ((trade_date as number) < next) throw notYet(`still answers for ${served}, asked for ${dateOf(next)}`)
      if (trade_date !== next) throw otherDay(dateOf(next), served)
    }
    return parsed
  }),
  { role: 'part', recorded: '.json' },
)
