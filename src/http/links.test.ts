import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { asyncBufferFromUrl, parquetReadObjects } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { expectProblem, openApi } from '../../test/support/api.ts'
import type { HttpResponse, RequestOptions } from '../../test/support/client.ts'
import { builtAt, copyOfFew } from '../../test/support/fixture.ts'
import { formosaHere } from '../../test/support/inProcess.ts'
import { startService } from '../../test/support/service.ts'
import { until } from '../../test/support/until.ts'
import { openFile } from '../store/database.ts'

const folder = mkdtempSync(join(tmpdir(), 'formosa-links-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const home = await copyOfFew(join(folder, 'home'))
const { service, send, refused, left, users, keys } = await openApi(
  startService(home, { FORMOSA_NOW: builtAt, ACCESS_LOG: 'full', LOG_LEVEL: 'info', WORKERS: '2' }),
)
const { plus, free } = keys
const command = (...words: string[]) => formosaHere(words, { FORMOSA_HOME: home })

async function made(json: object, key = plus): Promise<{ id: number; urls: string[]; rows: number }> {
  const response = await send('/v1/links', { key, json })
  assert.equal(response.status, 201, response.text)
  return response.json
}
const pathOf = (url: string) => url.replace(service.url, '')
/** Asks without a key. */
const open = (url: string, options: RequestOptions = {}): Promise<HttpResponse> => send(pathOf(url), options)

const per = { dataset: 'TaiwanStockPER', query: 'stock_id=2330&start_date=2026-06-01&format=csv' }

describe('a link of a query', () => {
  test('answers without a key with the rows of the query, as calls of its owner', async () => {
    const { urls, rows } = await made(per)
    assert.equal(urls.length, 1)
    assert.match(urls[0]!, /\/v1\/linked\/fmsl_[\w-]{32}\/TaiwanStockPER_2330_2026-06-01\.csv$/)
    const direct = await send(`/v1/data/TaiwanStockPER?${per.query}&limit=10000`, { key: plus })
    const before = await left(plus)
    const response = await open(urls[0]!)
    assert.equal(response.status, 200, response.text)
    assert.equal(response.text, direct.text)
    assert.equal(response.headers['x-row-count'], String(rows))
    assert.equal(await left(plus), before - 1)
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
    const warned = await open(urls[0]!, { key: free })
    assert.deepEqual(warned.warnings, ['not_applicable; param=Authorization'])
    // Also where the page is kept ready to send, which a key of the same tier must not get as its own.
    const [kept] = (await made({ ...per, query: 'stock_id=2330&limit=3' })).urls
    for (let n = 0; n < 4; n++)
      assert.deepEqual((await open(kept!, { key: plus })).warnings, ['not_applicable; param=Authorization'])
  })

  test('opens that query alone', async () => {
    const { urls } = await made(per)
    const url = urls[0]!
    for (const [status, code, path, options] of [
      [422, 'unknown_parameter', `${url}?stock_id=2317`, {}],
      [404, 'unknown_link', url.replace('TaiwanStockPER_', 'TaiwanStockPrice_'), {}],
      [404, 'unknown_link', url.replace(/[^/]+$/, 'history-0000000000000000.parquet'), {}],
      [404, 'unknown_link', url.replace(/fmsl_(.)/, (_, first) => `fmsl_${first === 'a' ? 'b' : 'a'}`), {}],
      [404, 'unknown_link', url.replace(/fmsl_[\w-]+/, 'nothing'), {}],
      [405, 'method_not_allowed', url, { method: 'POST' }],
      [405, 'method_not_allowed', url, { method: 'DELETE' }],
      [404, 'not_found', `${url}/more`, {}],
    ] as const) {
      const response = await open(path, options)
      expectProblem(response, status, code)
      assert.doesNotMatch(response.text, /fmsl_\w/)
    }
  })

  test('is made with a warning where a part of its query has no effect', async () => {
    const json = { dataset: 'TaiwanStockPER', query: 'stock_id=2330,2330.TW&period=annual&format=csv' }
    const response = await send('/v1/links', { key: plus, json })
    assert.equal(response.status, 201)
    assert.match(
      String(response.headers['x-warning']),
      /not_applicable; param=period.*unknown_id; param=stock_id; values=2330\.TW/,
    )
  })

  test('has every row or is refused, unless a limit was given', async () => {
    const json = { dataset: 'TaiwanStockPrice', query: 'format=csv' }
    const long = expectProblem(await send('/v1/links', { key: plus, json }), 422, 'invalid_parameter')
    assert.match(long.detail, /query has \d+ rows/)
    const { urls, rows } = await made({ dataset: 'TaiwanStockPrice', query: 'format=csv&limit=7' })
    assert.equal(rows, 7)
    assert.equal((await open(urls[0]!)).text.trimEnd().split('\r\n').length, 8)
  })
})

test('a link of files opens them in ranges', async () => {
  const { urls } = await made({ dataset: 'TaiwanStockPrice', kind: 'files' })
  const listed = (await send('/v1/bulk/TaiwanStockPrice', { key: plus })).json.files
  assert.equal(urls.length, listed.length)
  const before = await left(plus)
  const remote = await asyncBufferFromUrl({ url: urls[0]! })
  const rows = await parquetReadObjects({ file: remote, compressors, rowEnd: 10 })
  assert.equal(rows.length, 10)
  assert.equal(await left(plus), before - 1)
  // Of another dataset it opens nothing.
  const [other] = (await send('/v1/bulk/TaiwanStockPER', { key: plus })).json.files
  await refused([[404, 'unknown_file', pathOf(urls[0]!.replace(/[^/]+$/, other.url.split('/').at(-1)))]])
})

test('a request for a link is checked as any other', async () => {
  for (const [status, code, json, key] of [
    [404, 'unknown_dataset', { dataset: 'TaiwanStockPrise' }, plus],
    [403, 'tier_required', { dataset: 'TaiwanStockPrice', query: 'limit=5' }, free],
    [422, 'unknown_parameter', { ...per, query: 'stok_id=2330' }, plus],
    [422, 'invalid_parameter', {}, plus],
    ...['limit=0&nothing=1', 'cursor=abc', 'dry_run=true', 'labels=zh', 'format=csv&include=warnings'].map(
      (query) => [422, 'invalid_parameter', { ...per, query }, plus] as const,
    ),
    ...[{ kind: 'files' }, { kind: 'all' }, { expires_in: 59 }, { expires_in: 86_401 }].map(
      (more) => [422, 'invalid_parameter', { ...per, ...more }, plus] as const,
    ),
  ] as const)
    await refused([[status, code, '/v1/links', { json, key }]])
})

describe('a link ends', () => {
  const gone = async (url: string, code: string) => {
    const response = await open(url)
    expectProblem(response, 410, code)
    assert.doesNotMatch(response.text, /fmsl_\w/)
  }

  test('when it is revoked, by its owner alone', async () => {
    const { id, urls } = await made(per)
    await refused([
      [404, 'unknown_link', `/v1/links/${id}`, { key: free, method: 'DELETE' }],
      [404, 'unknown_link', '/v1/links/x', { key: plus, method: 'DELETE' }],
    ])
    assert.equal((await open(urls[0]!)).status, 200)
    const response = await send(`/v1/links/${id}`, { key: plus, method: 'DELETE' })
    assert.equal(response.status, 200, response.text)
    assert.ok(response.json.revoked_at)
    await gone(urls[0]!, 'link_revoked')
    const { links } = (await send('/v1/links', { key: plus })).json
    const mine = links.find((link: { id: number }) => link.id === id)
    assert.deepEqual(mine, response.json)
    assert.deepEqual((await send('/v1/links', { key: free })).json, { links: [] })
    assert.doesNotMatch(JSON.stringify(links), /fmsl_/)
  })

  test('when its key is revoked, and follows the tier of its owner', async () => {
    const owner = await users.add('lite')
    const { urls } = await made({ dataset: 'TaiwanStockPrice', query: 'stock_id=2330&limit=1' }, owner.key)
    assert.equal((await open(urls[0]!)).status, 200)
    await command('user', 'set-tier', owner.email, 'free')
    expectProblem(await open(urls[0]!), 403, 'tier_required')
    await command('user', 'set-tier', owner.email, 'lite')
    assert.equal((await open(urls[0]!)).status, 200)
    const { keys } = (await send('/v1/keys', { key: owner.key })).json
    await command('key', 'revoke', String(keys[0].id))
    await gone(urls[0]!, 'link_revoked')
  })

  test('when its time is over', async () => {
    const { urls } = await made({ ...per, expires_in: 60 })
    const database = openFile(join(home, 'control.sqlite'))
    await database.db.updateTable('links').set({ expires_at: '2026-11-13T00:00:00.000Z' }).execute()
    await database.close()
    await gone(urls[0]!, 'link_expired')
  })
})

test('an account has a bounded number of links', async () => {
  const { key } = await users.add('free')
  const json = { ...per, query: 'stock_id=2330&limit=1' }
  for (let n = 0; n < 100; n++) await made(json, key)
  await refused([[409, 'too_many_links', '/v1/links', { key, json }]])
})

test('no token stands in the access log or in the audit trail', async () => {
  await open((await made(per)).urls[0]!)
  await until('the log has the route', () => service.log().includes('"route":"/v1/linked/{token}/{file}"'))
  assert.doesNotMatch(service.log(), /fmsl_/)
  const { out } = await command('audit')
  assert.match(out, /link\.create/)
  assert.doesNotMatch(out, /fmsl_/)
})
