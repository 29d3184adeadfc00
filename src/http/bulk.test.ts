import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { DuckDBInstance } from '@duckdb/node-api'
import { asyncBufferFromUrl, parquetReadObjects } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { openApi } from '../../test/support/api.ts'
import { shareChangedService } from '../../test/support/changedService.ts'
import type { RequestOptions } from '../../test/support/client.ts'
import { catalogue } from '../catalogue/index.ts'
import { publishedName } from '../lake/publishedFiles.ts'
import { literal, sqlColumns } from '../lake/schema.ts'
import { covers } from '../query/parameters.ts'

const folder = mkdtempSync(join(tmpdir(), 'formosa-bulk-'))
const { service, addKey, keys, left, refused, ...api } = await openApi(shareChangedService())
const { first, current } = service
const { free, plus } = keys
const duck = await (await DuckDBInstance.create(':memory:')).connect()
after(() => {
  duck.closeSync()
  rmSync(folder, { recursive: true, force: true })
})

const send = (path: string, options: RequestOptions = {}) => api.send(path, { key: plus, ...options })
type ListedFile = { url: string; rows: number; bytes: number; sha256: string; part: string }
const filesOf = async (dataset: string): Promise<ListedFile[]> => (await send(`/v1/bulk/${dataset}`)).json.files

describe('the list of files', () => {
  test('has every dataset of the tier and names the others', async () => {
    for (const [key, tier] of [
      [free, 'free'],
      [plus, 'plus'],
    ] as const) {
      const response = await send('/v1/bulk', { key })
      assert.equal(response.status, 200, response.text)
      const { datasets, not_covered, count, version, tier_used } = response.json
      assert.deepEqual([tier_used, version], [tier, current.version])
      const covered = catalogue.filter((dataset) => covers(tier, dataset.tier)).map(({ name }) => name)
      assert.deepEqual(
        datasets.map(({ dataset }: { dataset: string }) => dataset),
        covered,
      )
      assert.equal(count, covered.length)
      assert.deepEqual(
        not_covered,
        catalogue.map(({ name }) => name).filter((name) => !covered.includes(name)),
      )
      assert.equal(response.headers['x-data-version'], current.version)
      const again = await send('/v1/bulk', { key, headers: { 'If-None-Match': response.headers.etag! } })
      assert.equal(again.status, 304)
    }
  })

  test('of a dataset has its files; others are refused by name', async () => {
    const response = await send('/v1/bulk/TaiwanStockPrice')
    const { rows, parts } = current.datasets.TaiwanStockPrice!
    assert.equal(response.json.rows, rows)
    assert.deepEqual(
      response.json.files.map(({ url, rows, bytes, sha256 }: ListedFile) => [url, rows, bytes, sha256]),
      parts.map((part) => [`/v1/bulk/TaiwanStockPrice/${publishedName(part)}`, part.rows, part.bytes, part.sha256]),
    )
    const file: string = response.json.files[0].url
    const key = { key: plus }
    await refused([
      [403, 'tier_required', '/v1/bulk/TaiwanStockPrice', { key: free }],
      [404, 'unknown_dataset', '/v1/bulk/TaiwanStockPrise', key],
      [422, 'unknown_parameter', '/v1/bulk?x=1', key],
      [403, 'tier_required', file, { key: free }],
      [422, 'unknown_parameter', `${file}?x=1`, key],
      [404, 'unknown_file', '/v1/bulk/TaiwanStockPrice/2026-0000000000000000.parquet', key],
      [404, 'unknown_file', '/v1/bulk/TaiwanStockPrice/..%2f..%2fmanifest.json', key],
      [404, 'unknown_dataset', '/v1/bulk/TaiwanStockPrise/x', key],
      [405, 'method_not_allowed', file, { ...key, method: 'POST' }],
    ])
  })
})

