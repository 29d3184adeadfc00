import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import * as sdk from '../../sdk/index.ts'
import { clientFailures } from '../../src/cli/clients/clientFailures.ts'
import { keyOf } from '../support/service.ts'
import { startServiceProxy } from '../support/serviceProxy.ts'
import { shareService } from '../support/sharedService.ts'
import { until } from '../support/until.ts'
import { createWallet } from '../support/wallet.ts'

const folder = mkdtempSync(join(tmpdir(), 'formosa-sdk-'))
let service: Awaited<ReturnType<typeof shareService>>
let key: string
let proxy: Awaited<ReturnType<typeof startServiceProxy>>

before(async () => {
  service = await shareService()
  key = await keyOf(service.home, 'plus')
  proxy = await startServiceProxy(service.url)
})

after(async () => {
  await proxy?.stop()
  await service?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** A client of the service through the proxy that keeps its warnings. */
function open(options: sdk.ClientOptions = {}) {
  const warnings: sdk.Warning[] = []
  proxy.setFaults(() => undefined)
  const client = sdk.createClient({ url: proxy.url, key, onWarning: (warning) => warnings.push(warning), ...options })
  return { client, warnings }
}

const few = { stock_id: ['2330', '2317'], start_date: '2026-06-01' } as const

/** The same query without the client. */
async function direct(path: string): Promise<{ data: Record<string, unknown>[] }> {
  const response = await fetch(service.url + path, { headers: { Authorization: `Bearer ${key}` } })
  return (await response.json()) as { data: Record<string, unknown>[] }
}

test('rows are paged while they are read, one page ahead, and are those of the service', async () => {
  const { client } = open()
  const { data } = await direct('/v1/data/TaiwanStockPrice?stock_id=2330,2317&start_date=2026-06-01&limit=10000')
  assert.ok(data.length > 200)
  const rows: unknown[] = []
  let requestCount = 0
  for await (const row of client.rows('TaiwanStockPrice', { ...few, limit: 50 })) {
    // Within the first page the second one is requested, and not the third.
    if (rows.length === 49) {
      await until('the second page is requested', () => proxy.requests().length >= 2)
      await sleep(100)
      requestCount = proxy.requests().length
    }
    rows.push(row)
  }
  assert.equal(requestCount, 2)
  assert.deepEqual(rows, data)
  assert.equal(proxy.requests().length, Math.ceil(data.length / 50))
  const { headers } = proxy.requests()[0]!
  assert.equal(headers['user-agent'], `formosa-sdk/${sdk.release}`)
  assert.deepEqual(await client.rows('TaiwanStockPrice', few).toArray(), data)
})

test('wide gives one column by trading days and ids', async () => {
  const { client } = open()
  const start_date = '2026-09-01'
  const rows = await client.rows('TaiwanStockPrice', { stock_id: '2330,2317', start_date, sort: 'asc' }).toArray()
  const wide = await client.wide('TaiwanStockPrice', 'close', { ids: ['2330', '2317'], start_date })
  assert.deepEqual(wide.ids, ['2317', '2330'])
  assert.deepEqual(wide.dates, [...new Set(rows.map(({ trade_date }) => trade_date))])
  for (const id of wide.ids)
    assert.deepEqual(
      wide.values[id],
      rows.filter(({ stock_id }) => stock_id === id).map(({ close }) => close),
    )
  const warned: string[] = []
  const ids = ['2330', 'nothing', ...Array.from({ length: 600 }, (_, i) => String(10_000 + i))]
  const chosen = await client.wide('TaiwanStockPrice', 'close', {
    ids,
    start_date,
    onWarning: ({ code }) => warned.push(code),
  })
  assert.deepEqual(chosen.ids, ids)
  assert.deepEqual([chosen.values['2330'], new Set(chosen.values.nothing)], [wide.values['2330'], new Set([null])])
  assert.ok(warned.includes('unknown_id') && !warned.includes('short_page'))
  await assert.rejects(client.wide('TaiwanStockMonthRevenue', 'revenue', { ids: ['2330'] }), /calendar: false/)
  const months = await client.wide('TaiwanStockMonthRevenue', 'revenue', { ids: ['2330'], calendar: false })
  assert.ok(months.dates.length > 12)
})

test('include adds when rows became known, and changes are listed since an instant', async () => {
  const { client } = open()
  const [row] = await client
    .rows('TaiwanStockPrice', { ...few, columns: ['close'], include: 'known', maxRows: 1 })
    .toArray()
  const { close, known_at, known_by } = row!
  assert.ok(close !== null && known_by === 'observed')
  assert.match(known_at!, /^2026-11-13T17:30:00\+08:00$/)
  const list = client.changes('TaiwanStockMonthRevenue', { since: '2000-01-01', limit: 50, maxRows: 120 })
  const changes = await list.toArray()
  assert.equal(changes.length, 120)
  const { data } = await direct('/v1/changes/TaiwanStockMonthRevenue?since=2000-01-01&limit=120')
  assert.deepEqual(changes, data)
})

test('maxRows stops the reading and limit is the size of a page; nothing is read ahead of the stop', async () => {
  const { client } = open()
  const rows = await client.rows('TaiwanStockPrice', { ...few, limit: 20, maxRows: 50 }).toArray()
  assert.equal(rows.length, 50)
  const limits = proxy.requests().map(({ url }) => new URL(url, 'http://a').searchParams.get('limit'))
  assert.deepEqual(limits, ['20', '20', '10'])
  assert.deepEqual(await client.rows('TaiwanStockPrice', { ...few, maxRows: 0 }).toArray(), [])
  assert.equal(proxy.requests().length, 3)
})

test('leaving a loop ends the page that is under way', async () => {
  const { client } = open()
  proxy.setFaults((n) => (n === 1 ? { kind: 'delay', ms: 60_000 } : undefined))
  for await (const row of client.rows('TaiwanStockPrice', { ...few, limit: 10 })) {
    assert.equal(row.stock_id, '2317')
    break
  }
  assert.ok(proxy.requests().length <= 2)
})

test('pages have their cursor, version, origin and quota, and an iteration can start at a cursor', async () => {
  const { client } = open()
  const pages: sdk.Page<sdk.TaiwanStockPrice>[] = []
  for await (const page of client.rows('TaiwanStockPrice', { ...few, limit: 60 }).pages()) pages.push(page)
  assert.equal(new Set(pages.map(({ dataVersion }) => dataVersion)).size, 1)
  assert.equal(pages[0]!.origin, 'demo')
  assert.equal(pages[0]!.rateLimit!.limit, 10_000)
  assert.deepEqual(client.rateLimit(), pages.at(-1)!.rateLimit)
  assert.equal(pages.at(-1)!.cursor, null)
  const rest = await client.rows('TaiwanStockPrice', { cursor: pages[0]!.cursor!, limit: 60 }).toArray()
  assert.deepEqual(
    rest,
    pages.slice(1).flatMap(({ rows }) => rows),
  )
})

test('columns narrow the rows and their type', async () => {
  const { client } = open()
  const [row] = await client
    .rows('TaiwanStockPrice', { ...few, columns: ['trade_date', 'close'], maxRows: 1 })
    .toArray()
  const typed: { trade_date: string; close: string | null } = row!
  assert.deepEqual(Object.keys(typed), ['trade_date', 'close'])
})

test('warnings reach the callback once, with suggestions, and are printed where there is none', async (t) => {
  const { client, warnings } = open()
  const query = { stock_id: ['2330', '2330.TW', 'NOSUCH'], limit: 10, maxRows: 30, period: 'annual' } as const
  await client.rows('TaiwanStockPrice', query).toArray()
  assert.deepEqual(
    warnings.map(({ code, param, values, tries }) => ({ code, param, values, tries })),
    [
      { code: 'not_applicable', param: 'period', values: [], tries: [] },
      { code: 'unknown_id', param: 'stock_id', values: ['2330.TW'], tries: ['2330'] },
      { code: 'unknown_id', param: 'stock_id', values: ['NOSUCH'], tries: [] },
    ],
  )
  const printed = t.mock.method(console, 'warn', () => {})
  const plain = sdk.createClient({ url: proxy.url, key })
  await plain.rows('TaiwanStockPrice', { stock_id: '2330.TW', maxRows: 1 }).toArray()
  assert.deepEqual(
    printed.mock.calls.map(({ arguments: [text] }) => text),
    ['formosa: unknown_id stock_id 2330.TW (try 2330)'],
  )
  await assert.rejects(client.rows('TaiwanStockPrice', { ...query, strict: true }).toArray(), sdk.InvalidParameterError)
})

test('every error of the registry has a class and a code of its own', () => {
  assert.deepEqual(
    Object.keys(sdk.errorClasses),
    clientFailures.map(({ code }) => code),
  )
  for (const { code, className, status } of clientFailures) {
    const Known = sdk.errorClasses[code as sdk.ErrorCode]
    const context = { method: 'GET', url: 'http://a/', requestId: 'r1', attempts: 1 }
    const error = new Known({ status, body: { detail: 'Why.' }, retryAfterSeconds: null }, context)
    assert.ok(error instanceof sdk.ApiError && error instanceof sdk.FormosaError)
    assert.equal(error.name, className)
    assert.equal(error.code, code)
    assert.equal(error.message, `Why. [${status} ${code}, request id r1: GET http://a/]`)
  }
})

test('refusals are typed errors with the sentence, the request id and the fields of the service', async () => {
  const { client } = open()
  const failed = async <E extends Error>(run: Promise<unknown>, kind: new (...given: never[]) => E): Promise<E> => {
    const error = await run.then(
      () => assert.fail('it worked'),
      (error) => error,
    )
    assert.ok(error instanceof kind, `${error.name}: ${error.message}`)
    return error
  }
  const bad = await failed(
    client.rows('TaiwanStockPrice', { start_date: '2026-02-30', end: 'x' } as object).toArray(),
    sdk.InvalidParameterError,
  )
  assert.deepEqual(bad.body.errors.map(({ param }) => param).sort(), ['end', 'start_date'])
  assert.match(bad.message, /422 invalid_parameter, request id \S+: GET http/)
  assert.equal(bad.rowsGiven, 0)
  const unknown = await failed(client.rows('TaiwanStockPrise' as 'TaiwanStockPrice').toArray(), sdk.UnknownDatasetError)
  assert.equal(unknown.body.suggestions[0], 'TaiwanStockPrice')
  assert.match(unknown.message, /case-sensitive\. Did you mean TaiwanStockPrice(, \w+)*\? \[404 unknown_dataset/)
  assert.doesNotMatch(unknown.message, /rows were given/)
  const plural = await failed(client.plan('TaiwanStockPrices' as 'TaiwanStockPrice'), sdk.UnknownDatasetError)
  assert.match(plural.message, /Did you mean TaiwanStockPrice[,?]/)
  const chinese = open({ language: 'zh-TW' }).client.plan('TaiwanStockPrise' as 'TaiwanStockPrice')
  assert.match((await failed(chinese, sdk.UnknownDatasetError)).message, /您要找的可能是：TaiwanStockPrice/)
  // FinMind's name: the sentence of the service names ours.
  const theirs = await failed(client.plan('TaiwanStockInfo' as 'TaiwanStockPrice'), sdk.UnknownDatasetError)
  assert.match(theirs.detail, /TaiwanStockOverview/)
  assert.doesNotMatch(theirs.message, /Did you mean/)
  await failed(client.rows('TaiwanStockPrice', { nonsense: 1 } as object).toArray(), sdk.UnknownParameterError)
  await failed(client.rows('TaiwanStockPrice', { cursor: 'abc' }).toArray(), sdk.InvalidCursorError)
  const free = open({ key: await keyOf(service.home, 'free') }).client
  const tier = await failed(free.rows('TaiwanStockPrice').toArray(), sdk.TierRequiredError)
  assert.deepEqual([tier.body.required_tier, tier.body.current_tier], ['lite', 'free'])
  await failed(open({ key: `fmsa_live_${'a'.repeat(22)}_aaaaaa` }).client.keyInfo(), sdk.MalformedKeyError)
  const zh = await failed(
    open({ language: 'zh-TW' }).client.rows('TaiwanStockPrice', { cursor: 'a' }).toArray(),
    sdk.InvalidCursorError,
  )
  assert.match(zh.detail, /無法使用/)
  const nowhere = sdk.createClient({ url: 'http://127.0.0.1:1', key, retry: { retries: 1, baseMs: 1 } })
  const lost = await failed(nowhere.keyInfo(), sdk.ConnectionError)
  assert.equal(lost.attempts, 2)
  assert.match(lost.message, /127\.0\.0\.1:1/)
  for (const error of [bad, unknown, tier, lost])
    assert.ok(!JSON.stringify({ ...error, m: error.message }).includes(key))
})

test('a wrong option is refused when the client is made, and the key is not repeated', () => {
  assert.throws(() => sdk.createClient({ url: 'ftp://a' }), /http\(s\) address/)
  assert.throws(() => sdk.createClient({ url: 'http://a/?key=1' }), /no query/)
  assert.throws(
    () => sdk.createClient({ url: 'http://a', key: 'sécret' }),
    (error: Error) => !error.message.includes('cret'),
  )
  assert.equal(sdk.createClient({ url: 'http://a/api/' }).url, 'http://a/api')
  for (const [wrong, reason] of [
    [{ url: 5 }, /^url must be/],
    [{ key: 5 }, /^key must be an API key/],
    [{ timeoutMs: 0 }, /^timeoutMs must be a number from 1 on, and is 0$/],
    [{ timeoutMs: '60' }, /^timeoutMs must be .*'60'$/],
    [{ slowDownMs: -1 }, /^slowDownMs must be/],
    [{ retry: { retries: Number.NaN } }, /^retry\.retries must be/],
    [{ retry: { maxDelayMs: -1 } }, /^retry\.maxDelayMs must be/],
  ] as const)
    assert.throws(() => sdk.createClient({ url: 'http://a', ...(wrong as object) }), {
      name: 'TypeError',
      message: reason,
    })
})

test('a wrong argument is refused before any request, also in a program without types', async () => {
  const { client } = open()
  // biome-ignore lint/suspicious/noExplicitAny: a program in JavaScript passes anything
  const any = client as any
  for (const [call, reason] of [
    [() => any.rows(), /^dataset must be a text, and is undefined$/],
    [() => any.rows(''), /^dataset must be a text, and is empty$/],
    [() => any.rows('..'), /^there is no dataset '\.\.'$/],
    [() => any.rows('TaiwanStockPER', '2330'), /^the query must be an object of parameters/],
    [() => any.rows('TaiwanStockPER', { maxRows: '5' }), /^maxRows must be a whole number from 0 on, and is '5'$/],
    [() => any.rows('TaiwanStockPER', { maxRows: 2.5 }), /^maxRows must be a whole number/],
    [() => any.rows('TaiwanStockPER', { limit: '5' }), /^limit must be a number from 1 to 10000, and is '5'$/],
    [() => any.rows('TaiwanStockPER', { start_date: new Date() }), /^start_date must be a string/],
    [() => any.agent({}), /^signer must be a wallet/],
  ] as const)
    assert.throws(call, { name: 'TypeError', message: reason })
  for (const [file, from, reason] of [
    [undefined, 0, /^the url of the file must be a text/],
    [{ url: '/v1/bulk/a', bytes: 5 }, 6, /^from must be within the 5 bytes/],
    [{ url: '/v1/bulk/a', bytes: 5 }, -1, /^from must be a whole number/],
  ] as const)
    await assert.rejects(any.bulkFile(file, { from }).next(), { name: 'TypeError', message: reason })
  assert.equal(proxy.requests().length, 0)
  // A timer of Infinity would run out at once.
  const patient = open({ timeoutMs: Number.POSITIVE_INFINITY }).client
  assert.equal((await patient.rows('TaiwanStockPER', { maxRows: 1 }).toArray()).length, 1)
})

test('parameters that the client sets itself, or cannot read the answer of, are refused before any request', async () => {
  const { client } = open()
  const agent = client.agent({ signer: createWallet().account })
  for (const [name, value, advice] of [
    ['format', 'csv', /formosa get/],
    ['labels', 'zh', /belongs to CSV/],
    ['bom', true, /belongs to CSV/],
    ['decimals', 'number', /Number\(row\.close\)/],
    ['dry_run', true, /plan\(\)/],
  ] as const) {
    const query = { stock_id: '2330', [name]: value } as sdk.RowsQuery<never>
    const calls = [
      () => client.rows('TaiwanStockPER', query),
      () => client.gaps('TaiwanStockPER', query as sdk.GapsQuery),
      () => agent.rows('TaiwanStockPER', query),
    ]
    for (const call of calls) {
      assert.throws(call, { name: 'TypeError', message: advice })
      assert.throws(call, { message: new RegExp(`^${name} cannot be set in this client: `) })
    }
    await assert.rejects(client.plan('TaiwanStockPER', query), { name: 'TypeError', message: advice })
  }
  assert.equal(proxy.requests().length, 0)
})

test('a success whose body is another kind than JSON fails at once', async () => {
  const { client } = open()
  const headers = { 'Content-Type': 'text/html; charset=utf-8' }
  proxy.setFaults(() => ({ kind: 'answer', status: 200, headers, body: '<title>\n Log in</title>' }))
  await assert.rejects(client.keyInfo(), (error) => {
    assert.ok(error instanceof sdk.UnexpectedResponseError)
    assert.match(error.message, /not JSON but text\/html; charset=utf-8, beginning "<title> Log in<\/title>"/)
    return true
  })
  assert.equal(proxy.requests().length, 1)
})

test('the base address with the prefix /api works too', async () => {
  const client = sdk.createClient({ url: `${service.url}/api`, key })
  assert.equal((await client.keyInfo()).tier, 'plus')
})

test('catalogue, plan, gaps, key, questions', async () => {
  const { client, warnings } = open()
  const datasets = await client.catalogue({ tier: 'plus' })
  assert.ok(datasets.length > 0 && datasets.every(({ tier }) => tier === 'plus'))
  const before = (await client.keyInfo()).remaining_this_hour
  const plan = await client.plan('TaiwanStockPrice', { ...few, limit: 100 })
  const { data } = await direct('/v1/data/TaiwanStockPrice?stock_id=2330,2317&start_date=2026-06-01&limit=10000')
  assert.deepEqual([plan.rows, plan.pages, plan.remainingCalls], [data.length, Math.ceil(data.length / 100), before])
  const gaps = await client.gaps('TaiwanStockPrice', { stock_id: '2330', start_date: '2026-11-01', limit: 2 }).toArray()
  assert.ok(gaps.length > 0 && gaps.every(({ reason }) => reason === 'closed'))
  assert.equal((await client.keyPlan(5)).free_in_seconds, 0)
  assert.equal(warnings.length, 0)
  const answer = await client.ask('台積電近五日收盤價', { maxRows: 2 })
  assert.equal(answer.data.length, 2)
  assert.equal(answer.truncated, true)
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['truncated'],
  )
  const described = await client.ask('台積電近五日收盤價', { columns: true })
  assert.deepEqual(
    described.columns!.map(({ name }) => name),
    Object.keys(described.data[0]!),
  )
  assert.match((await client.explainQuestion('台積電近五日收盤價')).sql, /SELECT/i)
  await assert.rejects(client.ask('明天會漲嗎'), (error) => error instanceof sdk.ApiError && error.status === 422)
})

test('an abort ends a request, a wait and an iteration with its own reason', async () => {
  const { client } = open()
  const reason = new Error('enough')
  await assert.rejects(client.keyInfo({ signal: AbortSignal.abort(reason) }), reason)
  proxy.setFaults(() => ({ kind: 'delay', ms: 60_000 }))
  const slow = new AbortController()
  const running = client.keyInfo({ signal: slow.signal })
  setTimeout(() => slow.abort(reason), 50)
  await assert.rejects(running, reason)
  proxy.setFaults(() => ({ kind: 'answer', status: 503, headers: { 'Retry-After': '60' }, body: '{"detail":"down"}' }))
  const waiting = new AbortController()
  const repeated = client.rows('TaiwanStockPrice', { ...few, signal: waiting.signal }).toArray()
  setTimeout(() => waiting.abort(reason), 50)
  await assert.rejects(repeated, reason)
  proxy.setFaults(() => undefined)
  const loop = new AbortController()
  let rows = 0
  await assert.rejects(async () => {
    for await (const _ of client.rows('TaiwanStockPrice', { ...few, limit: 10, signal: loop.signal }))
      if (++rows === 15) loop.abort(reason)
  }, reason)
  assert.ok(rows <= 20)
})

test('an agent pays for each page with the wallet of its caller, up to a limit, and checks receipts', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: service.now() })
  const { account } = createWallet()
  const { client } = open()
  const agent = client.agent({ signer: account })
  const bought: sdk.PaidPage<sdk.TaiwanStockPrice>[] = []
  for await (const page of agent.rows('TaiwanStockPrice', { ...few, limit: 100, maxRows: 150 }).pages())
    bought.push(page)
  assert.deepEqual(
    bought.map(({ rows }) => rows.length),
    [100, 50],
  )
  for (const { settlement, receipt, paid } of bought) {
    assert.equal(settlement, 'none')
    assert.match(receipt!, /^\S+\.\S+\.\S+$/)
    assert.equal(paid, 0n)
  }
  assert.ok(proxy.requests().every(({ headers }) => headers.authorization === undefined))
  const { data } = await direct('/v1/data/TaiwanStockPrice?stock_id=2330,2317&start_date=2026-06-01&limit=150')
  assert.deepEqual(
    bought.flatMap(({ rows }) => rows),
    data,
  )
  assert.equal((await agent.plan('TaiwanStockPrice', few)).pages, 1)
  const poor = client.agent({ signer: account, maxAmount: 1n })
  await assert.rejects(poor.rows('TaiwanStockPrice', { maxRows: 1 }).toArray(), sdk.PaymentLimitError)
  const frugal = client.agent({ signer: account, maxTotal: 999n })
  await assert.rejects(frugal.rows('TaiwanStockPrice', { maxRows: 1 }).toArray(), /maxTotal is 999/)
})

test('a payment whose answer is lost is repeated unchanged', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: service.now() })
  const { account } = createWallet()
  const { client } = open({ retry: { baseMs: 1 } })
  const paid = () => proxy.requests().filter(({ headers }) => headers['payment-signature'] !== undefined)
  proxy.setFaults((_, { headers }) =>
    headers['payment-signature'] !== undefined && paid().length === 1 ? { kind: 'cut', share: 0.5 } : undefined,
  )
  const rows = await client
    .agent({ signer: account })
    .rows('TaiwanStockPrice', { ...few, maxRows: 30 })
    .toArray()
  assert.equal(rows.length, 30)
  assert.equal(paid().length, 2)
  assert.equal(new Set(paid().map(({ headers }) => headers['payment-signature'])).size, 1)
  proxy.setFaults((_, { headers }) => (headers['payment-signature'] === undefined ? undefined : { kind: 'drop' }))
  await assert.rejects(
    client
      .agent({ signer: account })
      .rows('TaiwanStockPrice', { ...few, maxRows: 30 })
      .toArray(),
    sdk.PaymentPendingError,
  )
})
