import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { asyncBufferFromUrl, parquetReadObjects } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { createClient, type HttpResponse, type RequestOptions } from '../../test/support/client.ts'
import { contractOf, readDocument } from '../../test/support/contract.ts'
import { builtAt, copyOfFew } from '../../test/support/fixture.ts'
import { formosaHere } from '../../test/support/inProcess.ts'
import { type Service, startService } from '../../test/support/service.ts'
import { openUsers } from '../../test/support/users.ts'

const folder = mkdtempSync(join(tmpdir(), 'formosa-links-'))
let service: Service
let client: ReturnType<typeof createClient>
let contract: ReturnType<typeof contractOf>
let users: Awaited<ReturnType<typeof openUsers>>
type User = Awaited<ReturnType<typeof users.add>>
let plus: User
let free: User

before(async () => {
  const home = await copyOfFew(join(folder, 'home'))
  service = await startService(home, { FORMOSA_NOW: builtAt, ACCESS_LOG: 'full', LOG_LEVEL: 'info', WORKERS: '2' })
  client = createClient(service.url)
  users = await openUsers(home)
  plus = await users.add('plus')
  free = await users.add('free')
  contract = contractOf(await readDocument(service.url))
})
after(async () => {
  client?.close()
  await users?.close()
  // Fails where the log holds a key or the token of a link.
  await service?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const make = (json: object, options: RequestOptions = {}) =>
  client.send('/v1/links', { key: plus.key, json, ...options })

async function made(json: object, options: RequestOptions = {}): Promise<{ id: number; urls: string[]; rows: number }> {
  const response = await make(json, options)
  assert.equal(response.status, 201, response.text)
  return response.json
}
/** Asks without a key. */
const open = (url: string, options: RequestOptions = {}): Promise<HttpResponse> =>
  client.send(url.replace(service.url, ''), options)
const remaining = async ({ key }: { key: string }) =>
  (await client.send('/v1/key/info', { key })).json.remaining_this_hour as number

const per = { dataset: 'TaiwanStockPER', query: 'stock_id=2330&start_date=2026-06-01&format=csv' }

describe('a link of a query', () => {
  test('answers without a key with the rows of the query, as calls of its owner', async () => {
    const { urls, rows } = await made(per)
    assert.equal(urls.length, 1)
    assert.match(urls[0]!, /\/v1\/linked\/fmsl_[\w-]{32}\/TaiwanStockPER_2330_2026-06-01\.csv$/)
    const direct = await client.send(`/v1/data/TaiwanStockPER?${per.query}&limit=10000`, { key: plus.key })
    const before = await remaining(plus)
    const response = await open(urls[0]!)
    assert.equal(response.status, 200, response.text)
    assert.equal(response.text, direct.text)
    assert.equal(response.headers['x-row-count'], String(rows))
    assert.equal(await remaining(plus), before - 1)
    for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-tier', 'ratelimit'])
      assert.equal(response.headers[name], undefined)
    const head = await open(urls[0]!, { method: 'HEAD' })
    assert.deepEqual([head.status, head.headers['content-length']], [200, response.headers['content-length']])
    const same = await open(urls[0]!, { headers: { 'If-None-Match': response.headers.etag! } })
    assert.equal(same.status, 304)
    for (const format of ['json', 'ndjson', 'parquet', 'arrow'])
      assert.equal(
        (await open((await made({ ...per, query: `stock_id=2330&limit=3&format=${format}` })).urls[0]!)).status,
        200,
      )
    await contract.checkResponse('GET /v1/linked/{token}/{file}', await fetch(urls[0]!))
    const warned = await open(urls[0]!, { key: free.key })
    assert.deepEqual(warned.warnings, ['not_applicable; param=Authorization'])
    // Also where the page is kept ready to send, which a key of the same tier must not get as its own.
    const [kept] = (await made({ ...per, query: 'stock_id=2330&limit=3' })).urls
    for (let n = 0; n < 4; n++)
      assert.deepEqual((await open(kept!, { key: plus.key })).warnings, ['not_applicable; param=Authorization'])
  })

  test('opens that query alone', async () => {
    const { urls } = await made(per)
    const url = urls[0]!
    for (const [path, options, status, code] of [
      [`${url}?stock_id=2317`, {}, 422, 'unknown_parameter'],
      [url.replace('TaiwanStockPER_', 'TaiwanStockPrice_'), {}, 404, 'unknown_link'],
      [url.replace(/[^/]+$/, 'history-0000000000000000.parquet'), {}, 404, 'unknown_link'],
      [url.replace(/fmsl_(.)/, (_, first) => `fmsl_${first === 'a' ? 'b' : 'a'}`), {}, 404, 'unknown_link'],
      [url.replace(/fmsl_[\w-]+/, 'nothing'), {}, 404, 'unknown_link'],
      [url, { method: 'POST' }, 405, 'method_not_allowed'],
      [url, { method: 'DELETE' }, 405, 'method_not_allowed'],
    ] as const) {
      const response = await open(path, options)
      assert.deepEqual([response.status, response.json.code], [status, code], path)
      assert.doesNotMatch(response.text, /fmsl_\w/)
    }
    const lost = await open(`${url}/more`)
    assert.equal(lost.status, 404)
    assert.doesNotMatch(lost.text, /fmsl_\w/)
  })

  test('is made with a warning where a part of its query has no effect', async () => {
    const response = await make({ dataset: 'TaiwanStockPER', query: 'stock_id=2330,2330.TW&period=annual&format=csv' })
    assert.equal(response.status, 201)
    assert.match(
      String(response.headers['x-warning']),
      /not_applicable; param=period.*unknown_id; param=stock_id; values=2330\.TW/,
    )
  })

  test('has every row or is refused, unless a limit was given', async () => {
    const refused = await make({ dataset: 'TaiwanStockPrice', query: 'format=csv' })
    assert.equal(refused.status, 422, refused.text)
    assert.match(refused.json.detail, /query has \d+ rows/)
    const { urls, rows } = await made({ dataset: 'TaiwanStockPrice', query: 'format=csv&limit=7' })
    assert.equal(rows, 7)
    assert.equal((await open(urls[0]!)).text.trimEnd().split('\r\n').length, 8)
  })
})

test('a link of files opens them in ranges', async () => {
  const { urls } = await made({ dataset: 'TaiwanStockPrice', kind: 'files' })
  const listed = (await client.send('/v1/bulk/TaiwanStockPrice', { key: plus.key })).json.files
  assert.equal(urls.length, listed.length)
  const before = await remaining(plus)
  const remote = await asyncBufferFromUrl({ url: urls[0]! })
  const rows = await parquetReadObjects({ file: remote, compressors, rowEnd: 10 })
  assert.equal(rows.length, 10)
  assert.equal(await remaining(plus), before - 1)
  await contract.checkResponse(
    'GET /v1/linked/{token}/{file}',
    await fetch(urls[0]!, { headers: { Range: 'bytes=0-9' } }),
  )
  // Of another dataset it opens nothing.
  const [other] = (await client.send('/v1/bulk/TaiwanStockPER', { key: plus.key })).json.files
  const response = await open(urls[0]!.replace(/[^/]+$/, other.url.split('/').at(-1)))
  assert.deepEqual([response.status, response.json.code], [404, 'unknown_file'])
})

test('a request for a link is checked as any other', async () => {
  for (const [json, status, code, options] of [
    [{ dataset: 'TaiwanStockPrise' }, 404, 'unknown_dataset', {}],
    [{ dataset: 'TaiwanStockPrice', query: 'limit=5' }, 403, 'tier_required', { key: free.key }],
    [{ ...per, query: 'limit=0&nothing=1' }, 422, 'invalid_parameter', {}],
    [{ ...per, query: 'stok_id=2330' }, 422, 'unknown_parameter', {}],
    [{ ...per, query: 'cursor=abc' }, 422, 'invalid_parameter', {}],
    [{ ...per, query: 'dry_run=true' }, 422, 'invalid_parameter', {}],
    [{ ...per, query: 'labels=zh' }, 422, 'invalid_parameter', {}],
    [{ ...per, query: 'format=csv&include=warnings' }, 422, 'invalid_parameter', {}],
    [{ ...per, kind: 'files' }, 422, 'invalid_parameter', {}],
    [{ ...per, kind: 'all' }, 422, 'invalid_parameter', {}],
    [{ ...per, expires_in: 59 }, 422, 'invalid_parameter', {}],
    [{ ...per, expires_in: 86_401 }, 422, 'invalid_parameter', {}],
    [{}, 422, 'invalid_parameter', {}],
    [per, 401, 'missing_key', { key: undefined }],
  ] as const) {
    const response = await make(json, options as RequestOptions)
    assert.deepEqual([response.status, response.json.code], [status, code], JSON.stringify(json))
  }
})

describe('a link ends', () => {
  const gone = async (url: string, code: string) => {
    const response = await open(url)
    assert.deepEqual([response.status, response.json.code], [410, code])
    assert.doesNotMatch(response.text, /fmsl_\w/)
  }

  test('when it is revoked, by its owner alone', async () => {
    const { id, urls } = await made(per)
    const others = await client.send(`/v1/links/${id}`, { key: free.key, method: 'DELETE' })
    assert.deepEqual([others.status, others.json.code], [404, 'unknown_link'])
    assert.equal((await open(urls[0]!)).status, 200)
    const response = await client.send(`/v1/links/${id}`, { key: plus.key, method: 'DELETE' })
    assert.equal(response.status, 200, response.text)
    assert.ok(response.json.revoked_at)
    await gone(urls[0]!, 'link_revoked')
    assert.equal((await client.send('/v1/links/x', { key: plus.key, method: 'DELETE' })).status, 404)
    const { links } = (await client.send('/v1/links', { key: plus.key })).json
    const mine = links.find((link: { id: number }) => link.id === id)
    assert.deepEqual(mine, response.json)
    assert.deepEqual((await client.send('/v1/links', { key: free.key })).json, { links: [] })
    assert.doesNotMatch(JSON.stringify(links), /fmsl_/)
  })

  test('when its key is revoked, and follows the tier of its owner', async () => {
    const owner = await users.add('lite')
    const { urls } = await made({ dataset: 'TaiwanStockPrice', query: 'stock_id=2330&limit=1' }, { key: owner.key })
    assert.equal((await open(urls[0]!)).status, 200)
    const settings = { FORMOSA_HOME: service.home }
    await formosaHere(['user', 'set-tier', owner.email, 'free'], settings)
    const response = await open(urls[0]!)
    assert.deepEqual([response.status, response.json.code], [403, 'tier_required'])
    await formosaHere(['user', 'set-tier', owner.email, 'lite'], settings)
    assert.equal((await open(urls[0]!)).status, 200)
    const { keys } = (await client.send('/v1/keys', { key: owner.key })).json
    await formosaHere(['key', 'revoke', String(keys[0].id)], settings)
    await gone(urls[0]!, 'link_revoked')
  })

  test('when its time is over', async () => {
    const { urls } = await made({ ...per, expires_in: 60 })
    const { openFile } = await import('../store/database.ts')
    const database = openFile(join(service.home, 'control.sqlite'))
    await database.db.updateTable('links').set({ expires_at: '2026-11-13T00:00:00.000Z' }).execute()
    await database.close()
    await gone(urls[0]!, 'link_expired')
  })
})

test('an account has a bounded number of links', async () => {
  const { key } = await users.add('free')
  const query = 'stock_id=2330&limit=1'
  for (let n = 0; n < 100; n++) await made({ ...per, query }, { key })
  const response = await make({ ...per, query }, { key })
  assert.deepEqual([response.status, response.json.code], [409, 'too_many_links'])
})

test('wrong tokens count against the address', async () => {
  const response = await open('/v1/linked/fmsl_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/x.csv')
  assert.deepEqual([response.status, response.json.code], [404, 'unknown_link'])
})

test('no token stands in the access log or in the audit trail', async () => {
  const { urls } = await made(per)
  await open(urls[0]!)
  await sleep(1_500)
  assert.match(service.log(), /"route":"\/v1\/linked\/\{token\}\/\{file\}"/)
  assert.doesNotMatch(service.log(), /fmsl_/)
  const { out } = await formosaHere(['audit'], { FORMOSA_HOME: service.home })
  assert.match(out, /link\.create/)
  assert.doesNotMatch(out, /fmsl_/)
})
