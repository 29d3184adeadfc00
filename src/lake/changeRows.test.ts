import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { TaiwanStockPriceAdj as dataset } from '../catalogue/technical/TaiwanStockPriceAdj.ts'
import { openLake } from './lake.ts'
import { replaceRowGroups } from './rowGroups.ts'
import { sqlColumns } from './schema.ts'

const root = mkdtempSync(join(tmpdir(), 'formosa-rows-'))
after(() => rmSync(root, { recursive: true, force: true }))

const lakeIn = (name: string) =>
  openLake({
    root: join(root, name),
    origin: 'demo',
    datasets: [dataset],
    memory: '512MB',
    now: () => new Date('2026-11-13T12:00:00Z'),
  })
type Lake = ReturnType<typeof lakeIn>

/** Prices of 700 stocks on all days of a closed year, 25 before it and 10 after it. */
const select = (where: string, close: string): string => {
  const columns = sqlColumns(dataset).map(([name, type]) => {
    if (name === 'stock_id') return 'CAST(s AS VARCHAR) AS stock_id'
    if (name === 'trade_date') return "DATE '2026-01-11' - CAST(d AS INTEGER) AS trade_date"
    if (name === 'spread') return `CASE WHEN d % 7 = 0 THEN NULL ELSE CAST(d % 5 AS ${type}) END AS spread`
    return `CAST(${name === 'close' ? close : '(s * d) % 977'} AS ${type}) AS "${name}"`
  })
  return `SELECT ${columns.join(', ')} FROM range(1000, 1700) a(s), range(1, 401) b(d) WHERE ${where}`
}

const load = async (lake: Lake, sql: string) =>
  (await lake.change({ through: '2026-01-10', maker: {} }, async (draft) => {
    await draft.upsert(dataset, sql)
  }))!

test('changed stocks rewrite their row groups, and the file is that of a load of all rows', async () => {
  const lake = lakeIn('changed')
  await load(lake, select('d > 1', '(s + d) % 89'))
  // The newest day comes, and all days of two stocks change.
  const next = await load(
    lake,
    select('d = 1 OR s IN (1002, 1699)', '(s + d) % 89 + CAST(s IN (1002, 1699) AS INTEGER)'),
  )
  const all = await load(lakeIn('whole'), select('true', '(s + d) % 89 + CAST(s IN (1002, 1699) AS INTEGER)'))
  assert.equal(next.manifest.version, all.manifest.version)
  const change = next.manifest.datasets[dataset.name]!.change
  assert.deepEqual(change, { added: 700, changed: 2 * 399, removed: 0 })
  assert.deepEqual(next.manifest.datasets[dataset.name]!.parts, all.manifest.datasets[dataset.name]!.parts)

  const file = join(next.folder, dataset.name, '2025.parquet')
  const [other, target] = [join(root, 'other.parquet'), join(root, 'target.parquet')]
  const bytes = readFileSync(file)
  assert.equal(await replaceRowGroups(file, [0, 1, 2, 3, 4], file, target), true)
  assert.ok(readFileSync(target).equals(bytes), 'the same row groups make the same file')

  // A file that is not laid out so is left to the engine.
  const current = join(next.folder, dataset.name, '2026.parquet')
  assert.equal(await replaceRowGroups(file, [0], current, target), false, 'another number of rows')
  assert.equal(await replaceRowGroups(file, [0, 1], current, target), false, 'another number of row groups')
  writeFileSync(other, Buffer.concat([bytes.subarray(0, 4), Buffer.alloc(1), bytes.subarray(4)]))
  assert.equal(await replaceRowGroups(other, [0], current, target), false, 'bytes between row groups')
  truncateSync(other, 1_000)
  assert.equal(await replaceRowGroups(other, [0], current, target), false, 'no footer')
})
