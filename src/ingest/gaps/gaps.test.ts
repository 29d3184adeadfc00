import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { builtAt, builtThrough, copyOfLake } from '../../../test/support/fixture.ts'
import { batchOf } from '../../../test/support/rows.ts'
import { selectIn } from '../../../test/support/select.ts'
import { TaiwanStockMarginPurchaseShortSale } from '../../catalogue/chips/TaiwanStockMarginPurchaseShortSale.ts'
import { TaiwanStockTotalInstitutionalInvestors } from '../../catalogue/chips/TaiwanStockTotalInstitutionalInvestors.ts'
import type { Dataset } from '../../catalogue/dataset.ts'
import { TaiwanFuturesDaily } from '../../catalogue/derivatives/TaiwanFuturesDaily.ts'
import { TaiwanStockMonthRevenue } from '../../catalogue/fundamentals/TaiwanStockMonthRevenue.ts'
import { catalogue, find } from '../../catalogue/index.ts'
import { TaiwanStockOverview } from '../../catalogue/technical/TaiwanStockOverview.ts'
import { TaiwanStockPER } from '../../catalogue/technical/TaiwanStockPER.ts'
import { TaiwanStockPrice } from '../../catalogue/technical/TaiwanStockPrice.ts'
import { TaiwanStockPriceAdj } from '../../catalogue/technical/TaiwanStockPriceAdj.ts'
import { TaiwanStockTradingDate } from '../../catalogue/technical/TaiwanStockTradingDate.ts'
import { TaiwanStockTradingHaltAnnouncement } from '../../catalogue/technical/TaiwanStockTradingHaltAnnouncement.ts'
import { TaiwanWeightedIndex } from '../../catalogue/technical/TaiwanWeightedIndex.ts'
import { addDays } from '../../days.ts'
import { sealJson, unsealJson } from '../../disk.ts'
import type { Draft } from '../../lake/draft.ts'
import { type Lake, openLake, type Version } from '../../lake/lake.ts'
import { literal } from '../../lake/schema.ts'
import { openQuarantine } from '../rules/quarantine.ts'
import { detailIn } from './detail.ts'
import { quarantineFailures } from './failures.ts'
import { type FetchFailure, type Gap, type GapReason, type GapsFile, gapsPath, openGaps } from './gap.ts'
import { type GapsUpdate, publishGaps } from './publish.ts'
import { selectGaps } from './select.ts'

const root = mkdtempSync(join(tmpdir(), 'formosa-gaps-'))
after(() => rmSync(root, { recursive: true, force: true }))

/** What rows are taken from below, and the day since which they are kept: the gaps of all datasets take long. */
const kept = [
  TaiwanStockTradingDate,
  TaiwanStockOverview,
  TaiwanStockPrice,
  TaiwanStockPER,
  TaiwanStockPriceAdj,
  TaiwanStockMarginPurchaseShortSale,
  TaiwanStockTotalInstitutionalInvestors,
  TaiwanStockTradingHaltAnnouncement,
  TaiwanStockMonthRevenue,
  TaiwanFuturesDaily,
  TaiwanWeightedIndex,
]
const since = '2026-07-01'

let lake: Lake
/** All datasets of the small market, and some of them since a day. */
let all: Version
let whole: Version
let days: readonly string[]
const open = (folder: string): Lake =>
  openLake({ root: folder, origin: 'demo', datasets: catalogue, now: () => new Date(builtAt), memory: '1GB' })
const filesOf = ({ manifest, folder }: Version, { name }: Dataset): string =>
  `read_parquet([${manifest.datasets[name]!.parts.map(({ file }) => literal(join(folder, file)))}])`

