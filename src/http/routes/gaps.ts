import type { Dataset } from '../../catalogue/dataset.ts'
import { type Language, problem } from '../../errors.ts'
import { type Fault, oneOf, optional, parse } from '../../fields.ts'
import { detailInChinese } from '../../ingest/gaps/detailInChinese.ts'
import { type Gap, type GapReason, type GapsFile, gapReasons } from '../../ingest/gaps/gap.ts'
import { type GapPosition, type GapsQuery, isBefore, selectGaps, unexpectedIn } from '../../ingest/gaps/select.ts'
import { otherFilters, same } from '../../query/answer.ts'
import { seal, unseal } from '../../query/cursor.ts'
import { find } from '../../query/find.ts'
import { parameters, type RawParameters, type ReadQuery, readParameters, type Warning } from '../../query/parameters.ts'
import { unknownIds } from '../../query/unknownIds.ts'
import { datasetNamed, inapplicable } from '../data.ts'
import { collectFaults, isStrict, splitQuery } from '../request.ts'
import { route } from '../route.ts'
import type { Services } from '../services.ts'

const { stock_id, start_date, end_date, start, end, limit, cursor } = parameters
const reason = optional(oneOf(gapReasons, 'Gaps of one reason', '只列出一種原因'))
const query = { stock_id, start_date, end_date, start, end, reason, limit, cursor } as const
const { reason: _, ...shared } = query
const sharedNames = Object.keys(shared)

/** The parameters that a query of rows has too, as they were given. */
const givenOf = (values: Readonly<Record<string, unknown>>): RawParameters =>
  Object.fromEntries(sharedNames.flatMap((name) => (values[name] === undefined ? [] : [[name, String(values[name])]])))

/** Where a reader is: behind which gap, of which version. */
type Cursor = {
  readonly origin: string
  readonly version: string
  readonly limit: number
  readonly after: GapPosition
  readonly query: GapsQuery
}

const nameOf = ({ name }: Dataset): string => `${name}/gaps`

