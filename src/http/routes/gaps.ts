import type { Dataset } from '../../catalogue/dataset.ts'
import { type Language, notReady, problem } from '../../errors.ts'
import { type Fault, oneOf, optional, parse } from '../../fields.ts'
import { detailIn } from '../../ingest/gaps/detail.ts'
import { type Gap, type GapReason, gapReasons } from '../../ingest/gaps/gap.ts'
import {
  type CoveredSpan,
  type GapPosition,
  type GapsQuery,
  isBefore,
  selectGaps,
  unexpectedIn,
} from '../../ingest/gaps/select.ts'
import { idStream } from '../../pages/stream.ts'
import { otherFilters, same } from '../../query/answer.ts'
import { coveredDays } from '../../query/coverage.ts'
import { type CursorKeys, seal, unseal } from '../../query/cursor.ts'
import { directoryOf } from '../../query/directory.ts'
import {
  includeWarnings,
  parameters,
  type RawParameters,
  type ReadQuery,
  readParameters,
  type Warning,
} from '../../query/parameters.ts'
import { whenHere } from '../../query/remote.ts'
import { unexpectedIds, unknownIds } from '../../query/unknownIds.ts'
import { datasetParameter, preferHeader } from '../openapi/parameters.ts'
import { cursorSchema } from '../openapi/rows.ts'
import * as schema from '../openapi/schema.ts'
import { datasetNamed } from '../request/datasetNamed.ts'
import { collectFaults, isStrict, splitQuery } from '../request/query.ts'
import { route } from '../route.ts'
import { inapplicable } from '../rows/rowPages.ts'
import type { Services } from '../services.ts'
import { includedWarnings, warningsSchema } from '../warningList.ts'

const { stock_id, start_date, end_date, start, end, limit, cursor } = parameters
const reason = optional(oneOf(gapReasons, 'Gaps of one reason', '只列出一種原因'))
const query = { stock_id, start_date, end_date, start, end, reason, limit, cursor, include: includeWarnings } as const
const { reason: _, ...shared } = query
const sharedNames = Object.keys(shared)

/** The given parameters that a query of rows has too. */
const givenOf = (values: Readonly<Record<string, unknown>>): RawParameters =>
  Object.fromEntries(sharedNames.flatMap((name) => (values[name] === undefined ? [] : [[name, String(values[name])]])))

/** The position of a reader: the last gap sent, and its version. */
type Cursor = {
  readonly origin: string
  readonly version: string
  readonly limit: number
  readonly after: GapPosition
  readonly query: GapsQuery
}

const nameOf = ({ name }: Dataset): string => `${name}/gaps`

/** Has the layout of a cursor of rows, so that either endpoint can name the owner of the other's cursor. */
const writeCursor = (keys: CursorKeys, dataset: Dataset, { origin, version, limit, after, query }: Cursor): string =>
  seal(keys, [
    origin,
    version,
    nameOf(dataset),
    0,
    limit,
    [after.from, after.market, after.id, query.reason],
    query.from,
    query.to,
    null,
    query.ids?.join(','),
  ])

function readCursor(keys: CursorKeys, dataset: Dataset, origin: string, text: string): Cursor {
  const [its, version, name, , limit, place, from, to, , ids] = unseal(keys, text)
  if (name !== nameOf(dataset))
    throw problem('invalid_cursor', [{ en: `it belongs to ${name}`, zh: `此 cursor 屬於 ${name}` }])
  if (its !== origin)
    throw problem('invalid_cursor', [{ en: `it belongs to the ${its} data`, zh: `此 cursor 屬於 ${its} 資料` }])
  const after = { from: place[0], market: place[1], id: place[2] }
  return { origin, version, limit, after, query: { ids: ids?.split(',') ?? null, from, to, reason: place[3] } }
}

