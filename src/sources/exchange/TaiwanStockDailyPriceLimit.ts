import { TaiwanStockDailyPriceLimit } from '../../catalogue/technical/TaiwanStockDailyPriceLimit.ts'
import { openApiRows } from '../openapi.ts'
import { column, constant, fromRequest, inOpenApi, type Named, onSite, part, theDay, whole } from '../reading.ts'
import { dayMade, newestDay, nextDay } from '../servedDays.ts'
import { titlesIn } from '../text.ts'
import { tpexOpenApi, twseOpenApi } from './openApi.ts'
import { unlimited } from './securities.ts'
import { withoutWarrantsAndBonds } from './securityCodes.ts'
import { longQuotes, tpexDayFeed, tpexDayRows } from './tpex.ts'
import { twseDayFeed } from './twse.ts'

const listed = (named: Named) =>
  whole(
    TaiwanStockDailyPriceLimit,
    {
      stock_id: named('證券代號', 'Code'),
      trade_date: named === onSite ? theDay : fromRequest(dayMade),
      market: constant('TWSE'),
      // On the site, the base of today stands before that of the day before.
      reference_price: named('開盤競價基準', 'TodayOpeningRefPrice', { nth: [0, 2] }),
      limit_up: named('漲停價', 'TodayLimitUp', unlimited),
      limit_down: named('跌停價', 'TodayLimitDown', unlimited),
    },
    {
      ignore: titlesIn(
        named === onSite
          ? '證券名稱 開盤競價基準 收盤價 揭示買價 揭示賣價 最近成交日 可否零股交易 備註'
          : `Name PreviousDayOpeningRefPrice PreviousDayPrice PreviousDayLimitUp PreviousDayLimitDown LastTradingDay
             AllowOddLotTrade`,
      ),
    },
  )

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

const otc = whole(
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

const otcList = part(
  TaiwanStockDailyPriceLimit,
  {
    stock_id: 'SecuritiesCompanyCode',
    // The day of the quotes; the limits are those of the trading day after it.
    trade_date: 'Date',
    market: constant('TPEX'),
    limit_up: column('NextLimitUp', unlimited),
    limit_down: column('NextLimitDown', unlimited),
  },
  {
    ignore: titlesIn(`
      CompanyName Close Change Open High Low TradingShares TransactionAmount TransactionNumber LatestBidPrice
      LatesAskPrice Capitals
    `),
    ...withoutWarrantsAndBonds('SecuritiesCompanyCode'),
  },
)

export const priceLimits = [
  // The limits of the newest day, which follows only from the time at which the list was made.
  twseOpenApi.rows(listed(inOpenApi), '/exchangeReport/TWT84U'),
  twseOpenApi.events(unlimitedDays, '/exchangeReport/TWT88U', { role: 'witness', recorded: '.json' }),
  // The limits of the day itself.
  twseDayFeed(listed(onSite), 'variation/TWT84U', { query: { selectType: 'ALLBUT0999' }, since: '2005-12-19' }),
  // The limits of the trading day after the requested one, without the reference price.
  tpexOpenApi.list(
    otcList,
    '/tpex_mainboard_quotes',
    openApiRows(otcList, (parsed, request) => {
      const next = nextDay(request)
      const rows = newestDay(parsed, 'trade_date', request).rows.map((row) => ({ ...row, trade_date: next }))
      return { ...parsed, rows }
    }),
    { role: 'part', recorded: '.json' },
  ),
  tpexDayFeed(otc, 'afterTrading/dailyQuotes', {
    query: { id: '' },
    since: '2007-04-23',
    recording: 'tpex/dailyQuotes_20230130.json.gz',
    parse: tpexDayRows(otc, longQuotes),
  }),
]
