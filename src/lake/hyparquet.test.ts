import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { columnsOf, type Dataset } from '../catalogue/dataset.ts'
import { TaiwanFutureOptionTickRealtime } from '../catalogue/derivatives/TaiwanFutureOptionTickRealtime.ts'
import { GoldPrice } from '../catalogue/other/GoldPrice.ts'
import { TaiwanRelatedNews } from '../catalogue/other/TaiwanRelatedNews.ts'
import { TaiwanStockOverview } from '../catalogue/technical/TaiwanStockOverview.ts'
import { TaiwanStockPrice } from '../catalogue/technical/TaiwanStockPrice.ts'
import { TaiwanStockTradingDate } from '../catalogue/technical/TaiwanStockTradingDate.ts'
import { buildMarket } from '../market/build.ts'
import { defaultOptions } from '../market/world.ts'
import { createBatch } from './batch.ts'
import { openLake, type Version } from './lake.ts'
import { openReader } from './reader.ts'
import { literal } from './schema.ts'

/** The files are no private format: a second library, in plain JavaScript, reads the same values from them. */

const datasets: Dataset[] = [
  TaiwanStockPrice,
  TaiwanStockOverview,
  TaiwanStockTradingDate,
  TaiwanRelatedNews,
  TaiwanFutureOptionTickRealtime,
]
const root = mkdtempSync(join(tmpdir(), 'formosa-hyparquet-'))
after(() => rmSync(root, { recursive: true, force: true }))
const now = () => new Date('2026-02-01T00:00:00Z')
const through = '2026-01-09'

let market: Version
before(async () => {
  const lake = openLake({ root: join(root, 'market'), origin: 'demo', datasets, now, memory: '512MB' })
  const from = '2025-12-01'
  const options = { ...defaultOptions(7, through), ...{ from, longFrom: from, movesFrom: '2025-01-02' } }
  const only = datasets.map(({ name }) => name)
  market = await buildMarket({ lake, now, seed: 7, through, options, only })
})

type Row = Record<string, unknown>
type Plain = string | boolean | null

/** One file by hyparquet; with `exact` decimals are the whole numbers that are stored, not floats made of them. */
async function readPlainly(path: string, exact: boolean): Promise<Row[]> {
  const file = await asyncBufferFromFile(path)
  const metadata = await parquetMetadataAsync(file)
  if (exact)
    for (const element of metadata.schema)
      if (element.converted_type === 'DECIMAL') {
        delete element.converted_type
        delete element.logical_type
      }
  return parquetReadObjects({ file, metadata, compressors })
}

/** The same file by DuckDB, in its own order, each value as one that cannot lose a digit. */
async function readByDuck(version: Version, dataset: Dataset, path: string): Promise<Plain[][]> {
  const columns = columnsOf(dataset)
  const exact = columns.map(([name, { kind }]) => {
    if (kind === 'datetime') return `epoch_us("${name}")::VARCHAR`
    return kind === 'boolean' ? `"${name}"` : `"${name}"::VARCHAR`
  })
  using reader = await openReader(version, [dataset], { memory: '512MB', scratch: join(root, 'spill') })
  const { rows } = await reader.select(
    `SELECT ${exact.join(', ')} FROM read_parquet(${literal(path)}, file_row_number = true) ORDER BY file_row_number`,
  )
  const unscaled = (cell: Plain, kind: string) =>
    kind === 'decimal' && cell !== null ? String(BigInt(String(cell).replace('.', ''))) : cell
  return rows.map((row) => row.map((cell, i) => unscaled(cell as Plain, columns[i]![1].kind)))
}

/** A value of hyparquet in the form that DuckDB was asked for. */
function plainOf(kind: string, value: unknown, what: string): Plain {
  if (value === null || value === undefined) return null
  switch (kind) {
    case 'text':
      assert.equal(typeof value, 'string', what)
      return value as string
    case 'boolean':
      assert.equal(typeof value, 'boolean', what)
      return value as boolean
    case 'date':
      assert.ok(value instanceof Date, what)
      assert.ok(value.getTime() % 86_400_000 === 0, what)
      return value.toISOString().slice(0, 10)
    case 'datetime':
      assert.ok(value instanceof Date, what)
      return String(BigInt(value.getTime()) * 1000n)
    default:
      assert.equal(typeof value, 'bigint', what)
      return String(value)
  }
}

