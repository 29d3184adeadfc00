import assert from 'node:assert/strict'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { TaiwanStockBrokerInfo } from '../catalogue/chips/TaiwanStockBrokerInfo.ts'
import { TaiwanStockDisposition } from '../catalogue/chips/TaiwanStockDisposition.ts'
import type { Dataset } from '../catalogue/dataset.ts'
import { TaiwanFuturesBrokerDaily } from '../catalogue/derivatives/TaiwanFuturesBrokerDaily.ts'
import { TaiwanFuturesLargeTraders } from '../catalogue/derivatives/TaiwanFuturesLargeTraders.ts'
import { GoldPrice } from '../catalogue/other/GoldPrice.ts'
import { checksum } from '../disk.ts'
import { type Cell, createBatch } from './batch.ts'
import type { Draft } from './draft.ts'
import { openEngine } from './engine.ts'
import { type Lake, openLake, type Version } from './lake.ts'
import { loadsOf } from './loads.ts'
import { openReader } from './reader.ts'
import { verify } from './verify.ts'

const datasets: Dataset[] = [GoldPrice, TaiwanFuturesBrokerDaily, TaiwanFuturesLargeTraders, TaiwanStockBrokerInfo]
const root = mkdtempSync(join(tmpdir(), 'formosa-lake-'))
after(() => rmSync(root, { recursive: true, force: true }))

let clock = new Date('2026-06-01T10:00:00Z')
let count = 0
const newLake = (folder = join(root, String(++count))) =>
  openLake({ root: folder, origin: 'demo', datasets, now: () => clock, memory: '256MB' })

const day = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 86_400_000
/** Prices by day. */
const gold = (rows: Readonly<Record<string, number>>) => {
  const batch = createBatch(GoldPrice)
  for (const [date, price] of Object.entries(rows))
    batch.push({ trade_date: day(date), price, price_am: null, price_pm: price, price_gbp: null, price_eur: null })
  return batch
}
const rest = 'NULL AS price_am, NULL AS price_pm, NULL AS price_gbp, NULL AS price_eur'
const terms = (through: string) => ({ through, maker: {} })
/** Puts prices into the next version, and removes stored ones that meet a condition. */
const put = (lake: Lake, through: string, rows: ReturnType<typeof gold>, removedWhere?: string) =>
  lake.change(terms(through), async (draft) => void (await draft.upsert(GoldPrice, rows, removedWhere)))
const read = async (version: Version, sql: string): Promise<unknown[][]> => {
  using reader = await openReader(version, datasets, { memory: '256MB', scratch: join(root, 'spill') })
  return (await reader.select(sql)).rows
}
const faultsOf = async (version: Version): Promise<string[]> => {
  using engine = await openEngine({ memory: '256MB', scratch: join(root, 'spill') })
  return await verify(version, datasets, engine)
}
const versionsIn = (folder: string) => readdirSync(join(folder, 'versions'))

test('the same rows twice change nothing: one version, one folder', async () => {
  const lake = newLake()
  const write = () =>
    lake.change(terms('2026-06-01'), (draft) =>
      draft.upsert(GoldPrice, gold({ '2026-05-29': 44154000 })).then(() => {}),
    )
  const first = await write()
  const second = await write()
  assert.deepEqual(second, first)
  assert.equal(versionsIn(lake.root).length, 1)
})

test('equal rows have equal versions on another machine, whatever the order they came in', async () => {
  const one = newLake()
  await put(one, '2026-06-01', gold({ '2026-05-29': 1 }))
  const grown = await put(one, '2026-06-02', gold({ '2026-06-01': 2 }))
  const two = await newLake().change(terms('2026-06-02'), async (draft) => {
    await draft.upsert(GoldPrice, gold({ '2026-06-01': 2, '2026-05-29': 1 }))
  })
  assert.equal(grown!.manifest.version, two!.manifest.version)
})

