import { isOfSecurities } from '../../catalogue/dataset.ts'
import { catalogue } from '../../catalogue/index.ts'
import type { Language } from '../../errors.ts'
import { optional, text } from '../../fields.ts'
import { publishedTime } from '../../market/publishedTime.ts'
import type { Gap } from '../../web/completeness.ts'
import { chartOf, chartRows } from '../../web/figures/ofDataset.ts'
import { type DatasetData, datasetView } from '../../web/views/dataset.ts'
import { hasSamples, sampleIds } from '../admission/samples.ts'
import { datasetNamed } from '../request/datasetNamed.ts'
import { faultOf } from '../request/query.ts'
import type { InternalClient } from '../services.ts'
import { page } from './page.ts'
import { asOfField, asOfPage, restatedOf } from './restated.ts'

/** Gaps of a year are few: the most that one request gives. */
const mostGaps = 10_000

async function readGaps(internal: InternalClient, path: string, year: number, language: Language) {
  const { line, status, body } = await internal.send({ path, language })
  if (status !== 200) {
    const { detail } = body as { readonly detail: string }
    return { line, year, list: [], hasMore: false, failure: { status, detail } }
  }
  const { data, cursor } = body as { readonly data: readonly Gap[]; readonly cursor: string | null }
  return { line, year, list: data, hasMore: cursor !== null, failure: null }
}

/** A dataset: its description, its rows as chart and table, how to fetch them, and its gaps. */
export const datasetPage = page('/datasets/{dataset}', {
  query: { stock_id: optional(text('The id whose rows are shown', '顯示其資料列的代號')), as_of: asOfField },
  async load({ params, query, internal, services }, { language }): Promise<DatasetData> {
    const dataset = datasetNamed(params.dataset!)
    const { name, example, complete } = dataset
    const chosen = query.stock_id?.trim() ?? ''
    if (chosen !== '' && dataset.id === null)
      throw faultOf('stock_id', { en: `does not apply: ${name} has no ids`, zh: `不適用：${name} 沒有代號` })
    if (chosen.includes(',')) throw faultOf('stock_id', { en: 'must be one id here', zh: '在此只能有一個代號' })
    const isIdChosen = chosen !== ''
    const id = isIdChosen ? chosen : example
    const { through, datasets, origin } = services.manifest()!
    const held = datasets[name]
    const { ofThen, ...chosenDay } = asOfPage(services, query.as_of)
    const ofId: Readonly<Record<string, string>> = { ...(id === null ? {} : { stock_id: id }), ...ofThen }
    const plan = chartOf(dataset, isIdChosen)
    const year = Number(through.slice(0, 4))
    const isListed =
      dataset.id !== null && !isOfSecurities(dataset) && dataset.columns[dataset.id]!.values === undefined
    const isDaily = complete?.every === 'trading_day'
    const since = isDaily && held?.last_date && held.last_date < through ? held.last_date : through
    const [chart, newest, calendar, listed] = await Promise.all([
      plan && internal.rows(name, { ...(plan.kind === 'heat' ? ofThen : ofId), limit: chartRows(dataset, plan) }),
      internal.rows(name, { ...ofId, limit: 8 }),
      internal.rows('TaiwanStockTradingDate', { start_date: since, sort: 'asc', limit: 60 }),
      isListed && held?.last_date
        ? internal.rows(name, { start_date: held.last_date, columns: dataset.id!, limit: 5_000 })
        : null,
    ])
    // An id without rows, or one whose rows are not expected, has no gaps.
    const isGapsOfId =
      isIdChosen && newest.rows.length > 0 && complete !== null && ['security', 'stock', 'id'].includes(complete.each)
    const ofGaps = isGapsOfId ? `stock_id=${encodeURIComponent(chosen)}&` : ''
    const path = `/v1/data/${name}/gaps?${ofGaps}start_date=${year}-01-01&limit=${mostGaps}`
    const gaps = complete && (await readGaps(internal, path, year, language))
    return {
      update: origin === 'demo' ? publishedTime : dataset.update,
      ...{ dataset, held, through, id, isIdChosen, isGapsOfId, newest, gaps },
      datasets: catalogue,
      tradingDays: calendar.rows.map(({ trade_date }) => String(trade_date)),
      ids: [...new Set(listed?.rows.map((row) => String(row[dataset.id!])))].sort(),
      sampleIds: hasSamples(dataset) ? sampleIds : [],
      ...chosenDay,
      restated: await restatedOf(services, { [name]: newest.rows }, chosenDay.asOf),
      chart: plan && chart ? { plan, fetched: chart } : null,
    }
  },
  view: datasetView,
})
