import { TaiwanDailyShortSaleBalances } from '../../catalogue/chips/TaiwanDailyShortSaleBalances.ts'
import { borrowedRollsForward, shortRollsForward } from '../exchange/rollforward.ts'
import { isTotal } from '../exchange/securities.ts'
import { column, constant, theDay, whole } from '../reading.ts'
import { twseDayFeed } from './response.ts'

const [short, borrowed] = [{ under: '融券' }, { under: '借券賣出' }]

/** In shares, unlike the margin table. */
const balances = whole(
  TaiwanDailyShortSaleBalances,
  {
    stock_id: column('代號', { also: ['股票代號'] }),
    trade_date: theDay,
    market: constant('TWSE'),
    short_sale_previous_balance: column('前日餘額', short),
    short_sale_sell: column('賣出', short),
    short_sale_buy: column('買進', short),
    short_sale_stock_repayment: column('現券', short),
    short_sale_balance: column('今日餘額', short),
    short_sale_limit: column('限額', { ...short, also: ['次一營業日限額'] }),
    sbl_short_sale_previous_balance: column('前日餘額', borrowed),
    sbl_short_sale_sell: column('當日賣出', borrowed),
    sbl_short_sale_return: column('當日還券', borrowed),
    sbl_short_sale_adjustment: column('當日調整', borrowed),
    sbl_short_sale_balance: column('當日餘額', borrowed),
    sbl_short_sale_limit: column('次一營業日可限額', { ...borrowed, also: ['次一營業日可借券賣出限額'] }),
    note: '備註',
  },
  {
    ignore: ['名稱', '股票名稱'],
    leave: [['totals', ['名稱', '股票名稱'], isTotal]],
    identities: { ...shortRollsForward, ...borrowedRollsForward },
  },
)

export const twt93u = twseDayFeed(balances, 'marginTrading/TWT93U', {
  since: '2005-07-01',
  recording: 'twse/TWT93U_20230130.json',
})
