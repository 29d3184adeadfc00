import type { Dataset } from '../../catalogue/dataset.ts'
import { find, series } from '../../catalogue/index.ts'
import { problem } from '../../errors.ts'
import { type Fault, integer, optional } from '../../fields.ts'
import { answer, plan } from '../../query/answer.ts'
import { applies, includeWarnings, limits, parameters, readParameters } from '../../query/parameters.ts'
import { whenHere } from '../../query/remote.ts'
import { pathParameter } from '../openapi/parameters.ts'
import { cursorSchema } from '../openapi/rows.ts'
import * as schema from '../openapi/schema.ts'
import { datasetNamed } from '../request/datasetNamed.ts'
import { collectFaults } from '../request/query.ts'
import { route } from '../route.ts'
import { allocate } from '../rows/bufferPool.ts'
import { includedWarnings, warningsSchema } from '../warningList.ts'

type Row = Readonly<Record<string, string | number | boolean | null>>

/** The request that brings the rows of an input that a row is computed from. */
function inputQuery(input: Dataset, { id, from, to, isNewest }: NonNullable<Inputs>[string], row: Row): string {
  const cell = (name: string | undefined) => (name?.startsWith('=') ? name.slice(1) : name && row[name])
  const hidden = (['include_inactive', 'include_expired'] as const).filter((name) => applies(input, name))
  const given = [['stock_id', cell(id)] as const, ['start_date', cell(from)] as const, ['end_date', cell(to)] as const]
  const query = new URLSearchParams([
    ...given.flatMap(([name, value]) => (value == null ? [] : [[name, String(value)] as [string, string]])),
    ...hidden.map((name): [string, string] => [name, 'true']),
    ['limit', isNewest ? '1' : String(limits.rows)],
  ])
  return `/v1/data/${input.name}?${query}`
}
type Inputs = NonNullable<Dataset['derived']>['inputs']

/** The series of a name; 404 for other datasets. */
function seriesNamed(name: string): Dataset {
  const dataset = datasetNamed(name)
  const names = series.map(({ name }) => name)
  const hint = { en: `it is there for ${names.join(', ')}`, zh: `僅適用於 ${names.join('、')}` }
  if (!dataset.isOurs) throw problem('not_found', [`/v1/data/${name}/explain`, hint])
  return dataset
}

const explained = schema.exactly('A row and what it is computed from', {
  row: { type: 'object', description: 'The row, as GET /v1/data/{dataset} has it' },
  inputs: schema.listOf(
    schema.exactly('The rows of a dataset that it is computed from', {
      dataset: schema.datasetName,
      tier: schema.tier('Lowest tier that reads it'),
      query: schema.string('A path with query string that brings these rows, relative to the base address'),
    }),
  ),
})

export const explainSeries = route('GET /v1/data/{dataset}/explain', 'explainSeries', {
  tag: 'data',
  about: {
    en: 'How rows of a series are computed that is ours: the formula, the rows, and for each the requests that bring the rows of its inputs. Needs a key whose tier covers the series.',
    zh: '本服務衍生序列的計算方式：公式、資料列，以及取得各列來源資料的請求。金鑰的方案必須涵蓋該序列。',
  },
  head: [
    pathParameter('dataset', 'Name of a series', '衍生序列名稱', {
      type: 'string',
      enum: series.map(({ name }) => name),
    }),
  ],
  auth: 'key',
  partOf: ({ dataset = '' }) => seriesNamed(dataset),
  query: {
    stock_id: parameters.stock_id,
    start_date: parameters.start_date,
    end_date: parameters.end_date,
    limit: optional(integer('Most rows, 10 when left out', '最多列數，預設 10', { min: 1, max: 100 })),
    cursor: parameters.cursor,
    include: includeWarnings,
  },
  responses: {
    200: {
      description: 'Rows and what they are computed from',
      schema: schema.object('SeriesExplanation', 'Rows of a series, newest first, and what they are computed from', {
        dataset: schema.datasetName,
        tier_used: schema.tier("The caller's tier"),
        formula: schema.exactly('The formula in short', { en: schema.string(), zh: schema.string() }),
        rule: schema.string('How rows are computed, in full'),
        count: schema.count('Number of rows in data'),
        data: schema.listOf(explained),
        cursor: cursorSchema,
        'warnings?': warningsSchema,
      }),
      headers: ['X-Data-Version', 'X-Data-Origin', 'X-Warning?', 'Link?'],
    },
  },
  fails: ['unknown_dataset', 'invalid_cursor', 'cursor_expired', 'not_ready'],
  async handle({ query, params, caller, language }, { library, cursorKeys, turns, pageWaiter }) {
    const dataset = seriesNamed(params.dataset!)
    const { formula, rule, inputs: rowsOf } = dataset.derived!
    const { limit = 10, ...given } = query
    const written = Object.entries({ ...given, limit }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    )
    const faults: Fault[] = []
    const parsed = readParameters(dataset, Object.fromEntries(written), faults)
    collectFaults(faults)
    await pageWaiter.wait(dataset.name)
    const planned = await whenHere(library, () => plan(library, cursorKeys, dataset, parsed))
    const page = await whenHere(library, () =>
      turns.work(answer(library, cursorKeys, dataset, caller.tier, planned, allocate, false)),
    )
    const { data, ...head } = JSON.parse(page.bytes.toString()) as { data: Row[]; cursor: string | null }
    page.release()
    const { pages, warnings } = planned
    const inputs = Object.entries(rowsOf!).map(([name, rows]) => ({ input: find(name)!, rows }))
    return {
      headers: { 'X-Data-Version': pages.version, 'X-Data-Origin': pages.origin },
      warnings,
      body: {
        ...{ dataset: dataset.name, tier_used: caller.tier, formula, rule },
        count: data.length,
        data: data.map((row) => ({
          row,
          inputs: inputs
            .filter(({ rows: { when } }) => when === undefined || when.indexOf(String(row[when[0]]), 1) > 0)
            .map(({ input, rows }) => ({
              ...{ dataset: input.name, tier: input.tier },
              query: inputQuery(input, rows, row),
            })),
        })),
        cursor: head.cursor,
        ...includedWarnings(query.include, warnings, language),
      },
    }
  },
})
