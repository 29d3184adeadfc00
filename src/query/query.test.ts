import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expireBonds } from '../../test/support/bonds.ts'
import { copyOfFixture } from '../../test/support/fixture.ts'
import { columnsOf, type Dataset } from '../catalogue/dataset.ts'
import { catalogue } from '../catalogue/index.ts'
import type { Fault } from '../fields.ts'
import { openReader, type Reader } from '../lake/reader.ts'
import { literal, quote } from '../lake/schema.ts'
import { openPages } from '../pages/open.ts'
import { currentPages } from '../pages/publish.ts'
import { answer, dryRun, type Lender, plan } from './answer.ts'
import { createLibrary, type Library } from './library.ts'
import { type RawParameters, readParameters } from './parameters.ts'

/** How often each dataset is asked; `TORTURE` asks for many, of another kind each time. */
const torture = Number(process.env.TORTURE ?? 0)
const runs = torture > 0 ? Math.max(20, torture) : 3

const cursorKey = randomBytes(32)
const lend: Lender = (size) => ({ bytes: Buffer.allocUnsafeSlow(size), release: () => {} })
const scratch = mkdtempSync(join(tmpdir(), 'formosa-query-'))
let library: Library
let lake: Reader

before(async () => {
  const home = await copyOfFixture(join(scratch, 'home'))
  await expireBonds(home)
  const root = join(home, 'demo/pages')
  const made = (await currentPages(root))!
  library = createLibrary(root)
  library.replace(openPages(made))
  const { manifest } = made.list
  const folder = join(home, 'demo/lake/current')
  lake = await openReader({ manifest, folder }, catalogue, { memory: '1GB', scratch: join(scratch, 'spill') })
})
after(() => {
  lake.close()
  rmSync(scratch, { recursive: true, force: true })
})

/** The rule of `include_inactive` and `include_expired` as the decisions state it, for rows of `p`. */
const hiddenIn = ({ name, filters }: Dataset): string => {
  if (filters.include_expired) return "(p.status <> 'active')"
  if (!filters.include_inactive) return 'false'
  if (name.startsWith('TaiwanStockOverview')) return '(NOT p.is_active)'
  return `(p.stock_id IN (SELECT stock_id FROM TaiwanStockOverview WHERE NOT is_active)
    OR p.stock_id IN (SELECT stock_id FROM TaiwanStockOverviewIncludeWarrant WHERE security_type = 'warrant'
                      GROUP BY stock_id HAVING count(*) FILTER (is_active) = 0))`
}

/** One total order: key date descending, then the id, then the rest of the primary key; `asc` is its exact reverse. */
const orderOf = ({ id, date, key }: Dataset, isAscending: boolean): string =>
  [
    `p.${quote(date)} ${isAscending ? 'ASC' : 'DESC'}`,
    ...[...new Set([...(id === null ? [] : [id]), ...key])]
      .filter((name) => name !== date)
      .map((name) => `p.${quote(name)} ${isAscending ? 'DESC' : 'ASC'}`),
  ].join(', ')

/** A cell as SQL text, from which its JSON follows by the kind alone. */
const cellOf = (name: string, kind: string): string =>
  kind === 'datetime'
    ? `strftime(p.${quote(name)} AT TIME ZONE 'Asia/Taipei', '%Y-%m-%dT%H:%M:%S+08:00')`
    : `CAST(p.${quote(name)} AS VARCHAR)`
const jsonOf = (cell: string | null, kind: string): string =>
  cell === null ? 'null' : kind === 'integer' || kind === 'boolean' ? cell : JSON.stringify(cell)

type Case = {
  readonly ids: readonly string[] | null
  readonly from: string | null
  readonly to: string | null
  readonly period: 'quarterly' | 'annual' | null
  readonly hidden: boolean
  readonly sort: 'asc' | 'desc' | null
  readonly limits: readonly number[]
  readonly columns: readonly string[] | null
}

const conditionsOf = (dataset: Dataset, { ids, from, to, period, hidden }: Case): string =>
  [
    'true',
    ...(ids === null || dataset.id === null ? [] : [`p.${quote(dataset.id)} IN (${ids.map(literal).join(', ')})`]),
    ...(from === null ? [] : [`p.${quote(dataset.date)} >= DATE ${literal(from)}`]),
    ...(to === null ? [] : [`p.${quote(dataset.date)} <= DATE ${literal(to)}`]),
    ...(dataset.filters.period ? [`p.period = ${literal(period ?? 'quarterly')}`] : []),
    ...(hidden ? [] : [`NOT ${hiddenIn(dataset)}`]),
  ].join(' AND ')

async function rowsInLake(dataset: Dataset, asked: Case, most: number): Promise<string[]> {
  const columns = columnsOf(dataset).filter(([name]) => asked.columns?.includes(name) ?? true)
  const { rows } = await lake.select(
    `SELECT ${columns.map(([name, { kind }]) => cellOf(name, kind)).join(', ')} FROM ${quote(dataset.name)} p
     WHERE ${conditionsOf(dataset, asked)} ORDER BY ${orderOf(dataset, asked.sort === 'asc')} LIMIT ${most}`,
  )
  return (rows as (string | null)[][]).map(
    (row) => `{${columns.map(([name, { kind }], i) => `"${name}":${jsonOf(row[i]!, kind)}`).join(',')}}`,
  )
}

