import { TaiwanStockTotalMarginPurchaseShortSale } from '../../catalogue/chips/TaiwanStockTotalMarginPurchaseShortSale.ts'
import { priceAt } from '../fundamentals/shares.ts'
import { marketAt } from '../listing.ts'
import type { Path } from '../path.ts'
import { dailyTable } from '../table.ts'
import { type Credit, creditOf } from './credit.ts'
import { creditDay, creditListedIn } from './creditDay.ts'

/** Part of the price that is lent: six tenths, and the interest that has run up on older loans. */
const lent = 0.62

/** The loans behind a margin balance, thousands of TWD: the average cost of the shares times the part lent. */
const loans = (path: Path, credit: Credit, t: number): number =>
  t < path.first ? 0 : Math.round((credit.margin[t]! * priceAt(path, t) * credit.cost[t]! * lent) / 100)

const markets = ['TWSE', 'TPEX'] as const

const zeroLots = {
  marginBuy: 0,
  marginSell: 0,
  marginRepay: 0,
  marginBefore: 0,
  margin: 0,
  shortBuy: 0,
  shortSell: 0,
  shortRepay: 0,
  shortBefore: 0,
  short: 0,
}
const lots = Object.keys(zeroLots) as (keyof typeof zeroLots)[]

const sums = () => ({ ...zeroLots, buyAmount: 0, repayAmount: 0, loansBefore: 0, loans: 0 })

type Sum = ReturnType<typeof sums>

function addTo(sum: Sum, seed: number, path: Path, credit: Credit, t: number): void {
  const day = creditDay(seed, path, credit, t)
  for (const name of lots) sum[name] += day[name]
  // Lots that a split made out of others carry no new loan, and lots that a reduction took repay none.
  const bought = day.marginBuy - Math.max(0, day.rescaled)
  const repaid = day.marginRepay - Math.max(0, -day.rescaled)
  const volume = path.volume[t]!
  sum.buyAmount += bought > 0 ? Math.round((bought * path.turnover[t]! * lent) / volume) : 0
  sum.repayAmount += Math.round((repaid * priceAt(path, t) * credit.cost[t]! * lent) / 100)
  sum.loansBefore += loans(path, credit, t - 1)
  sum.loans += loans(path, credit, t)
}

export const totalMarginPurchaseShortSale = dailyTable(
  TaiwanStockTotalMarginPurchaseShortSale,
  (world, push, from, to) => {
    const { days } = world.calendar
    const first = Math.max(from, world.from)
    const totals = days.slice(first, to + 1).map(() => ({ TWSE: sums(), TPEX: sums(), ESB: sums() }))
    for (const { path, start, end } of creditListedIn(world, from, to)) {
      const credit = creditOf(world, path)
      for (let t = start; t <= end; t++)
        addTo(totals[t - first]![marketAt(path.security, days[t]!)], world.seed, path, credit, t)
    }
    // Amounts are kept in thousands of TWD and lots, as the exchanges print them.
    const amount = 1000 * 100
    for (let t = first; t <= to; t++)
      for (const market of markets) {
        const sum = totals[t - first]![market]
        push({
          trade_date: days[t]!,
          market,
          margin_purchase_buy: sum.marginBuy * 1000,
          margin_purchase_sell: sum.marginSell * 1000,
          margin_purchase_cash_repayment: sum.marginRepay * 1000,
          margin_purchase_previous_balance: sum.marginBefore * 1000,
          margin_purchase_balance: sum.margin * 1000,
          margin_purchase_buy_amount: sum.buyAmount * amount,
          margin_purchase_sell_amount: (sum.loansBefore + sum.buyAmount - sum.repayAmount - sum.loans) * amount,
          margin_purchase_cash_repayment_amount: sum.repayAmount * amount,
          margin_purchase_previous_balance_amount: sum.loansBefore * amount,
          margin_purchase_balance_amount: sum.loans * amount,
          short_sale_buy: sum.shortBuy * 1000,
          short_sale_sell: sum.shortSell * 1000,
          short_sale_stock_repayment: sum.shortRepay * 1000,
          short_sale_previous_balance: sum.shortBefore * 1000,
          short_sale_balance: sum.short * 1000,
        })
      }
  },
)