test('a changed row replaces the old one and is remembered with both values and the time', async () => {
  const lake = newLake()
  await put(lake, '2026-06-01', gold({ '2026-05-28': 1_0000, '2026-05-29': 2_0000 }))
  clock = new Date('2026-06-02T10:00:00Z')
  const version = await lake.change(terms('2026-06-02'), async (draft) => {
    const change = await draft.upsert(GoldPrice, gold({ '2026-05-29': 2_5000, '2026-06-01': 3_0000 }))
    assert.deepEqual(change, { added: 1, changed: 1, removed: 0 })
  })
  assert.deepEqual(await read(version!, 'SELECT trade_date, price FROM GoldPrice ORDER BY 1'), [
    ['2026-05-28', '1.0000'],
    ['2026-05-29', '2.5000'],
    ['2026-06-01', '3.0000'],
  ])
  const { revisions } = version!.manifest.datasets.GoldPrice!
  assert.equal(revisions.length, 1)
  const revised = `FROM read_parquet('${join(version!.folder, revisions[0]!.file)}')`
  assert.deepEqual(await read(version!, `SELECT kind, trade_date, price, epoch_ms(recorded_at) ${revised}`), [
    ['corrected', '2026-05-29', '2.0000', String(clock.getTime())],
  ])
  const loads = (await loadsOf(version!)).map(({ at, days }) => ({ at, days }))
  assert.deepEqual(loads, [
    { at: '2026-06-01T10:00:00.000Z', days: { GoldPrice: [['2026-05-28', '2026-05-29']] } },
    { at: '2026-06-02T10:00:00.000Z', days: { GoldPrice: [['2026-06-01', '2026-06-01']] } },
  ])
})

test('a row that comes to a day later is a revision of its own, and a later year leaves earlier files of revisions', async () => {
  const lake = newLake()
  const put = (at: string, rows: readonly [string, string][]) => {
    clock = new Date(at)
    return lake.change(terms('2026-12-30'), async (draft) => {
      const batch = createBatch(TaiwanFuturesBrokerDaily)
      for (const [date, id] of rows) batch.push({ ...broker(date, 7), broker_id: id })
      await draft.upsert(TaiwanFuturesBrokerDaily, batch)
    })
  }
  await put('2026-12-30T10:00:00Z', [
    ['2026-12-28', 'A'],
    ['2026-12-30', 'A'],
  ])
  const late = await put('2026-12-30T11:00:00Z', [
    ['2026-12-28', 'B'],
    ['2026-12-29', 'A'],
  ])
  const next = await put('2027-01-02T10:00:00Z', [['2026-12-29', 'B']])
  const revised = async (version: Version | null) => {
    const { revisions } = version!.manifest.datasets.TaiwanFuturesBrokerDaily!
    const files = revisions.map(({ file }) => `'${join(version!.folder, file)}'`)
    return read(version!, `SELECT kind, trade_date, broker_id FROM read_parquet([${files}]) ORDER BY recorded_at`)
  }
  assert.deepEqual(await revised(late), [['inserted', '2026-12-28', 'B']])
  assert.deepEqual(await revised(next), [
    ['inserted', '2026-12-28', 'B'],
    ['inserted', '2026-12-29', 'B'],
  ])
  const files = ({ manifest }: Version) => manifest.datasets.TaiwanFuturesBrokerDaily!.revisions.map(({ file }) => file)
  assert.deepEqual(
    files(next!).map((file) => file.split('/')[2]),
    ['2026.parquet', '2027.parquet'],
  )
  assert.deepEqual(
    (await loadsOf(next!)).flatMap(({ days }) =>
      days.TaiwanFuturesBrokerDaily ? [days.TaiwanFuturesBrokerDaily] : [],
    ),
    [[['2026-12-28', '2026-12-30']], [['2026-12-29', '2026-12-29']]],
  )
  assert.deepEqual(await faultsOf(next!), [])
})

