import { TaiwanStockTotalMarginPurchaseShortSale } from '../../catalogue/chips/TaiwanStockTotalMarginPurchaseShortSale.ts'
import { priceAt } from '../fundamentals/shares.ts'
import { marketAt } from '../listing.ts'
import type { Path } from '../path.ts'
import { dailyTable } from '../table.ts'
import { type Credit, creditDay, creditListedIn, creditOf } from './credit.ts'

/** Part of the price that is lent: six tenths, and the interest that has run up on older loans. */
const lent = 0.62

/** The loans behind a margin balance, thousands of TWD: the average cost of the shares times the part lent. */
const loans = (path: Path, credit: Credit, t: number): number =>
  t < path.first ? 0 : Math.round((credit.margin[t]! * priceAt(path, t) * credit.cost[t]! * lent) / 100)

const markets = ['TWSE', 'TPEX'] as const

/** The loans of a market's day: those made and repaid, and all of them before and after, thousands of TWD. */
const zero = { bought: 0, repaid: 0, loansBefore: 0, loans: 0 }

type Sum = { readonly shares: Record<string, number>; readonly amounts: typeof zero }
type Shares = ReturnType<typeof creditDay>['margin'] & ReturnType<typeof creditDay>['short']

function addTo({ shares, amounts }: Sum, seed: number, path: Path, credit: Credit, t: number): void {
  const { margin, short, bought, repaid } = creditDay(seed, path, credit, t)
  for (const part of [margin, short] as Record<string, number>[])
    for (const name in part) shares[name] = (shares[name] ?? 0) + part[name]!
  const volume = path.volume[t]!
  amounts.bought += bought > 0 ? Math.round((bought * path.turnover[t]! * lent) / volume) : 0
  amounts.repaid += Math.round((repaid * priceAt(path, t) * credit.cost[t]! * lent) / 100)
  amounts.loansBefore += loans(path, credit, t - 1)
  amounts.loans += loans(path, credit, t)
}

export const totalMarginPurchaseShortSale = dailyTable(
  TaiwanStockTotalMarginPurchaseShortSale,
  (world, push, from, to) => {
    const { days } = world.calendar
    const first = Math.max(from, world.from)
    const sum = (): Sum => ({ shares: {}, amounts: { ...zero } })
    const totals = days.slice(first, to + 1).map(() => ({ TWSE: sum(), TPEX: sum(), ESB: sum() }))
    for (const { path, start, end } of creditListedIn(world, from, to)) {
      const credit = creditOf(world, path)
      for (let t = start; t <= end; t++)
        addTo(totals[t - first]![marketAt(path.security, days[t]!)], world.seed, path, credit, t)
    }
    // Amounts are kept in thousands of TWD and lots, as the exchanges print them.
    const unit = 1000 * 100
    for (let t = first; t <= to; t++)
      for (const market of markets) {
        const { shares, amounts } = totals[t - first]![market]
        const { bought, repaid, loansBefore, loans } = amounts
        push({
          trade_date: days[t]!,
          market,
          ...(shares as Shares),
          margin_purchase_buy_amount: bought * unit,
          margin_purchase_sell_amount: (loansBefore + bought - repaid - loans) * unit,
          margin_purchase_cash_repayment_amount: repaid * unit,
          margin_purchase_previous_balance_amount: loansBefore * unit,
          margin_purchase_balance_amount: loans * unit,
        })
      }
  },
)
