import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openApi } from '../../test/support/api.ts'
import type { RequestOptions } from '../../test/support/client.ts'
import { readDocument, resolve } from '../../test/support/contract.ts'
import { shareService } from '../../test/support/sharedService.ts'
import { generateKey } from '../access/keys.ts'
import { catalogue } from '../catalogue/index.ts'
import { type Code, codeSaid, failures } from '../errors.ts'
import { parameters } from '../query/parameters.ts'
import { openapiOf } from './openapi.ts'
import { hasEtag, nameOf } from './route.ts'
import { payForDataset } from './routes/paidRows.ts'
import { routes } from './routes/routes.ts'
import { queryDataset } from './routes/rows.ts'

/* The document itself, and a response of every route of data: `send` holds each against the document. */

const { url, send, ok, refused, keys, contract } = await openApi(shareService())
const { free, plus } = keys
const document = await readDocument(url)
const rows = nameOf(queryDataset)

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

test('rows of every dataset are as documented', async () => {
  const check = (schema: string, value: unknown) =>
    contract.checkValue(contract.at('components', 'schemas', schema), value, schema)
  for (const { name } of catalogue) {
    const { json } = await ok(`${name}?limit=3`)
    assert.ok(json.count > 0, `${name} has no rows`)
    for (const row of json.data) check(name, row)
  }
  check('DryRun', (await ok('TaiwanStockPrice?stock_id=2330&dry_run=true')).json)
  check('ProjectedResult', (await ok('TaiwanStockPrice?columns=close,trade_date&limit=2')).json)
})

type Labelled = { label: { en: string; zh: string }; type: string; unit?: string }
type Column = Labelled & { name: string; scale: number | null }

test('the schema of every dataset needs no key, and has labels in both languages', async () => {
  const schemaOf = async (name: string) => {
    const { status, json } = await send(`/v1/data/${name}/schema`)
    assert.equal(status, 200, name)
    return json as { dataset: string; primary_key: string[]; columns: Column[]; accounts?: Labelled[] }
  }
  for (const { name, columns, key, filters } of catalogue) {
    const schema = await schemaOf(name)
    assert.deepEqual([schema.dataset, schema.primary_key], [name, key])
    assert.deepEqual(
      schema.columns.map((column) => column.name),
      Object.keys(columns),
    )
    for (const { label, type, scale } of schema.columns) {
      assert.match(label.zh, /\p{Script=Han}|[A-Z]/u)
      assert.ok(label.en.length > 0)
      assert.equal(scale === null, type !== 'decimal')
    }
    assert.equal(schema.accounts !== undefined, filters.period !== undefined)
    if (!schema.accounts) continue
    // Every account code of the stored statements that has a known name is listed.
    const known = new Set(schema.accounts.map(({ type }) => type))
    const { data } = (await ok(`${name}?limit=10000&columns=type,origin_name`)).json
    for (const { type, origin_name } of data) assert.ok(known.has(type.replace(/_per$/, '')), `${type} ${origin_name}`)
  }
  const { accounts } = await schemaOf('TaiwanStockBalanceSheet')
  assert.deepEqual(
    accounts!.find(({ type }) => type === 'OtherCurrentLiabilities'),
    { type: 'OtherCurrentLiabilities', label: { en: 'Other current liabilities', zh: '其他流動負債' }, unit: 'TWD' },
  )
  assert.equal((await send('/v1/data/GoldPrices/schema')).json.suggestions[0], 'GoldPrice')
})

