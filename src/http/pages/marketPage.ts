import type { MarketData } from '../../web/views/market/data.ts'
import { marketView } from '../../web/views/market.ts'
import { allOf, page } from './page.ts'

/** Days of the breadth, and the most pages of rows that are read for it. */
const days = 60
const mostPages = 30

/** The market as a whole: indices, breadth, flows, sectors, movers, sentiment, derivatives and exchange rates. */
export const marketPage = page('/market', {
  async load({ internal, services }): Promise<MarketData> {
    const day = services.manifest()!.through
    const today = { start_date: day, end_date: day }
    const newest = await allOf({
      taiex: internal.rows('TaiwanWeightedIndex', { stock_id: 'TAIEX', limit: 250 }),
      tpex: internal.rows('TaiwanWeightedIndex', { stock_id: 'TPEX', limit: 250 }),
      taiexTicks: internal.rows('TaiwanIndex5Seconds', { stock_id: 'TAIEX', ...today, limit: 10_000 }),
      tpexTicks: internal.rows('TaiwanIndex5Seconds', { stock_id: 'TPEX', ...today, limit: 10_000 }),
      prices: internal.rows('TaiwanStockPrice', { ...today, limit: 10_000 }),
      limits: internal.rows('TaiwanStockDailyPriceLimit', { ...today, limit: 10_000 }),
      overview: internal.rows('TaiwanStockOverview', { limit: 10_000 }),
    })
    const { rows } = newest.taiex
    const first = rows[Math.min(days, rows.length) - 1]?.trade_date ?? day
    const past = await allOf({
      spreads: internal.rows(
        'TaiwanStockPrice',
        { start_date: String(first), end_date: day, columns: 'stock_id,trade_date,spread', limit: 10_000 },
        mostPages,
      ),
      institutions: internal.rows('TaiwanStockTotalInstitutionalInvestors', { limit: 2 * days }),
      margin: internal.rows('TaiwanStockTotalMarginPurchaseShortSale', { limit: 2 * days }),
      sectors: internal.rows('TaiwanStockSectorPrice', { ...today, limit: 200 }),
      fearGreed: internal.rows('TaiwanFearAndGreedIndex', { limit: days }),
      futures: internal.rows('TaiwanFuturesInstitutionalInvestors', { stock_id: 'TX', limit: 3 * days }),
      options: internal.rows('TaiwanOptionInstitutionalInvestors', { stock_id: 'TXO', limit: 6 }),
      putCall: internal.rows('TaiwanFutureOptionDailyTotalOverview', { stock_id: 'TXO', limit: days }),
      dollar: internal.rows('ExchangeRate', { stock_id: 'USD', limit: 250 }),
      currencies: internal.rows('ExchangeRate', { limit: 19 }),
    })
    return { ...newest, ...past }
  },
  view: marketView,
})