before(async () => {
  const home = await copyOfLake(join(root, 'home'))
  all = (await open(join(home, 'demo/lake')).current())!
  lake = open(join(root, 'lake'))
  const made = await lake.change({ through: builtThrough, maker: {} }, async (draft) => {
    for (const dataset of kept as readonly Dataset[]) {
      const where = dataset.columns.trade_date ? `trade_date >= ${literal(since)}` : 'true'
      await draft.replace(dataset, `SELECT * FROM ${filesOf(all, dataset)} WHERE ${where}`)
    }
  })
  whole = made!
  days = await column(
    whole,
    `SELECT trade_date FROM TaiwanStockTradingDate WHERE trade_date <= '${builtThrough}' ORDER BY 1`,
  )
})

let made = 0
const publish = (version: Version, terms: GapsUpdate = {}, at = '2026-11-13T23:59:00+08:00') =>
  publishGaps({ root: join(root, `gaps${++made}`), memory: '1GB', now: () => new Date(at) }, version, terms)

const publishIn = (folder: string, version: Version) =>
  publishGaps({ root: folder, memory: '1GB', now: () => new Date(builtAt) }, version, { failures: [] })

const column = async (version: Version, sql: string) => (await selectIn(version, sql)).map(([cell]) => String(cell))

/** A version in which these rows are missing, by a condition for each dataset. */
async function without(rows: ReadonlyMap<Dataset, string>): Promise<Version> {
  const changed = await lake.change({ through: builtThrough, maker: {} }, async (draft) => {
    for (const [dataset, condition] of rows)
      await draft
        .reading([TaiwanStockOverview])
        .replace(dataset, `SELECT * FROM ${filesOf(whole, dataset)} WHERE NOT (${condition})`)
  })
  return changed!
}

const ofReason = ({ datasets }: GapsFile, { name }: Dataset, ...wanted: GapReason[]): readonly Gap[] =>
  datasets[name]!.gaps.filter(({ reason }) => wanted.includes(reason))

let found: Promise<GapsFile> | undefined
/**
 * The gaps, computed once, of a version without a dataset, a day of prices, one more price, rows that stand in
 * quarantine, and two days that are due.
 */
const lacking = (): Promise<GapsFile> => {
  const prices = [
    `trade_date = '2026-09-01' OR (stock_id = '2317' AND trade_date = '2026-09-02')`,
    `(stock_id IN ('2330', '2317') AND trade_date = '${q1}')`,
    `(trade_date = '${q2}' AND stock_id IN (SELECT stock_id FROM TaiwanStockOverview WHERE market = 'TPEX'))`,
  ]
  const missing = new Map<Dataset, string>([
    [TaiwanFuturesDaily, 'true'],
    [TaiwanStockPrice, prices.join(' OR ')],
    [TaiwanStockTotalInstitutionalInvestors, `market = 'TWSE' AND trade_date = '${q1}'`],
  ])
  found ??= without(missing).then((version) => publish(version, { failures: quarantined(), due: '2026-11-17' }))
  return found
}

/** Days with rows in quarantine. */
const [q1, q2] = ['2026-10-06', '2026-10-07'] as const

/** The failures of a quarantine with two rows and a refused part. */
function quarantined(): FetchFailure[] {
  const quarantine = openQuarantine(join(root, 'quarantine'))
  const row = { dataset: 'TaiwanStockPrice', rule: 'price_limit', message: 'too high', row: {} }
  const part = { rule: 'shrinking_history', message: '3 rows came', had: 9, came: 3 } as const
  const total = { dataset: 'TaiwanStockTotalInstitutionalInvestors', rule: 'totals', message: 'net is 3', row: {} }
  quarantine.put(
    [
      { entry: { ...row, key: { stock_id: '2330', trade_date: q1 } }, answer: null },
      { entry: { ...total, key: { trade_date: q1, market: 'TWSE' } }, answer: null },
      { entry: { ...part, dataset: 'TaiwanStockPrice', market: 'TPEX', date: q2 }, answer: null },
    ],
    new Date(builtAt),
  )
  const failures = quarantineFailures(quarantine.list({ isOpen: true }))
  quarantine.close()
  return failures
}