test('a draft puts earlier rows among the revisions of their years, and the rows stay as they are', async () => {
  const lake = newLake()
  clock = new Date('2026-06-02T10:00:00Z')
  const prices = { '2025-12-30': 1_0000, '2026-05-28': 2_0000 }
  const plain = await put(newLake(), '2026-06-02', gold(prices))
  const revision = (at: string, kind: string) =>
    `SELECT TIMESTAMPTZ '${at}' AS recorded_at, '${kind}' AS kind, * REPLACE (price + 0.5 AS price) FROM GoldPrice`
  const version = await lake.change(terms('2026-06-02'), async (draft) => {
    await assert.rejects(draft.revise(GoldPrice, revision('2026-01-01', 'corrected')), /not loaded/)
    await draft.upsert(GoldPrice, gold(prices))
    await draft.revise(GoldPrice, `${revision('2025-12-31 23:59', 'corrected')} WHERE trade_date < DATE '2026-01-01'`)
    await draft.revise(GoldPrice, `${revision('2026-01-01 00:00', 'inserted')} WHERE trade_date < DATE '2026-01-01'`)
    await draft.revise(GoldPrice, `${revision('2025-12-31 12:00', 'withdrawn')} WHERE false`)
  })
  assert.equal(version!.manifest.version, plain!.manifest.version)
  clock = new Date('2026-06-03T10:00:00Z')
  const next = await put(lake, '2026-06-03', gold({ '2026-05-28': 3_0000 }))
  const revisions = (made: Version) => {
    const files = made.manifest.datasets.GoldPrice!.revisions.map(({ file }) => join(made.folder, file))
    const rows = (file: string) =>
      read(made, `SELECT kind, trade_date, price FROM read_parquet('${file}') ORDER BY recorded_at`)
    return Promise.all(files.map(rows))
  }
  const first = [['corrected', '2025-12-30', '1.5000']]
  const second = [['inserted', '2025-12-30', null]]
  assert.deepEqual(await revisions(version!), [first, second])
  assert.deepEqual(await revisions(next!), [first, [...second, ['corrected', '2026-05-28', '2.0000']]])
  assert.deepEqual(await faultsOf(next!), [])
})

test('revisions of release 0.10, one file with JSON, become files of years with the next version', async () => {
  const lake = newLake()
  clock = new Date('2026-06-01T10:00:00Z')
  const { folder } = (await put(lake, '2026-06-01', gold({ '2026-05-28': 1_0000, '2026-05-29': 2_0000 })))!
  const path = join(folder, 'manifest.json')
  const { loads: _, ...manifest } = JSON.parse(readFileSync(path, 'utf8'))
  const file = '_revisions/GoldPrice.parquet'
  mkdirSync(join(folder, '_revisions'))
  const engine = await openEngine({ memory: '64MB', scratch: join(folder, 'spill') })
  await engine.connection.run(`COPY (
    SELECT '{"trade_date":"2026-05-29"}' AS "key", '{"price":"1.5000"}' AS old, '{"price":"2.0000"}' AS new,
      TIMESTAMPTZ '2025-12-30 10:00:00Z' AS recorded_at
    UNION ALL SELECT '{"trade_date":"2026-05-27"}', '{"price":"9.0000"}', NULL, TIMESTAMPTZ '2026-05-30 10:00:00Z'
  ) TO '${join(folder, file)}'`)
  engine.close()
  const { GoldPrice: holding } = manifest.datasets
  const revisions = { file, rows: 2, sha256: await checksum(join(folder, file)) }
  const earlier = { ...manifest, format: 2, datasets: { GoldPrice: { ...holding, revisions } } }
  writeFileSync(path, JSON.stringify(earlier))
  clock = new Date('2026-06-02T10:00:00Z')
  const next = (await put(lake, '2026-06-02', gold({ '2026-06-01': 3_0000 })))!
  const files = next.manifest.datasets.GoldPrice!.revisions.map((one) => join(next.folder, one.file))
  assert.deepEqual(
    files.map((one) => one.split('/').at(-1)),
    ['2025.parquet', '2026.parquet'],
  )
  const rows = `FROM read_parquet([${files.map((one) => `'${one}'`)}]) ORDER BY recorded_at`
  assert.deepEqual(await read(next, `SELECT kind, trade_date, price ${rows}`), [
    ['corrected', '2026-05-29', '1.5000'],
    ['withdrawn', '2026-05-27', '9.0000'],
  ])
  assert.deepEqual(
    (await loadsOf(next)).map(({ days }) => days.GoldPrice),
    [[['2026-05-28', '2026-05-29']], [['2026-06-01', '2026-06-01']]],
  )
  assert.deepEqual(await faultsOf(next), [])
})