/** The version and the filters, from the parameters or from the cursor. */
function planOf(
  { library, gaps, cursorKeys }: Services,
  dataset: Dataset,
  parsed: ReadQuery,
  onlyReason: GapReason | undefined,
) {
  const current = library.current()
  if (!current) throw notReady()
  if (parsed.cursor === null) {
    const file = gaps(current.version)
    if (!file) throw notReady()
    const { ids, from, to, limit } = parsed.query
    return { file, query: { ids, from, to, reason: onlyReason ?? null }, limit, after: null }
  }
  const held = readCursor(cursorKeys, dataset, current.origin, parsed.cursor)
  const { limit, ...filters } = { ...parsed.given, ...(onlyReason === undefined ? {} : { reason: onlyReason }) }
  for (const [name, value] of Object.entries(filters))
    if (!same(value, held.query[name as keyof GapsQuery])) throw problem('invalid_cursor', [otherFilters])
  // With an object store, a version comes with its gaps.
  if (library.remote) library.version(held.version)
  const file = gaps(held.version)
  if (!file) throw problem('cursor_expired', [])
  return { file, query: held.query, limit: limit ?? held.limit, after: held.after }
}

/** Warnings for unknown ids, and for securities of which the dataset expects no rows. */
function warningsOf(
  { library }: Services,
  dataset: Dataset,
  { file, query: { ids } }: ReturnType<typeof planOf>,
): Warning[] {
  if (ids === null) return []
  const pages = library.current()!
  const isKnown = (id: string): boolean =>
    (dataset.id === 'stock_id' && file.listed[id] !== undefined) ||
    idStream(library.reader, pages.datasets[dataset.name] ?? [], id) !== null
  const unknown = ids.filter((id) => !isKnown(id))
  const unexpected = unexpectedIn(file, dataset, ids).map((id) => ({ id, kind: file.listed[id]!.type }))
  return [
    ...unknownIds(dataset, unknown, isKnown, () => directoryOf(library.reader, pages)),
    ...unexpectedIds(unexpected),
  ]
}

/** The days of which a dataset has rows. */
function coveredIn({ library }: Services, dataset: Dataset): CoveredSpan | null {
  const days = coveredDays(library.current()!, dataset)
  return days && { from: days.first, to: days.last }
}

const rowOf = ({ id, market, from, to, dates, reason, detail }: Gap, language: Language) => ({
  stock_id: id,
  market,
  start_date: from,
  end_date: to,
  dates,
  reason,
  detail: detailIn(language, detail),
})

const gapSchema = schema.object('Gap', 'Dates that a reader may look for and that have no rows', {
  stock_id: schema.orNull('string', 'Id that has no rows; null for a gap of every id'),
  market: schema.orNull('string', 'Market of the gap; null for a gap of every market'),
  start_date: schema.day('First day without rows'),
  end_date: schema.day(
    'Last day without rows; a gap is shown whole, also where it reaches beyond start_date or end_date',
  ),
  dates: schema.positive('Key dates in between that have no row; calendar days where the market was closed'),
  reason: schema.oneOf(
    gapReasons,
    'closed: no trading on these days; halted: the security did not trade; not_listed: it was not listed yet, or no longer; not_published: the publisher has nothing for it; source_failed: the publisher could not be read; not_loaded: not brought here yet; outside_coverage: before the first day of the dataset, or after its last; outside_retention: no longer kept',
  ),
  detail: schema.string('More about the reason, in the language of the request'),
})

const gapsSchema = schema.object('GapsResult', 'A page of gaps, newest first', {
  dataset: schema.datasetName,
  tier_used: schema.tier("The caller's tier"),
  count: schema.count('Number of gaps in data'),
  data: schema.listOf(gapSchema),
  cursor: cursorSchema,
  'warnings?': warningsSchema,
})