async function withoutCalendar(): Promise<Version> {
  const version = await open(mkdtempSync(join(root, 'bare-'))).change(
    { through: builtThrough, maker: {} },
    async (draft) => {
      await draft.upsert(TaiwanWeightedIndex, batchOf(TaiwanWeightedIndex, [{ stock_id: 'TAIEX' }]))
    },
  )
  return version!
}

test('nothing that the market publishes is missing from it', async () => {
  const file = await publish(all)
  for (const [name, { gaps }] of Object.entries(file.datasets)) {
    const strange = gaps.filter(({ reason }) => reason !== 'not_listed' && reason !== 'halted')
    // Markets abroad have holidays, and the oldest years are filled for some securities alone.
    const isAbroad = find(name)!.complete!.every === 'weekday'
    const first = all.manifest.datasets.TaiwanStockSectorPrice!.first_date!
    assert.deepEqual(
      strange.filter(({ reason, from }) => (isAbroad ? reason !== 'not_published' : from >= first)).slice(0, 3),
      [],
      name,
    )
  }
  assert.equal(Object.keys(file.datasets).length, catalogue.filter(({ complete }) => complete !== null).length)
})

test('each listed security and trading day has a row or one gap, never both or neither', async () => {
  const part = fc.record({ hash: fc.integer({ min: 0, max: 999 }), size: fc.integer({ min: 1, max: 40 }) })
  // The first alone is some hundred rows.
  const removed = [{ hash: 500, size: 10 }, ...fc.sample(part, 3)]
  const condition = removed
    .map(({ hash, size }) => `hash(stock_id || CAST(trade_date AS VARCHAR)) % 1000 BETWEEN ${hash} AND ${hash + size}`)
    .join(' OR ')
  const version = await without(
    new Map<Dataset, string>([
      [
        TaiwanStockPrice,
        `(${condition}) OR trade_date = '2026-07-10' OR (stock_id LIKE '23%' AND trade_date BETWEEN '2026-07-20' AND '2026-08-28')`,
      ],
      [TaiwanStockPER, `(${condition}) OR stock_id = '2317'`],
    ]),
  )
  const file = await publish(version)
  for (const dataset of [TaiwanStockPrice, TaiwanStockPER, TaiwanStockPriceAdj]) {
    const { gaps, from, to } = file.datasets[dataset.name]!
    const covered = new Map<string, number>()
    const ids = new Set(
      await column(
        version,
        `SELECT stock_id FROM TaiwanStockOverview WHERE market IN ('TWSE', 'TPEX')${dataset === TaiwanStockPER ? " AND security_type = 'stock'" : ''}`,
      ),
    )
    const span = days.filter((day) => from! <= day && day <= to!)
    const own = Map.groupBy(gaps, ({ id }) => id)
    for (const gap of gaps) {
      const its = span.filter((day) => gap.from <= day && day <= gap.to)
      assert.equal(its.length, gap.dates, JSON.stringify(gap))
      const whose =
        gap.id === null
          ? [...ids].filter((id) => gap.market === null || file.listed[id]!.market === gap.market)
          : [gap.id]
      for (const id of whose)
        for (const day of its) {
          const key = `${id} ${day}`
          // A whole missing day is one gap for all, also for securities not listed on it.
          if (gap.id === null && own.get(id)?.some((its) => its.from <= day && day <= its.to)) continue
          covered.set(key, (covered.get(key) ?? 0) + 1)
        }
    }
    for (const [id, day] of await selectIn(
      version,
      `SELECT stock_id, trade_date FROM ${dataset.name} WHERE trade_date <= '${to}'`,
    )) {
      assert.ok(ids.has(id as string))
      covered.set(`${id} ${day}`, (covered.get(`${id} ${day}`) ?? 0) + 1)
    }
    const wrong = [...ids].flatMap((id) =>
      span
        .filter((day) => covered.get(`${id} ${day}`) !== 1)
        .map((day) => `${id} ${day} ${covered.get(`${id} ${day}`)}`),
    )
    assert.deepEqual(wrong.slice(0, 5), [], dataset.name)
  }
  // A day without any rows is one gap per market; a missing row of one security is its own gap.
  assert.deepEqual(
    ofReason(file, TaiwanStockPrice, 'not_loaded')
      .filter(({ from, id }) => from === '2026-07-10' && id === null)
      .map(({ market, dates }) => [market, dates]),
    [
      ['TPEX', 1],
      ['TWSE', 1],
    ],
  )
  assert.ok(ofReason(file, TaiwanStockPrice, 'not_published').length > 100)
  assert.ok(ofReason(file, TaiwanStockPER, 'not_published').some(({ id, to }) => id === '2317' && to === builtThrough))
})

