import { TaiwanStockTotalMarginPurchaseShortSale } from '../../catalogue/chips/TaiwanStockTotalMarginPurchaseShortSale.ts'
import { dayOf } from '../../days.ts'
import { at, labelled } from '../labels.ts'
import { twseDayFeed } from './response.ts'

const thousand = { times: 1000 }
const bought = (title: string) => at('融資(交易單位)', title, thousand)
const sold = (title: string) => at('融券(交易單位)', title, thousand)
const lent = (title: string) => at('融資金額(仟元)', title, thousand)

const summary = labelled(TaiwanStockTotalMarginPurchaseShortSale, '項目', {
  trade_date: { request: ({ from }) => dayOf(from) },
  market: { request: () => 'TWSE' },
  margin_purchase_buy: bought('買進'),
  margin_purchase_sell: bought('賣出'),
  margin_purchase_cash_repayment: bought('現金(券)償還'),
  margin_purchase_previous_balance: bought('前日餘額'),
  margin_purchase_balance: bought('今日餘額'),
  margin_purchase_buy_amount: lent('買進'),
  margin_purchase_sell_amount: lent('賣出'),
  margin_purchase_cash_repayment_amount: lent('現金(券)償還'),
  margin_purchase_previous_balance_amount: lent('前日餘額'),
  margin_purchase_balance_amount: lent('今日餘額'),
  short_sale_buy: sold('買進'),
  short_sale_sell: sold('賣出'),
  short_sale_stock_repayment: sold('現金(券)償還'),
  short_sale_previous_balance: sold('前日餘額'),
  short_sale_balance: sold('今日餘額'),
})

export const miMargn = twseDayFeed(summary, 'marginTrading/MI_MARGN', {
  query: { selectType: 'ALL' },
  since: '2001-01-02',
  recording: 'twse/MI_MARGN_ALL_20230130.json',
})
