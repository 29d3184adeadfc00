import type { MarketData } from '../../web/views/market/data.ts'
import { marketView } from '../../web/views/market.ts'
import { page } from './page.ts'

/** Days of the breadth, and the most pages of rows that are read for it. */
const days = 60
const mostPages = 30

/** The market as a whole: indices, breadth, flows, sectors, movers, sentiment, derivatives and exchange rates. */
export const marketPage = page('/market', {
  async load({ house, services }): Promise<MarketData> {
    const day = services.manifest()!.through
    const today = { start_date: day, end_date: day }
    const [taiex, tpex, taiexTicks, tpexTicks, prices, limits, overview] = await Promise.all([
      house.rows('TaiwanWeightedIndex', { stock_id: 'TAIEX', limit: 250 }),
      house.rows('TaiwanWeightedIndex', { stock_id: 'TPEX', limit: 250 }),
      house.rows('TaiwanIndex5Seconds', { stock_id: 'TAIEX', ...today, limit: 10_000 }),
      house.rows('TaiwanIndex5Seconds', { stock_id: 'TPEX', ...today, limit: 10_000 }),
      house.rows('TaiwanStockPrice', { ...today, limit: 10_000 }),
      house.rows('TaiwanStockDailyPriceLimit', { ...today, limit: 10_000 }),
      house.rows('TaiwanStockOverview', { limit: 10_000 }),
    ])
    const first = taiex.rows[Math.min(days, taiex.rows.length) - 1]?.trade_date ?? day
    const [spreads, institutions, margin, sectors, fearGreed, futures, options, putCall, dollar, currencies] =
      await Promise.all([
        house.rows(
          'TaiwanStockPrice',
          { start_date: String(first), end_date: day, columns: 'stock_id,trade_date,spread', limit: 10_000 },
          mostPages,
        ),
        house.rows('TaiwanStockTotalInstitutionalInvestors', { limit: 2 * days }),
        house.rows('TaiwanStockTotalMarginPurchaseShortSale', { limit: 2 * days }),
        house.rows('TaiwanStockSectorPrice', { ...today, limit: 200 }),
        house.rows('TaiwanFearAndGreedIndex', { limit: days }),
        house.rows('TaiwanFuturesInstitutionalInvestors', { stock_id: 'TX', limit: 3 * days }),
        house.rows('TaiwanOptionInstitutionalInvestors', { stock_id: 'TXO', limit: 6 }),
        house.rows('TaiwanFutureOptionDailyTotalOverview', { stock_id: 'TXO', limit: days }),
        house.rows('ExchangeRate', { stock_id: 'USD', limit: 250 }),
        house.rows('ExchangeRate', { limit: 19 }),
      ])
    return {
      ...{ taiex, tpex, taiexTicks, tpexTicks, spreads, prices, limits, overview },
      ...{ institutions, margin, sectors, fearGreed, futures, options, putCall, dollar, currencies },
    }
  },
  view: marketView,
})
