import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { openApi } from '../../../test/support/api.ts'
import { shareService } from '../../../test/support/sharedService.ts'

/* Requests that come again are answered from memory; nobody may see a difference. */

const { send, keys } = await openApi(shareService())
const { plus: key, lite: liteKey } = keys

const gzip = { 'Accept-Encoding': 'gzip' }

test('a page that is asked for again and again stays the same, each call is counted, and each variant is its own', async () => {
  for (const query of [
    'stock_id=2330&limit=5',
    'stock_id=2330&limit=1000',
    'stock_id=2330,2317,2454&limit=1000',
    'stock_id=2330&columns=trade_date,close&limit=900',
    'stock_id=2330,nobody&limit=3',
    'end_date=2199-01-01&limit=3',
  ]) {
    const path = `/v1/data/TaiwanStockPrice?${query}`
    const texts = new Set<string>()
    const { warnings } = await send(path, { key })
    assert.equal(warnings.length > 0, /nobody|2199/.test(query))
    for (let n = 0; n < 4; n++)
      for (const headers of [{}, gzip]) {
        const tags = new Set<unknown>()
        for (const [tier, own] of [
          ['plus', key],
          ['lite', liteKey],
        ] as const) {
          const response = await send(path, { key: own, headers })
          assert.equal(response.status, 200)
          assert.equal(response.headers['x-ratelimit-tier'], tier)
          tags.add(response.headers.etag)
          const packed = response.headers['content-encoding'] === 'gzip'
          const text = (packed ? gunzipSync(response.bytes) : response.bytes).toString()
          assert.ok(text.includes(`"tier_used":"${tier}"`))
          texts.add(text.replace(`"tier_used":"${tier}"`, ''))
          assert.deepEqual(response.warnings, warnings)
          const before = Number(response.headers['x-ratelimit-remaining'])
          const held = { ...headers, 'If-None-Match': String(response.headers.etag) }
          const same = await send(path, { key: own, headers: held })
          assert.equal(same.status, 304)
          assert.equal(same.bytes.length, 0)
          assert.equal(same.headers.etag, response.headers.etag)
          assert.equal(Number(same.headers['x-ratelimit-remaining']), before, 'a 304 is not counted')
          const next = await send(path, { key: own, headers })
          assert.equal(Number(next.headers['x-ratelimit-remaining']), before - 1)
        }
        assert.equal(tags.size, 2)
      }
    assert.equal(texts.size, 1, query)
  }
})

test('a long list is compressed once it is asked for again, under an ETag of its own', async () => {
  const ids = ['2330', '2317', '2454', '2303', '2308', '2412', '2881', '2882', '1301', '1303'].join(',')
  const path = `/v1/data/TaiwanStockPrice?stock_id=${ids}&limit=10000`
  const first = await send(path, { key, headers: gzip })
  assert.equal(first.headers['content-encoding'], undefined)
  assert.ok(first.bytes.length > 512 << 10)
  const plain = await send(path, { key })
  assert.equal(plain.headers.etag, first.headers.etag, 'the same bytes')
  let packed = first
  for (let tries = 0; tries < 600 && packed.headers['content-encoding'] === undefined; tries++) {
    await sleep(50)
    packed = await send(path, { key, headers: gzip })
  }
  assert.equal(packed.headers['content-encoding'], 'gzip')
  assert.notEqual(packed.headers.etag, first.headers.etag)
  assert.ok(gunzipSync(packed.bytes).equals(first.bytes))
  assert.ok(packed.bytes.length < first.bytes.length / 4)
})

test('other headers than the usual ones are answered anew', async () => {
  const path = '/v1/data/TaiwanStockPrice?stock_id=2330&limit=2&period=annual'
  for (let n = 0; n < 3; n++) assert.equal((await send(path, { key })).status, 200)
  assert.equal((await send(path, { key, headers: { Prefer: 'handling=strict' } })).status, 422)
  assert.equal((await send(path, { key, headers: { Accept: 'text/html' } })).status, 406)
  assert.equal((await send(`${path}&dry_run=true`, { key })).status, 200)
  assert.equal((await send(path, { key: `${key}x` })).status, 401)
})

test('long pages behind a cursor, as of whoever reads a whole dataset, are not kept; the first page is', async () => {
  const columns = 'trade_date,stock_id,open,high,low,close,volume,transaction_count,trade_value,spread'
  const known = Object.keys((await send('/v1/data/TaiwanStockPrice?limit=1', { key })).json.data[0])
  const chosen = columns.split(',').filter((name) => known.includes(name))
  const first = `/v1/data/TaiwanStockPrice?columns=${chosen}&limit=8000`
  const { cursor } = (await send(first, { key })).json
  const second = `/v1/data/TaiwanStockPrice?cursor=${cursor}`
  assert.ok((await send(second, { key })).bytes.length > 512 << 10)
  // A page of this size is compressed once it is kept, and not before.
  const codings = async (path: string, mostTries: number) => {
    const found = new Set<string | undefined>()
    for (let n = 0; n < mostTries && !found.has('gzip'); n++) {
      found.add((await send(path, { key, headers: gzip })).headers['content-encoding'])
      await sleep(50)
    }
    return found
  }
  assert.ok((await codings(first, 600)).has('gzip'))
  assert.deepEqual([...(await codings(second, 20))], [undefined])
})
