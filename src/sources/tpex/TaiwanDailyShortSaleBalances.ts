import { TaiwanDailyShortSaleBalances } from '../../catalogue/chips/TaiwanDailyShortSaleBalances.ts'
import { borrowedRollsForward, shortRollsForward } from '../exchange/rollforward.ts'
import { isTotal } from '../exchange/securities.ts'
import { column, constant, theDay, whole } from '../reading.ts'
import { tpexDayFeed, tpexDayRows } from './response.ts'

/** In shares. Two titles stand on both sides; which is which is proved by the balances rolling forward. */
const balances = whole(
  TaiwanDailyShortSaleBalances,
  {
    stock_id: '股票代號',
    trade_date: theDay,
    market: constant('TPEX'),
    short_sale_previous_balance: column('前日餘額', { nth: [0, 2] }),
    short_sale_sell: '賣出',
    short_sale_buy: '買進',
    short_sale_stock_repayment: '現券',
    short_sale_balance: column('當日餘額', { nth: [0, 2] }),
    short_sale_limit: '限額',
    sbl_short_sale_previous_balance: column('前日餘額', { nth: [1, 2] }),
    sbl_short_sale_sell: '當日賣出',
    sbl_short_sale_return: '當日還券',
    sbl_short_sale_adjustment: '當日調整數額',
    sbl_short_sale_balance: column('當日餘額', { nth: [1, 2] }),
    sbl_short_sale_limit: '次一營業日可借券賣出限額',
    note: '備註',
  },
  {
    ignore: ['股票名稱'],
    leave: [['totals', '股票名稱', isTotal]],
    identities: { ...shortRollsForward, ...borrowedRollsForward },
  },
)

/** The titles of rows that came without titles. */
const oldTitles = [
  ...['股票代號', '股票名稱', '前日餘額', '賣出', '買進', '現券', '當日餘額', '限額'],
  ...['前日餘額', '當日賣出', '當日還券', '當日調整數額', '當日餘額', '次一營業日可借券賣出限額', '備註'],
]

export const marginSbl = tpexDayFeed(balances, 'margin/sbl', {
  query: { id: '' },
  since: '2012-10-02',
  recording: 'tpex/margin_sbl_20230130.json',
  parse: tpexDayRows(balances, [{ titles: oldTitles }]),
})
