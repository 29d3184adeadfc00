import assert from 'node:assert/strict'
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../test/support/runs.ts'
import { TaiwanStockPER as dataset } from '../catalogue/technical/TaiwanStockPER.ts'
import { addDays } from '../days.ts'
import { openEngine } from './engine.ts'
import { type Lake, openLake, type Version } from './lake.ts'
import { type Holding, type Manifest, versionOf } from './manifest.ts'
import { writeParquet } from './parquet.ts'
import { sqlColumns } from './schema.ts'
import { verify } from './verify.ts'

const root = mkdtempSync(join(tmpdir(), 'formosa-parts-'))
after(() => rmSync(root, { recursive: true, force: true }))

let count = 0
const newLake = (folder = join(root, String(++count))) =>
  openLake({
    root: folder,
    origin: 'demo',
    datasets: [dataset],
    now: () => new Date('2026-11-19T10:00:00Z'),
    memory: '256MB',
  })

/** A SELECT of a row for each of so many stocks on each of these days; `pb` is a SQL number. */
const rowsOf = (days: readonly string[], stocks: number, pb = '1'): string => {
  const columns = sqlColumns(dataset).map(([name, type]) => {
    if (name === 'stock_id') return 'CAST(1000 + s AS VARCHAR) AS stock_id'
    if (name === 'trade_date') return 'd AS trade_date'
    if (name === 'market') return "'TWSE' AS market"
    return `CAST(${name === 'pb_ratio' ? pb : 'NULL'} AS ${type}) AS "${name}"`
  })
  return `SELECT ${columns.join(', ')} FROM range(${stocks}) a(s), (VALUES ${days.map((day) => `(DATE '${day}')`).join(', ')}) b(d)`
}

/** Every `step`th day. */
const daysFrom = (from: string, to: string, step = 1): string[] => {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, step)) days.push(day)
  return days
}

const load = async (lake: Lake, through: string, rows: string | null, removedWhere?: string): Promise<Version> =>
  (await lake.change({ through, maker: {} }, async (draft) => {
    if (rows !== null) await draft.upsert(dataset, rows, removedWhere)
  }))!

const partsOf = ({ manifest }: Version) => manifest.datasets[dataset.name]!.parts
const namesOf = (version: Version) => partsOf(version).map(({ name }) => name)
const inodeOf = ({ folder }: Version, name: string) => statSync(join(folder, dataset.name, `${name}.parquet`)).ino

const faultsOf = async (version: Version): Promise<string[]> => {
  using engine = await openEngine({ memory: '256MB', scratch: join(root, 'spill') })
  return await verify(version, [dataset], engine)
}

