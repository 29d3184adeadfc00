import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { allSteps } from '../../test/support/allSteps.ts'
import { expireBonds } from '../../test/support/bonds.ts'
import { copyOfFixture } from '../../test/support/fixture.ts'
import {
  hiddenIn,
  type LakeFilter,
  type LakeQueries,
  type LakeQuery,
  queryBySql,
} from '../../test/support/lakeQueries.ts'
import { type Dataset, isDated } from '../catalogue/dataset.ts'
import { boundColumns, dateColumns, filterColumns } from '../catalogue/filters.ts'
import { catalogue } from '../catalogue/index.ts'
import type { Fault } from '../fields.ts'
import { openReader, type Reader } from '../lake/reader.ts'
import { quote } from '../lake/schema.ts'
import { openPages } from '../pages/open.ts'
import { currentPages } from '../pages/publish.ts'
import { answer, dryRun, type Lender, plan } from './answer.ts'
import { createLibrary, type Library } from './library.ts'
import { type RawParameters, readParameters } from './parameters.ts'

/** Queries per dataset; many with `TORTURE`, with other random values each time. */
const torture = Number(process.env.TORTURE ?? 0)
const runs = torture > 0 ? Math.max(20, torture) : 3

const cursorKeys = [randomBytes(32)] as const
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

/** A query and the limits of its pages in turn. */
type Case = LakeQuery & { readonly limits: readonly number[] }

/** A decimal with fewer digits, a whole number with a sign: the same values. */
const spelled = (value: string, kind: string): string =>
  kind === 'decimal' ? value.replace(/\.?0+$/, '') || '0' : kind === 'integer' ? `+${value}` : value

const filterOf = (dataset: Dataset, { column, values, min, max }: LakeFilter): RawParameters => {
  const { kind } = dataset.columns[column]!
  return {
    ...(values ? { [column]: values.map((value) => spelled(value, kind)).join(' ,') } : {}),
    ...(min === undefined ? {} : { [`min_${column}`]: min }),
    ...(max === undefined ? {} : { [`max_${column}`]: max }),
  }
}

const givenOf = (
  dataset: Dataset,
  { ids, from, to, period, hidden, sort, columns, filters, dateColumn, latest }: Case,
): RawParameters => ({
  ...(ids === null ? {} : { [latest && dataset.id !== null ? dataset.id : 'stock_id']: ids.join(', ') }),
  ...Object.assign({}, ...filters.map((filter) => filterOf(dataset, filter))),
  ...(dateColumn === null ? {} : { date: dateColumn }),
  ...(latest ? { latest: '1' } : {}),
  ...(from === null ? {} : { start_date: from }),
  ...(to === null ? {} : { end: to }),
  ...(period === null ? {} : { period }),
  ...(hidden ? { [dataset.filters.include_expired ? 'include_expired' : 'include_inactive']: 'true' } : {}),
  ...(sort === null ? {} : { sort }),
  ...(columns === null ? {} : { columns: columns.toReversed().join(',') }),
})

function read(dataset: Dataset, given: RawParameters) {
  const faults: Fault[] = []
  const parameters = readParameters(dataset, given, faults)
  assert.deepEqual(faults, [])
  return plan(library, cursorKeys, dataset, parameters)
}

/** Queries and pages that were compared, and the pages among them that were joined from pieces. */
let comparedQueries = 0
let comparedPages = 0
let compressedPages = 0
/** Two cursors to the same row differ in their time. */
const withoutCursor = (text: string): string => text.replace(/"cursor":"[\w-]+"\}$/, '"cursor":""}')

/** One page: its body, its cursor and the warnings beside it. The compressed form has the same bytes. */
function pageOf(dataset: Dataset, given: RawParameters) {
  const planned = read(dataset, given)
  const { bytes } = allSteps(answer(library, cursorKeys, dataset, 'plus', planned, lend, false))
  const text = bytes.toString()
  const packed = allSteps(answer(library, cursorKeys, dataset, 'plus', planned, lend, true))
  comparedPages++
  if (packed.isGzip) {
    compressedPages++
    // Few rows may lie across two pieces, and are then sent as they are within the compressed page.
    const least = bytes.length > 4_096 ? 1.5 : 1
    assert.ok(packed.bytes.length < bytes.length / least, `${packed.bytes.length} of ${bytes.length} bytes`)
    assert.equal(withoutCursor(gunzipSync(packed.bytes).toString()), withoutCursor(text))
  }
  return { text, cursor: /"cursor":"([\w-]+)"\}$/.exec(text.slice(-5_000))?.[1] ?? null, warnings: planned.warnings }
}

/** The codes of warnings about ids without rows, by the reason. */
const absentCodes = new Set(['unknown_id', 'no_rows', 'not_expected', 'not_in_period'])
const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

/** Most pages that one case turns; a longer answer is compared as far as that. */
const mostPages = (limit: number): number => (limit > 1_000 ? 2 : limit > 64 ? 3 : torture > 0 ? 6 : 20)

