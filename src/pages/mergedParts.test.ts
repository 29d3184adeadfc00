import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { TaiwanStockPrice as dataset } from '../catalogue/technical/TaiwanStockPrice.ts'
import { type Engine, openEngine } from '../lake/engine.ts'
import { openLake } from '../lake/lake.ts'
import { sqlColumns } from '../lake/schema.ts'
import { publishPages } from './publish.ts'
import { verifyPages } from './verify.ts'

const root = mkdtempSync(join(tmpdir(), 'formosa-merged-'))
let engine: Engine
before(async () => {
  engine = await openEngine({ memory: '256MB', scratch: join(root, 'spill') })
})
after(() => {
  engine.close()
  rmSync(root, { recursive: true, force: true })
})

const options = { datasets: [dataset], memory: '256MB', now: () => new Date('2026-11-13T12:00:00Z') }
const lake = openLake({ root: join(root, 'lake'), origin: 'demo', ...options })

/** Prices of 1,000 stocks on some days after the first of January 2026. */
const select = (from: number, to: number): string => {
  const columns = sqlColumns(dataset).map(([name, type]) => {
    if (name === 'stock_id') return 'CAST(s AS VARCHAR) AS stock_id'
    if (name === 'trade_date') return "DATE '2026-01-01' + CAST(d AS INTEGER) AS trade_date"
    return `CAST(d + 1 AS ${type}) AS "${name}"`
  })
  return `SELECT ${columns.join(', ')} FROM range(1000, 2000) a(s), range(${from}, ${to}) b(d)`
}

const load = async (through: string, sql: string) =>
  (await lake.change({ through, maker: {} }, async (draft) => void (await draft.upsert(dataset, sql))))!

type Made = Awaited<ReturnType<typeof publishPages>>
const listed = ({ list }: Made) => list.datasets[dataset.name]!
const inodesOf = (made: Made) =>
  listed(made).flatMap(({ files }) => files.map(({ name }) => statSync(join(made.folder, name)).ino))

test('a month that ends is served by the pages of its days at once, and by pages of its own once they are made', async () => {
  const publish = (version: Awaited<ReturnType<typeof load>>, more = {}) =>
    publishPages({ root: join(root, 'pages'), ...options }, version, more)
  const first = await publish(await load('2026-01-31', select(0, 31)))
  assert.ok(listed(first).length >= 3, 'the open month lies in several parts')
  const version = await load('2026-02-01', select(31, 32))
  const [january] = version.manifest.datasets[dataset.name]!.parts
  assert.equal(january!.name, '2026-01')
  assert.ok(january!.of!.length > 1)

  const next = await publish(version)
  const kept = inodesOf(first)
  const written = inodesOf(next).filter((inode) => !kept.includes(inode))
  assert.equal(written.length, 1, 'the new day alone is encoded')
  assert.deepEqual(await verifyPages(next, version, [dataset], engine, join(root, 'scratch')), [])

  const merged = await publish(version, { isMerging: true })
  assert.deepEqual(
    listed(merged)
      .map(({ part }) => part)
      .sort(),
    ['2026-01', '2026-02'],
  )
  assert.deepEqual(await verifyPages(merged, version, [dataset], engine, join(root, 'scratch')), [])
  assert.equal((await publish(version, { isMerging: true })).folder, merged.folder, 'there is nothing left to merge')
})