test('removed rows are deleted, also from closed years, and recorded as revisions without a new value', async () => {
  const lake = newLake()
  await put(lake, '2026-06-01', gold({ '2025-05-28': 1_0000, '2026-05-28': 2_0000, '2026-05-29': 3_0000 }))
  const removedWhere = "trade_date IN (DATE '2025-05-28', DATE '2026-05-28')"
  const version = await put(lake, '2026-06-01', gold({ '2026-06-01': 4_0000 }), removedWhere)
  const { change, revisions } = version!.manifest.datasets.GoldPrice!
  assert.deepEqual(change, { added: 1, changed: 0, removed: 2 })
  assert.deepEqual(await read(version!, 'SELECT trade_date FROM GoldPrice ORDER BY 1'), [
    ['2026-05-29'],
    ['2026-06-01'],
  ])
  const file = join(version!.folder, revisions[0]!.file)
  assert.deepEqual(await read(version!, `SELECT kind, trade_date, price FROM read_parquet('${file}') ORDER BY 2`), [
    ['withdrawn', '2025-05-28', '1.0000'],
    ['withdrawn', '2026-05-28', '2.0000'],
  ])
  assert.deepEqual(await faultsOf(version!), [])
})

test('the few rows of closed years stand in one file, the open year in another, and a new year moves the rows over', async () => {
  const lake = newLake()
  const before = await put(lake, '2026-12-31', gold({ '2025-12-31': 1, '2026-01-02': 2, '2026-12-31': 3 }))
  assert.deepEqual(
    before!.manifest.datasets.GoldPrice!.parts.map(({ name, rows }) => [name, rows]),
    [
      ['history', 1],
      ['2026', 2],
    ],
  )
  const next = await put(lake, '2027-01-04', gold({ '2027-01-04': 4 }))
  assert.deepEqual(
    next!.manifest.datasets.GoldPrice!.parts.map(({ name, rows }) => [name, rows]),
    [
      ['history', 3],
      ['2027', 1],
    ],
  )
  assert.deepEqual(await faultsOf(next!), [])
})

test('an ordinary day leaves the file of closed years alone', async () => {
  const lake = newLake()
  const before = await put(lake, '2026-06-01', gold({ '2025-12-31': 1, '2026-05-29': 2 }))
  const next = await put(lake, '2026-06-02', gold({ '2026-06-01': 3 }))
  const inode = ({ folder }: Version) => statSync(join(folder, 'GoldPrice/history.parquet')).ino
  assert.equal(inode(next!), inode(before!))
})

const broker = (date: string, volume: number) => ({
  trade_date: day(date),
  broker_id: 'F004000',
  broker_name: null,
  futures_id: 'TX',
  trading_session: 'all',
  volume,
})

