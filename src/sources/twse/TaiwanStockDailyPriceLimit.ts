import { TaiwanStockDailyPriceLimit } from '../../catalogue/technical/TaiwanStockDailyPriceLimit.ts'
import { unlimited } from '../exchange/securities.ts'
import { column, whole } from '../reading.ts'
import { dailyKey, twseDayFeed } from './response.ts'

const limits = whole(
  TaiwanStockDailyPriceLimit,
  {
    ...dailyKey,
    // The base of today stands before that of the day before.
    reference_price: column('開盤競價基準', { nth: [0, 2] }),
    limit_up: column('漲停價', unlimited),
    limit_down: column('跌停價', unlimited),
  },
  {
    ignore: ['證券名稱', '開盤競價基準', '收盤價', '揭示買價', '揭示賣價', '最近成交日', '可否零股交易', '備註'],
  },
)

/** The limits of the day itself. */
export const twt84u = twseDayFeed(limits, 'variation/TWT84U', {
  query: { selectType: 'ALLBUT0999' },
  since: '2005-12-19',
})