test('gaps distinguish a failed source, an early hour, a trading halt and rows that were not loaded', async () => {
  const [d1, d2, d3, last] = ['2026-09-01', '2026-09-02', '2026-09-03', builtThrough]
  const version = await without(
    new Map<Dataset, string>([
      [
        TaiwanStockPrice,
        `trade_date IN ('${d1}', '${d2}') OR (trade_date = '${last}' AND stock_id != '2330') OR (stock_id = '2330' AND trade_date = '${d3}')`,
      ],
      [
        TaiwanStockMarginPurchaseShortSale,
        `(market = 'TPEX' AND trade_date BETWEEN '${d1}' AND '${d3}') OR trade_date = '${last}'`,
      ],
      [TaiwanFuturesDaily, `trade_date = '${d2}'`],
      [TaiwanWeightedIndex, `stock_id = 'TPEX' AND trade_date = '${d1}'`],
      [TaiwanStockMonthRevenue, `stock_id = '2330' AND report_month = '2026-08-01'`],
    ]),
  )
  const halted = await lake.change({ through: builtThrough, maker: {} }, async (draft) => {
    await draft.upsert(
      TaiwanStockTradingHaltAnnouncement,
      batchOf(TaiwanStockTradingHaltAnnouncement, [
        { stock_id: '2330', halt_date: d3!, halt_time: '09:00:00', resumption_date: '2026-09-04' },
      ]),
    )
  })
  assert.notEqual(halted!.manifest.version, version.manifest.version)
  const failures: FetchFailure[] = [
    {
      dataset: 'TaiwanStockPrice',
      market: 'TWSE',
      from: d1!,
      to: d1!,
      kind: 'source_failed',
      reason: 'blocked: answered 403\n<html>',
    },
    {
      dataset: 'TaiwanStockPrice',
      market: null,
      from: d2!,
      to: d2!,
      kind: 'not_published',
      reason: 'still answers with 2026-09-01',
    },
    {
      dataset: 'TaiwanFuturesDaily',
      market: null,
      from: d2!,
      to: d2!,
      kind: 'source_failed',
      reason: 'changed: no column 成交量',
    },
  ]
  const file = await publish(halted!, { failures }, '2026-11-13T18:00:00+08:00')
  const gapsOf = (dataset: Dataset, from: string) =>
    file.datasets[dataset.name]!.gaps.filter((gap) => gap.from === from).map(
      ({ id, market, to, dates, reason, detail }) => [id, market, to, dates, reason, detailIn('en', detail)],
    )
  assert.deepEqual(gapsOf(TaiwanStockPrice, d1!), [
    [null, 'TPEX', d1, 1, 'not_loaded', 'not asked for, or not brought yet'],
    [null, 'TWSE', d1, 1, 'source_failed', 'blocked: answered 403 <html>'],
  ])
  assert.deepEqual(gapsOf(TaiwanStockPrice, d2!), [
    [null, 'TPEX', d2, 1, 'not_published', 'still answers with 2026-09-01'],
    [null, 'TWSE', d2, 1, 'not_published', 'still answers with 2026-09-01'],
  ])
  assert.deepEqual(gapsOf(TaiwanStockPrice, d3!), [
    ['2330', 'TWSE', d3, 1, 'halted', 'trading halted from 2026-09-03 until 2026-09-04'],
  ])
  // Prices are due at 17:30, margin balances at 21:45, and it is 18:00.
  const lastOnes = file.datasets.TaiwanStockPrice!.gaps.filter(
    ({ from, reason }) => from === last && reason !== 'not_listed',
  )
  assert.deepEqual(new Set(lastOnes.map(({ reason }) => reason)), new Set(['not_loaded']))
  assert.ok(lastOnes.some(({ id, market }) => id === null && market === 'TPEX'))
  assert.ok(!lastOnes.some(({ id }) => id === '2330'))
  assert.deepEqual(gapsOf(TaiwanStockMarginPurchaseShortSale, last!), [
    [null, 'TPEX', last, 1, 'not_published', 'expected by 21:45 Taipei'],
    [null, 'TWSE', last, 1, 'not_published', 'expected by 21:45 Taipei'],
  ])
  assert.deepEqual(gapsOf(TaiwanStockMarginPurchaseShortSale, d1!), [
    [null, 'TPEX', d3, 3, 'not_loaded', 'not asked for, or not brought yet'],
  ])
  assert.deepEqual(gapsOf(TaiwanFuturesDaily, d2!), [[null, null, d2, 1, 'source_failed', 'changed: no column 成交量']])
  assert.deepEqual(gapsOf(TaiwanWeightedIndex, d1!), [
    ['TPEX', null, d1, 1, 'not_published', 'others have rows, and this one is not among them'],
  ])
  assert.deepEqual(gapsOf(TaiwanStockMonthRevenue, '2026-08-01'), [
    ['2330', 'TWSE', '2026-08-31', 1, 'not_published', 'others have rows, and this one is not among them'],
  ])
})