/** Rows of an id in the asked period, and how many of them are left out by default. */
async function warningsInLake(dataset: Dataset, { ids, period, hidden }: Case) {
  if (ids === null) return []
  if (dataset.id === null) return [{ code: 'not_applicable', param: 'stock_id' }]
  const { rows } = await lake.select(
    `SELECT p.${quote(dataset.id)}, count(*) FILTER (NOT ${hiddenIn(dataset)})::INTEGER FROM ${quote(dataset.name)} p
     WHERE p.${quote(dataset.id)} IN (${ids.map(literal).join(', ')})
     ${dataset.filters.period ? `AND period = ${literal(period ?? 'quarterly')}` : ''} GROUP BY 1`,
  )
  const visible = new Map(rows as [string, number][])
  const distinct = [...new Set(ids)].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
  const unknown = distinct.filter((id) => !visible.has(id))
  const left = hidden ? [] : distinct.filter((id) => visible.get(id) === 0)
  const code = dataset.filters.include_expired ? 'expired_id' : 'inactive_id'
  return [
    ...(unknown.length > 0 ? [{ code: 'unknown_id', param: 'stock_id', values: unknown }] : []),
    ...(left.length > 0 ? [{ code, param: 'stock_id', values: left }] : []),
  ]
}

const givenOf = (dataset: Dataset, { ids, from, to, period, hidden, sort, columns }: Case): RawParameters => ({
  ...(ids === null ? {} : { stock_id: ids.join(', ') }),
  ...(from === null ? {} : { start_date: from }),
  ...(to === null ? {} : { end: to }),
  ...(period === null ? {} : { period }),
  ...(hidden ? { [dataset.filters.include_expired ? 'include_expired' : 'include_inactive']: 'true' } : {}),
  ...(sort === null ? {} : { sort }),
  ...(columns === null ? {} : { columns: columns.toReversed().join(',') }),
})

function read(dataset: Dataset, given: RawParameters) {
  const faults: Fault[] = []
  const asked = readParameters(dataset, given, faults)
  assert.deepEqual(faults, [])
  return plan(library, cursorKey, dataset, asked)
}

type Body = { dataset: string; tier_used: string; count: number; data: object[]; cursor: string | null }

/** Pages that were compared, and those among them that were joined from pieces. */
let comparedPages = 0
let compressedPages = 0
/** Two cursors to the same row differ in their time. */
const withoutCursor = (text: string): string => text.replace(/"cursor":"[\w-]+"\}$/, '"cursor":""}')

