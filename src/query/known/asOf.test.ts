import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { DuckDBInstance } from '@duckdb/node-api'
import fc from 'fast-check'
import { allSteps } from '../../../test/support/allSteps.ts'
import { madeInstead } from '../../ask/sandbox/past.ts'
import { worldOf } from '../../ask/sandbox/tables.ts'
import { TaiwanStockBrokerInfo } from '../../catalogue/chips/TaiwanStockBrokerInfo.ts'
import { TaiwanStockDisposition } from '../../catalogue/chips/TaiwanStockDisposition.ts'
import { TaiwanStockHoldingSharesPer } from '../../catalogue/chips/TaiwanStockHoldingSharesPer.ts'
import { columnsOf, type Dataset, isDated, periodsOf, sightings, tableOf } from '../../catalogue/dataset.ts'
import { TaiwanOptionDaily } from '../../catalogue/derivatives/TaiwanOptionDaily.ts'
import { filterColumns } from '../../catalogue/filters.ts'
import { TaiwanStockBalanceSheet } from '../../catalogue/fundamentals/TaiwanStockBalanceSheet.ts'
import { TaiwanStockMonthRevenue } from '../../catalogue/fundamentals/TaiwanStockMonthRevenue.ts'
import { catalogue } from '../../catalogue/index.ts'
import { GoldPrice } from '../../catalogue/other/GoldPrice.ts'
import { TaiwanStockPER } from '../../catalogue/technical/TaiwanStockPER.ts'
import { addDays, dateOf, dayOf } from '../../days.ts'
import type { Fault } from '../../fields.ts'
import { type Cell, createBatch } from '../../lake/batch.ts'
import { readColumns } from '../../lake/duck.ts'
import { openLake } from '../../lake/lake.ts'
import { literal } from '../../lake/schema.ts'
import { openPages } from '../../pages/open.ts'
import { publishPages } from '../../pages/publish.ts'
import { wholeStream } from '../../pages/stream.ts'
import { answer, dryRun, type Lender, plan } from '../answer.ts'
import { take } from '../find.ts'
import { createLibrary } from '../library.ts'
import { type RawParameters, readParameters } from '../parameters.ts'
import { type Change, changesSince } from './changes.ts'
import { timelineOf } from './open.ts'
import { pastRows } from './past.ts'
import type { Past } from './view.ts'

/*
 * An oracle of what was known: after each load of a simulated evening every row is kept apart as it is served then. Rows
 * asked for as of an instant must be those of the last load before it.
 */

const torture = Number(process.env.TORTURE ?? 0)
const days = torture > 0 ? 250 : 10
const instants = torture > 0 ? torture * 10 : 15
const seed = Number(process.env.FUZZ_SEED ?? 7)

const few: readonly Dataset[] = [
  GoldPrice,
  TaiwanStockPER,
  TaiwanOptionDaily,
  TaiwanStockHoldingSharesPer,
  TaiwanStockBrokerInfo,
  TaiwanStockBalanceSheet,
  TaiwanStockMonthRevenue,
  TaiwanStockDisposition,
]
// Those that keep their newest day alone have no past, and computed.test.ts has those that are computed for an instant.
const datasets =
  torture > 0 ? catalogue.filter(({ derived, retention }) => !derived?.isComputedAsOf && retention === null) : few
const scratch = mkdtempSync(join(tmpdir(), 'formosa-as-of-'))
after(() => rmSync(scratch, { recursive: true, force: true }))

const cursorKeys = [randomBytes(32)] as const
const lend: Lender = (size) => ({ bytes: Buffer.allocUnsafeSlow(size), release: () => {} })

