import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { contractOf, type OpenapiDocument, readDocument, resolve } from '../../test/support/contract.ts'
import { builtAt } from '../../test/support/fixture.ts'
import { keyOf, type Service } from '../../test/support/service.ts'
import { shareService } from '../../test/support/sharedService.ts'
import { createAddresses } from '../access/addresses.ts'
import { generateKey } from '../access/keys.ts'
import { createMeter } from '../access/meter.ts'
import { createShared, openShared } from '../access/windows/sharedWindows.ts'
import { catalogue } from '../catalogue/index.ts'
import { type Code, codeSaid, failures } from '../errors.ts'
import { parameters } from '../query/parameters.ts'
import { createApp } from './app.ts'
import { openapiOf } from './openapi.ts'
import { hasEtag, nameOf } from './route.ts'
import { payForDataset } from './routes/paidRows.ts'
import { routes } from './routes/routes.ts'
import { queryDataset } from './routes/rows.ts'
import type { Services } from './services.ts'
import { createTurns } from './turns.ts'
import { createUnsent } from './unsent.ts'

const rows = nameOf(queryDataset)
const list = 'GET /v1/data'
let service: Service
let document: OpenapiDocument
let contract: ReturnType<typeof contractOf>
let free: string
let plus: string

before(async () => {
  service = await shareService()
  free = await keyOf(service.home, 'free')
  plus = await keyOf(service.home, 'plus')
  document = await readDocument(service.url)
  contract = contractOf(document)
})

after(async () => {
  await service?.stop()
})

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(service.url + path, { headers, method })
const withKey = (key: string, more: Record<string, string> = {}) => ({ Authorization: `Bearer ${key}`, ...more })

/** Asserts the status of a response, checks it against the document and returns its body. */
async function expectStatus<T = Record<string, unknown>>(
  status: number,
  operation: string,
  response: Response,
): Promise<T> {
  assert.equal(response.status, status, response.url)
  return (await contract.checkResponse(operation, response)) as T
}

/** Places in the document where a key stands. */
function* places(node: unknown, key: string, steps: string[] = []): Generator<{ steps: string[]; value: unknown }> {
  if (typeof node !== 'object' || node === null) return
  for (const [name, value] of Object.entries(node)) {
    if (name === key) yield { steps: [...steps, name], value }
    yield* places(value, key, [...steps, name])
  }
}

test('every schema of the document compiles and every reference leads somewhere', async () => {
  for (const name of Object.keys(document.components.schemas)) contract.at('components', 'schemas', name)
  // Many endpoints share a schema word for word: one of each is enough.
  const unlike = new Map<string, string[]>()
  const all = { paths: document.paths, components: { headers: document.components.headers } }
  for (const { steps, value } of places(all, 'schema')) unlike.set(JSON.stringify(value), steps)
  for (const steps of unlike.values()) contract.at(...steps)
  for (const { value } of places(document, '$ref')) {
    let node: unknown = document
    for (const step of String(value).slice(2).split('/')) node = (node as Record<string, unknown>)[step]
    assert.ok(node, String(value))
  }
  // Lets the client notice the connections that the service has closed meanwhile.
  await sleep(10)
})

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
  )

test('the document has every route by method and path, each with a name of its own', () => {
  assert.equal(document.openapi, '3.1.0')
  assert.deepEqual(
    operations()
      .map(({ name }) => name)
      .sort(),
    routes.map(nameOf).sort(),
  )
  assert.equal(new Set(operations().map(({ operation }) => operation.operationId)).size, routes.length)
  for (const { name, operation } of operations()) {
    const named = operation.parameters.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name)
    assert.deepEqual(
      named,
      [...name.matchAll(/\{(\w+)\}/g)].map(([, part]) => part),
    )
    assert.ok(!name.startsWith('GET ') || !operation.requestBody, name)
    for (const response of Object.values(operation.responses))
      assert.ok((response as { description?: string }).description)
  }
})

