import { expectation } from '../../catalogue/complete.ts'
import { categories, type Dataset, tiers } from '../../catalogue/dataset.ts'
import { catalogue, contractDatasets } from '../../catalogue/index.ts'
import { entryOf } from '../../derive/printed/entry.ts'
import type { Language } from '../../errors.ts'
import { notReady } from '../../errors.ts'
import { oneOf, optional } from '../../fields.ts'
import type { GapsFile } from '../../ingest/gaps/gap.ts'
import { countGaps, missingReasons } from '../../ingest/gaps/select.ts'
import type { Manifest } from '../../lake/manifest.ts'
import type { OpenPages } from '../../pages/open.ts'
import * as schema from '../openapi/schema.ts'
import { route } from '../route.ts'

const simulated = {
  en: 'These rows are simulated: they come from the market in a box and are not real quotations.',
  zh: '此處資料為模擬市場所產生，並非真實行情。',
}

const coverageSchema = schema.exactly('The stored rows', {
  first_date: schema.nullable(schema.day('First key date; null while there are no rows')),
  last_date: schema.nullable(schema.day('Last key date; null while there are no rows')),
  row_count: schema.count('Every stored row'),
  'expected?': schema.string('With coverage=full: the rows of a complete dataset'),
  'missing?': schema.exactly(
    'With coverage=full: the number of missing dates by reason; the operation datasetGaps lists them',
    Object.fromEntries(
      missingReasons.map((reason) => [
        reason,
        schema.count('Dates without a row for this reason, of each id by itself'),
      ]),
    ),
  ),
})

const entrySchema = schema.object('CatalogueEntry', 'A dataset in the catalogue', {
  name: schema.datasetName,
  table: schema.string('Underlying table'),
  tier: schema.tier('Lowest tier that reads it'),
  category: schema.oneOf(categories),
  status: schema.oneOf(['live']),
  description: schema.string('In the language of the request'),
  columns: schema.listOf(schema.string(), 'Columns of a row, in order'),
  key_date_column: schema.string('Column that start_date and end_date filter'),
  update_freq: schema.oneOf(['daily']),
  supports_stock_id: { type: 'boolean', description: 'Whether the stock_id filter applies' },
  unit: schema.orNull('string', 'Units of the values'),
  notes: schema.orNull('string', 'Facts that a reader must know before using the numbers'),
  adjustment_method: schema.orNull('string', 'How prices are adjusted'),
  odd_lot_included: schema.orNull('boolean', 'Whether odd lots are counted'),
  accumulation: schema.orNull('string', 'How values add up over time'),
  last_modified: schema.nullable(
    schema.instant(
      'When the service last read that rows came, were corrected or withdrawn, of a dataset without revisions that its files changed; null where nothing tells, as while its pages are being made. GET /v1/bulk/{dataset} has it by days',
    ),
  ),
  example_query: schema.string('A path with query string, relative to the base address'),
  coverage: coverageSchema,
  'derived?': schema.exactly('With include=derived: how a series of ours is computed', {
    from: schema.listOf(schema.datasetName, 'The datasets that it is computed from'),
    rule: schema.string('How it is computed from them'),
  }),
})

export const listDatasets = route('GET /v1/data', 'listDatasets', {
  tag: 'data',
  about: {
    en: 'The catalogue: every dataset with its columns, notes and coverage; with include=derived the series too that are computed here from them.',
    zh: '資料集目錄：每個資料集的欄位、說明與資料期間；include=derived 另列由其計算的衍生序列。',
  },
  auth: 'open',
  // Reading the gaps of every dataset takes time, so that form is limited by address.
  cost: (query) => (query.includes('coverage') || query.includes('%') ? 'request' : 'free'),
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
    include: optional(
      oneOf(
        ['derived'],
        'derived: the series too that are computed here, each with `derived`',
        'derived：另列本服務計算的衍生序列，並附 `derived`',
      ),
    ),
  },
  responses: {
    200: {
      schema: schema.object('Catalogue', 'The catalogue', { datasets: schema.listOf(entrySchema) }),
      headers: ['X-Data-Version', 'X-Data-Origin'],
    },
  },
  fails: ['not_ready'],
  async handle({ query, language }, { manifest, gaps, library }) {
    const version = manifest()
    if (!version) throw notReady()
    const lacking = query.coverage === 'full' ? gaps(version.version) : null
    if (query.coverage === 'full' && !lacking) throw notReady()
    const { category, tier, include } = query
    const pages = library.current()
    const missing = pages?.missing.length ?? 0
    const body = keptBody(lacking ?? version, [language, category, tier, include, missing].join(' '), () => ({
      datasets: entriesOf(include ? catalogue : contractDatasets, version, pages, lacking, language).filter(
        (entry) => (category ?? entry.category) === entry.category && (tier ?? entry.tier) === entry.tier,
      ),
    }))
    return { headers: { 'X-Data-Version': version.version, 'X-Data-Origin': version.origin }, body, isKept: true }
  },
})

/** The bodies of a version, each made once: they are the same for all callers. */
const bodies = new WeakMap<Manifest | GapsFile, Map<string, object>>()

function keptBody(of: Manifest | GapsFile, name: string, make: () => object): object {
  const known = bodies.get(of) ?? new Map<string, object>()
  bodies.set(of, known)
  const body = known.get(name) ?? make()
  known.set(name, body)
  return body
}

/** Entries of datasets in a version; with its gaps, what is expected and missing too. */
function entriesOf(
  datasets: readonly Dataset[],
  version: Manifest,
  pages: OpenPages | null,
  lacking: GapsFile | null,
  language: Language,
) {
  const remark = version.origin === 'demo' ? simulated[language] : null
  return datasets.map((dataset) => {
    const held = version.datasets[dataset.name]
    const coverage = {
      first_date: held?.first_date ?? null,
      last_date: held?.last_date ?? null,
      row_count: held?.rows ?? 0,
      ...(lacking ? { expected: expectation(dataset.complete)[language], missing: countGaps(lacking, dataset) } : {}),
    }
    const at = pages?.known[dataset.name]?.modified?.at ?? null
    const entry = entryOf(dataset, coverage, at, language, remark)
    if (!dataset.isOurs || dataset.derived === null) return entry
    const { from, rule } = dataset.derived
    return { ...entry, derived: { from, rule } }
  })
}