test('a day appends: the parts of earlier days are linked, and a period that closes has exactly their rows', async () => {
  const lake = newLake()
  // 2,500 rows a day: the open month and its open third have more than 20,000 rows.
  const first = await load(lake, '2026-11-19', rowsOf(daysFrom('2025-11-20', '2026-11-19'), 2_500))
  const before = ['2025', ...'01 02 03 04 05 06 07 08 09 10'.split(' ').map((month) => `2026-${month}`)]
  const days = daysFrom('2026-11-11', '2026-11-20').map((day) => day)
  assert.deepEqual(namesOf(first), [...before, '2026-11-a', ...days.slice(0, 9)])

  const next = await load(lake, '2026-11-20', rowsOf(['2026-11-20'], 2_500))
  assert.deepEqual(namesOf(next), [...before, '2026-11-a', ...days])
  for (const name of namesOf(first)) assert.equal(inodeOf(next, name), inodeOf(first, name), name)

  // The third closes.
  const third = await load(lake, '2026-11-21', rowsOf(['2026-11-21'], 2_500))
  assert.deepEqual(namesOf(third), [...before, '2026-11-a', '2026-11-b', '2026-11-c'])
  const closed = partsOf(third).find(({ name }) => name === '2026-11-b')!
  assert.deepEqual(
    closed.of,
    partsOf(next)
      .slice(-10)
      .map(({ sha256 }) => sha256),
  )
  assert.equal(closed.rows, 25_000)

  // The month closes, though no row comes; its part keeps what it was made of as long as it stays.
  const december = await load(lake, '2026-12-01', null)
  assert.deepEqual(namesOf(december), [...before, '2026-11'])
  assert.deepEqual(
    partsOf(december).at(-1)!.of,
    partsOf(third)
      .slice(-3)
      .map(({ sha256 }) => sha256),
  )
  for (const name of before) assert.equal(inodeOf(december, name), inodeOf(third, name), name)
  const corrected = await load(lake, '2026-12-01', rowsOf(['2026-02-03'], 3, '2'))
  assert.deepEqual(partsOf(corrected).at(-1), partsOf(december).at(-1))
  assert.equal(partsOf(corrected)[2]!.of, undefined)
  assert.deepEqual(
    partsOf(corrected).flatMap(({ sha256 }, i) => (sha256 === partsOf(december)[i]!.sha256 ? [] : [i])),
    [2],
  )
  assert.deepEqual(corrected.manifest.datasets[dataset.name]!.change, { added: 0, changed: 3, removed: 0 })
  assert.equal(corrected.manifest.datasets[dataset.name]!.revisions[0]?.rows, 3)

  // The year closes; a day of the new one comes.
  const turned = await load(lake, '2027-01-04', rowsOf(['2027-01-04'], 2_500))
  assert.deepEqual(namesOf(turned), ['2025', '2026', '2027'])
  assert.deepEqual(
    partsOf(turned)[1]!.of,
    partsOf(corrected)
      .slice(1)
      .map(({ sha256 }) => sha256),
  )
  const whole = await load(
    newLake(),
    '2027-01-04',
    `${rowsOf([...daysFrom('2025-11-20', '2026-02-02'), ...daysFrom('2026-02-04', '2026-11-21'), '2027-01-04'], 2_500)}
     UNION ALL ${rowsOf(['2026-02-03'], 2_500, 'CASE WHEN s < 3 THEN 2 ELSE 1 END')}`,
  )
  assert.equal(whole.manifest.version, turned.manifest.version)
  for (const version of [first, next, third, december, corrected, turned]) assert.deepEqual(await faultsOf(version), [])
})

test('any history of loads, corrections and removals makes the parts of one load of the rows', async () => {
  const start = '2026-03-01'
  const day = fc.integer({ min: -500, max: 45 }).map((n) => addDays(start, n))
  const event = fc.record({
    days: fc.uniqueArray(day, { minLength: 1, maxLength: 12 }),
    stocks: fc.constantFrom(1, 50, 4_000, 9_000),
    pb: fc.integer({ min: 1, max: 9 }),
    /** Days whose rows leave, and how far the version's own day moves. */
    removed: fc.uniqueArray(day, { maxLength: 2 }),
    later: fc.integer({ min: 0, max: 20 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 6 }), async (events) => {
      const lake = newLake()
      /** The values of a day, from the one that was loaded last: each holds for that many stocks. */
      const held = new Map<string, (readonly [stocks: number, pb: number])[]>()
      let through = start
      let last: Version | null = null
      for (const { days, stocks, pb, removed, later } of events) {
        through = addDays(through, later)
        const loaded = days.filter((one) => !removed.includes(one))
        if (loaded.length === 0) continue
        const gone = removed.map((one) => `DATE '${one}'`)
        last = await load(
          lake,
          through,
          rowsOf(loaded, stocks, String(pb)),
          gone.length > 0 ? `trade_date IN (${gone.join(', ')})` : undefined,
        )
        for (const one of removed) held.delete(one)
        for (const one of loaded) held.set(one, [[stocks, pb], ...(held.get(one) ?? [])])
        assert.deepEqual(await faultsOf(last), [])
      }
      if (!last) return
      const all = [...held].map(([one, values]) => {
        const cases = values.map(([stocks, pb]) => `WHEN s < ${stocks} THEN ${pb}`)
        return rowsOf([one], Math.max(...values.map(([stocks]) => stocks)), `CASE ${cases.join(' ')} END`)
      })
      const whole = await load(newLake(), through, all.join(' UNION ALL '))
      assert.deepEqual(
        partsOf(last).map(({ of: _, ...part }) => part),
        partsOf(whole),
      )
      assert.equal(last.manifest.version, whole.manifest.version)
    }),
    runs(18),
  )
})

