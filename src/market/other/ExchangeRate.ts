import { ExchangeRate } from '../../catalogue/other/ExchangeRate.ts'
import { wholeTable } from '../table.ts'
import { currencies, midRates } from './currencies.ts'
import { dailyStart } from './span.ts'

/** The currencies that the futures exchange quotes in TWD. */
const referred = new Set(['USD', 'CNY'])

/** Millionths, printed with fewer places; null where the bank does not quote. */
const quote = (mid: number, margin: number | null, side: 1 | -1, places: number): number | null =>
  margin === null ? null : Math.round(mid * (1 + side * margin) * 10 ** places) * 10 ** (6 - places)

export const exchangeRate = wholeTable(ExchangeRate, (world, push) => {
  const { calendar, through } = world
  const mid = midRates(world)
  const start = calendar.atOrAfter(dailyStart(world))
  for (const { code, spot, cash, places } of currencies)
    for (let t = start; t <= through; t++) {
      const day = calendar.days[t]!
      const rate = mid(code, day)
      const [buy, sell] = [quote(rate, spot, -1, places), quote(rate, spot, 1, places)]
      push({
        currency: code,
        trade_date: day,
        cash_buy: quote(rate, cash, -1, places),
        cash_sell: quote(rate, cash, 1, places),
        spot_buy: buy,
        spot_sell: sell,
        // In the middle, to the fourth place that is printed.
        reference_rate: referred.has(code) ? Math.round((buy! + sell!) / 200) * 100 : null,
      })
    }
})