test('a row in quarantine is the reason for its own day, a refused part for that of its market', async () => {
  const file = await lacking()
  const gapsOf = (dataset: Dataset) =>
    file.datasets[dataset.name]!.gaps.filter(({ from }) => from === q1 || from === q2).map(
      ({ id, market, from, reason, detail }) => [id, market, from, reason, detailIn('en', detail)],
    )
  assert.deepEqual(gapsOf(TaiwanStockPrice), [
    [null, 'TPEX', q2, 'source_failed', 'in quarantine, shrinking_history: 3 rows came'],
    ['2317', 'TWSE', q1, 'not_published', 'others have rows, and this one is not among them'],
    ['2330', 'TWSE', q1, 'source_failed', 'in quarantine, price_limit: too high'],
  ])
  assert.deepEqual(gapsOf(TaiwanStockTotalInstitutionalInvestors), [
    [null, 'TWSE', q1, 'source_failed', 'in quarantine, totals: net is 3'],
  ])
})

test('due days after the newest day of the version are missing too', async () => {
  const file = await lacking()
  assert.deepEqual(
    ofReason(file, TaiwanStockPrice, 'not_loaded')
      .slice(0, 2)
      .map(({ market, from, to, dates }) => [market, from, to, dates]),
    [
      ['TPEX', '2026-11-16', '2026-11-17', 2],
      ['TWSE', '2026-11-16', '2026-11-17', 2],
    ],
  )
})

test('a dataset without rows lacks all of its days, and a lake without a calendar says nothing', async () => {
  const file = await lacking()
  const [gap, ...more] = file.datasets.TaiwanFuturesDaily!.gaps
  assert.deepEqual(
    [gap!.from, gap!.to, gap!.dates, gap!.reason, more],
    [days[0], '2026-11-17', days.length + 2, 'not_loaded', []],
  )
  const nothing = await publish(await withoutCalendar())
  assert.deepEqual([nothing.datasets, nothing.closed], [{}, { trading_day: [], weekday: [] }])
})