describe('a file', () => {
  test('of every dataset is whole, and a plain select over the files is the dataset', async () => {
    const { datasets } = (await send('/v1/bulk')).json as { datasets: { dataset: string; files: ListedFile[] }[] }
    for (const { dataset, files } of datasets) {
      const paths: string[] = []
      for (const { url, bytes, sha256 } of files) {
        const response = await send(url)
        assert.equal(response.status, 200, url)
        assert.equal(response.bytes.length, bytes)
        assert.equal(response.headers['content-length'], String(bytes))
        assert.equal(createHash('sha256').update(response.bytes).digest('hex'), sha256)
        assert.equal(response.headers.etag, `"${sha256}"`)
        paths.push(join(folder, `${dataset}-${paths.length}.parquet`))
        writeFileSync(paths.at(-1)!, response.bytes)
      }
      const { columns, filters, key, name } = catalogue.find(({ name }) => name === dataset)!
      const from = `FROM read_parquet([${paths.map(literal).join(', ')}])`
      const described = (await duck.runAndReadAll(`DESCRIBE SELECT * ${from}`)).getRows()
      assert.deepEqual(
        described.map(([name, type]) => [name, String(type).replace('TIMESTAMP WITH TIME ZONE', 'TIMESTAMPTZ')]),
        sqlColumns({ columns } as never),
        name,
      )
      const counted = await duck.runAndReadAll(
        `SELECT count(*)::INTEGER, count(DISTINCT (${key.join(', ')}))::INTEGER ${from}`,
      )
      // Every row that the API has, over all periods and with those that it leaves out by default.
      const periods = filters.period ? columns[filters.period as keyof typeof columns]!.values! : [null]
      let rows = 0
      for (const period of periods) {
        const hidden = filters.include_expired ? 'include_expired' : 'include_inactive'
        const applies = filters.include_expired || filters.include_inactive
        const query = `dry_run=true${period ? `&period=${period}` : ''}${applies ? `&${hidden}=true` : ''}`
        rows += (await send(`/v1/data/${dataset}?${query}`)).json.rows
      }
      assert.deepEqual(counted.getRows(), [[rows, rows]], dataset)
    }
  })

  test('is read in ranges by hyparquet, for one call', async () => {
    const key = await addKey('plus')
    const [file] = await filesOf('TaiwanStockPrice')
    const before = await left(key)
    const requestInit = { headers: { Authorization: `Bearer ${key}` } }
    const remote = await asyncBufferFromUrl({ url: service.url + file!.url, requestInit })
    assert.equal(remote.byteLength, file!.bytes)
    const rows = await parquetReadObjects({ file: remote, compressors, columns: ['stock_id', 'close'], rowEnd: 100 })
    assert.equal(rows.length, 100)
    assert.equal(await left(key), before - 1)
    const second = (await filesOf('TaiwanStockPER'))[0]!
    await send(second.url, { key, method: 'HEAD' })
    await send(second.url, { key, headers: { Range: 'bytes=0-9' } })
    assert.equal(await left(key), before - 2)
  })

  test('answers ranges as RFC 9110 says', async () => {
    const { url, bytes: size, sha256 } = (await filesOf('TaiwanStockPER'))[0]!
    const whole = (await send(url)).bytes
    for (const [range, start, end] of [
      ['bytes=0-0', 0, 1],
      ['bytes=0-65535', 0, 65_536],
      ['bytes=100-', 100, size],
      ['bytes=-8', size - 8, size],
      [`bytes=10-${size * 2}`, 10, size],
      [`bytes=-${size * 2}`, 0, size],
    ] as const) {
      const response = await send(url, { headers: { Range: range } })
      assert.equal(response.status, 206, range)
      assert.equal(response.headers['content-range'], `bytes ${start}-${Math.min(end, size) - 1}/${size}`)
      assert.ok(response.bytes.equals(whole.subarray(start, end)), range)
      assert.equal(response.headers['content-length'], String(response.bytes.length))
      const head = await send(url, { method: 'HEAD', headers: { Range: range } })
      assert.deepEqual([head.status, head.headers['content-range']], [206, response.headers['content-range']])
    }
    for (const range of [`bytes=${size}-`, 'bytes=-0', `bytes=${size + 5}-${size + 9}`]) {
      const response = await send(url, { headers: { Range: range } })
      assert.deepEqual([response.status, response.json.code], [416, 'range_not_satisfiable'], range)
      assert.equal(response.headers['content-range'], `bytes */${size}`)
    }
    for (const range of ['lines=1-2', 'bytes=5-2', 'bytes=0-1,4-5', 'bytes=', 'nonsense']) {
      const response = await send(url, { headers: { Range: range } })
      assert.deepEqual([response.status, response.bytes.length], [200, size], range)
    }
    const etag = `"${sha256}"`
    const ranged = { Range: 'bytes=0-9' }
    assert.equal((await send(url, { headers: { ...ranged, 'If-Range': etag } })).status, 206)
    assert.equal((await send(url, { headers: { ...ranged, 'If-Range': '"other"' } })).status, 200)
    assert.equal((await send(url, { headers: { ...ranged, 'If-Range': 'Fri, 13 Nov 2026 10:30:00 GMT' } })).status, 200)
    const same = await send(url, { headers: { 'If-None-Match': etag } })
    assert.deepEqual([same.status, same.bytes.length, same.headers.etag], [304, 0, etag])
    const packed = await send(url, { headers: { 'Accept-Encoding': 'gzip' } })
    assert.equal(packed.headers['content-encoding'], undefined)
    const head = await send(url, { method: 'HEAD' })
    assert.deepEqual(
      [head.status, head.headers['content-length'], head.headers['accept-ranges'], head.bytes.length],
      [200, String(size), 'bytes', 0],
    )
  })

  test('of the version before is served as long as that is kept', async () => {
    const old = first.datasets.GoldPrice!.parts.at(-1)!
    const url = `/v1/bulk/GoldPrice/${publishedName(old)}`
    const listed = await filesOf('GoldPrice')
    assert.ok(!listed.some((file) => file.url === url))
    const response = await send(url)
    assert.equal(response.status, 200)
    assert.equal(response.headers['x-data-version'], first.version)
    assert.equal(createHash('sha256').update(response.bytes).digest('hex'), old.sha256)
    // A file that did not change keeps its name.
    const kept = first.datasets.TaiwanStockPER!.parts.map((part) => `/v1/bulk/TaiwanStockPER/${publishedName(part)}`)
    assert.deepEqual(
      (await filesOf('TaiwanStockPER')).map(({ url }) => url),
      kept,
    )
  })

  test('is refused where the quota is used up, unless it was counted within the hour', async () => {
    const key = await addKey('free')
    const [counted, other] = [(await filesOf('TaiwanStockPER'))[0]!.url, (await filesOf('GoldPrice'))[0]!.url]
    assert.equal((await send(counted, { key, method: 'HEAD' })).status, 200)
    const spend = () => send('/v1/data/TaiwanStockPER?stock_id=2330&limit=1', { key })
    await Promise.all(Array.from({ length: await left(key) }, spend))
    assert.equal(await left(key), 0)
    for (let n = 0; n < 3; n++) assert.equal((await send(other, { key, headers: { Range: 'bytes=0-9' } })).status, 429)
    assert.equal((await send(counted, { key, headers: { Range: 'bytes=0-9' } })).status, 206)
  })

  test('is closed when the client leaves in the middle', async () => {
    const { url } = (await filesOf('TaiwanStockPrice')).sort((a, b) => b.bytes - a.bytes)[0]!
    const openFiles = () => {
      const descriptors = `/proc/${service.process.pid}/fd`
      return readdirSync(descriptors).filter((name) => {
        try {
          return readlinkSync(join(descriptors, name)).endsWith('.parquet')
        } catch {
          return false
        }
      }).length
    }
    for (let n = 0; n < 10; n++)
      await new Promise<void>((resolve, reject) => {
        const sent = get(service.url + url, { headers: { Authorization: `Bearer ${plus}` } }, (response) => {
          response.once('data', () => {
            response.destroy()
            resolve()
          })
        })
        sent.on('error', (error: NodeJS.ErrnoException) => (error.code === 'ECONNRESET' ? resolve() : reject(error)))
      })
    for (let n = 0; openFiles() > 0 && n < 300; n++) await sleep(100)
    assert.equal(openFiles(), 0)
    assert.equal((await send(url, { headers: { Range: 'bytes=0-3' } })).bytes.toString(), 'PAR1')
  })
})