async function compare(dataset: Dataset, query: LakeQueries, testCase: Case): Promise<void> {
  const { limits } = testCase
  const pages = Math.min(...limits.map(mostPages))
  let wanted = 0
  for (let n = 0; n < pages; n++) wanted += limits[n % limits.length]!
  const expected = await query(testCase, wanted + 1)
  const given = givenOf(dataset, testCase)
  comparedQueries++

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
    const rows = expected.rows.slice(at, at + limit)
    const text = rows.join(',\n')
    const head = `{"dataset":"${dataset.name}","tier_used":"plus","count":${rows.length},"data":[`
    assert.equal(page.text, `${head}${text}],"cursor":${JSON.stringify(page.cursor)}}`, `page ${n + 1}`)
    const absent = page.warnings.filter(({ code }) => absentCodes.has(code)).flatMap(({ values }) => values ?? [])
    assert.deepEqual(absent.sort(byBytes), expected.absent)
    const others = page.warnings.filter(({ code }) => !absentCodes.has(code) && code !== 'date_filter')
    const isNamed = !isBare || dataset.id !== null
    assert.deepEqual(
      others,
      expected.warnings.filter(({ code }) => isNamed || code !== 'not_applicable'),
    )
    at += rows.length
    bytes += rows.length === 0 ? 0 : Buffer.byteLength(text) + 2
    assert.equal(page.cursor === null, at >= expected.rows.length, `the cursor of page ${n + 1}`)
    cursor = page.cursor
    if (cursor === null) break
  }
  if (limits.length > 1) return
  const estimate = allSteps(dryRun(library, read(dataset, { ...given, limit: String(limits[0]!) })))
  assert.equal(estimate.rows, expected.count)
  assert.equal(estimate.pages, Math.max(1, Math.ceil(estimate.rows / limits[0]!)))
  if (cursor === null && testCase.columns === null) assert.equal(estimate.bytes, bytes)
}

/** Random queries of a dataset: visible, hidden and unknown ids; dates inside, between and outside. */
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
  const filtered = filterColumns(dataset).filter(([column]) => column !== id && column !== 'period')
  const conditions = await Promise.all(
    filtered.map(async ([column, { values = [] }]) => {
      const distinct = `SELECT DISTINCT CAST(p.${quote(column)} AS VARCHAR) FROM ${quote(name)} p`
      const { rows } = await lake.select(
        `SELECT * FROM (${distinct}) v(value) WHERE value <> '' ORDER BY hash(value) LIMIT 40`,
      )
      const all = [...rows.map(([value]) => value as string), ...values].filter((value) => !value.includes(','))
      const isNumber = boundColumns(dataset).some(([one]) => one === column)
      const bounds = fc
        .tuple(fc.constantFrom(...all), fc.constantFrom(...all))
        .map(([a, b]) => (Number(a) < Number(b) ? { min: a, max: b } : { min: b, max: a }))
      return fc.oneof(
        fc
          .uniqueArray(fc.constantFrom(...all), { minLength: 1, maxLength: 12 })
          .map((some): LakeFilter => ({ column, values: some })),
        ...(isNumber
          ? [
              bounds.map((both): LakeFilter => ({ column, ...both })),
              bounds.map(({ min }): LakeFilter => ({ column, min })),
            ]
          : []),
      )
    }),
  )
  const otherDates = dateColumns(dataset).slice(1)
  // Very many queries ask for long pages more seldom.
  const limit = fc.oneof(
    { weight: torture > 0 ? 25 : 3, arbitrary: fc.constant(1) },
    { weight: torture > 0 ? 40 : 4, arbitrary: fc.constant(7) },
    { weight: torture > 0 ? 20 : 0, arbitrary: fc.constant(50) },
    { weight: torture > 0 ? 14 : 4, arbitrary: fc.constant(1_000) },
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
      filters:
        conditions.length === 0
          ? fc.constant<LakeFilter[]>([])
          : fc.oneof(
              fc.constant<LakeFilter[]>([]),
              fc
                .subarray(conditions, { minLength: 1, maxLength: Math.min(2, conditions.length) })
                .chain((some) => fc.tuple(...some)),
            ),
      dateColumn: fc.oneof(fc.constant(null), fc.constantFrom(...(otherDates.length > 0 ? otherDates : [null]))),
      latest: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
    })
    .map(({ range: [from, to], dateColumn, ...rest }) => {
      const hasRange = from !== null || to !== null
      return { ...rest, from, to, dateColumn: hasRange ? dateColumn : null }
    })
}

/** The properties that decide how rows of a dataset are ordered, filtered and paged. */
const kindOf = (dataset: Dataset): string =>
  JSON.stringify([
    dataset.id,
    isDated(dataset),
    dataset.filters,
    dataset.key.map((name) => dataset.columns[name]!.kind),
  ])

/** Two datasets of each kind; `TORTURE` asks for all of them. */
const tested =
  torture > 0
    ? catalogue
    : [...Map.groupBy(catalogue as readonly Dataset[], kindOf).values()].flatMap((alike) => alike.slice(0, 2))

for (const [i, dataset] of tested.entries())
  test(`${dataset.name}: every page holds what plain SQL finds in the lake, in the same order`, async () => {
    const cases = await casesOf(dataset)
    const query = queryBySql(lake, dataset, library.current()!.through)
    await fc.assert(
      fc.asyncProperty(cases, (one) => compare(dataset, query, one)),
      { numRuns: runs, ...(torture > 0 ? {} : { seed: 8 + i }), endOnFailure: true },
    )
  })

test('most of the longer pages above were joined from pieces', (context) => {
  context.diagnostic(
    `${comparedPages} pages of ${comparedQueries} queries were compared; ${compressedPages} of them were also joined from pieces`,
  )
  assert.ok(compressedPages > 20, `${compressedPages} pages`)
})
