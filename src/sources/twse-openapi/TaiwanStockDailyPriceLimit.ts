import { TaiwanStockDailyPriceLimit } from '../../catalogue/technical/TaiwanStockDailyPriceLimit.ts'
import { unlimited } from '../exchange/securities.ts'
import { column, constant, fromRequest, part, whole } from '../reading.ts'
import { dayMade } from '../servedDays.ts'
import { titlesIn } from '../text.ts'
import { twseOpenApi } from './response.ts'

const limits = whole(
  TaiwanStockDailyPriceLimit,
  {
    stock_id: 'Code',
    trade_date: fromRequest(dayMade),
    market: constant('TWSE'),
    reference_price: 'TodayOpeningRefPrice',
    limit_up: column('TodayLimitUp', unlimited),
    limit_down: column('TodayLimitDown', unlimited),
  },
  {
    ignore: titlesIn(`
      Name PreviousDayOpeningRefPrice PreviousDayPrice PreviousDayLimitUp PreviousDayLimitDown LastTradingDay
      AllowOddLotTrade
    `),
  },
)

/** The limits of the newest day, which follows only from the time at which the list was made. */
export const twt84u = twseOpenApi.rows(limits, '/exchangeReport/TWT84U')

/** For its first five days a new listing has no limits. */
const unlimitedDays = part(
  TaiwanStockDailyPriceLimit,
  {
    stock_id: 'SecurCode',
    trade_date: '5thTradingDate',
    market: constant('TWSE'),
    limit_up: constant(null),
    limit_down: constant(null),
  },
  {
    ignore: titlesIn(`
      SecurName 1stTradingDate PriceUnderwritten OverAllotmentShares Code Name BuySell TradingPrice TradingVolume
      AccTradingVolume
    `),
  },
)

export const twt88u = twseOpenApi.events(unlimitedDays, '/exchangeReport/TWT88U', {
  role: 'witness',
  recorded: '.json',
})