/** All steps of a page. */
function wholeOf(steps: ReturnType<typeof answer>) {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** One page: its rows as they stand in the body, and its cursor. */
function pageOf(dataset: Dataset, given: RawParameters) {
  const planned = read(dataset, given)
  const { bytes } = wholeOf(answer(library, cursorKey, dataset, 'plus', planned, lend, false))
  const text = bytes.toString()
  const packed = wholeOf(answer(library, cursorKey, dataset, 'plus', planned, lend, true))
  comparedPages++
  if (packed.isGzip) {
    compressedPages++
    // Few rows may lie across two pieces, and are then sent as they are within the compressed page.
    const least = bytes.length > 4_096 ? 1.5 : 1
    assert.ok(packed.bytes.length < bytes.length / least, `${packed.bytes.length} of ${bytes.length} bytes`)
    assert.equal(withoutCursor(gunzipSync(packed.bytes).toString()), withoutCursor(text))
  }
  const body = JSON.parse(text) as Body
  const head = `{"dataset":"${dataset.name}","tier_used":"plus","count":${body.count},"data":[`
  const tail = `],"cursor":${JSON.stringify(body.cursor)}}`
  assert.ok(text.startsWith(head) && text.endsWith(tail))
  assert.equal(body.data.length, body.count)
  return { rows: text.slice(head.length, -tail.length), ...body, warnings: planned.warnings }
}

/** Most pages that one case turns; a longer answer is compared as far as that. */
const mostPages = (limit: number): number => (limit > 1_000 ? 2 : limit > 64 ? 3 : 20)

async function compare(dataset: Dataset, asked: Case): Promise<void> {
  const { limits } = asked
  const pages = Math.min(...limits.map(mostPages))
  let wanted = 0
  for (let n = 0; n < pages; n++) wanted += limits[n % limits.length]!
  const expected = await rowsInLake(dataset, asked, wanted + 1)
  const warnings = await warningsInLake(dataset, asked)
  const given = givenOf(dataset, asked)

  let at = 0
  let bytes = 0
  let cursor: string | null = null
  for (let n = 0; n < pages; n++) {
    const limit = limits[n % limits.length]!
    // The first request's limit and filters travel in the cursor; every other page leaves them out.
    const isBare = n > 0 && n % 2 === 0 && limits.length === 1
    const page = pageOf(dataset, {
      ...(isBare ? {} : { ...given, limit: String(limit) }),
      ...(cursor === null ? {} : { cursor }),
    })
    const rows = expected.slice(at, at + limit)
    assert.equal(page.count, rows.length, `page ${n + 1}`)
    assert.equal(page.rows, rows.join(',\n'), `page ${n + 1}`)
    if (!isBare || dataset.id !== null) assert.deepEqual(page.warnings, warnings)
    at += rows.length
    bytes += rows.length === 0 ? 0 : Buffer.byteLength(page.rows) + 2
    assert.equal(page.cursor === null, at >= expected.length, `the cursor of page ${n + 1}`)
    cursor = page.cursor
    if (cursor === null) break
  }
  if (limits.length > 1) return
  const estimate = dryRun(library, read(dataset, { ...given, limit: String(limits[0]!) }))
  const { rows } = await lake.select(
    `SELECT count(*)::INTEGER FROM ${quote(dataset.name)} p WHERE ${conditionsOf(dataset, asked)}`,
  )
  assert.equal(estimate.rows, rows[0]![0])
  assert.equal(estimate.pages, Math.max(1, Math.ceil(estimate.rows / limits[0]!)))
  if (cursor === null && asked.columns === null) assert.equal(estimate.bytes, bytes)
}

/** What a dataset can be asked for: ids that are shown, hidden or not there, and dates in, between and outside. */
async function casesOf(dataset: Dataset): Promise<fc.Arbitrary<Case>> {
  const { id, date, name, filters } = dataset
  const column = id === null ? "''" : `p.${quote(id)}`
  const ids = (await lake.select(`SELECT ${column}, bool_and(${hiddenIn(dataset)}) FROM ${quote(name)} p GROUP BY 1`))
    .rows as [string, boolean][]
  const dates = (
    await lake.select(`SELECT DISTINCT CAST(p.${quote(date)} AS VARCHAR) FROM ${quote(name)} p ORDER BY 1`)
  ).rows.map(([day]) => day as string)
  const near = dates.flatMap((day) =>
    [-1, 0, 1].map((step) => new Date(Date.parse(day) + step * 86_400_000).toISOString().slice(0, 10)),
  )
  const hidden = ids.filter(([, isHidden]) => isHidden).map(([known]) => known)
  const one = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...ids.map(([known]) => known)) },
    { weight: hidden.length > 0 ? 2 : 0, arbitrary: fc.constantFrom(...(hidden.length > 0 ? hidden : ['none'])) },
    { weight: 1, arbitrary: fc.constantFrom('0', '2330', '9999', 'zz', '台積電', 'MARKET', "o'clock", '23300') },
  )
  const day = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...near) },
    { weight: 1, arbitrary: fc.constantFrom('0001-01-01', '1969-12-31', '2199-12-31') },
  )
  const range = fc.oneof(
    fc.constant([null, null] as const),
    day.map((on) => [on, on] as const),
    day.map((from) => [from, null] as const),
    day.map((to) => [null, to] as const),
    fc.tuple(day, day).map(([a, b]) => (a < b ? ([a, b] as const) : ([b, a] as const))),
  )
  const limit = fc.oneof(
    { weight: 3, arbitrary: fc.constant(1) },
    { weight: 4, arbitrary: fc.constant(7) },
    { weight: 4, arbitrary: fc.constant(1_000) },
    { weight: 1, arbitrary: fc.constant(10_000) },
  )
  return fc
    .record({
      ids: fc.oneof(
        { weight: 1, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: one.map((single) => [single]) },
        { weight: 2, arbitrary: fc.array(one, { minLength: 2, maxLength: 40 }) },
      ),
      range,
      period: filters.period
        ? fc.constantFrom(null, 'quarterly' as const, 'annual' as const)
        : fc.constant<Case['period']>(null),
      hidden: filters.include_expired || filters.include_inactive ? fc.boolean() : fc.constant(false),
      sort: fc.constantFrom(null, 'asc' as const, 'desc' as const),
      limits: fc.oneof(
        { weight: 3, arbitrary: limit.map((single) => [single]) },
        { weight: 1, arbitrary: fc.array(fc.constantFrom(1, 7, 64, 1_000), { minLength: 2, maxLength: 3 }) },
      ),
      columns: fc.oneof(
        { weight: 4, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: fc.subarray(Object.keys(dataset.columns), { minLength: 1 }) },
      ),
    })
    .map(({ range: [from, to], ...rest }) => ({ ...rest, from, to }))
}

for (const dataset of catalogue)
  test(`${dataset.name}: every page holds what plain SQL finds in the lake, in the same order`, async () => {
    const cases = await casesOf(dataset)
    await fc.assert(
      fc.asyncProperty(cases, (asked) => compare(dataset, asked)),
      { numRuns: runs, ...(torture > 0 ? {} : { seed: 20261113 }), endOnFailure: true },
    )
  })

test('most of the longer pages above were joined from pieces', (context) => {
  context.diagnostic(
    `${comparedPages} pages were compared, plain and compressed; ${compressedPages} of them were joined`,
  )
  assert.ok(compressedPages > 30, `${compressedPages} pages`)
})