async function assertSameValues(version: Version, dataset: Dataset): Promise<number> {
  const columns = columnsOf(dataset)
  let count = 0
  for (const { file, rows } of version.manifest.datasets[dataset.name]!.parts) {
    const path = join(version.folder, file)
    const [exact, rounded, expected] = await Promise.all([
      readPlainly(path, true),
      readPlainly(path, false),
      readByDuck(version, dataset, path),
    ])
    assert.deepEqual([exact.length, rounded.length, expected.length], [rows, rows, rows], file)
    assert.deepEqual(
      Object.keys(exact[0]!),
      columns.map(([name]) => name),
    )
    for (const [i, row] of exact.entries())
      for (const [j, [name, { kind, scale }]] of columns.entries()) {
        const what = `${file} row ${i} ${name}`
        assert.equal(plainOf(kind, row[name], what), expected[i]![j], what)
        count++
        if (kind !== 'decimal' || expected[i]![j] === null) continue
        // As read without further ado, decimals are floats: the nearest ones, as long as the digits fit into 53 bits.
        const units = Number(expected[i]![j])
        if (Number.isSafeInteger(units))
          assert.equal(Math.round((rounded[i]![name] as number) * 10 ** scale!), units, what)
      }
  }
  return count
}

test('dates, decimals, whole numbers, Chinese text, flags, times and nulls of a market are what DuckDB reads', async () => {
  const kinds = new Set(datasets.flatMap((dataset) => columnsOf(dataset).map(([, { kind }]) => kind)))
  assert.deepEqual([...kinds].sort(), ['boolean', 'date', 'datetime', 'decimal', 'integer', 'text'])
  for (const dataset of datasets) assert.ok((await assertSameValues(market, dataset)) > 100, dataset.name)
})

test('closed years and the open one are two files that a plain reader finds by the manifest', async () => {
  const { parts, rows } = market.manifest.datasets.TaiwanStockPrice!
  assert.deepEqual(
    parts.map(({ name }) => name),
    ['history', '2026'],
  )
  const years = await Promise.all(parts.map(({ file }) => readPlainly(join(market.folder, file), false)))
  assert.equal(years[0]!.length + years[1]!.length, rows)
  const isOf = (year: number) => (row: Row) => (row.trade_date as Date).getUTCFullYear() === year
  assert.ok(years[0]!.every(isOf(2025)) && years[1]!.every(isOf(2026)))
  const names = await readPlainly(join(market.folder, 'TaiwanStockOverview/all.parquet'), false)
  assert.equal(names.find(({ stock_id }) => stock_id === '2330')!.stock_name, '台積電')
})

test('extremes come through: days before 1970, negative amounts, sixteen digits and rare signs', async () => {
  const datasets: Dataset[] = [GoldPrice, TaiwanRelatedNews]
  const lake = openLake({ root: join(root, 'extremes'), origin: 'demo', datasets, now, memory: '256MB' })
  const prices = [0, 1, -1, 123_456_789, -(2 ** 53 - 1), 2 ** 53 - 1]
  const texts = ['', '"', "a'b", '碁', '𠮷野家', '\n\t', 'NULL', '２３３０']
  const version = await lake.change({ through: '2026-01-09', maker: {} }, async (draft) => {
    const gold = createBatch(GoldPrice)
    for (const [i, price] of prices.entries())
      gold.push({
        trade_date: i * 4_000 - 9_000,
        price,
        price_am: i % 2 ? null : price,
        price_pm: null,
        price_gbp: null,
        price_eur: -price,
      })
    await draft.upsert(GoldPrice, gold)
    const news = createBatch(TaiwanRelatedNews)
    for (const [i, title] of texts.entries())
      news.push({
        news_id: String(i),
        stock_id: '2330',
        publish_date: 20_000 + i,
        published_at: Date.UTC(2026, 0, 1, 1, 2, 3, i),
        title,
        source: i % 2 ? null : title,
        link: `https://example.invalid/${i}`,
        summary: null,
        provider: 'mops',
        category: null,
      })
    await draft.upsert(TaiwanRelatedNews, news)
  })
  for (const dataset of datasets) assert.ok((await assertSameValues(version!, dataset)) > 30)
  const { parts } = version!.manifest.datasets.GoldPrice!
  const stored = await Promise.all(parts.map(({ file }) => readPlainly(join(version!.folder, file), true)))
  assert.deepEqual(
    stored.flat().map(({ price }) => price),
    prices.map(BigInt),
  )
})
