import { plans } from '../../access/plans.ts'
import { contractDatasets, find } from '../../catalogue/index.ts'
import type { Context } from '../../web/context.ts'
import { tokenAmount } from '../../web/tokenAmount.ts'
import type { PriceList } from '../../web/views/agents.ts'
import { type HomeData, homeView } from '../../web/views/home.ts'
import { allOf, type PageRequest } from './page.ts'

const sampleName = 'TaiwanStockPER'

/** The price of a page of the sample; null where agents cannot pay. */
function priceIn(list: PriceList | null): string | null {
  const amount = list?.prices.find(({ dataset }) => dataset === sampleName)?.amount
  return list && amount !== undefined ? tokenAmount(list, amount) : null
}

/** The first page: the market of the newest day, the first line to paste, and the plans. */
export const homePage = {
  async load({ internal, services }: PageRequest<Record<never, never>>): Promise<HomeData> {
    const day = services.manifest()!.through
    const today = { start_date: day, end_date: day }
    const { agent, ...rows } = await allOf({
      agent: internal.send({ path: '/v1/agent' }),
      indices: internal.rows('TaiwanWeightedIndex', { limit: 50 }),
      ticks: internal.rows('TaiwanIndex5Seconds', { stock_id: 'TAIEX', start_date: day, limit: 10_000 }),
      prices: internal.rows('TaiwanStockPrice', { ...today, limit: 10_000 }),
      limits: internal.rows('TaiwanStockDailyPriceLimit', { ...today, limit: 10_000 }),
      overview: internal.rows('TaiwanStockOverview', { limit: 10_000 }),
      institutions: internal.rows('TaiwanStockTotalInstitutionalInvestors', { limit: 2 }),
      fearGreed: internal.rows('TaiwanFearAndGreedIndex', { limit: 6 }),
      sectors: internal.rows('TaiwanStockSectorPrice', { ...today, limit: 200 }),
      sample: internal.rows(sampleName, { stock_id: '2330', limit: 5 }),
    })
    return {
      ...rows,
      datasets: contractDatasets,
      plans,
      isSold: services.billing !== null,
      sampleDataset: find(sampleName)!,
      agentPrice: priceIn(agent.status === 200 ? (agent.body as PriceList) : null),
    }
  },
  view: (context: Context, data: HomeData) => homeView(context, data),
}
