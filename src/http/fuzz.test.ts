import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openApi } from '../../test/support/api.ts'
import { createTestClock } from '../../test/support/clock.ts'
import { readDocument } from '../../test/support/contract.ts'
import { builtAt, copyOfFixture } from '../../test/support/fixture.ts'
import { startService } from '../../test/support/service.ts'
import { catalogue } from '../catalogue/index.ts'

/* Requests made at random from the document itself, right and wrong in every part, held against the document. */

const isTorture = Number(process.env.TORTURE ?? 0) > 0
const requests = isTorture ? 1_000_000 : 250
const lanes = 6
/** After so many requests the clock moves on by an hour, so that the keys have calls again. */
const hourEvery = 40_000
const seed = Number(process.env.FUZZ_SEED ?? 1)

const folder = mkdtempSync(join(tmpdir(), 'formosa-fuzz-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const clock = createTestClock(folder, builtAt)
const home = await copyOfFixture(join(folder, 'home'))
const { url, contract, addKey } = await openApi(
  startService(home, { ...clock.settings, WORKERS: isTorture ? '2' : '1', ADDRESS_LIMIT: '0' }),
)
const document = await readDocument(url)
const keys = await Promise.all((['free', 'lite', 'plus', 'plus', 'plus', 'plus'] as const).map(addKey))

/** A stream of numbers between 0 and 1 that a seed repeats. */
function stream(start: number): () => number {
  let state = start >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

type Made = {
  readonly operation: string
  readonly path: string
  readonly init: RequestInit & { headers: Record<string, string> }
}

const names = catalogue.map(({ name }) => name)
const columns = catalogue.flatMap(({ columns }) => Object.keys(columns))

function makerOf(random: () => number) {
  const chance = (share: number) => random() < share
  const below = (count: number) => Math.floor(random() * count)
  const pick = <T>(list: readonly T[]): T => list[below(list.length)]!
  const letters = 'abcXYZ019 _-.,;:/?&=%+^|~"\'<>{}[]()\\$#@!*台積電股價上市\u0000\u0007\u200b\u{1f600}éß'
  const noise = () => Array.from({ length: below(24) }, () => pick([...letters])).join('')
  const date = () =>
    `${pick(['2025', '2026', '1999', '0000', '9999'])}-${pick(['01', '02', '11', '13', '00'])}-${pick(['01', '13', '29', '31', '40'])}`
  const id = () =>
    pick(['2330', '0050', '1101', '2330,2317', '9999', '2330.TW', '^GSPC', 'TX', 'USD', 'MARKET', '2330,,', ' 2330 '])

  const values: Readonly<Record<string, () => string>> = {
    stock_id: id,
    start_date: date,
    end_date: date,
    start: date,
    end: date,
    limit: () => pick(['1', '5', '100', isTorture && chance(0.95) ? '7' : '1000', '0', '-1', '10001', '1e3', '５', '']),
    cursor: () => pick(['', 'QUJD', noise(), 'A'.repeat(900)]),
    columns: () => pick([pick(columns), `${pick(columns)},${pick(columns)}`, 'close,close', 'nothing']),
    period: () => pick(['quarterly', 'annual', 'QUARTERLY', '']),
    sort: () => pick(['asc', 'desc', 'up']),
    format: () => pick(['json', 'csv', 'parquet', 'ndjson', 'arrow', 'x']),
    labels: () => pick(['zh', 'en', 'x']),
    decimals: () => pick(['text', 'number', 'x']),
    tier: () => pick(['free', 'lite', 'plus', 'gold']),
    category: () => pick(['technical', 'chips', 'x']),
    reason: () => pick(['closed', 'halted', 'x']),
    date: () => pick(['trade_date', 'cash_ex_date', '2026-01-05', 'x']),
    latest: () => pick(['true', '0', 'x']),
    market: () => pick(['TWSE', 'TWSE,TPEX', 'NYSE']),
    call_put: () => pick(['call', 'put,call', 'both']),
    min_strike_price: () => pick(['1', '27000.5', 'x']),
    level: () => pick(['15', '1,2', '1.5']),
  }
  const wordFor = (name: string): string =>
    chance(0.15) ? noise() : (values[name]?.() ?? pick(['true', 'false', '1', '0', 'yes', noise()]))

  function queryOf(parameters: readonly string[]): string {
    const parts: string[] = []
    // Of the many filters by columns a request has few.
    const isFilter = (name: string) => !(name in values) && parameters.length > 40
    for (const name of parameters)
      if (chance(isFilter(name) ? 0.01 : 0.25)) parts.push(`${name}=${encodeURIComponent(wordFor(name))}`)
    // A million pages of a thousand rows would take a day to check.
    const isLong = parameters.includes('limit') && !parts.some((part) => part.startsWith('limit='))
    if (isTorture && isLong && chance(0.95)) parts.push(`limit=${1 + below(10)}`)
    if (chance(0.05)) parts.push(`${encodeURIComponent(noise())}=${encodeURIComponent(noise())}`)
    if (chance(0.03) && parts.length > 0) parts.push(pick(parts))
    if (chance(0.02)) parts.push(pick(['%', '%E5%8', '%FF', '&&', '=', '%00=%00']))
    return parts.length === 0 ? '' : `?${parts.join('&')}`
  }

  const partOf = (name: string): string =>
    name === 'dataset'
      ? chance(0.85)
        ? pick(names)
        : encodeURIComponent(chance(0.5) ? noise() : pick(names).toLowerCase())
      : encodeURIComponent(chance(0.5) ? String(below(50)) : noise())

  function headersOf(): Record<string, string> {
    const headers: Record<string, string> = {}
    const roll = random()
    if (roll < 0.7) headers.Authorization = `Bearer ${pick(keys)}`
    else if (roll < 0.85)
      headers.Authorization = pick([
        'Bearer x',
        'Basic abc',
        'Bearer',
        `Bearer ${keys[0]!.slice(0, -1)}0`,
        'Bearer fmsa_live_0',
      ])
    if (chance(0.3)) headers['Accept-Language'] = pick(['zh-TW', 'en', 'zh;q=0.1,en', '*', ';;q=', 'fr'])
    if (chance(0.05)) headers.Accept = pick(['application/json', '*/*', 'application/*;q=0.5', 'text/plain, */*;q=0.1'])
    if (chance(0.1)) headers.Prefer = pick(['handling=strict', 'respond-async', ',,,'])
    if (chance(0.25)) headers['If-None-Match'] = pick(['*', '*', '"x"', 'W/"x"', ',,'])
    if (chance(0.1)) headers.Origin = pick(['https://example.com', 'null', url])
    if (chance(0.05)) headers.Cookie = pick(['a=b', 'session=', 'better-auth.session_token=abc.def', ';;;'])
    if (chance(0.03)) headers['X-Forwarded-For'] = pick(['1.2.3.4', 'x', '::1'])
    return headers
  }

  const anything = (depth = 0): unknown =>
    pick([
      () => noise(),
      () => below(1e6) - 10,
      () => null,
      () => true,
      () => 1e308,
      () => (depth > 3 ? [] : Array.from({ length: below(4) }, () => anything(depth + 1))),
      () =>
        depth > 3 ? {} : Object.fromEntries(Array.from({ length: below(4) }, () => [noise(), anything(depth + 1)])),
    ])()

  const fields: Readonly<Record<string, () => unknown>> = {
    email: () => pick([`fuzz${below(1e9)}@example.com`, 'owner@localhost', 'x', noise(), null]),
    password: () => pick(['correct horse', 'x', '', noise(), 5]),
    name: () => pick(['mine', noise(), '']),
    token: () => noise(),
    question: () => pick(['台積電收盤價', 'TWSE', 'top 5 stocks by volume', noise(), '']),
    dataset: () => pick([pick(names), noise()]),
    kind: () => pick(['rows', 'files', 'x']),
    query: () => pick(['limit=3&format=csv', 'stock_id=2330', noise()]),
    max_rows: () => pick([1, 10, 0, -1, 1e9, 'x']),
  }

  function bodyOf(): string {
    if (chance(0.05))
      return pick(['', '{', '[]', '"x"', 'null', '{"a":1,"a":2}', '\u0000', `{"email":"${'x'.repeat(3_000)}"}`])
    const body: Record<string, unknown> = {}
    for (const [name, value] of Object.entries(fields)) if (chance(0.4)) body[name] = chance(0.1) ? anything() : value()
    if (chance(0.1)) body[noise()] = anything()
    return JSON.stringify(body)
  }

  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => ['get', 'post', 'patch', 'delete'].includes(method))
      .map(([method, { parameters = [] }]) => ({
        method: method.toUpperCase(),
        path,
        parameters: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
      })),
  )
  const rows = operations.filter(({ path }) => path === '/v1/data/{dataset}')
  /** Each costs a look through the whole market, a hash of a password, or a check of a long document. */
  const isDear = ({ path }: (typeof operations)[number]) => /^\/(v1\/(ask|auth|data$)|openapi|docs|llms)/.test(path)
  const dearShare = isTorture ? 0.03 : 0.1

  return (): Made => {
    let chosen = chance(0.4) ? pick(rows) : pick(operations)
    while (isDear(chosen) && !chance(dearShare)) chosen = pick(operations)
    const { method, path, parameters } = chosen
    const headers = headersOf()
    if (path.startsWith('/v1/agent') && chance(0.3))
      headers[pick(['X-PAYMENT', 'PAYMENT-SIGNATURE'])] = pick([
        'x',
        'e30=',
        Buffer.from(JSON.stringify(anything())).toString('base64'),
      ])
    const hasBody = method !== 'GET'
    if (hasBody)
      headers['Content-Type'] = chance(0.95)
        ? 'application/json'
        : pick(['text/plain', 'application/x-www-form-urlencoded'])
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => partOf(name))
    const prefix = chance(0.05) ? '/api' : ''
    return {
      operation: `${method} ${path}`,
      path: `${prefix}${filled}${queryOf(parameters)}`,
      init: {
        method: method === 'GET' && chance(0.05) ? 'HEAD' : method,
        headers,
        ...(hasBody ? { body: bodyOf() } : {}),
      },
    }
  }
}