export const datasetGaps = route('GET /v1/data/{dataset}/gaps', 'datasetGaps', {
  tag: 'data',
  about: {
    en: 'The dates that a dataset has no rows for, newest first, each with its reason: closed, halted, not_listed, not_published, source_failed, not_loaded, outside_coverage, outside_retention. Needs a key whose tier covers the dataset.',
    zh: '資料集缺少資料的日期，由新到舊，並說明原因：休市、暫停交易、未掛牌、未公布、來源失敗、尚未載入、超出涵蓋期間、超過保存期間。金鑰的方案必須涵蓋該資料集。',
  },
  guide: {
    gaps: [
      {
        en: '`GET /v1/data/{dataset}/gaps` lists the dates that have no rows, newest first, and why: `closed`, `halted`, `not_listed`, `not_published`, `source_failed`, `not_loaded`; requested days before or after those of the dataset are `outside_coverage`, and days that are no longer kept `outside_retention`. A gap with `stock_id` null is that of every id of its `market`, or of all. It takes `stock_id`, `start_date`, `end_date`, `reason`, `limit` and `cursor`, needs the same tier as the rows, and counts as a call. What is expected of a dataset stands in its description below; `GET /v1/data?coverage=full` adds how much of it is missing.',
        zh: '`GET /v1/data/{dataset}/gaps` 由新到舊列出沒有資料的日期與原因：`closed` 休市、`halted` 暫停交易、`not_listed` 未掛牌、`not_published` 未公布、`source_failed` 來源失敗、`not_loaded` 尚未載入；所查日期早於或晚於資料集者為 `outside_coverage`，已不再保存者為 `outside_retention`。`stock_id` 為 null 者適用於該 `market` 或全部的代號。可用參數為 `stock_id`、`start_date`、`end_date`、`reason`、`limit`、`cursor`；所需方案與資料列相同，並計入額度。各資料集應有的資料見下方說明；`GET /v1/data?coverage=full` 另列缺少的數量。',
      },
    ],
  },
  head: [datasetParameter, preferHeader],
  auth: 'key',
  partOf: ({ dataset = '' }) => datasetNamed(dataset),
  query,
  parse(raw, { dataset: name = '' }, mustApply) {
    const dataset = datasetNamed(name)
    const { given, faults, strangers } = splitQuery(raw, Object.keys(query))
    const parsed = readParameters(dataset, givenOf(given), faults)
    if (given.reason !== undefined) parse('reason', reason, given.reason, faults)
    if (mustApply) faults.push(...(inapplicable(dataset, parsed.warnings) as Fault[]))
    collectFaults(faults, strangers)
    return { ...given, limit: given.limit === undefined ? undefined : Number(given.limit) } as never
  },
  responses: {
    200: {
      description: 'A page of gaps; an empty list where nothing is missing, or nothing is expected',
      schema: gapsSchema,
      headers: ['X-Data-Version', 'X-Data-Origin', 'X-Warning?', 'Link?', 'Preference-Applied?'],
    },
  },
  fails: ['unknown_dataset', 'invalid_cursor', 'cursor_expired', 'not_ready'],
  async handle({ query: values, params, caller, language, request }, services) {
    const dataset = datasetNamed(params.dataset!)
    const parsed = readParameters(dataset, givenOf(values), [])
    const planned = await whenHere(services.library, () => planOf(services, dataset, parsed, values.reason))
    const { file, query, limit, after } = planned
    const all = selectGaps(file, dataset, query, coveredIn(services, dataset))
    const from = after === null ? 0 : all.findIndex((gap) => isBefore(after, gap))
    const page = from < 0 ? [] : all.slice(from, from + limit)
    const hasMore = from >= 0 && from + limit < all.length
    const { origin, version } = file
    const found = await whenHere(services.library, () => warningsOf(services, dataset, planned))
    const warnings = [...parsed.warnings, ...found]
    return {
      headers: {
        'X-Data-Version': version,
        'X-Data-Origin': origin,
        ...(isStrict(request.headers) ? { 'Preference-Applied': 'handling=strict' } : {}),
      },
      warnings,
      body: {
        dataset: dataset.name,
        tier_used: caller.tier,
        count: page.length,
        data: page.map((gap) => rowOf(gap, language)),
        cursor: hasMore
          ? writeCursor(services.cursorKeys, dataset, { origin, version, limit, after: page.at(-1)!, query })
          : null,
        ...includedWarnings(values.include, warnings, language),
      },
    }
  },
})
