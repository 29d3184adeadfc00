import { TaiwanStockTotalMarginPurchaseShortSale } from '../../catalogue/chips/TaiwanStockTotalMarginPurchaseShortSale.ts'
import { dayOf } from '../../days.ts'
import { at, labelled } from '../labels.ts'
import { titlesIn } from '../text.ts'
import { tpexDayFeed, tpexTotals } from './tpex.ts'
import { twseDayFeed } from './twse.ts'

type Side = Readonly<Record<'buy' | 'sell' | 'repaid' | 'before' | 'now', string>>
type Titles = {
  /** The title above the labels, and the labels of lots on margin, of lots sold short, and of loans. */
  readonly labels: Readonly<Record<'title' | 'bought' | 'sold' | 'lent', string>>
  readonly margin: Side
  readonly short: Side
  readonly ignore?: readonly string[]
}

/** The totals of a market, in lots and thousands. */
const totals = (market: 'TWSE' | 'TPEX', { labels, margin, short, ignore }: Titles) => {
  const cell = (label: string) => (title: string) => at(label, title, { times: 1000 })
  const [bought, sold, lent] = [cell(labels.bought), cell(labels.sold), cell(labels.lent)]
  return labelled(
    TaiwanStockTotalMarginPurchaseShortSale,
    labels.title,
    {
      trade_date: { request: ({ from }) => dayOf(from) },
      market: { request: () => market },
      margin_purchase_buy: bought(margin.buy),
      margin_purchase_sell: bought(margin.sell),
      margin_purchase_cash_repayment: bought(margin.repaid),
      margin_purchase_previous_balance: bought(margin.before),
      margin_purchase_balance: bought(margin.now),
      margin_purchase_buy_amount: lent(margin.buy),
      margin_purchase_sell_amount: lent(margin.sell),
      margin_purchase_cash_repayment_amount: lent(margin.repaid),
      margin_purchase_previous_balance_amount: lent(margin.before),
      margin_purchase_balance_amount: lent(margin.now),
      short_sale_buy: sold(short.buy),
      short_sale_sell: sold(short.sell),
      short_sale_stock_repayment: sold(short.repaid),
      short_sale_previous_balance: sold(short.before),
      short_sale_balance: sold(short.now),
    },
    ignore,
  )
}

const side = { buy: '買進', sell: '賣出', repaid: '現金(券)償還', before: '前日餘額', now: '今日餘額' }
const listed = totals('TWSE', {
  labels: { title: '項目', bought: '融資(交易單位)', sold: '融券(交易單位)', lent: '融資金額(仟元)' },
  margin: side,
  short: side,
})

/** The totals have the columns of the table above them. */
const otc = totals('TPEX', {
  labels: { title: '名稱', bought: '合計(張)', sold: '合計(張)', lent: '融資金(仟元)' },
  margin: { buy: '資買', sell: '資賣', repaid: '現償', before: '前資餘額(張)', now: '資餘額' },
  short: { buy: '券買', sell: '券賣', repaid: '券償', before: '前券餘額(張)', now: '券餘額' },
  ignore: titlesIn('代號 資屬證金 資使用率(%) 資限額 券屬證金 券使用率(%) 券限額 資券相抵(張) 備註'),
})

export const marginTotals = [
  twseDayFeed(listed, 'marginTrading/MI_MARGN', {
    query: { selectType: 'ALL' },
    since: '2001-01-02',
    recording: 'twse/MI_MARGN_ALL_20230130.json',
  }),
  tpexDayFeed(otc, 'margin/balance', {
    query: { id: '' },
    since: '2003-08-01',
    parse: tpexTotals(otc),
    recording: 'tpex/margin_balance_20230130.json',
  }),
]