test('a rolling window keeps its 31 days and a snapshot only its newest day, without revisions', async () => {
  const lake = newLake()
  const load = (date: string) =>
    lake.change(terms(date), async (draft) => {
      const rows = createBatch(TaiwanFuturesBrokerDaily)
      rows.push(broker(date, 7))
      await draft.upsert(TaiwanFuturesBrokerDaily, rows)
      const snapshot = createBatch(TaiwanFuturesLargeTraders)
      const blank = Object.fromEntries(
        Object.keys(TaiwanFuturesLargeTraders.columns).map((name) => [name, null as Cell]),
      )
      snapshot.push({ ...blank, trade_date: day(date), futures_id: 'TX', contract_month: 'all' } as never)
      await draft.upsert(TaiwanFuturesLargeTraders, snapshot)
    })
  for (const date of ['2026-03-02', '2026-03-20', '2026-04-01']) await load(date)
  const version = await load('2026-04-20')
  assert.deepEqual(await read(version!, 'SELECT trade_date FROM TaiwanFuturesBrokerDaily ORDER BY 1'), [
    ['2026-03-20'],
    ['2026-04-01'],
    ['2026-04-20'],
  ])
  assert.deepEqual(await read(version!, 'SELECT trade_date FROM TaiwanFuturesLargeTraders'), [['2026-04-20']])
  assert.deepEqual(version!.manifest.datasets.TaiwanFuturesBrokerDaily!.revisions, [])
  const whole = await lake.change(terms('2026-06-20'), async (draft) => {
    const rows = createBatch(TaiwanFuturesBrokerDaily)
    rows.push(broker('2026-06-20', 7))
    await draft.replace(TaiwanFuturesBrokerDaily, rows)
  })
  assert.deepEqual(whole!.manifest.datasets.TaiwanFuturesBrokerDaily!.revisions, [])
  assert.deepEqual(await faultsOf(version!), [])
})

const brokerOffice = (broker_id: string, phone: string, seen: string) => ({
  broker_id,
  broker_name: '測試證券',
  broker_type: 'head_office',
  head_office_name: null,
  establish_date: day('1988-01-01'),
  address: null,
  phone,
  as_of_date: day(seen),
})

test('a complete load deletes missing rows with a revision; an unchanged row makes no revision', async () => {
  const lake = newLake()
  const load = (through: string, rows: ReturnType<typeof brokerOffice>[]) =>
    lake.change(terms(through), async (draft) => {
      const batch = createBatch(TaiwanStockBrokerInfo)
      for (const row of rows) batch.push(row)
      await draft.replace(TaiwanStockBrokerInfo, batch)
    })
  await load('2026-06-01', [brokerOffice('1020', '1', '2026-06-01'), brokerOffice('1030', '2', '2026-06-01')])
  const seen = await load('2026-06-02', [
    brokerOffice('1020', '1', '2026-06-02'),
    brokerOffice('1030', '2', '2026-06-02'),
  ])
  assert.deepEqual(seen!.manifest.datasets.TaiwanStockBrokerInfo!.revisions, [])
  const gone = await load('2026-06-03', [brokerOffice('1020', '9', '2026-06-03')])
  assert.deepEqual(gone!.manifest.datasets.TaiwanStockBrokerInfo!.change, { added: 0, changed: 1, removed: 1 })
  assert.equal(gone!.manifest.datasets.TaiwanStockBrokerInfo!.revisions[0]?.rows, 2)
  assert.deepEqual(await faultsOf(gone!), [])
})

test('rows that break the registry are refused with the rule and an example, and the last version stays', async () => {
  const lake = newLake()
  const good = await put(lake, '2026-06-01', gold({ '2026-05-29': 1 }))
  const attempt = async (price: number) => put(lake, '2026-06-02', gold({ '2026-06-01': price }))
  await assert.rejects(attempt(Number.NaN), /price: NaN is no decimal cell/)
  await assert.rejects(attempt(null as never), /1 rows where price is null, e\.g\. .*2026-06-01/)
  const twice = [5, 6].map((price) => `SELECT DATE '2026-06-01' AS trade_date, ${price} AS price, ${rest}`)
  await assert.rejects(
    lake.change(terms('2026-06-02'), async (draft) => void (await draft.upsert(GoldPrice, twice.join(' UNION ALL ')))),
    /a key comes 2 times in one load/,
  )
  await assert.rejects(
    lake.change(terms('2026-06-02'), async (draft) => {
      const batch = createBatch(TaiwanStockBrokerInfo)
      batch.push({ ...brokerOffice('1020', '1', '2026-06-01'), broker_type: 'kiosk' })
      await draft.upsert(TaiwanStockBrokerInfo, batch)
    }),
    /broker_type is not one of head_office, branch/,
  )
  assert.deepEqual(await lake.current(), good)
  assert.equal(existsSync(join(lake.root, 'tmp', 'next', 'manifest.json')), false)
})

