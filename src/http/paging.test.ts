import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, type HttpResponse } from '../../test/support/client.ts'
import { createTestClock } from '../../test/support/clock.ts'
import { builtAt, copyOfBrief, copyOfFixture } from '../../test/support/fixture.ts'
import { formosaHere } from '../../test/support/inProcess.ts'
import { keyOf, startService } from '../../test/support/service.ts'
import { unlikeDatasets } from '../../test/support/unlikeDatasets.ts'
import type { Dataset } from '../catalogue/dataset.ts'
import { catalogue, find } from '../catalogue/index.ts'
import { openReader, type Reader } from '../lake/reader.ts'
import { literal, quote } from '../lake/schema.ts'

const isTorture = process.env.TORTURE !== undefined
/** Trading days that go by while readers are on their way. */
const days = isTorture ? 10 : 1
/** Rows read of each dataset, the newest ones; torture reads them all. */
const mostRows = isTorture ? 1_000_000_000 : 600
const limit = isTorture ? 10_000 : 160
/** The first day of the prices that a reader across versions reads; torture reads them all. */
const since = isTorture ? '0001-01-01' : '2026-09-01'

const root = mkdtempSync(join(tmpdir(), 'formosa-paging-'))
const clock = createTestClock(root, builtAt)

/** A service on a copy of a market, with a client that may read all of it. */
async function openShelf(home: string, workers: '1' | '2') {
  clock.set(builtAt)
  const service = await startService(home, { ...clock.settings, WORKERS: workers })
  const client = createClient(service.url)
  const key = await keyOf(home, 'plus')
  return {
    home,
    service,
    getRows: (path: string) => client.send(`/v1/data/${path}`, { key }),
    async close() {
      client.close()
      await service.stop()
    },
  }
}
type Shelf = Awaited<ReturnType<typeof openShelf>>

after(() => rmSync(root, { recursive: true, force: true }))

/** A version of the lake by its name. */
async function lakeOf({ home }: Shelf, version: string): Promise<Reader> {
  const versions = join(home, 'demo/lake/versions')
  const folder = join(versions, readdirSync(versions).find((name) => name.endsWith(version))!)
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
  return openReader({ manifest, folder }, catalogue, { memory: '1GB', scratch: join(root, 'spill') })
}

const keyColumns = ({ key: columns, date, id }: Dataset) => [
  ...new Set([date, ...(id === null ? [] : [id]), ...columns]),
]
const orderOf = (dataset: Dataset): string =>
  keyColumns(dataset)
    .map((name) => `${quote(name)} ${name === dataset.date ? 'DESC' : 'ASC'}`)
    .join(', ')

/** The number of rows and a digest of their keys in order. */
type Digest = { rows: number; keys: string }

async function digestOfLake(lake: Reader, dataset: Dataset, where = 'true'): Promise<Digest> {
  const cells = keyColumns(dataset).map((name) => `CAST(${quote(name)} AS VARCHAR)`)
  const { rows } = await lake.select(
    `SELECT count(*)::INTEGER, coalesce(md5(string_agg(cells, '' ORDER BY n)), md5('')) FROM (
       SELECT concat_ws('|', ${cells.join(', ')}) || chr(10) AS cells, row_number() OVER (ORDER BY ${orderOf(dataset)}) AS n
       FROM ${quote(dataset.name)} WHERE ${where})`,
  )
  const [count, keys] = rows[0] as [number, string]
  return { rows: count, keys }
}

/** Goes from page to page; `between` is awaited before each further one. */
async function digestOfPages(
  { getRows }: Shelf,
  dataset: Dataset,
  query: string,
  between: (page: number) => Promise<void> = async () => {},
): Promise<Digest & { version: string; pages: number }> {
  const digest = createHash('md5')
  const columns = keyColumns(dataset)
  let rows = 0
  let pages = 0
  let version: string | null = null
  for (let path: string | null = `${dataset.name}?${query}`; path !== null; ) {
    assert.ok(pages < 20_000)
    if (pages > 0) await between(pages)
    const response: HttpResponse = await getRows(path)
    assert.equal(response.status, 200, response.text.slice(0, 300))
    version ??= response.headers['x-data-version'] as string
    assert.equal(response.headers['x-data-version'], version, `page ${pages + 1} is of another version`)
    const { data, count, cursor } = response.json
    assert.equal(data.length, count)
    let text = ''
    for (const row of data) text += `${columns.map((name) => row[name]).join('|')}\n`
    digest.update(text)
    rows += count
    pages++
    path = cursor === null ? null : `${dataset.name}?cursor=${cursor}`
  }
  return { rows, keys: digest.digest('hex'), version: version!, pages }
}

/** The order of rows and the filters follow from these: without torture one dataset of each kind stands for the others. */
const read = unlikeDatasets(({ id, filters, key }) => [JSON.stringify([id === null, Object.keys(filters), key.length])])

test('paging through a dataset brings every row of the lake exactly once, in order', async () => {
  const shelf = await openShelf(await copyOfFixture(join(root, 'all')), '1')
  const version = (await shelf.getRows('GoldPrice?limit=1')).headers['x-data-version'] as string
  const lake = await lakeOf(shelf, version)
  try {
    for (const dataset of read) {
      const { filters, name } = dataset
      const everything = filters.include_expired
        ? '&include_expired=true'
        : filters.include_inactive
          ? '&include_inactive=true'
          : ''
      const date = quote(dataset.date)
      const newest = await lake.select(
        `SELECT CAST(${date} AS VARCHAR) FROM ${quote(name)} ORDER BY ${date} DESC LIMIT 1 OFFSET ${mostRows}`,
      )
      const from = (newest.rows[0]?.[0] ?? '0001-01-01') as string
      for (const period of filters.period ? ['quarterly', 'annual'] : [null]) {
        const query = `limit=${limit}${everything}&start_date=${from}${period === null ? '' : `&period=${period}`}`
        const { rows, keys, pages } = await digestOfPages(shelf, dataset, query)
        const where = `${date} >= DATE ${literal(from)}${period === null ? '' : ` AND period = ${literal(period)}`}`
        assert.deepEqual({ rows, keys }, await digestOfLake(lake, dataset, where), `${name} ${period ?? ''}`)
        assert.equal(pages, Math.max(1, Math.ceil(rows / limit)))
      }
    }
  } finally {
    lake.close()
    await shelf.close()
  }
})

