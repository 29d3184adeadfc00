import { expectation } from '../../catalogue/complete.ts'
import { categories, tiers } from '../../catalogue/dataset.ts'
import { catalogue } from '../../catalogue/index.ts'
import { entryOf } from '../../derive/printed/entry.ts'
import { problem } from '../../errors.ts'
import { oneOf, optional } from '../../fields.ts'
import { countGaps } from '../../ingest/gaps/select.ts'
import { route } from '../route.ts'

const simulated = {
  en: 'These rows are simulated: they come from the market in a box and are not real quotations.',
  zh: '此處資料為模擬市場所產生，並非真實行情。',
}

export const listDatasets = route({
  method: 'GET',
  path: '/v1/data',
  about: 'The catalogue: every dataset with its columns, notes and coverage.',
  auth: 'open',
  query: {
    category: optional(oneOf(categories, 'Datasets of one category', '類別')),
    tier: optional(oneOf(tiers, 'Datasets of one tier', '方案等級')),
    coverage: optional(
      oneOf(
        ['full'],
        'full: coverage also says what is expected and how many dates are missing',
        'full：coverage 另列應有的資料與缺少的日期數',
      ),
    ),
  },
  fails: ['unknown_parameter', 'invalid_parameter', 'not_ready'],
  async handle({ query, language }, { manifest, gaps }) {
    const version = manifest()
    if (!version) throw problem('not_ready', [], { headers: { 'Retry-After': '5' } })
    const lacking = query.coverage === 'full' ? gaps(version.version) : null
    if (query.coverage === 'full' && !lacking) throw problem('not_ready', [], { headers: { 'Retry-After': '5' } })
    const remark = version.origin === 'demo' ? simulated[language] : null
    const datasets = catalogue
      .filter(({ category }) => query.category === undefined || category === query.category)
      .filter(({ tier }) => query.tier === undefined || tier === query.tier)
      .map((dataset) => {
        const held = version.datasets[dataset.name]
        const coverage = {
          first_date: held?.first_date ?? null,
          last_date: held?.last_date ?? null,
          row_count: held?.rows ?? 0,
          ...(lacking
            ? { expected: expectation(dataset.complete)[language], missing: countGaps(lacking, dataset) }
            : {}),
        }
        return entryOf(dataset, coverage, language, remark)
      })
    return {
      headers: {
        'X-Data-Version': version.version,
        'X-Data-Origin': version.origin,
      },
      body: { datasets },
    }
  },
})