/** Numbers from 0 to 1 that are the same in each run. */
function randomOf(start: number): () => number {
  let state = start
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

type RowCells = Record<string, Cell>

/** A row of a dataset with the columns of its key, and other values at random. */
function rowOf(dataset: Dataset, key: RowCells, random: () => number): RowCells {
  const value = ([name, { kind, values, nullable }]: ReturnType<typeof columnsOf>[number]): Cell => {
    if (name in key) return key[name]!
    // Nothing is hidden.
    if (name === 'is_active') return 1
    if (name === dataset.filters.include_expired) return 'active'
    if (name === 'delisting_date' || name === dataset.known.seen) return null
    if (nullable && random() < 0.2) return null
    if (values) return values[Math.floor(random() * values.length)]!
    if (kind === 'text') return `"${Math.floor(random() * 9)}\n名`
    // Later than any reading, so that the publisher's own date never counts.
    if (kind === 'date') return dayOf('2027-01-05') + Math.floor(random() * 30)
    if (kind === 'datetime') return Date.parse('2027-01-05T01:02:03Z')
    if (kind === 'boolean') return random() < 0.5 ? 0 : 1
    return Math.floor(random() * 100_000)
  }
  return Object.fromEntries(columnsOf(dataset).map((column) => [column[0], value(column)]))
}

/** Three values of a column of a key, fewer where it has fewer; dates are the day. */
function keyValues(dataset: Dataset, name: string, date: string): readonly Cell[] {
  const { kind, values, scale = 0 } = dataset.columns[name]!
  const day = isDated(dataset) ? date : '2026-01-05'
  if (kind === 'date') return Array(3).fill(dayOf(day))
  if (kind === 'datetime') return [1, 2, 3].map((hour) => Date.parse(`${day}T0${hour}:00:00Z`))
  // The period that is served where none is asked for.
  if (name === dataset.filters.period) return Array(3).fill(periodsOf(dataset)![0])
  if (kind === 'text') return values ? [0, 1, 2].map((n) => values[n % values.length]!) : ['1101', '2330', '9A00']
  return kind === 'boolean' ? [0, 1, 0] : [2, 10, 17].map((n) => n * 10 ** scale)
}

/** The keys that a dataset has on a day. */
function keysOn(dataset: Dataset, date: string): RowCells[] {
  const keys = [0, 1, 2].map((n) =>
    Object.fromEntries(
      dataset.key.map((name, i) => [name, keyValues(dataset, name, date)[(n + (n > 1 ? i : 0)) % 3]!]),
    ),
  )
  return [...new Map(keys.map((key) => [JSON.stringify(key), key])).values()]
}

/** The ids that the keys of a dataset have. */
const idsOf = (dataset: Dataset): string[] =>
  dataset.id === null
    ? []
    : [...new Set(keysOn(dataset, '2026-01-05').map((key) => String(key[dataset.id!] ?? '1101')))]

test(`rows as of ${instants} instants are those of an oracle of ${days} evenings with corrections`, async () => {
  const random = randomOf(seed)
  const chance = (share: number) => random() < share
  let clock = new Date()
  const now = () => clock
  const shared = { datasets, memory: '256MB', now }
  const lake = openLake({ root: join(scratch, 'lake'), origin: 'demo', ...shared })
  const root = join(scratch, 'pages')
  const library = createLibrary(root)

  function planOf(dataset: Dataset, given: RawParameters) {
    const faults: Fault[] = []
    const parameters = readParameters(dataset, given, faults)
    assert.deepEqual(faults, [])
    return plan(library, cursorKeys, dataset, parameters)
  }
  function pageOf(dataset: Dataset, given: RawParameters): { data: RowCells[]; cursor: string | null } {
    return JSON.parse(
      allSteps(answer(library, cursorKeys, dataset, 'plus', planOf(dataset, given), lend, false)).bytes.toString(),
    )
  }
  function allOf(dataset: Dataset, given: RawParameters): RowCells[] {
    const rows: RowCells[] = []
    for (let page = pageOf(dataset, given); ; page = pageOf(dataset, { cursor: page.cursor })) {
      rows.push(...page.data)
      if (page.cursor === null) return rows
    }
  }

  /** The rows of each evening, by dataset. */
  const log: { at: number; rows: Map<Dataset, RowCells[]> }[] = []
  /** Rows that are stored now, by dataset and key. */
  const stored = new Map(datasets.map((dataset) => [dataset, new Map<string, RowCells>()]))
  const conditionOf = (dataset: Dataset, row: RowCells): string =>
    dataset.key
      .map((name) => {
        const { kind, scale = 0 } = dataset.columns[name]!
        const value = row[name]!
        if (kind === 'date') return `${name} = DATE ${literal(dateOf(value as number))}`
        return `${name} = ${kind === 'text' ? literal(String(value)) : Number(value) / 10 ** scale}`
      })
      .join(' AND ')

  let date = '2026-01-05'
  for (let evening = 0; evening < days; evening++, date = addDays(date, 1)) {
    clock = new Date(Date.parse(`${date}T10:00:00Z`) + Math.floor(random() * 3_600_000))
    const version = await lake.change({ through: date, maker: {} }, async (draft) => {
      for (const dataset of datasets) {
        const known = stored.get(dataset)!
        const batch = createBatch(dataset)
        const keyOf = (row: RowCells) => JSON.stringify(dataset.key.map((name) => row[name]))
        const put = (row: RowCells) => {
          known.set(keyOf(row), row)
          batch.push(row as never)
        }
        const fresh = keysOn(dataset, date).filter((key) => !known.has(keyOf(key)))
        // Its day is the publisher's own date, before which a late row counts.
        const isFiledByDay = dataset.known.filed === dataset.date
        const broughtKeys = new Set<string>()
        for (const key of fresh) {
          // Some rows come late, some days not at all.
          if (!isFiledByDay && chance(0.15)) continue
          broughtKeys.add(keyOf(key))
          put(rowOf(dataset, key, random))
        }
        const withdrawn: RowCells[] = []
        // All rows of a day leave; some come again, so that the day does.
        const emptied = isDated(dataset) && chance(0.15) ? dayOf(date) - 1 - Math.floor(random() * 2) : null
        for (const [key, row] of [...known]) {
          if (broughtKeys.has(key)) continue
          if (row[dataset.date] === emptied || chance(0.02)) {
            withdrawn.push(row)
            known.delete(key)
          } else if (chance(0.04) || !isDated(dataset)) {
            const own = Object.fromEntries(dataset.key.map((name) => [name, row[name]!]))
            const next = chance(0.3) ? rowOf(dataset, own, random) : { ...row }
            for (const name of sightings) if (name in dataset.columns) next[name] = dayOf(date)
            put(next)
          }
        }
        // A row that was missing comes with a later day.
        const earlier = addDays(date, -1 - Math.floor(random() * 3))
        if (isDated(dataset) && !isFiledByDay && earlier >= '2026-01-05')
          for (const key of keysOn(dataset, earlier))
            if (!known.has(keyOf(key)) && chance(0.5) && !withdrawn.some((row) => keyOf(row) === keyOf(key)))
              put(rowOf(dataset, key, random))
        const where = withdrawn.map((row) => `(${conditionOf(dataset, row)})`).join(' OR ') || null
        await draft.upsert(dataset, batch, where)
      }
    })
    const made = await publishPages({ root, ...shared }, version!)
    library.replace(openPages(made))
    const rows = new Map(datasets.map((dataset) => [dataset, allOf(dataset, { limit: '10000' })]))
    log.push({ at: clock.getTime(), rows })
  }

  // A mirror that applies the changes since any evening has the rows of today.
  const pages = library.current()!
  for (const dataset of datasets) {
    const parts = pages.datasets[dataset.name]!
    const streams = [wholeStream(library.reader, parts)]
    const timeline = timelineOf(library.reader, pages, dataset)!
    const present: Past['present'] = (range, after, limit) =>
      take(library.reader, { streams, range, view: null }, after, limit)
    const keyOf = (text: string) => timeline.keyOf(JSON.parse(text))
    const plain = (row: RowCells) =>
      JSON.stringify(Object.fromEntries(Object.entries(row).filter(([name]) => !sightings.includes(name))))
    const starts = log.filter((_, i) => i % Math.ceil(log.length / 12) === 0)
    for (const { at, rows } of [{ at: 0, rows: new Map<Dataset, RowCells[]>() }, ...starts]) {
      const mirror = new Map((rows.get(dataset) ?? []).map((row) => [keyOf(JSON.stringify(row)), plain(row)]))
      let last: Change | null = null
      for (const change of changesSince(timeline, { present }, at, null)) {
        const before = change.before === null ? undefined : plain(JSON.parse(change.before))
        assert.equal(mirror.get(change.key), before, `${dataset.name} ${change.key} since ${at}`)
        if (change.after === null) mirror.delete(change.key)
        else mirror.set(change.key, plain(JSON.parse(change.after)))
        last = change
      }
      const today = log.at(-1)!.rows.get(dataset)!
      assert.deepEqual([...mirror.values()].sort(), today.map(plain).sort(), dataset.name)
      if (last) assert.deepEqual([...changesSince(timeline, { present }, at, last)], [])
    }
    const all = [...changesSince(timeline, { present }, 0, null)]
    const half = all[all.length >> 1]!
    assert.deepEqual([...changesSince(timeline, { present }, 0, half)], all.slice((all.length >> 1) + 1))
  }

  // The same rows as tables for SQL.
  const instance = await DuckDBInstance.create(':memory:')
  const version = (await lake.current())!
  const maker = await instance.connect()
  for (const { make } of [worldOf({ version, datasets })])
    for (const { sql } of make) for (const one of sql) await maker.run(one)
  async function assertTable(dataset: Dataset, instant: number, expected: readonly RowCells[]): Promise<void> {
    const steps = pastRows(library.reader, pages, dataset, instant)
    let step = steps.next()
    while (!step.done) step = steps.next()
    const connection = await instance.connect()
    const all = { dataset: dataset.name, until: null, gone: '[]', rows: JSON.stringify(expected) }
    for (const [table, name] of [
      [all, 'expected'],
      [step.value, 'found'],
    ] as const) {
      for (const { sql, texts } of madeInstead(table)) await connection.run(sql, [...texts])
      const columns = Object.keys(dataset.columns).filter((column) => !sightings.includes(column))
      await connection.run(`CREATE TEMP TABLE ${name} AS SELECT ${columns.join(', ')} FROM ${dataset.name}`)
      for (const made of [
        `VIEW ${tableOf(dataset)}`,
        `VIEW ${dataset.name}`,
        `TABLE "stood ${dataset.name}"`,
        `TABLE "gone ${dataset.name}"`,
      ])
        await connection.run(`DROP ${made}`)
    }
    const { count } = await readColumns(
      connection,
      `SELECT count(*)::INTEGER AS count FROM ((FROM expected EXCEPT ALL FROM found) UNION ALL (FROM found EXCEPT ALL FROM expected))`,
    )
    assert.equal(Number(count![0]), 0, `${dataset.name} as of ${new Date(instant).toISOString()}`)
    connection.closeSync()
  }

  const counted = { revised: 0, viewed: 0, compared: 0 }
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: log[0]!.at - 86_400_000, max: clock.getTime() }),
      fc.constantFrom(...datasets),
      fc.constantFrom(1, 3, 1_000),
      fc.boolean(),
      fc.constantFrom('all', 'id', 'ids'),
      fc.boolean(),
      fc.integer({ min: 0, max: 3 }),
      fc.integer({ min: 0, max: 5 }),
      async (instant, dataset, limit, isAscending, kind, isShown, many, filtering) => {
        // The first columns, all of them for 0.
        const columns = Object.keys(dataset.columns).slice(0, many || undefined)
        const id = dataset.id
        const all = idsOf(dataset)
        const ids = id === null || kind === 'all' ? null : kind === 'id' ? all.slice(1, 2) : all.slice(0, 2)
        if (ids?.length === 0) return
        const stood = (log.findLast(({ at }) => at <= instant)?.rows.get(dataset) ?? []).filter(
          (row) => ids === null || ids.includes(row[id!] as string),
        )
        // Some queries filter by a value of a row, some ask for the newest rows of each id.
        const filters = filterColumns(dataset).filter(([name]) => name !== id && name !== 'period')
        const [column] = filtering > 3 ? [] : (filters[filtering] ?? [])
        const value = column === undefined ? undefined : stood[stood.length >> 1]?.[column]
        const isFiltered = typeof value === 'string' && value !== '' && !value.includes(',')
        const matching = isFiltered ? stood.filter((row) => row[column!] === value) : stood
        const latest = filtering % 2 === 1
        const newest = new Map(matching.toReversed().map((row) => [id === null ? '' : row[id], row[dataset.date]]))
        const expected = latest
          ? matching.filter((row) => newest.get(id === null ? '' : row[id]) === row[dataset.date])
          : matching
        if (isFiltered || latest) counted.compared++
        const given = {
          ...(isFiltered ? { [column!]: value } : {}),
          ...(latest ? { latest: 'true' } : {}),
          as_of: new Date(instant).toISOString(),
          limit: String(limit),
          ...(isAscending ? { sort: 'asc' } : {}),
          ...(ids === null ? {} : { stock_id: ids.join() }),
          ...(isShown ? { include: 'known' } : {}),
          ...(many > 0 ? { columns: columns.join() } : {}),
        }
        const rows = allOf(dataset, given)
        const { rows: estimate } = allSteps(dryRun(library, planOf(dataset, given)))
        assert.equal(estimate, rows.length)
        if (planOf(dataset, given).found.view) counted.viewed++
        if (ids === null && !isShown && limit > 1) await assertTable(dataset, instant, stood)
        const plain = rows.map(({ known_at, known_by, ...row }) => {
          if (isShown && known_by === 'observed') {
            const at = Date.parse(String(known_at))
            assert.ok(at <= instant && at >= log[0]!.at - 1_000, `${known_at}`)
            // Nothing tells how long the first rows of a list were there.
          } else if (isShown) assert.deepEqual([known_at, known_by, dataset.known.by], [null, 'unknown', null])
          // A sighting that was later is that of the day.
          for (const name of sightings) if (name in row) delete row[name]
          return row
        })
        const wanted = (isAscending ? expected.toReversed() : expected).map((row) =>
          Object.fromEntries(
            Object.entries(row).filter(([name]) => columns.includes(name) && !sightings.includes(name)),
          ),
        )
        const byKey = (list: RowCells[]) =>
          isDated(dataset) ? list : list.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
        assert.deepEqual(byKey(plain), byKey(wanted))
        const current = log.at(-1)!.rows.get(dataset)!
        if (expected.some((row) => !current.some((one) => JSON.stringify(one) === JSON.stringify(row))))
          counted.revised++
      },
    ),
    { numRuns: instants * datasets.length, seed },
  )
  assert.ok(counted.revised > 5 && counted.viewed > 5 && counted.compared > 5, JSON.stringify(counted))
})