/** Laid out as the cursors of rows are, so that either tells whose the other is. */
const writeCursor = (key: Buffer, dataset: Dataset, { origin, version, limit, after, query }: Cursor): string =>
  seal(key, [
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

function readCursor(key: Buffer, dataset: Dataset, origin: string, text: string): Cursor {
  const [its, version, name, , limit, place, from, to, , ids] = unseal(key, text)
  if (name !== nameOf(dataset))
    throw problem('invalid_cursor', [{ en: `it belongs to ${name}`, zh: `此 cursor 屬於 ${name}` }])
  if (its !== origin)
    throw problem('invalid_cursor', [{ en: `it belongs to the ${its} data`, zh: `此 cursor 屬於 ${its} 資料` }])
  const after = { from: place[0], market: place[1], id: place[2] }
  return { origin, version, limit, after, query: { ids: ids?.split(',') ?? null, from, to, reason: place[3] } }
}

type Planned = {
  readonly file: GapsFile
  readonly query: GapsQuery
  readonly limit: number
  readonly after: GapPosition | null
}

/** Which version and which gaps: from the parameters, or from the cursor they came with. */
function planOf(
  { library, gaps, cursorKey }: Services,
  dataset: Dataset,
  asked: ReadQuery,
  wanted: GapReason | undefined,
): Planned {
  const current = library.current()
  const notReady = () => problem('not_ready', [], { headers: { 'Retry-After': '5' } })
  if (!current) throw notReady()
  if (asked.cursor === null) {
    const file = gaps(current.version)
    if (!file) throw notReady()
    const { ids, from, to, limit } = asked.query
    return { file, query: { ids, from, to, reason: wanted ?? null }, limit, after: null }
  }
  const held = readCursor(cursorKey, dataset, current.origin, asked.cursor)
  const { limit, ...filters } = { ...asked.given, ...(wanted === undefined ? {} : { reason: wanted }) }
  for (const [name, value] of Object.entries(filters))
    if (!same(value, held.query[name as keyof GapsQuery])) throw problem('invalid_cursor', [otherFilters])
  const file = gaps(held.version)
  if (!file) throw problem('cursor_expired', [])
  return { file, query: held.query, limit: limit ?? held.limit, after: held.after }
}

/** Ids that neither a list of securities nor the rows know, and those of which nothing is expected here. */
function warningsOf({ library }: Services, dataset: Dataset, { file, query: { ids } }: Planned): Warning[] {
  if (ids === null) return []
  const pages = library.current()!
  const all = { from: null, to: null, period: null, includeHidden: true, ascending: false, limit: 1, columns: null }
  const strange = new Set(find(pages, dataset, { ...all, ids }).warnings.flatMap(({ values }) => values ?? []))
  const unknown = ids.filter((id) => strange.has(id) && !(dataset.id === 'stock_id' && file.listed[id]))
  const isKnown = (id: string): boolean =>
    (dataset.id === 'stock_id' && file.listed[id] !== undefined) ||
    find(pages, dataset, { ...all, ids: [id] }).warnings.length === 0
  const unexpected = unexpectedIn(file, dataset, ids)
  return [
    ...unknownIds(dataset, unknown, isKnown),
    ...(unexpected.length > 0 ? [{ code: 'not_expected', param: 'stock_id', values: unexpected }] : []),
  ]
}

const rowOf = ({ id, market, from, to, dates, reason, detail }: Gap, language: Language) => ({
  stock_id: id,
  market,
  start_date: from,
  end_date: to,
  dates,
  reason,
  detail: language === 'zh' ? detailInChinese(detail) : detail,
})

export const datasetGaps = route({
  method: 'GET',
  path: '/v1/data/{dataset}/gaps',
  about:
    'The dates that a dataset has no rows for, newest first, each with its reason: closed, halted, not_listed, not_published, source_failed, not_loaded. Needs a key whose tier covers the dataset.',
  auth: 'key',
  partOf: ({ dataset = '' }) => datasetNamed(dataset),
  query,
  parse(raw, { dataset: name = '' }, mustApply) {
    const dataset = datasetNamed(name)
    const { given, faults, strangers } = splitQuery(raw, Object.keys(query))
    const asked = readParameters(dataset, givenOf(given), faults)
    if (given.reason !== undefined) parse('reason', reason, given.reason, faults)
    if (mustApply) faults.push(...(inapplicable(dataset, asked.warnings) as Fault[]))
    collectFaults(faults, strangers)
    return { ...given, limit: given.limit === undefined ? undefined : Number(given.limit) } as never
  },
  fails: ['unknown_dataset', 'invalid_cursor', 'cursor_expired', 'invalid_parameter', 'not_ready'],
  async handle({ query: values, params, caller, language, headers }, services) {
    const dataset = datasetNamed(params.dataset!)
    const asked = readParameters(dataset, givenOf(values), [])
    const planned = planOf(services, dataset, asked, values.reason)
    const { file, query, limit, after } = planned
    const all = selectGaps(file, dataset, query)
    const from = after === null ? 0 : all.findIndex((gap) => isBefore(after, gap))
    const page = from < 0 ? [] : all.slice(from, from + limit)
    const hasMore = from >= 0 && from + limit < all.length
    const { origin, version } = file
    return {
      headers: {
        'X-Data-Version': version,
        'X-Data-Origin': origin,
        ...(isStrict({ headers }) ? { 'Preference-Applied': 'handling=strict' } : {}),
      },
      warnings: [...asked.warnings, ...warningsOf(services, dataset, planned)],
      body: {
        dataset: dataset.name,
        tier_used: caller.tier,
        count: page.length,
        data: page.map((gap) => rowOf(gap, language)),
        cursor: hasMore
          ? writeCursor(services.cursorKey, dataset, { origin, version, limit, after: page.at(-1)!, query })
          : null,
      },
    }
  },
})
