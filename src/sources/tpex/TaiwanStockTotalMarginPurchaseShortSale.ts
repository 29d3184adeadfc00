import { TaiwanStockTotalMarginPurchaseShortSale } from '../../catalogue/chips/TaiwanStockTotalMarginPurchaseShortSale.ts'
import { dayOf } from '../../days.ts'
import { at, labelled } from '../labels.ts'
import { titlesIn } from '../text.ts'
import { tpexDayFeed, tpexTotals } from './response.ts'

const thousand = { times: 1000 }
/** The totals have the columns of the table above them. */
const lots = (title: string) => at('合計(張)', title, thousand)
const lent = (title: string) => at('融資金(仟元)', title, thousand)
const others = titlesIn('代號 資屬證金 資使用率(%) 資限額 券屬證金 券使用率(%) 券限額 資券相抵(張) 備註')

const summary = labelled(
  TaiwanStockTotalMarginPurchaseShortSale,
  '名稱',
  {
    trade_date: { request: ({ from }) => dayOf(from) },
    market: { request: () => 'TPEX' },
    margin_purchase_buy: lots('資買'),
    margin_purchase_sell: lots('資賣'),
    margin_purchase_cash_repayment: lots('現償'),
    margin_purchase_previous_balance: lots('前資餘額(張)'),
    margin_purchase_balance: lots('資餘額'),
    margin_purchase_buy_amount: lent('資買'),
    margin_purchase_sell_amount: lent('資賣'),
    margin_purchase_cash_repayment_amount: lent('現償'),
    margin_purchase_previous_balance_amount: lent('前資餘額(張)'),
    margin_purchase_balance_amount: lent('資餘額'),
    short_sale_buy: lots('券買'),
    short_sale_sell: lots('券賣'),
    short_sale_stock_repayment: lots('券償'),
    short_sale_previous_balance: lots('前券餘額(張)'),
    short_sale_balance: lots('券餘額'),
  },
  others,
)

export const marginBalance = tpexDayFeed(summary, 'margin/balance', {
  query: { id: '' },
  since: '2003-08-01',
  parse: tpexTotals(summary),
  recording: 'tpex/margin_balance_20230130.json',
})
