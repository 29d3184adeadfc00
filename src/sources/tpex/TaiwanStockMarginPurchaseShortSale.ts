import { TaiwanStockMarginPurchaseShortSale } from '../../catalogue/chips/TaiwanStockMarginPurchaseShortSale.ts'
import { marginRollsForward, shortRollsForward } from '../exchange/rollforward.ts'
import { lots, whole } from '../reading.ts'
import { dailyKey, tpexDayFeed, tpexDayRows } from './response.ts'

/** Short sales stand before short covering here. */
const balances = whole(
  TaiwanStockMarginPurchaseShortSale,
  {
    ...dailyKey,
    margin_purchase_buy: lots('資買'),
    margin_purchase_sell: lots('資賣'),
    margin_purchase_cash_repayment: lots('現償'),
    margin_purchase_previous_balance: lots('前資餘額(張)'),
    margin_purchase_balance: lots('資餘額'),
    margin_purchase_limit: lots('資限額'),
    short_sale_buy: lots('券買'),
    short_sale_sell: lots('券賣'),
    short_sale_stock_repayment: lots('券償'),
    short_sale_previous_balance: lots('前券餘額(張)'),
    short_sale_balance: lots('券餘額'),
    short_sale_limit: lots('券限額'),
    offset_volume: lots('資券相抵(張)'),
    note: '備註',
  },
  {
    ignore: ['名稱', '資屬證金', '資使用率(%)', '券屬證金', '券使用率(%)'],
    identities: { ...marginRollsForward, ...shortRollsForward },
  },
)

/** The titles of rows that came without titles. */
const oldTitles = [
  ...['代號', '名稱', '前資餘額(張)', '資買', '資賣', '現償', '資餘額', '資屬證金', '資使用率(%)', '資限額'],
  ...['前券餘額(張)', '券賣', '券買', '券償', '券餘額', '券屬證金', '券使用率(%)', '券限額', '資券相抵(張)', '備註'],
]

export const marginBalance = tpexDayFeed(balances, 'margin/balance', {
  query: { id: '' },
  since: '2003-08-01',
  recording: 'tpex/margin_balance_20230130.json',
  parse: tpexDayRows(balances, [{ titles: oldTitles }]),
})
