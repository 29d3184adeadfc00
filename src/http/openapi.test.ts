import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { generateKey } from '../access/keys.ts'
import { catalogue } from '../catalogue/index.ts'
import { failures } from '../errors.ts'
import { parameters } from '../query/parameters.ts'
import { contractOf, type OpenapiDocument } from '../testing/contract.ts'
import { builtAt, copyOfFixture } from '../testing/fixture.ts'
import { keyOf, type Service, startService } from '../testing/service.ts'
import { createApp } from './app.ts'
import { routes } from './routes.ts'
import type { Services } from './services.ts'

const dataPath = '/v1/data/{dataset}'
const folder = mkdtempSync(join(tmpdir(), 'formosa-openapi-'))
let service: Service
let document: OpenapiDocument
let contract: ReturnType<typeof contractOf>
let free: string
let plus: string

before(async () => {
  const home = await copyOfFixture(join(folder, 'home'))
  service = await startService(home, { FORMOSA_NOW: builtAt, WORKERS: '1' })
  free = await keyOf(home, 'free')
  plus = await keyOf(home, 'plus')
  document = (await (await fetch(`${service.url}/openapi.json`)).json()) as OpenapiDocument
  contract = contractOf(document)
})

after(async () => {
  await service?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(service.url + path, { headers, method })
const withKey = (key: string, more: Record<string, string> = {}) => ({ Authorization: `Bearer ${key}`, ...more })

/** The body of an answer with the status expected, held against the document. */
async function told<T = Record<string, unknown>>(status: number, path: string, answer: Response): Promise<T> {
  assert.equal(answer.status, status, answer.url)
  return (await contract.holds(path, answer)) as T
}

/** Places in the document where a key stands. */
function* places(node: unknown, key: string, steps: string[] = []): Generator<{ steps: string[]; value: unknown }> {
  if (typeof node !== 'object' || node === null) return
  for (const [name, value] of Object.entries(node)) {
    if (name === key) yield { steps: [...steps, name], value }
    yield* places(value, key, [...steps, name])
  }
}

test('every schema of the document compiles and every reference leads somewhere', () => {
  for (const name of Object.keys(document.components.schemas)) contract.at('components', 'schemas', name)
  for (const { steps } of places({ paths: document.paths }, 'schema')) contract.at(...steps)
  for (const { steps } of places({ components: { headers: document.components.headers } }, 'schema'))
    contract.at(...steps)
  for (const { value } of places(document, '$ref')) {
    let node: unknown = document
    for (const step of String(value).slice(2).split('/')) node = (node as Record<string, unknown>)[step]
    assert.ok(node, String(value))
  }
})

test('the document has every route, each with a name of its own, and every failure', () => {
  assert.equal(document.openapi, '3.1.0')
  assert.deepEqual(Object.keys(document.paths).sort(), [...routes.map(({ path }) => path), dataPath].sort())
  const operations = Object.values(document.paths).map(({ get }) => get)
  assert.equal(new Set(operations.map(({ operationId }) => operationId)).size, operations.length)
  for (const { responses } of operations)
    for (const response of Object.values(responses)) assert.ok((response as { description?: string }).description)
  const codes = new Set([...places(document, 'x-codes')].flatMap(({ value }) => Object.keys(value as object)))
  assert.deepEqual([...codes].sort(), Object.keys(failures).sort())
})

test('parameters and columns are those of the code', () => {
  const { parameters: listed } = document.paths[dataPath]!.get
  assert.deepEqual(
    listed.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
    Object.keys(parameters),
  )
  assert.deepEqual(
    listed.find(({ name }) => name === 'dataset')!.schema.enum,
    catalogue.map(({ name }) => name),
  )
  for (const { name, columns } of catalogue) {
    const schema = document.components.schemas[name]!
    assert.deepEqual(Object.keys(schema.properties as object), Object.keys(columns))
    assert.deepEqual(schema.required, Object.keys(columns))
  }
})

test('the catalogue is as documented, filtered and in Chinese', async () => {
  const all = await told<{ datasets: unknown[] }>(200, '/v1/data', await get('/v1/data'))
  assert.equal(all.datasets.length, 73)
  const some = await told<{ datasets: unknown[] }>(200, '/v1/data', await get('/v1/data?category=chips&tier=free'))
  assert.ok(some.datasets.length > 0 && some.datasets.length < 15)
  const answer = await get('/v1/data', { 'Accept-Language': 'zh-TW' })
  const chinese = await told<{ datasets: { description: string }[] }>(200, '/v1/data', answer)
  assert.match(chinese.datasets[0]!.description, /[一-鿿]/)
  await told(200, '/v1/data', await get('/v1/data', withKey(free)))
  const warned = await get('/v1/data', withKey('nonsense'))
  assert.equal(warned.headers.get('x-warning'), 'malformed_key; param=Authorization')
  await told(200, '/v1/data', warned)
  await told(422, '/v1/data', await get('/v1/data?tier=gold'))
  await told(422, '/v1/data', await get('/v1/data?tyer=free'))
})

test('rows of every dataset are as documented', async () => {
  for (const { name } of catalogue) {
    const answer = await get(`/v1/data/${name}?limit=3`, withKey(plus))
    const page = await told<{ dataset: string; count: number; data: unknown[] }>(200, dataPath, answer)
    assert.equal(page.dataset, name)
    assert.equal(page.count, page.data.length)
    assert.ok(page.count > 0, `${name} has no rows`)
    for (const row of page.data) contract.hold(contract.at('components', 'schemas', name), row, name)
  }
})

test('size, projection, next page, warning and unchanged answer are as documented', async () => {
  const prices = '/v1/data/TaiwanStockPrice'
  const size = await told(200, dataPath, await get(`${prices}?stock_id=2330&dry_run=true`, withKey(plus)))
  contract.hold(contract.at('components', 'schemas', 'DryRun'), size, 'dry run')
  const narrow = await told<{ data: object[]; cursor: string }>(
    200,
    dataPath,
    await get(`${prices}?columns=close,trade_date&limit=2`, withKey(plus)),
  )
  assert.deepEqual(Object.keys(narrow.data[0]!), ['trade_date', 'close'])
  contract.hold(contract.at('components', 'schemas', 'ProjectedResult'), narrow, 'projection')
  await told(200, dataPath, await get(`${prices}?cursor=${narrow.cursor}`, withKey(plus)))
  const warned = await get(`${prices}?stock_id=2330,nothing&period=annual&limit=1`, withKey(plus))
  assert.match(warned.headers.get('x-warning')!, /not_applicable; param=period, unknown_id/)
  await told(200, dataPath, warned)
  const held = { 'If-None-Match': warned.headers.get('etag')! }
  await told(304, dataPath, await get(`${prices}?stock_id=2330,nothing&period=annual&limit=1`, withKey(plus, held)))
  const strict = withKey(plus, { Prefer: 'handling=strict' })
  await told(422, dataPath, await get(`${prices}?period=annual`, strict))
})

test('refusals are as documented', async () => {
  const prices = '/v1/data/TaiwanStockPrice'
  const cases: [number, string, string, Record<string, string>, string?][] = [
    [401, 'missing_key', prices, {}],
    [401, 'malformed_key', prices, { Authorization: 'Bearer nonsense' }],
    [401, 'malformed_key', prices, { 'X-Api-Key': plus }],
    [401, 'invalid_key', prices, withKey(generateKey())],
    [403, 'tier_required', prices, withKey(free)],
    [404, 'unknown_dataset', '/v1/data/TaiwanStockPrise', withKey(free)],
    [405, 'method_not_allowed', prices, withKey(plus), 'DELETE'],
    [422, 'invalid_parameter', `${prices}?limit=0&start_date=2026-02-30`, withKey(plus)],
    [422, 'unknown_parameter', `${prices}?stockid=2330`, withKey(plus, { 'Accept-Language': 'zh-TW' })],
    [400, 'invalid_cursor', `${prices}?cursor=abc`, withKey(plus)],
    [400, 'bad_request', `${prices}?stock_id=%ff`, withKey(plus)],
  ]
  for (const [status, code, path, headers, method] of cases) {
    const body = await told(status, dataPath, await get(path, headers, method))
    assert.equal(body.code, code)
    contract.hold(contract.at('components', 'schemas', 'Error'), body, path)
  }
  const nowhere = await get('/v1/nothing')
  assert.equal(nowhere.status, 404)
  const schema = ['components', 'responses', 'NotFound', 'content', 'application/json', 'schema']
  contract.hold(contract.at(...schema), await nowhere.json(), '/v1/nothing')
})

test('answers before the first version and after a fault of ours are as documented', async () => {
  const broken = { manifest: () => assert.fail('broken') }
  const empty = { manifest: () => null, checks: () => ({ data: 'not built yet' }), library: { current: () => null } }
  const guard = { identify: () => ({ userId: 1, keyId: 1, tier: 'plus' }) }
  const shared = { release: '0', guard, log: { error() {} }, cursorKey: Buffer.alloc(32), onDamage() {} }
  for (const [services, status, paths] of [
    [empty, 503, ['/v1/data', '/readyz', '/v1/data/TaiwanStockPrice']],
    [broken, 500, ['/v1/data']],
  ] as const) {
    const server = createServer(createApp({ ...shared, ...services } as unknown as Services)).listen(0)
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    for (const path of paths) {
      const documented = path in document.paths ? path : dataPath
      await told(status, documented, await fetch(`http://127.0.0.1:${port}${path}`))
    }
    server.closeAllConnections()
    server.close()
  }
})

test('every other route answers as documented, under /api and to HEAD as well', async () => {
  for (const { path } of routes) {
    const answer = await get(path)
    const tag = answer.headers.get('etag')
    await told(200, path, answer)
    assert.equal((await get(`/api${path}`)).headers.get('etag'), tag)
    const head = await get(path, {}, 'HEAD')
    assert.deepEqual([head.status, head.headers.get('etag'), await head.text()], [200, tag, ''])
    await told(304, path, await get(path, { 'If-None-Match': tag! }))
    await told(405, path, await get(path, {}, 'POST'))
    await told(422, path, await get(`${path}?nonsense=1`))
  }
})

test('llms.txt names every dataset, endpoint, parameter and failure', async () => {
  const text = await (await get('/llms.txt')).text()
  const endpoints = [...routes.map(({ path }) => path), dataPath].map((path) => `GET ${path}`)
  for (const word of [...catalogue.map(({ name }) => name), ...endpoints, ...Object.keys(parameters)])
    assert.ok(text.includes(word), word)
  for (const word of [...Object.keys(failures), '600', '3000', '10000', '/openapi.json']) assert.ok(text.includes(word))
})

for (const [language, heading] of [
  ['en', 'Quick start'],
  ['zh-TW', '快速開始'],
] as const)
  test(`the reference in ${language} stands alone and names everything`, async () => {
    const answer = await get('/docs', { 'Accept-Language': language })
    assert.equal(answer.headers.get('content-language'), language)
    assert.match(answer.headers.get('content-security-policy')!, /^default-src 'none'; style-src 'unsafe-inline'/)
    const page = await answer.text()
    assert.ok(page.includes(heading))
    assert.match(page, /class="banner"/)
    assert.ok(!/<script|@import/i.test(page))
    for (const [, target] of page.matchAll(/(?:src|href|action)\s*=\s*["']?([^"'\s>]*)/gi))
      assert.doesNotMatch(target!, /^(https?:)?\/\//i)
    assert.ok(!/url\(/i.test(page))
    const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
    for (const [, anchor] of page.matchAll(/href="#([^"]+)"/g)) assert.ok(ids.has(anchor), anchor)
    for (const { name, columns } of catalogue) {
      assert.ok(ids.has(name), name)
      for (const column of Object.keys(columns)) assert.ok(page.includes(`<code>${column}</code>`), column)
    }
    assert.equal(await (await get(`/docs?lang=${language}`)).text(), page)
  })