test('a second writer waits for the first, and reports a time-out with its reason', async () => {
  const lake = newLake()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const first = lake.change(terms('2026-06-01'), async (draft) => {
    await held
    await draft.upsert(GoldPrice, gold({ '2026-05-29': 1 }))
  })
  await new Promise((resolve) => setTimeout(resolve, 50))
  const other = newLake(lake.root)
  await assert.rejects(
    other.change(terms('2026-06-01'), async () => {}, { patienceMs: 0 }),
    /Another process is writing to this lake/,
  )
  let waited = false
  const second = other.change(
    (manifest) => terms(manifest!.through === '2026-06-01' ? '2026-06-02' : 'wrong'),
    async (draft) => {
      await draft.upsert(GoldPrice, gold({ '2026-06-01': 2 }))
    },
    {
      onWait() {
        waited = true
        release()
      },
    },
  )
  await first
  assert.equal((await second)!.manifest.datasets.GoldPrice!.rows, 2)
  assert.ok(waited)
})

test('a damaged file is named, stops the next version, and the current one stays', async () => {
  const lake = newLake()
  const version = await put(lake, '2026-06-01', gold({ '2026-05-29': 1 }))
  appendFileSync(join(version!.folder, 'GoldPrice/2026.parquet'), 'x')
  const next = () => put(lake, '2026-06-02', gold({ '2026-06-01': 2 }))
  await assert.rejects(next, /GoldPrice\/2026\.parquet is damaged/)
  assert.deepEqual(await faultsOf(version!), ["GoldPrice/2026.parquet: is damaged, its checksum is not the manifest's"])
  assert.deepEqual(await lake.current(), version)
  rmSync(join(version!.folder, 'GoldPrice/2026.parquet'))
  await assert.rejects(next, /is missing/)
  const anew = await lake.change(
    { ...terms('2026-06-02'), anew: true },
    async (draft) => void (await draft.upsert(GoldPrice, gold({ '2026-06-01': 2 }))),
  )
  assert.deepEqual(await faultsOf(anew!), [])
})

test('a version outlives its successor by 24 hours and is then removed', async () => {
  const lake = newLake()
  clock = new Date('2026-06-01T10:00:00Z')
  const load = (date: string, price: number) => put(lake, date, gold({ [date]: price }))
  const first = await load('2026-06-01', 1)
  clock = new Date('2026-06-02T10:00:00Z')
  await load('2026-06-02', 2)
  clock = new Date('2026-06-03T09:59:00Z')
  await load('2026-06-03', 3)
  assert.ok(existsSync(first!.folder))
  clock = new Date('2026-06-03T10:01:00Z')
  await load('2026-06-04', 4)
  assert.ok(!existsSync(first!.folder))
  assert.equal(versionsIn(lake.root).length, 3)
})

test('decimals, whole numbers and dates come back exactly as they went in', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(
        fc.tuple(fc.integer({ min: -20_000, max: 40_000 }), fc.integer({ min: -(2 ** 45), max: 2 ** 45 })),
        {
          selector: ([date]) => date,
          minLength: 1,
          maxLength: 40,
        },
      ),
      async (rows) => {
        const version = await newLake().change(terms('2026-06-01'), async (draft) => {
          const batch = createBatch(GoldPrice)
          for (const [date, price] of rows)
            batch.push({ trade_date: date, price, price_am: null, price_pm: price, price_gbp: null, price_eur: null })
          await draft.upsert(GoldPrice, batch)
        })
        const back = await read(
          version!,
          "SELECT date_diff('day', DATE '1970-01-01', trade_date), price, price_am, price_pm FROM GoldPrice ORDER BY 1",
        )
        const exact = (scaled: number) => {
          const digits = String(Math.abs(scaled)).padStart(5, '0')
          return `${scaled < 0 ? '-' : ''}${digits.slice(0, -4)}.${digits.slice(-4)}`
        }
        assert.deepEqual(
          back,
          rows.toSorted(([a], [b]) => a - b).map(([date, price]) => [String(date), exact(price), null, exact(price)]),
        )
      },
    ),
    { numRuns: 8 },
  )
})