test('every failure stands under its status with the code that its body has', () => {
  const seen = new Set<string>()
  const { 'x-failures': texts, paths } = document
  for (const { steps, value } of places({ paths, stray: document['x-stray-responses'] }, 'x-failures')) {
    const [status] = steps.slice(-2)
    for (const code of value as readonly Code[]) {
      seen.add(code)
      if (steps[0] === 'paths') assert.equal(failures[code].status, Number(status), code)
    }
  }
  type Failures = Record<Code, { status: number; code?: string | null; detail: string }>
  const documented = texts as Failures
  const chinese = (openapiOf('0', routes, 'zh') as unknown as { 'x-failures': Failures })['x-failures']
  for (const code of Object.keys(failures) as Code[]) {
    const { status, code: documentedCode = code, detail } = documented[code]
    const { detail: detailZh } = chinese[code]
    assert.deepEqual([status, documentedCode], [failures[code].status, codeSaid(code)])
    const isRate = detail.startsWith('rate limit exceeded')
    assert.match(detailZh, isRate ? /^rate limit exceeded/ : /[一-鿿]/)
    assert.doesNotMatch(detail + detailZh, /undefined|\[object/)
  }
  assert.deepEqual(Object.keys(documented).sort(), Object.keys(failures).sort())
  assert.deepEqual([...seen].sort(), Object.keys(failures).sort())
})

test('the security of an operation follows from the route', () => {
  const ways = Object.fromEntries(
    operations().map(({ name, operation }) => [name, operation.security.map((way) => Object.keys(way).join())]),
  )
  assert.deepEqual(ways[rows], ['', 'bearer'])
  assert.deepEqual(ways[nameOf(payForDataset)], [])
  for (const route of routes)
    assert.deepEqual(
      ways[nameOf(route)],
      {
        none: [],
        link: [],
        payment: [],
        open: ['', 'bearer', 'session'],
        caller: ['bearer', 'session'],
        session: ['session'],
        key: route.isPartlyOpen ? ['', 'bearer'] : ['bearer'],
      }[route.auth],
    )
})

test('parameters and columns are those of the code', () => {
  for (const { path } of [queryDataset, payForDataset]) {
    const { parameters: listed } = document.paths[path]!.get!
    assert.deepEqual(
      listed.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
      Object.keys(parameters),
    )
    assert.deepEqual(resolve(document, listed.find(({ name }) => name === 'dataset')!.schema as { $ref: string }), {
      type: 'string',
      enum: catalogue.map(({ name }) => name),
    })
  }
  for (const { name, columns } of catalogue) {
    const schema = document.components.schemas[name]!
    assert.deepEqual(Object.keys(schema.properties as object), Object.keys(columns))
    assert.deepEqual(schema.required, Object.keys(columns))
  }
})

test('the catalogue is as documented, filtered and in Chinese', async () => {
  const all = await expectStatus<{ datasets: unknown[] }>(200, list, await get('/v1/data'))
  assert.equal(all.datasets.length, 73)
  const some = await expectStatus<{ datasets: unknown[] }>(200, list, await get('/v1/data?category=chips&tier=free'))
  assert.ok(some.datasets.length > 0 && some.datasets.length < 15)
  const response = await get('/v1/data', { 'Accept-Language': 'zh-TW' })
  const chinese = await expectStatus<{ datasets: { description: string }[] }>(200, list, response)
  assert.match(chinese.datasets[0]!.description, /[一-鿿]/)
  await expectStatus(200, list, await get('/v1/data', withKey(free)))
  const warned = await get('/v1/data', withKey('nonsense'))
  assert.equal(warned.headers.get('x-warning'), 'malformed_key; param=Authorization')
  await expectStatus(200, list, warned)
  await expectStatus(422, list, await get('/v1/data?tier=gold'))
  await expectStatus(422, list, await get('/v1/data?tyer=free'))
})

test('rows of every dataset are as documented', async () => {
  for (const { name } of catalogue) {
    const response = await get(`/v1/data/${name}?limit=3`, withKey(plus))
    const page = await expectStatus<{ dataset: string; count: number; data: unknown[] }>(200, rows, response)
    assert.equal(page.dataset, name)
    assert.equal(page.count, page.data.length)
    assert.ok(page.count > 0, `${name} has no rows`)
    for (const row of page.data) contract.checkValue(contract.at('components', 'schemas', name), row, name)
  }
})

test('size, projection, next page, warning and unchanged answer are as documented', async () => {
  const prices = '/v1/data/TaiwanStockPrice'
  const size = await expectStatus(200, rows, await get(`${prices}?stock_id=2330&dry_run=true`, withKey(plus)))
  contract.checkValue(contract.at('components', 'schemas', 'DryRun'), size, 'dry run')
  const narrow = await expectStatus<{ data: object[]; cursor: string }>(
    200,
    rows,
    await get(`${prices}?columns=close,trade_date&limit=2`, withKey(plus)),
  )
  assert.deepEqual(Object.keys(narrow.data[0]!), ['trade_date', 'close'])
  contract.checkValue(contract.at('components', 'schemas', 'ProjectedResult'), narrow, 'projection')
  await expectStatus(200, rows, await get(`${prices}?cursor=${narrow.cursor}`, withKey(plus)))
  const warned = await get(`${prices}?stock_id=2330,nothing&period=annual&limit=1`, withKey(plus))
  assert.match(warned.headers.get('x-warning')!, /not_applicable; param=period, unknown_id/)
  await expectStatus(200, rows, warned)
  const held = { 'If-None-Match': warned.headers.get('etag')! }
  await expectStatus(304, rows, await get(`${prices}?stock_id=2330,nothing&period=annual&limit=1`, withKey(plus, held)))
  const strict = withKey(plus, { Prefer: 'handling=strict' })
  await expectStatus(422, rows, await get(`${prices}?period=annual`, strict))
})

test('the gaps of a dataset are as documented', async () => {
  const operation = 'GET /v1/data/{dataset}/gaps'
  const path = '/v1/data/TaiwanStockPrice/gaps?stock_id=2330&limit=2'
  const response = await get(path, withKey(plus))
  const body = await expectStatus(200, operation, response)
  assert.equal((body.data as unknown[]).length, 2)
  await expectStatus(304, operation, await get(path, withKey(plus, { 'If-None-Match': response.headers.get('etag')! })))
  await expectStatus(422, operation, await get(`${path}&columns=reason`, withKey(plus)))
})

type Labelled = { label: { en: string; zh: string }; type: string }
type Described = {
  dataset: string
  primary_key: string[]
  columns: (Labelled & { name: string; scale: number | null })[]
  accounts?: Labelled[]
}

test('the schema of every dataset is as documented, needs no key, and has labels in both languages', async () => {
  const operation = 'GET /v1/data/{dataset}/schema'
  for (const { name, columns, key, filters } of catalogue) {
    const response = await get(`/v1/data/${name}/schema`)
    const body = await expectStatus<Described>(200, operation, response)
    assert.equal(body.dataset, name)
    assert.deepEqual(body.primary_key, key)
    assert.deepEqual(
      body.columns.map((column) => column.name),
      Object.keys(columns),
    )
    for (const { label, type, scale } of body.columns) {
      assert.match(label.zh, /\p{Script=Han}|[A-Z]/u)
      assert.ok(label.en.length > 0)
      assert.equal(scale === null, type !== 'decimal')
    }
    assert.equal(body.accounts !== undefined, filters.period !== undefined)
  }
  const { accounts } = await expectStatus<Described>(
    200,
    operation,
    await get('/v1/data/TaiwanStockBalanceSheet/schema'),
  )
  assert.deepEqual(
    accounts!.find(({ type }) => type === 'OtherCurrentLiabilities'),
    { type: 'OtherCurrentLiabilities', label: { en: 'Other current liabilities', zh: '其他流動負債' }, unit: 'TWD' },
  )
  const held = { 'If-None-Match': (await get('/v1/data/GoldPrice/schema')).headers.get('etag')! }
  await expectStatus(304, operation, await get('/v1/data/GoldPrice/schema', held))
  const lost = await expectStatus<{ suggestions: string[] }>(404, operation, await get('/v1/data/GoldPrices/schema'))
  assert.equal(lost.suggestions[0], 'GoldPrice')
})

test('every account code of the stored statements that has a known name is listed with its labels', async () => {
  for (const name of ['TaiwanStockFinancialStatement', 'TaiwanStockBalanceSheet', 'TaiwanStockCashFlowsStatement']) {
    const described = await get(`/v1/data/${name}/schema`)
    const { accounts } = (await described.json()) as { accounts: { type: string }[] }
    const known = new Set(accounts.map(({ type }) => type))
    const { data } = (await (
      await get(`/v1/data/${name}?limit=10000&columns=type,origin_name`, withKey(free))
    ).json()) as { data: { type: string; origin_name: string }[] }
    for (const { type, origin_name } of data) assert.ok(known.has(type.replace(/_per$/, '')), `${type} ${origin_name}`)
  }
})

test('rows in other formats are as documented', async () => {
  const path = '/v1/data/TaiwanStockPER?stock_id=2330&limit=2'
  for (const format of ['ndjson', 'csv', 'parquet', 'arrow']) {
    const response = await get(`${path}&format=${format}`, withKey(free))
    const held = { 'If-None-Match': response.headers.get('etag')! }
    await expectStatus(200, rows, response)
    await expectStatus(304, rows, await get(`${path}&format=${format}`, withKey(free, held)))
  }
  await expectStatus(200, rows, await get(`${path}&decimals=number`, withKey(free)))
  await expectStatus(406, rows, await get(path, withKey(free, { Accept: 'image/png' })))
  await expectStatus(422, rows, await get(`${path}&labels=zh`, withKey(free)))
  const sample = await get(path)
  assert.equal(sample.headers.get('x-ratelimit-tier'), 'anonymous')
  await expectStatus(200, rows, sample)
})

test('files and links are as documented', async () => {
  type Files = { files: { url: string }[] }
  const file = 'GET /v1/bulk/{dataset}/{file}'
  for (const [operation, path] of [
    ['GET /v1/bulk', '/v1/bulk'],
    ['GET /v1/bulk/{dataset}', '/v1/bulk/TaiwanStockPER'],
    [
      file,
      (await expectStatus<Files>(200, 'GET /v1/bulk/{dataset}', await get('/v1/bulk/TaiwanStockPER', withKey(free))))
        .files[0]!.url,
    ],
  ] as const) {
    const response = await get(path, withKey(free))
    const held = { 'If-None-Match': response.headers.get('etag')! }
    await expectStatus(200, operation, response)
    await expectStatus(304, operation, await get(path, withKey(free, held)))
    await expectStatus(422, operation, await get(`${path}?nonsense=1`, withKey(free)))
    await expectStatus(401, operation, await get(path))
    if (operation !== file) continue
    await expectStatus(206, operation, await get(path, withKey(free, { Range: 'bytes=0-9' })))
    await expectStatus(416, operation, await get(path, withKey(free, { Range: 'bytes=999999999-' })))
    await expectStatus(404, operation, await get(path.replace(/\w+\.parquet/, 'x.parquet'), withKey(free)))
  }

  const link = async (body: object, status = 201) => {
    const headers = withKey(free, { 'Content-Type': 'application/json' })
    const made = await fetch(`${service.url}/v1/links`, { method: 'POST', headers, body: JSON.stringify(body) })
    return expectStatus<{ id: number; urls: string[] }>(status, 'POST /v1/links', made)
  }
  const { id, urls } = await link({ dataset: 'TaiwanStockPER', query: 'stock_id=2330&limit=2&format=csv' })
  const linked = 'GET /v1/linked/{token}/{file}'
  const first = await fetch(urls[0]!)
  await expectStatus(200, linked, first)
  await expectStatus(304, linked, await fetch(urls[0]!, { headers: { 'If-None-Match': first.headers.get('etag')! } }))
  const files = await link({ dataset: 'TaiwanStockPER', kind: 'files' })
  await expectStatus(206, linked, await fetch(files.urls[0]!, { headers: { Range: 'bytes=0-9' } }))
  await expectStatus(416, linked, await fetch(files.urls[0]!, { headers: { Range: 'bytes=999999999-' } }))
  await link({ dataset: 'TaiwanStockPER', query: 'limit=0' }, 422)
  await expectStatus(200, 'GET /v1/links', await get('/v1/links', withKey(free)))
  await expectStatus(200, 'DELETE /v1/links/{id}', await get(`/v1/links/${id}`, withKey(free), 'DELETE'))
  await expectStatus(410, linked, await fetch(urls[0]!))
  await expectStatus(404, linked, await fetch(urls[0]!.replace(/fmsl_.../, 'fmsl_000')))
})

test('the actions behind adjusted prices are as documented', async () => {
  const path = '/v1/data/TaiwanStockPriceAdj/explain'
  const response = await get(`${path}?stock_id=2330`, withKey(plus))
  await expectStatus(200, `GET ${path}`, response)
  const held = { 'If-None-Match': response.headers.get('etag')! }
  await expectStatus(304, `GET ${path}`, await get(`${path}?stock_id=2330`, withKey(plus, held)))
})

test('refusals are as documented', async () => {
  const prices = '/v1/data/TaiwanStockPrice'
  const cases: [number, string, string, Record<string, string>][] = [
    [401, 'missing_key', prices, {}],
    [401, 'malformed_key', prices, { Authorization: 'Bearer nonsense' }],
    [401, 'malformed_key', prices, { 'X-Api-Key': plus }],
    [401, 'invalid_key', prices, withKey(generateKey())],
    [403, 'tier_required', prices, withKey(free)],
    [404, 'unknown_dataset', '/v1/data/TaiwanStockPrise', withKey(free)],
    [422, 'invalid_parameter', `${prices}?limit=0&start_date=2026-02-30`, withKey(plus)],
    [422, 'unknown_parameter', `${prices}?stockid=2330`, withKey(plus, { 'Accept-Language': 'zh-TW' })],
    [400, 'invalid_cursor', `${prices}?cursor=abc`, withKey(plus)],
    [400, 'bad_request', `${prices}?stock_id=%ff`, withKey(plus)],
  ]
  for (const [status, code, path, headers] of cases) {
    const body = await expectStatus(status, rows, await get(path, headers))
    assert.equal(body.code, code)
    contract.checkValue(contract.at('components', 'schemas', 'Error'), body, path)
  }
})

test('an unknown path or method is answered as documented, with a key and without', async () => {
  for (const [headers, hasRate] of [
    [{}, false],
    [withKey(plus), true],
    [withKey('nonsense'), false],
  ] as const)
    for (const [name, path, method] of [
      ['NotFound', '/v1/nothing', 'GET'],
      ['NotFound', '/api/v1/nothing', 'POST'],
      ['MethodNotAllowed', '/v1/data/TaiwanStockPrice', 'DELETE'],
      ['MethodNotAllowed', '/v1/keys', 'PATCH'],
      ['MethodNotAllowed', '/healthz', 'POST'],
    ] as const) {
      const response = await get(path, headers, method)
      assert.equal(response.status, name === 'NotFound' ? 404 : 405)
      assert.equal(response.headers.has('x-ratelimit-remaining'), hasRate)
      await contract.checkStrayResponse(name, response)
    }
})

test('answers before the first version and after a fault of ours are as documented', async () => {
  const broken = { manifest: () => assert.fail('broken') }
  const empty = { manifest: () => null, checks: () => ({ data: 'not built yet' }), library: { current: () => null } }
  const now = () => new Date(builtAt)
  const shared = {
    release: '0',
    now,
    guard: { identify: () => ({ userId: 1, keyId: 1, tier: 'plus' }), remembered: () => null, wasValid: () => false },
    accounts: { sessionOf: async () => null },
    addresses: createAddresses([]),
    addressLimit: null,
    quota: openShared(createShared({ bucketMs: 60_000, now }), now),
    meter: createMeter(now),
    baseUrl: () => 'http://127.0.0.1',
    log: { error() {} },
    cursorKeys: [Buffer.alloc(32)],
    onDamage() {},
    unsent: createUnsent(),
    turns: createTurns(),
    pageWaiter: { wait: () => null, changed() {} },
    observe: null,
    traffic: { count() {} },
    nextAttempt: () => null,
  }
  const waiting = { ...empty, nextAttempt: () => ({ at: now().getTime() + 1_800_000, time: '19:00' }) }
  for (const [services, status, code, operations] of [
    [
      waiting,
      503,
      'no_rows_yet',
      { [list]: '/v1/data', [rows]: '/v1/data/TaiwanStockPrice', 'GET /readyz': '/readyz' },
    ],
    [
      empty,
      503,
      'not_ready',
      {
        [list]: '/v1/data',
        'GET /readyz': '/readyz',
        [rows]: '/v1/data/TaiwanStockPrice',
        'GET /v1/data/{dataset}/gaps': '/v1/data/TaiwanStockPrice/gaps',
      },
    ],
    [broken, 500, 'internal', { [list]: '/v1/data' }],
  ] as const) {
    const server = createServer(createApp({ ...shared, ...services } as unknown as Services)).listen(0)
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    for (const [operation, path] of Object.entries(operations)) {
      const body = await expectStatus(
        status,
        operation,
        await fetch(`http://127.0.0.1:${port}${path}`, { headers: withKey(plus) }),
      )
      assert.equal(body.code, path === '/readyz' ? undefined : code)
    }
    server.closeAllConnections()
    server.close()
  }
})

/** `/readyz` names the free bytes of the disk, which change by the second; what it says of the rows alone stays. */
const steady = (path: string) => (path === '/readyz' ? `${path}?scope=rows` : path)

test('every open route answers as documented, under /api and to HEAD as well', async () => {
  const open = routes.filter((route) => hasEtag(route) && route.auth !== 'key' && !route.path.includes('{'))
  assert.ok(open.length >= 8)
  for (const route of open) {
    const path = steady(route.path)
    const operation = nameOf(route)
    const response = await get(path)
    const tag = response.headers.get('etag')
    await expectStatus(200, operation, response)
    assert.equal((await get(`/api${path}`)).headers.get('etag'), tag)
    const head = await get(path, {}, 'HEAD')
    assert.deepEqual([head.status, head.headers.get('etag'), await head.text()], [200, tag, ''])
    await expectStatus(304, operation, await get(path, { 'If-None-Match': tag! }))
    // Links of other sites lead to files of text, with parameters of their own.
    const isText = route.responses[200]?.type === 'text/plain'
    await expectStatus(isText ? 200 : 422, operation, await get(`${route.path}?nonsense=1`))
    const known = await get(path, withKey(free))
    assert.equal(known.headers.get('x-ratelimit-tier'), route.auth === 'open' ? 'free' : null)
    await expectStatus(200, operation, known)
  }
})

test('the state of the service is as documented', async () => {
  await expectStatus(200, 'GET /v1/status', await get('/v1/status'))
  await expectStatus(422, 'GET /v1/status', await get('/v1/status?nonsense=1'))
})

test('every documented success of the data and service routes was seen', () => {
  for (const { name, operation } of operations())
    if (operation.tags.some((tag) => tag === 'data' || tag === 'service'))
      for (const [status, response] of Object.entries(operation.responses))
        if (!('x-failures' in response))
          assert.ok(contract.checkedResponses.has(`${name} ${status}`), `${name} ${status}`)
})