test('what a route of data answers with has a validator, and files their ranges', async () => {
  const link = async (body: object): Promise<{ id: number; urls: string[] }> => {
    const response = await send('/v1/links', { key: free, json: { dataset: 'TaiwanStockPER', ...body } })
    assert.equal(response.status, 201, response.text)
    return response.json
  }
  const ofRows = await link({ query: 'stock_id=2330&limit=2&format=csv' })
  const ofFiles = await link({ kind: 'files' })
  const [linkedRows, linkedFile] = [ofRows, ofFiles].map(({ urls }) => urls[0]!.slice(url.length)) as [string, string]
  const listed = await send('/v1/bulk/TaiwanStockPER', { key: free })
  const file: string = listed.json.files[0].url
  const per = '/v1/data/TaiwanStockPER?stock_id=2330&limit=2'
  for (const path of [
    ...[
      per,
      `${per}&decimals=number`,
      ...['ndjson', 'csv', 'parquet', 'arrow'].map((format) => `${per}&format=${format}`),
    ],
    ...['/v1/data/GoldPrice/schema', '/v1/data/TaiwanStockPER/gaps?stock_id=2330&limit=2'],
    ...['/v1/changes/TaiwanStockPER?since=2020-01-01&limit=2', '/v1/universe?as_of=2026-01-05'],
    ...['/v1/data/TaiwanStockPriceAdj/explain?stock_id=2330', '/v1/data/TaiwanFuturesContinuous/explain?limit=2'],
    '/v1/events?limit=2',
    ...['/v1/bulk', '/v1/bulk/TaiwanStockPER', file, linkedRows, linkedFile],
  ]) {
    const own = path.startsWith('/v1/linked') ? {} : { key: plus }
    const response = await send(path, own)
    assert.equal(response.status, 200, path)
    const same = await send(path, { ...own, headers: { 'If-None-Match': response.headers.etag! } })
    assert.equal(same.status, 304, path)
    for (const [range, status] of [
      ['bytes=0-9', 206],
      ['bytes=999999999-', 416],
    ] as const)
      if (path === file || path === linkedFile)
        assert.equal((await send(path, { ...own, headers: { Range: range } })).status, status)
  }
  assert.equal((await send('/v1/links', { key: free })).status, 200)
  assert.equal((await send(`/v1/links/${ofRows.id}`, { key: free })).status, 200)
  assert.equal((await send(`/v1/links/${ofRows.id}`, { key: free, method: 'DELETE' })).status, 200)
  await refused([
    [410, 'link_revoked', linkedRows],
    [404, 'unknown_link', linkedRows.replace(/fmsl_.../, 'fmsl_000')],
  ])
})

test('an unknown path or method is answered with the quota of a valid key alone', async () => {
  const withKey = (key?: string): RequestOptions => (key === undefined ? {} : { key })
  for (const key of [undefined, plus, 'nonsense', generateKey()])
    for (const [status, path, method] of [
      [404, '/v1/nothing', 'GET'],
      [404, '/api/v1/nothing', 'POST'],
      [405, '/v1/data/TaiwanStockPrice', 'DELETE'],
      [405, '/v1/keys', 'PUT'],
      [405, '/healthz', 'POST'],
    ] as const) {
      const response = await send(path, { ...withKey(key), method })
      assert.equal(response.status, status)
      const hasQuota = key === plus && path !== '/healthz'
      if (path !== '/healthz') assert.equal('x-ratelimit-remaining' in response.headers, hasQuota)
    }
})

/** `/readyz` names the free bytes of the disk, which change by the second; what it says of the rows alone stays. */
const steady = (path: string) => (path === '/readyz' ? `${path}?scope=rows` : path)

test('every open route has one answer, under /api and to HEAD as well', async () => {
  const open = routes.filter((route) => hasEtag(route) && route.auth !== 'key' && !route.path.includes('{'))
  assert.ok(open.length >= 8)
  for (const route of open) {
    const path = steady(route.path)
    const { status, headers } = await send(path)
    const etag = headers.etag!
    assert.deepEqual([status, (await send(`/api${path}`)).headers.etag], [200, etag], path)
    const head = await send(path, { method: 'HEAD' })
    assert.deepEqual([head.status, head.headers.etag, head.text], [200, etag, ''])
    assert.equal((await send(path, { headers: { 'If-None-Match': etag } })).status, 304)
    // Links of other sites lead to files of text, with parameters of their own.
    const isText = route.responses[200]?.type === 'text/plain'
    assert.equal((await send(`${route.path}?nonsense=1`)).status, isText ? 200 : 422)
    const known = await send(path, { key: free })
    assert.equal(known.headers['x-ratelimit-tier'], route.auth === 'open' ? 'free' : undefined)
  }
  for (const path of ['/v1/status', '/v1/quality']) assert.equal((await send(path)).status, 200)
})

test('every documented success of the data and service routes was seen', () => {
  contract.expectSeen('data', 'service')
})