test('text keeps every character, quotes, line breaks and rare signs among them', async () => {
  const nasty = ['', "a'b", '"', '碁', '\n', '𠮷野家', ' x ', 'NULL', '\\N']
  const lake = openLake({
    root: join(root, 'text'),
    origin: 'demo',
    datasets: [TaiwanStockDisposition],
    now: () => clock,
    memory: '256MB',
  })
  const version = await lake.change(terms('2026-06-01'), async (draft) => {
    const batch = createBatch(TaiwanStockDisposition)
    for (const [i, detail] of nasty.entries())
      batch.push({
        stock_id: String(i),
        stock_name: null,
        market: 'TWSE',
        announce_date: day('2026-05-29'),
        disposition_count: null,
        condition: detail,
        measure: null,
        period_start_date: day('2026-06-01'),
        period_end_date: day('2026-06-12'),
        match_interval_minutes: 5,
        detail,
      })
    await draft.upsert(TaiwanStockDisposition, batch)
  })
  const reader = await openReader(version!, [TaiwanStockDisposition], { memory: '256MB', scratch: join(root, 'spill') })
  const { rows } = await reader.select('SELECT detail, condition FROM TaiwanStockDisposition ORDER BY stock_id')
  reader.close()
  assert.deepEqual(
    rows,
    nasty.map((text) => [text, text]),
  )
})

test('the reader answers one SELECT and refuses everything else', async () => {
  const version = await newLake().change(
    terms('2026-06-01'),
    async (draft) => void (await draft.upsert(GoldPrice, gold({ '2026-05-29': 1 }))),
  )
  assert.deepEqual(await read(version!, 'SELECT count(*) FROM gold_price'), [['1']])
  for (const sql of [
    'DROP VIEW GoldPrice',
    'CREATE TABLE x (a INT)',
    "COPY (SELECT 1) TO 'x.csv'",
    'SELECT 1; SELECT 2',
    "SELECT * FROM read_csv('/etc/passwd')",
    "ATTACH 'x.db'",
    "SET memory_limit = '9GB'",
    'INSTALL httpfs',
    'SELEC 1',
    '',
  ])
    await assert.rejects(read(version!, sql), { name: 'OperatorError' }, sql)
})

test('a statement reads the datasets that were named for it, and fails if it reads another', async () => {
  const counted = 'SELECT count(*)::DOUBLE AS n FROM GoldPrice'
  const statements: readonly ((draft: Draft) => Promise<unknown>)[] = [
    (draft) => draft.reading([]).columns(counted),
    (draft) => draft.reading([TaiwanStockBrokerInfo]).columns(counted),
    (draft) => draft.reading([]).run(`CREATE TABLE copy AS ${counted}`),
    (draft) => draft.stage(TaiwanStockBrokerInfo, 'SELECT * FROM GoldPrice'),
    (draft) => draft.upsert(TaiwanStockBrokerInfo, 'SELECT * FROM GoldPrice'),
  ]
  for (const statement of statements)
    await newLake().change(terms('2026-06-01'), async (draft) => {
      await draft.upsert(GoldPrice, gold({ '2026-05-29': 1 }))
      // One statement may read it, and so shows it.
      const named = draft.reading([TaiwanStockBrokerInfo, GoldPrice])
      assert.deepEqual(await named.columns(counted), { n: Float64Array.of(1) })
      await assert.rejects(statement(draft), /Table with name GoldPrice does not exist/)
    })
})

