import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { openApi } from '../../../test/support/api.ts'
import { shareService } from '../../../test/support/sharedService.ts'

const folder = mkdtempSync(join(tmpdir(), 'formosa-encoding-'))
const { url, send, keys } = await openApi(shareService())
const { plus: key } = keys
after(() => rmSync(folder, { recursive: true, force: true }))

const gzip = { 'Accept-Encoding': 'gzip, deflate, br' }

/** Paths of answers that are joined from pieces, and of others that are compressed when they are asked for. */
const joined = [
  '/v1/data/TaiwanStockPrice?stock_id=2330&limit=1000',
  '/v1/data/TaiwanStockPrice?limit=10000',
  '/v1/data/TaiwanStockPER?stock_id=2317&start_date=2025-03-03&end_date=2026-06-30&limit=10000',
]
const others = [
  '/v1/data/TaiwanStockPrice?stock_id=2330,2317&limit=300',
  '/v1/data/TaiwanStockPrice?stock_id=2330&limit=300&sort=asc',
  '/v1/data/TaiwanStockPrice?stock_id=2330&limit=300&columns=trade_date,close',
  '/v1/data/TaiwanStockPrice?stock_id=2330&limit=30',
  '/v1/data',
  '/openapi.json',
  '/docs',
  '/llms.txt',
]

test('an answer is the same compressed and not, with an ETag, a length and a 304 of its own', async () => {
  for (const path of [...joined, ...others]) {
    const plain = await send(path, { key })
    const packed = await send(path, { key, headers: gzip })
    assert.equal(plain.status, 200, path)
    assert.equal(plain.headers['content-encoding'], undefined)
    assert.equal(packed.headers['content-encoding'], 'gzip', path)
    assert.ok(gunzipSync(packed.bytes).equals(plain.bytes), path)
    assert.ok(packed.bytes.length < plain.bytes.length / 2, `${path}: ${packed.bytes.length} of ${plain.bytes.length}`)
    assert.equal(packed.headers['content-length'], String(packed.bytes.length))
    assert.match(String(packed.headers.vary), /Accept-Encoding/)
    assert.notEqual(packed.headers.etag, plain.headers.etag)
    const head = await send(path, { key, method: 'HEAD', headers: gzip })
    assert.equal(head.headers['content-length'], packed.headers['content-length'], path)
    assert.equal(head.headers['content-encoding'], 'gzip')
    for (const { headers, sent } of [
      { headers: packed.headers, sent: gzip },
      { headers: plain.headers, sent: {} },
    ]) {
      const tag = { 'If-None-Match': String(headers.etag) }
      const same = await send(path, { key, headers: { ...sent, ...tag } })
      assert.equal(same.status, 304, path)
      assert.equal(same.headers.etag, headers.etag)
      assert.equal(same.headers['content-encoding'], undefined)
      const other = await send(path, { key, headers: { ...(sent === gzip ? {} : gzip), ...tag } })
      assert.equal(other.status, 200, 'the tag of one encoding is not that of the other')
    }
  }
})

test('other gzip decoders read a joined page', async () => {
  for (const path of joined) {
    const packed = await send(path, { key, headers: gzip })
    const plain = gunzipSync(packed.bytes)
    const file = join(folder, 'page.gz')
    writeFileSync(file, packed.bytes)
    assert.equal(spawnSync('gzip', ['-t', file]).status, 0, path)
    for (const words of [
      ['gzip', '-dc', file],
      ['python3', '-c', 'import gzip, sys; sys.stdout.buffer.write(gzip.open(sys.argv[1]).read())', file],
    ]) {
      const { stdout, error } = spawnSync(words[0]!, words.slice(1), { maxBuffer: 64 << 20 })
      if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') continue
      assert.ok(stdout.equals(plain), words[0])
    }
    // The decoder of fetch.
    const fetched = await fetch(url + path, { headers: { Authorization: `Bearer ${key}` } })
    assert.ok(Buffer.from(await fetched.arrayBuffer()).equals(plain))
  }
})

test('small responses, and those for clients without compression, are sent uncompressed', async () => {
  const small = await send('/v1/data/TaiwanStockPrice?stock_id=2330&limit=5', { key, headers: gzip })
  assert.equal(small.headers['content-encoding'], undefined)
  assert.equal(small.json.count, 5)
  const long = '/v1/data/TaiwanStockPrice?stock_id=2330,2317,2412,1101,0050,2454&limit=10000&start_date=2015-01-01'
  const list = await send(long, { key, headers: gzip })
  assert.equal(list.headers['content-encoding'] === undefined, list.bytes.length > 512 << 10)
  // As RFC 9110 says.
  for (const [coding, ...headers] of [
    [undefined, '', 'identity', 'gzip;q=0', 'gzip;q=0.000', '*;q=0', 'deflate', 'br, zstd', 'gzip;q=0, *;q=1'],
    ['gzip', 'gzip', 'GZIP', 'x-gzip', '*', 'br;q=1.0, gzip;q=0.001', 'deflate, gzip;q=1.0, *;q=0'],
  ] as const)
    for (const header of headers) {
      const response = await send('/v1/data', { headers: { 'Accept-Encoding': header! } })
      assert.equal(response.headers['content-encoding'], coding, header)
    }
})

test('long errors are compressed too', async () => {
  const names = Array.from({ length: 60 }, (_, n) => `unknown_parameter_${n}=1`).join('&')
  const packed = await send(`/v1/data/TaiwanStockPrice?${names}`, { key, headers: gzip })
  assert.equal(packed.status, 422)
  assert.equal(packed.headers['content-encoding'], 'gzip')
  assert.ok(JSON.parse(gunzipSync(packed.bytes).toString()).detail)
})