test('a query takes the gaps of its ids, their markets and everybody, closed days among them', async () => {
  const file = await lacking()
  const query = { ids: ['2330'], from: '2026-08-29', to: '2026-09-06', reason: null }
  const of = (more: Partial<typeof query>) =>
    selectGaps(file, TaiwanStockPrice, { ...query, ...more }).map(({ id, market, from, to, reason }) => [
      id,
      market,
      from,
      to,
      reason,
    ])
  assert.deepEqual(of({}), [
    [null, null, '2026-09-05', '2026-09-06', 'closed'],
    [null, 'TWSE', '2026-09-01', '2026-09-01', 'not_loaded'],
    [null, null, '2026-08-29', '2026-08-30', 'closed'],
  ])
  assert.deepEqual(of({ ids: ['2317'], from: '2026-09-01', to: '2026-09-02' }), [
    ['2317', 'TWSE', '2026-09-02', '2026-09-02', 'not_published'],
    [null, 'TWSE', '2026-09-01', '2026-09-01', 'not_loaded'],
  ])
  const all = selectGaps(file, TaiwanStockPrice, { ids: null, from: null, to: null, reason: null })
  assert.equal(all.length, file.datasets.TaiwanStockPrice!.gaps.length + file.closed.trading_day.length)
  assert.deepEqual(
    all.map(({ from }) => from),
    all
      .map(({ from }) => from)
      .toSorted()
      .toReversed(),
  )
  assert.deepEqual(
    selectGaps(file, TaiwanStockPrice, { ids: null, from: null, to: null, reason: 'closed' }),
    file.closed.trading_day,
  )
  assert.deepEqual(
    selectGaps(file, TaiwanStockTradingHaltAnnouncement, { ids: null, from: null, to: null, reason: null }),
    [],
  )
})

test('what is known of the parts of an earlier version gives the gaps that all rows give', async () => {
  const folder = join(root, 'following')
  const assertSame = async (version: Version) => {
    const { runs: _, ...gaps } = await publishIn(folder, version)
    const { runs, ...anew } = await publish(version, { failures: [] }, builtAt)
    assert.deepEqual(gaps, anew)
    return join(folder, runs!.file)
  }
  await publishIn(folder, whole)
  await assertSame(
    await without(
      new Map<Dataset, string>([
        [TaiwanStockPrice, `stock_id = '2330' AND trade_date BETWEEN '2026-08-03' AND '2026-11-12'`],
        [TaiwanStockPER, `trade_date > '2026-11-10'`],
        [TaiwanStockMonthRevenue, `report_month = '2026-09-01'`],
      ]),
    ),
  )
  // Runs that reach over a day are others where it was no trading day after all.
  const file = await assertSame(await without(new Map([[TaiwanStockTradingDate, `trade_date = '2026-09-02'`]])))
  // A damaged file is not read.
  writeFileSync(file, 'damaged')
  await assertSame(await without(new Map([[TaiwanStockPER, `stock_id = '2330'`]])))
})