/** What must never stand in an answer that refuses: a stack, a file of ours, a statement, the key of anybody. */
const leaks = /node:|\/src\/|\.ts\b|\bat \w+ \(|SQLITE|Binder Error|Parser Error|fmsa_live_\w{10}/

async function hold({ operation, path, init }: Made, response: Response): Promise<void> {
  assert.ok(response.status < 500, `${response.status}: ${await response.clone().text()}`)
  if (response.status >= 400) assert.doesNotMatch(await response.clone().text(), leaks)
  if (init.method === 'HEAD') {
    assert.equal(await response.text(), '')
    return
  }
  // A part of the path that is empty or has a slash in it makes it another path.
  const { pathname } = new URL(path, url)
  const isOneKey = /^\/v1\/keys\/[^/]/.test(pathname.replace(/^\/api/, ''))
  if (isOneKey && response.status !== 405) await contract.checkResponse(operation, response)
  else await contract.holdResponse(init.method!, response)
}

test(`${requests} requests made at random: no 5xx, no body off schema, no leak (seed ${seed})`, async () => {
  const random = stream(seed)
  const make = makerOf(random)
  const seen = new Map<number, number>()
  let made = 0
  /** Requests that met a connection which the service was closing as idle: HTTP lets a client try those again. */
  let retried = 0
  async function send(one: Made): Promise<Response> {
    const fetchOnce = () => fetch(url + one.path, { redirect: 'manual', ...one.init })
    try {
      return await fetchOnce().catch((error: Error) => {
        const { code, message } = (error.cause ?? {}) as NodeJS.ErrnoException
        if (message !== 'other side closed' && code !== 'ECONNRESET') throw error
        retried++
        return fetchOnce()
      })
    } catch (error) {
      throw new Error(`${JSON.stringify(one)} was not answered`, { cause: error })
    }
  }
  async function lane(): Promise<void> {
    while (made < requests) {
      if (++made % hourEvery === 0) clock.turn(3_600)
      if (made % 50_000 === 0) process.stderr.write(`${made} requests, ${retried} sent again\n`)
      const one = make()
      const response = await send(one)
      seen.set(response.status, (seen.get(response.status) ?? 0) + 1)
      await hold(one, response).catch((error: Error) => {
        throw new Error(`${JSON.stringify(one)}: ${error.message}`, { cause: error })
      })
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  assert.ok(retried <= 1 + requests / 20_000, `${retried} connections were closed before their answer`)
  // Every kind of answer was among them, or the maker makes too little.
  for (const status of [200, 304, 400, 401, 402, 403, 404, 422]) assert.ok((seen.get(status) ?? 0) > 0, `no ${status}`)
  assert.ok(seen.get(200)! > requests / 20, JSON.stringify([...seen]))
  console.log(`answers by status: ${JSON.stringify(Object.fromEntries([...seen].sort()))}`)
})