test('damage in a part that is merged refuses the next version, and elsewhere it is carried with its old checksum', async () => {
  const lake = newLake()
  const through = '2026-11-19'
  const first = await load(lake, through, rowsOf(daysFrom('2026-08-20', through), 400))
  assert.deepEqual(namesOf(first), ['2026-08', '2026-09', '2026-10', '2026-11'])
  const damaged = join(first.folder, dataset.name, '2026-09.parquet')
  appendFileSync(damaged, 'x')
  const correction = load(lake, through, rowsOf(['2026-09-05'], 1, '7'))
  await assert.rejects(correction, { name: 'OperatorError', message: /2026-09\.parquet is damaged/ })
  const next = await load(lake, '2026-11-20', rowsOf(['2026-11-20'], 400))
  assert.deepEqual(await faultsOf(next), [
    `${dataset.name}/2026-09.parquet: is damaged, its checksum is not the manifest's`,
  ])

  // What the engine cannot read is named as well.
  truncateSync(damaged, 100)
  const reading = lake.change({ through: '2026-11-23', maker: {} }, async (draft) => {
    await draft.reading([dataset]).columns(`SELECT sum(pb_ratio)::DOUBLE AS n FROM ${dataset.name}`)
  })
  await assert.rejects(reading, { name: 'OperatorError', message: /2026-09\.parquet is damaged/ })
  rmSync(join(next.folder, dataset.name, '2026-08.parquet'))
  await assert.rejects(load(lake, '2026-11-23', rowsOf(['2026-11-23'], 400)), /2026-08\.parquet is missing/)
  assert.deepEqual(await lake.current(), next)
})

/** Writes a version as releases up to 0.10 did: closed years in one file, later ones in another. */
async function writeOldVersion(home: string, through: string, days: readonly string[], stocks: number) {
  const year = Number(through.slice(0, 4))
  const scratch = join(home, 'versions/old')
  mkdirSync(join(scratch, dataset.name), { recursive: true })
  const engine = await openEngine({ memory: '256MB', scratch: join(root, 'spill') })
  const parts: Holding['parts'][number][] = []
  for (const [name, is] of [
    ['history', '<'],
    ['current', '>='],
  ] as const) {
    const file = `${dataset.name}/${name}.parquet`
    const rows = `SELECT * FROM (${rowsOf(days, stocks)}) WHERE year(trade_date) ${is} ${year} ORDER BY stock_id, trade_date`
    const written = await writeParquet(engine.connection, rows, join(scratch, file), dataset.date)
    if (written) parts.push({ name, file, ...written })
  }
  engine.close()
  const rows = parts.reduce((sum, part) => sum + part.rows, 0)
  const [first_date, last_date] = [parts[0]!.first_date, parts.at(-1)!.last_date]
  const holding = {
    rows,
    first_date,
    last_date,
    parts,
    year,
    revisions: null,
    change: { added: rows, changed: 0, removed: 0 },
  }
  const datasets = { [dataset.name]: holding } as unknown as Manifest['datasets']
  const version = versionOf({ origin: 'demo', datasets })
  const manifest: Omit<Manifest, 'loads'> = {
    ...{
      format: 1,
      number: 1,
      version,
      origin: 'demo',
      through,
      written_at: '2026-11-18T10:00:00.000Z',
      maker: {},
      datasets,
    },
  }
  writeFileSync(join(scratch, 'manifest.json'), JSON.stringify(manifest))
  symlinkSync('versions/old', join(home, 'current'))
}

test('a home of format 1 is whole, and its next version has the parts of one load of the rows', async () => {
  const days = daysFrom('2024-01-01', '2026-11-19', 7)
  for (const [stocks, names] of [
    [1_000, ['2024', '2025', ...'01 02 03 04 05 06 07 08 09 10 11'.split(' ').map((month) => `2026-${month}`)]],
    [100, ['history', '2026']],
  ] as const) {
    const home = join(root, `old-${stocks}`)
    await writeOldVersion(home, '2026-11-18', days, stocks)
    const lake = newLake(home)
    const old = (await lake.current())!
    assert.deepEqual(namesOf(old), ['history', 'current'])
    assert.deepEqual(await faultsOf(old), [])
    const next = await load(lake, '2026-11-19', rowsOf(['2026-11-19'], stocks))
    assert.deepEqual(namesOf(next), names)
    assert.deepEqual(await faultsOf(next), [])
    const whole = await load(newLake(), '2026-11-19', rowsOf([...days, '2026-11-19'], stocks))
    assert.equal(next.manifest.version, whole.manifest.version)
    // The few rows of closed years stay in their file.
    if (stocks === 100) assert.equal(inodeOf(next, 'history'), inodeOf(old, 'history'))
  }
})
