import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Dataset } from '../catalogue/dataset.ts'
import { TaiwanStockDelisting } from '../catalogue/fundamentals/TaiwanStockDelisting.ts'
import { TaiwanStockDividendResult } from '../catalogue/fundamentals/TaiwanStockDividendResult.ts'
import { catalogue } from '../catalogue/index.ts'
import { TaiwanStockPrice } from '../catalogue/technical/TaiwanStockPrice.ts'
import { TaiwanStockPriceAdj } from '../catalogue/technical/TaiwanStockPriceAdj.ts'
import type { DamagedFile } from '../disk.ts'
import { openLake, type Version } from '../lake/lake.ts'
import type { ExplainedAction } from './explained.ts'
import { hasLedger, openLedgers, publishLedger } from './ledgerFile.ts'

const folder = mkdtempSync(join(tmpdir(), 'formosa-ledger-'))
after(() => rmSync(folder, { recursive: true, force: true }))
let now = new Date('2026-07-24T18:00:00+08:00')
const lake = openLake({
  root: join(folder, 'lake'),
  origin: 'demo',
  datasets: catalogue,
  now: () => now,
  memory: '500MB',
})
const options = { root: join(folder, 'ledger'), memory: '500MB' }

/** A SELECT of one row: the columns given, and what each of the others may be. */
const row = (dataset: Dataset, given: Record<string, string>): string =>
  `SELECT ${Object.entries(dataset.columns)
    .map(
      ([name, { nullable, values }]) =>
        `${given[name] ?? (nullable ? 'NULL' : values ? `'${values[0]}'` : '0')} AS ${name}`,
    )
    .join(', ')}`
const price = (id: string, day: string, close: string) =>
  row(TaiwanStockPrice, { stock_id: `'${id}'`, trade_date: `DATE '${day}'`, close })
const paid = (id: string, day: string, more: Record<string, string> = {}) =>
  row(TaiwanStockDividendResult, {
    stock_id: `'${id}'`,
    ex_date: `DATE '${day}'`,
    close_before: '100',
    reference_price: '95',
    ...more,
  })

async function grow(day: string, ...loads: readonly (readonly [Dataset, string])[]): Promise<Version> {
  const version = await lake.change({ through: day, maker: {} }, async (draft) => {
    for (const [dataset, sql] of loads) await draft.upsert(dataset, sql)
  })
  await publishLedger(options, version!)
  return version!
}

test('the entries of a stock are read from the file of their version; kinds and states say what they are', async () => {
  const { manifest } = await grow(
    '2026-07-23',
    [TaiwanStockPrice, `${price('2330', '2026-07-21', '100')} UNION ALL ${price('2330', '2026-07-22', '96')}`],
    [TaiwanStockPrice, price('1101', '2026-07-22', '20')],
    [
      TaiwanStockDividendResult,
      [
        paid('2330', '2026-07-20'),
        paid('2330', '2026-07-22', {
          event_type: `'both'`,
          stock_dividend_per_1000: '50',
          rights_issue_per_1000: '10',
        }),
        paid('2330', '2026-07-24', { event_type: `'rights'`, reference_price: 'NULL' }),
        // Not one price of it is known.
        paid('9999/A', '2026-07-22', { event_type: `'rights'`, dividend_reference_price: '95' }),
      ].join(' UNION ALL '),
    ],
  )
  const read = openLedgers(options.root)
  const entries = (id: string) => JSON.parse(read(manifest.version, id)!.entries) as ExplainedAction[]
  assert.deepEqual(
    entries('2330').map(({ event_date, effective_date, actions, factor, cumulative_factor, status }) => [
      event_date,
      effective_date,
      actions.join(),
      factor,
      cumulative_factor,
      status,
    ]),
    [
      ['2026-07-24', null, 'rights', null, null, 'no_price_since'],
      [
        '2026-07-22',
        '2026-07-22',
        'cash_dividend,stock_dividend,rights_issue',
        '0.950000000000',
        '0.950000',
        'in_effect',
      ],
      ['2026-07-20', '2026-07-21', 'cash_dividend', '0.950000000000', '0.902500', 'no_price_before'],
    ],
  )
  assert.deepEqual(entries('1101'), [])
  assert.equal(read(manifest.version, '0050'), null)
  assert.equal(read(manifest.version, 'constructor'), null)
  const [{ source, actions, status }] = entries('9999/A') as [ExplainedAction]
  assert.deepEqual([actions, status], [['stock_dividend'], 'no_price_since'])
  assert.equal(
    source.query,
    '/v1/data/TaiwanStockDividendResult?stock_id=9999%2FA&start_date=2026-07-22&end_date=2026-07-22&include_inactive=true',
  )
})