test('rows can be staged in tables that every later step of the draft sees, and that no version holds', async () => {
  const lake = newLake()
  const version = await lake.change(terms('2026-06-01'), async (draft) => {
    const seen = await draft.stage(GoldPrice, gold({ '2026-05-28': 1 }))
    async function* more() {
      yield gold({ '2026-05-29': 2 })
      yield gold({ '2026-06-01': 3 })
    }
    const later = await draft.stage(GoldPrice, more())
    const staged = draft.reading([])
    await staged.run(`CREATE TABLE both_of_them AS SELECT * FROM ${seen.table} UNION ALL SELECT * FROM ${later.table}`)
    assert.deepEqual(await staged.columns('SELECT count(*)::DOUBLE AS n FROM both_of_them'), { n: Float64Array.of(3) })
    await draft.upsert(GoldPrice, "SELECT * FROM both_of_them WHERE trade_date <> DATE '2026-05-29'")
  })
  assert.deepEqual(Object.keys(version!.manifest.datasets), ['GoldPrice'])
  assert.deepEqual(await read(version!, 'SELECT trade_date FROM GoldPrice ORDER BY 1'), [
    ['2026-05-28'],
    ['2026-06-01'],
  ])
})

test('a dataset of its newest days drops earlier ones without a revision', async () => {
  const lake = newLake()
  const load = (through: string, rows: Parameters<typeof gold>[0]) =>
    lake.change(terms(through), async (draft) => {
      await draft.advance(GoldPrice, gold(rows))
    })
  await load('2026-06-01', { '2026-05-29': 1_0000, '2026-06-01': 2_0000 })
  const version = await load('2026-06-02', { '2026-06-01': 2_0000, '2026-06-02': 3_0000 })
  const { change, revisions, first_date, last_date } = version!.manifest.datasets.GoldPrice!
  assert.deepEqual({ change, revisions }, { change: { added: 1, changed: 0, removed: 1 }, revisions: [] })
  assert.deepEqual([first_date, last_date], ['2026-06-01', '2026-06-02'])
  assert.deepEqual(await faultsOf(version!), [])
})

test('rows give the same files loaded at once, in small batches, day after day, and newest day first', async () => {
  const days = Array.from({ length: 8 }, (_, i) => day('2025-12-28') + i)
  const brokers = 1_200
  const batches = (dates: readonly number[], from: number, to: number) => {
    const batch = createBatch(TaiwanFuturesBrokerDaily)
    for (const date of dates)
      for (let n = from; n < to; n++)
        batch.push({ ...broker('2026-01-01', (n * 7 + date) % 900), trade_date: date, broker_id: String(1000 + n) })
    return batch
  }
  async function* inBatches() {
    for (let from = 0; from < brokers; from += 150) yield batches(days, from, from + 150)
  }
  const through = '2026-01-13'
  const once = await newLake().change(terms(through), async (draft) => {
    await draft.upsert(TaiwanFuturesBrokerDaily, batches(days, 0, brokers))
  })
  const parts = await newLake().change(terms(through), async (draft) => {
    await draft.upsert(TaiwanFuturesBrokerDaily, inBatches())
  })
  const oneByOne = async (dates: readonly number[]) => {
    const lake = newLake()
    let version: Version | null = null
    for (const date of dates)
      version = await lake.change(terms(through), async (draft) => {
        const change = await draft.upsert(TaiwanFuturesBrokerDaily, batches([date], 0, brokers))
        assert.deepEqual(change, { added: brokers, changed: 0, removed: 0 })
      })
    return version!
  }
  const later = await oneByOne(days)
  const sooner = await oneByOne(days.toReversed())
  assert.equal(once!.manifest.datasets.TaiwanFuturesBrokerDaily!.rows, 9_600)
  for (const { manifest } of [parts!, later, sooner]) assert.equal(manifest.version, once!.manifest.version)
  assert.deepEqual(await faultsOf(later), [])
})