test('days, corrections, delistings, withdrawals and a new year in any order leave the gaps that all rows give', async () => {
  const folder = join(root, 'events')
  const own = open(join(root, 'events-lake'))
  const daily: readonly Dataset[] = [TaiwanStockPrice, TaiwanStockPER, TaiwanStockTotalInstitutionalInvestors]
  let version = (await own.change({ through: builtThrough, maker: {} }, async (draft) => {
    for (const dataset of kept) await draft.replace(dataset, `SELECT * FROM ${filesOf(whole, dataset)}`)
  }))!
  /** The rows of the newest day once more, of another day. */
  const again = async (draft: Draft, day: string) => {
    const last = version.manifest.datasets.TaiwanStockPrice!.last_date
    for (const dataset of [TaiwanStockTradingDate, ...daily])
      await draft.upsert(
        dataset,
        `SELECT * REPLACE (DATE '${day}' AS trade_date) FROM ${filesOf(version, dataset)} WHERE trade_date = '${last}'`,
      )
  }
  const change = async (draft: Draft, dataset: Dataset, columns: string, where: string) =>
    draft
      .reading([TaiwanStockOverview])
      .upsert(dataset, `SELECT * REPLACE (${columns}) FROM ${filesOf(version, dataset)} WHERE ${where}`)
  const events: Record<string, (draft: Draft, day: string) => Promise<unknown>> = {
    day: again,
    'another day': again,
    'a new year': (draft) => again(draft, '2027-01-04'),
    'a correction': (draft) =>
      change(draft, TaiwanStockPrice, 'volume + 1 AS volume', `stock_id = '2330' AND trade_date = '2026-08-03'`),
    'a delisting': (draft, day) =>
      change(draft, TaiwanStockOverview, `DATE '${day}' AS delisting_date, false AS is_active`, `stock_id = '2317'`),
    'a withdrawal': async (draft) => {
      const rows = `stock_id IN ('2330', '2412') AND trade_date IN ('2026-08-05', '2026-09-01', '2026-09-02')`
      await draft.replace(TaiwanStockPrice, `SELECT * FROM ${filesOf(version, TaiwanStockPrice)} WHERE NOT (${rows})`)
    },
  }
  const [order] = fc.sample(fc.shuffledSubarray(Object.keys(events), { minLength: 6 }), 1)
  const { runs: _, ...first } = await publishIn(folder, version)
  assert.deepEqual(first.version, version.manifest.version)
  for (const [i, name] of order!.entries()) {
    const { through } = version.manifest
    const day = through < '2027' ? addDays(builtThrough, 3 + i) : addDays('2027-01-04', 1 + i)
    const isDay = events[name] === again || name === 'a new year'
    const next = { through: name === 'a new year' ? '2027-01-04' : isDay ? day : through, maker: {} }
    version = (await own.change(next, async (draft) => void (await events[name]!(draft, day))))!
    const { runs: _, ...gaps } = await publishIn(folder, version)
    const { runs: __, ...anew } = await publishIn(mkdtempSync(join(root, 'anew-')), version)
    assert.deepEqual(gaps, anew, order!.slice(0, i + 1).join(', '))
  }
})

test('a file is made once for a version, again when more is known, and goes with its version', async () => {
  const folder = join(root, 'kept')
  // Without a calendar there is little to compute.
  const version = await withoutCalendar()
  const options = { root: folder, memory: '1GB', now: () => new Date(builtAt) }
  const path = gapsPath(folder, version.manifest.version)
  const first = await publishGaps(options, version)
  assert.deepEqual(unsealJson(readFileSync(path, 'utf8')), first)
  const open = openGaps(folder)
  assert.deepEqual(open(version.manifest.version), first)
  assert.equal(open(version.manifest.version), open(version.manifest.version))
  assert.equal(open('0000000000000000'), null)
  writeFileSync(path, sealJson({ ...first, through: 'kept' }))
  assert.equal((await publishGaps(options, version)).through, 'kept')
  const failure: FetchFailure = {
    dataset: 'GoldPrice',
    market: null,
    from: '2026-11-12',
    to: '2026-11-12',
    kind: 'source_failed',
    reason: 'x',
  }
  assert.deepEqual((await publishGaps(options, version, { failures: [failure] })).failures, [failure])
  assert.deepEqual((await publishGaps(options, version, { anew: true })).failures, [failure])
  assert.deepEqual(open(version.manifest.version)!.failures, [failure])
  // A file cut by a crash of the machine is made anew; so is one of which a digit has changed.
  writeFileSync(path, '{"format":1,')
  assert.throws(() => open(version.manifest.version), { name: 'DamagedFile', file: path })
  assert.equal((await publishGaps(options, version)).through, builtThrough)
  writeFileSync(path, readFileSync(path, 'utf8').replace('2026-11-13', '2026-11-18'))
  assert.throws(() => open(version.manifest.version), { name: 'DamagedFile', file: path })
  assert.equal((await publishGaps(options, version)).through, builtThrough)
  writeFileSync(gapsPath(folder, 'ffffffffffffffff'), '{}')
  await publishGaps(options, version)
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.includes('.json')),
    [`${version.manifest.version}.v2.json`],
  )
})