test('a stock whose earlier prices are unknown has the day on which an event is missing', async () => {
  const adjusted = (id: string, day: string, factor: string) =>
    row(TaiwanStockPriceAdj, { stock_id: `'${id}'`, trade_date: `DATE '${day}'`, adjustment_factor: factor })
  const days = [adjusted('2330', '2026-07-20', 'NULL'), adjusted('2330', '2026-07-21', 'NULL')]
  const { manifest } = await grow('2026-07-23', [
    TaiwanStockPriceAdj,
    [...days, adjusted('2330', '2026-07-22', '1'), adjusted('1101', '2026-07-22', '1')].join(' UNION ALL '),
  ])
  const read = openLedgers(options.root)
  assert.deepEqual(
    ['2330', '1101'].map((id) => read(manifest.version, id)!.unknownBefore),
    ['2026-07-22', null],
  )
})

test('each version has its own file, until the lake lets the version go', async () => {
  const before = (await lake.current())!.manifest.version
  const next = (await grow('2026-07-24', [TaiwanStockPrice, price('2330', '2026-07-24', '90')])).manifest.version
  const read = openLedgers(options.root)
  const factors = (version: string) =>
    (JSON.parse(read(version, '2330')!.entries) as ExplainedAction[]).map(({ status }) => status)
  assert.deepEqual(factors(before)[0], 'no_price_since')
  // Traded since, but the price after it is still not known.
  assert.deepEqual(factors(next)[0], 'no_factor')
  assert.deepEqual(factors(before)[0], 'no_price_since')
  writeFileSync(join(options.root, 'left behind'), '')
  now = new Date('2026-07-27T18:00:00+08:00')
  const last = (await grow('2026-07-27', [TaiwanStockPrice, price('2330', '2026-07-27', '91')])).manifest.version
  assert.deepEqual(
    [before, next, last].map((version) => hasLedger(options.root, version)),
    [false, true, true],
  )
  assert.deepEqual(readdirSync(options.root).sort(), [`${last}.v2.ledger`, `${next}.v2.ledger`, 'lock.sqlite'].sort())
  assert.throws(() => read(before, '2330'), { code: 'ENOENT' })
})

test('a version in which nothing that the ledger reads has changed has the file of the one before, if it is whole', async () => {
  const delisted = (id: string) =>
    row(TaiwanStockDelisting, { stock_id: `'${id}'`, delisting_date: "DATE '2026-07-24'" })
  const contentOf = ({ manifest }: Version, root = options.root) =>
    readFileSync(join(root, `${manifest.version}.v2.ledger`))
  const inodeOf = ({ manifest }: Version) => statSync(join(options.root, `${manifest.version}.v2.ledger`)).ino
  const assertSame = async (version: Version) => {
    const root = mkdtempSync(join(folder, 'anew-'))
    await publishLedger({ ...options, root }, version)
    assert.deepEqual(contentOf(version), contentOf(version, root))
  }
  const before = (await lake.current())!
  const next = await grow('2026-07-27', [TaiwanStockDelisting, delisted('1102')])
  assert.equal(inodeOf(next), inodeOf(before))
  await assertSame(next)
  const paidNow = await grow('2026-07-27', [TaiwanStockDividendResult, paid('1101', '2026-07-27')])
  assert.notEqual(inodeOf(paidNow), inodeOf(next))
  await assertSame(paidNow)
  const damaged = contentOf(paidNow)
  damaged[damaged.length - 3]! ^= 1
  writeFileSync(join(options.root, `${paidNow.manifest.version}.v2.ledger`), damaged)
  await assertSame(await grow('2026-07-27', [TaiwanStockDelisting, delisted('1103')]))
})

test('a ledger of which a bit has changed is not read, and is written anew', async () => {
  const version = (await lake.current())!
  const { version: name } = version.manifest
  const path = join(options.root, `${name}.v2.ledger`)
  const entries = openLedgers(options.root)(name, '2330')
  const whole = readFileSync(path)
  // Each time it is written anew; with TORTURE more often.
  const bits = process.env.TORTURE === undefined ? 12 : 200
  for (let at = 0; at < whole.length - 1; at += Math.ceil(whole.length / bits)) {
    const damaged = Buffer.from(whole)
    damaged[at]! ^= 1
    writeFileSync(path, damaged)
    const read = openLedgers(options.root)
    try {
      // A bit of another stock's entries is not asked for here.
      assert.deepEqual(read(name, '2330'), entries, `bit ${at}`)
    } catch (error) {
      assert.deepEqual([(error as Error).name, (error as DamagedFile).file], ['DamagedFile', path])
    }
    await publishLedger(options, version, { mend: true })
    assert.deepEqual(readFileSync(path), whole)
  }
})