/** Taipei evenings after the fixture's last one, each less than a day of reading time after the one before. */
const evening = (n: number) => new Date(Date.parse(builtAt) + n * 86_400_000)

/** Waits until a fresh request sees another version than the one given. */
async function nextVersion({ getRows, service }: Shelf, old: string): Promise<string> {
  for (let n = 0; n < 1_200; n++) {
    const version = (await getRows('GoldPrice?limit=1')).headers['x-data-version'] as string
    if (version !== old) return version
    await sleep(100)
  }
  throw new Error(`no version after ${old}:\n${service.output()}`)
}

test(`a reader sees one version to its end while ${days} days are published and pages rebuilt`, async () => {
  const shelf = await openShelf(await (isTorture ? copyOfFixture : copyOfBrief)(join(root, 'grows')), '2')
  const { getRows } = shelf
  try {
    const dataset = find('TaiwanStockPrice')!
    const everyPrice = `limit=${isTorture ? 10_000 : 5_000}&include_inactive=true&start_date=${since}`
    const fromSince = `trade_date >= DATE ${literal(since)}`
    const ids = ['2330', '2317', '0050', '1101']
    let evenings = 0
    let newest = (await getRows('GoldPrice?limit=1')).headers['x-data-version'] as string
    const lastPrice = async () =>
      (await getRows('TaiwanStockPrice?stock_id=2330&limit=1')).json.data[0].trade_date as string
    let lastDay = await lastPrice()
    let firstCursor: string | null = null
    const first = newest

    for (let day = 0; day < days; day++) {
      const began = newest
      const lake = await lakeOf(shelf, began)
      firstCursor ??= (await getRows('TaiwanStockPrice?limit=10')).json.cursor
      let isPublished: (() => void) | undefined
      const published = new Promise<void>((resolve) => {
        isPublished = resolve
      })
      // Each reader has a few pages of the old version, and reads on once the new one is served.
      const pauseAt = (page: number) => async (at: number) => {
        if (at === page) await published
      }
      const readers = [
        digestOfPages(shelf, dataset, everyPrice, pauseAt(3)),
        digestOfPages(shelf, dataset, `limit=100&stock_id=${ids.join(',')}`, pauseAt(2)),
        digestOfPages(shelf, find('TaiwanStockTradingDate')!, 'limit=20', pauseAt(1)),
        digestOfPages(shelf, find('TaiwanStockOverview')!, 'limit=50&include_inactive=true', pauseAt(1)),
      ]
      let due = ''
      for (let n = 0; n < 10 && newest === began; n++) {
        evenings++
        const now = evening(evenings)
        due = now.toISOString().slice(0, 10)
        if (now.getUTCDay() === 0 || now.getUTCDay() === 6) continue
        clock.set(now.getTime())
        newest = await nextVersion(shelf, began)
      }
      if (day === days - 1) {
        const { code, err } = await formosaHere(['rebuild', '--anew'], {
          FORMOSA_HOME: shelf.home,
          ...clock.settings,
        })
        assert.equal(code, 0, err)
        await sleep(1_500)
      }
      isPublished!()
      const [all, some, dates, overview] = await Promise.all(readers)
      for (const read of [all, some, dates, overview]) assert.equal(read!.version, began)
      const listed = `stock_id IN (${ids.map(literal).join(', ')})`
      const without = ({ rows, keys }: Digest) => ({ rows, keys })
      assert.deepEqual(without(all!), await digestOfLake(lake, dataset, fromSince))
      assert.deepEqual(without(some!), await digestOfLake(lake, dataset, listed))
      assert.deepEqual(without(dates!), await digestOfLake(lake, find('TaiwanStockTradingDate')!))
      assert.deepEqual(without(overview!), await digestOfLake(lake, find('TaiwanStockOverview')!))
      lake.close()
      const fresh = await lastPrice()
      assert.ok(fresh > lastDay, `${fresh} is not behind ${lastDay}`)
      assert.equal(fresh, due)
      lastDay = fresh
    }

    const after_ = await lakeOf(shelf, newest)
    const { rows, keys, version } = await digestOfPages(shelf, dataset, everyPrice)
    assert.equal(version, newest)
    assert.deepEqual({ rows, keys }, await digestOfLake(after_, dataset, fromSince))
    after_.close()

    // A version is kept for a day after its successor; later cursors get 410.
    const versions = join(shelf.home, 'demo/pages/versions')
    for (const name of readdirSync(versions))
      if (name.endsWith(first)) rmSync(join(versions, name), { recursive: true })
    for (let n = 0; n < 4; n++) {
      const gone = await getRows(`TaiwanStockPrice?cursor=${firstCursor}`)
      assert.equal(gone.status, 410, gone.text.slice(0, 300))
      assert.equal(gone.json.code, 'cursor_expired')
    }
    assert.equal((await getRows('TaiwanStockPrice?limit=1')).status, 200)
  } finally {
    await shelf.close()
  }
})
