import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { ApiError, createClient, FormosaError } from '../../sdk/index.ts'
import { delayBefore } from '../../sdk/retry.ts'
import { createTestClock } from '../support/clock.ts'
import { builtAt, copyOfBrief } from '../support/fixture.ts'
import { python, withoutPython } from '../support/python.ts'
import { keyOf, type Service, startService } from '../support/service.ts'
import { type NetworkFault, startServiceProxy, throttled, unavailable } from '../support/serviceProxy.ts'
import { until } from '../support/until.ts'

/** Both clients read the same rows through a proxy with network faults: each row once, or an error. */

const folder = mkdtempSync(join(tmpdir(), 'formosa-network-faults-'))
const clock = createTestClock(folder, builtAt)
let service: Service
let key: string
let expected: readonly string[]

type Options = {
  readonly limit: number
  readonly retries: number
  readonly baseMs: number
  readonly maxDelayMs: number
  readonly timeoutMs: number
  readonly slowDownMs: number
}
const usual: Options = { limit: 50, retries: 5, baseMs: 5, maxDelayMs: 30_000, timeoutMs: 60_000, slowDownMs: 0 }

/** What a client made of a query. */
type Reading = {
  readonly rows: readonly string[]
  readonly error: {
    readonly kind: string
    readonly code: string | null
    readonly errorCode: string | null
    readonly rowsGiven: number | null
  } | null
}
type Reader = (url: string, options: Options) => Promise<Reading>

const filters = { stock_id: '2330,2317,2454,2303,2412,2308', start_date: '2026-09-01' }

const readWithSdk: Reader = async (url, { limit, retries, baseMs, maxDelayMs, timeoutMs, slowDownMs }) => {
  const client = createClient({ url, key, timeoutMs, slowDownMs, retry: { retries, baseMs, maxDelayMs } })
  const rows: string[] = []
  try {
    for await (const row of client.rows('TaiwanStockPrice', { ...filters, limit }))
      rows.push(`${row.trade_date} ${row.stock_id} ${row.close}`)
    return { rows, error: null }
  } catch (error) {
    assert.ok(error instanceof FormosaError, String(error))
    const { code, errorCode } = error instanceof ApiError ? error : { code: null, errorCode: null }
    assert.ok(errorCode === null || error.message.includes(` ${errorCode}`), error.message)
    return { rows, error: { kind: error.name, code, errorCode, rowsGiven: error.rowsGiven } }
  }
}

const script = `
import json, sys, logging
import formosa
logging.disable(logging.CRITICAL)
url, key, options, filters = sys.argv[1], sys.argv[2], json.loads(sys.argv[3]), json.loads(sys.argv[4])
retry = formosa.RetryOptions(options["retries"], options["baseMs"] / 1000, options["maxDelayMs"] / 1000)
client = formosa.Client(url, key, timeout=options["timeoutMs"] / 1000, retry=retry, slow_down=options["slowDownMs"] / 1000)
rows, failed = [], None
try:
    for row in client.rows("TaiwanStockPrice", limit=options["limit"], decimals="text", **filters):
        rows.append(f"{row['trade_date']} {row['stock_id']} {row['close']}")
except formosa.FormosaError as error:
    code = error.code if isinstance(error, formosa.ApiError) else None
    error_code = error.error_code if isinstance(error, formosa.ApiError) else None
    assert error_code is None or f" {error_code}" in error.message, error.message
    failed = {"kind": type(error).__name__, "code": code, "errorCode": error_code, "rowsGiven": error.rows_given}
print(json.dumps({"rows": rows, "error": failed}))
`
const readWithPython: Reader = async (url, options) => {
  const { code, out, err } = await python(script, {}, [url, key, JSON.stringify(options), JSON.stringify(filters)])
  assert.equal(code, 0, err)
  return JSON.parse(out) as Reading
}

const readers = [
  { name: 'the SDK', read: readWithSdk, skip: false as string | false },
  { name: 'the Python client', read: readWithPython, skip: withoutPython() },
] as const

before(async () => {
  const home = await copyOfBrief(join(folder, 'home'))
  service = await startService(home, clock.settings)
  key = await keyOf(home, 'plus')
  const { rows, error } = await readWithSdk(service.url, { ...usual, limit: 10_000 })
  assert.equal(error, null)
  assert.ok(rows.length > 200)
  assert.equal(new Set(rows).size, rows.length)
  expected = rows
})

after(async () => {
  await service?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Reads through a proxy of its own. */
async function through(
  read: Reader,
  faults: Parameters<Awaited<ReturnType<typeof startServiceProxy>>['setFaults']>[0],
  options: Partial<Options> = {},
) {
  const proxy = await startServiceProxy(service.url)
  try {
    proxy.setFaults(faults)
    return { ...(await read(proxy.url, { ...usual, ...options })), requests: [...proxy.requests()] }
  } finally {
    await proxy.stop()
  }
}

/** A sequence that looks random and is the same in every run. */
function* numbers(seed: number): Generator<number, never> {
  let state = seed
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state / 2 ** 32
  }
}

const kinds: readonly (() => NetworkFault)[] = [
  () => ({ kind: 'cut', share: 0.5 }),
  () => ({ kind: 'cut', share: 0 }),
  () => ({ kind: 'shorten', share: 0.7 }),
  () => ({ kind: 'drop' }),
  () => unavailable(),
  () => ({ kind: 'answer', status: 502, body: '<html>Bad Gateway</html>' }),
  () => ({ kind: 'delay', ms: 30 }),
  () => ({ kind: 'stall', share: 0.5 }),
]

for (const { name, read, skip } of readers) {
  test(`${name}: bodies cut at any place, dropped and stalled connections, 502 and 503 lose and repeat no row`, {
    skip,
  }, async () => {
    for (const seed of [1, 2, 3]) {
      const random = numbers(seed)
      let faultCount = 0
      const { rows, error } = await through(
        read,
        (n) => {
          // Every second request fails in some way, so that a request never fails more often than it is repeated.
          if (n % 2 === 0) return undefined
          faultCount++
          return kinds[Math.floor(random.next().value * kinds.length)]!()
        },
        { limit: 20, timeoutMs: 1_500 },
      )
      assert.equal(error, null)
      assert.deepEqual(rows, expected)
      assert.ok(faultCount > 4)
    }
  })

  test(`${name}: a 429 or a 503 with Retry-After is waited for, never less than it says`, { skip }, async () => {
    const { rows, error, requests } = await through(
      read,
      (n) => (n === 1 ? throttled(1) : n === 3 ? unavailable(1) : undefined),
      { limit: 100 },
    )
    assert.equal(error, null)
    assert.deepEqual(rows, expected)
    for (const n of [1, 3]) {
      assert.ok(requests[n + 1]!.at - requests[n]!.at >= 1_000)
      assert.equal(requests[n + 1]!.url, requests[n]!.url)
    }
  })

  test(`${name}: a wait longer than the longest allowed is an error with the rows given`, { skip }, async () => {
    const { rows, error, requests } = await through(read, (n) => (n >= 2 ? throttled(3_000) : undefined))
    assert.deepEqual(error, {
      kind: 'RateLimitedError',
      code: 'rate_limited',
      errorCode: 'rate_limited',
      rowsGiven: 100,
    })
    assert.deepEqual(rows, expected.slice(0, 100))
    assert.equal(requests.length, 3)
  })

  test(`${name}: a lasting fault is an error of its kind, after the retries`, { skip }, async () => {
    // On a busy machine an answer may take longer than the short time-out, which only what never comes is given.
    const last = async (fault: NetworkFault, timeoutMs = 20_000) => {
      const { error, requests } = await through(read, () => fault, { retries: 2, timeoutMs })
      // A request may reach the proxy of a busy machine only after its short time-out, when the client has given up.
      assert.ok(timeoutMs < 20_000 ? requests.length <= 3 : requests.length === 3, `${requests.length} requests`)
      assert.equal(error!.rowsGiven, 0)
      return error!.kind
    }
    for (const [fault, kind, timeoutMs] of [
      [{ kind: 'cut', share: 0.9 }, 'ConnectionError', undefined],
      [{ kind: 'drop' }, 'ConnectionError', undefined],
      [{ kind: 'stall', share: 0.1 }, 'TimeoutError', 2_000],
      [{ kind: 'delay', ms: 60_000 }, 'TimeoutError', 2_000],
      [unavailable(), 'UnavailableError', undefined],
      [{ kind: 'answer', status: 502, body: '<html>Bad Gateway</html>' }, 'UnexpectedResponseError', undefined],
    ] as const)
      assert.equal(await last(fault, timeoutMs), kind)
  })

  test(`${name}: a refusal is not repeated, and has the code of its body or of X-Error-Code`, { skip }, async () => {
    for (const [status, code, sent, kind, known, retries] of [
      [500, 'internal', undefined, 'InternalError', 'internal', 5],
      [429, undefined, 'quota_exceeded', 'RateLimitedError', 'rate_limited', 0],
      [503, 'not_ready', 'not_ready', 'NotReadyError', 'not_ready', 0],
    ] as const) {
      const headers: Record<string, string> = sent === undefined ? {} : { 'X-Error-Code': sent }
      const body = JSON.stringify({ detail: 'No.', code, retry_after_seconds: 1 })
      const { error, requests } = await through(read, () => ({ kind: 'answer', status, headers, body }), { retries })
      assert.deepEqual(error, { kind, code: known, errorCode: sent ?? code, rowsGiven: 0 })
      assert.equal(requests.length, 1)
    }
  })

  test(`${name}: calls slow down when fewer than 50 remain`, { skip }, async () => {
    const remaining = (count: number): NetworkFault => ({
      kind: 'pass',
      headers: { 'x-ratelimit-remaining': String(count) },
    })
    const { rows, requests } = await through(read, (n) => remaining(n < 2 ? 50 : 4), { slowDownMs: 30 })
    assert.deepEqual(rows, expected)
    // 30 ms x 50 / (4 + 1) before each, planned from the response that says so, which is sent after its request is noted.
    const [telling, ...later] = requests.slice(2).map(({ at }) => at)
    const waited = later.at(-1)! - telling!
    assert.ok(later.length > 2 && waited >= 300 * later.length - 10, `${waited} ms for ${later.length} requests`)
  })
}

test('the delay doubles, varies by a fifth, and is never shorter than the server asks', () => {
  const options = { retries: 5, baseMs: 100, maxDelayMs: 400 }
  const spread = (n: number, retryAfter: number | null) => {
    const delays = Array.from({ length: 2_000 }, () => delayBefore(n, retryAfter, options))
    return [Math.min(...delays), Math.max(...delays)] as const
  }
  for (const [n, retryAfter, least, most] of [
    [1, null, 80, 120],
    [2, null, 160, 240],
    [4, null, 320, 480],
    [1, 2, 2_000, 3_000],
    [3, 2, 2_160, 3_240],
  ] as const) {
    const [low, high] = spread(n, retryAfter)
    assert.ok(low >= least && low < least * 1.05, `${low}`)
    assert.ok(high <= most && high > most * 0.95, `${high}`)
  }
})

test('a version published in the middle changes no row; one that is gone is an error with the rows given', async () => {
  const version = async () => {
    const response = await fetch(`${service.url}/v1/data/GoldPrice?limit=1`, {
      headers: { Authorization: `Bearer ${key}` },
    })
    return response.headers.get('x-data-version')!
  }
  const first = await version()
  const published = Promise.withResolvers<void>()
  const gone = Promise.withResolvers<void>()
  const able = readers.filter(({ skip }) => skip === false)
  let arrived = 0
  const waiting = (moment: Promise<void>) =>
    able.map(({ read }) => {
      const wait = async (n: number) => {
        if (n !== 2) return undefined
        arrived++
        await moment
        return undefined
      }
      return through(read, wait, { timeoutMs: 300_000 })
    })
  const across = waiting(published.promise)
  const late = waiting(gone.promise)
  await until('all readers have begun with the first version', () => arrived === 2 * able.length)
  // Monday evening: the next trading day is due.
  clock.turn(3 * 86_400)
  await until('the next day is served', async () => (await version()) !== first, { log: service.output })
  published.resolve()
  for (const { rows, error } of await Promise.all(across)) {
    assert.equal(error, null)
    assert.deepEqual(rows, expected)
  }
  const fresh = await readWithSdk(service.url, usual)
  assert.ok(fresh.rows.length > expected.length)
  const versions = join(service.home, 'demo/pages/versions')
  for (const name of readdirSync(versions)) if (name.endsWith(first)) rmSync(join(versions, name), { recursive: true })
  gone.resolve()
  for (const { rows, error } of await Promise.all(late)) {
    assert.deepEqual(error, {
      kind: 'CursorExpiredError',
      code: 'cursor_expired',
      errorCode: 'cursor_expired',
      rowsGiven: 100,
    })
    assert.deepEqual(rows, expected.slice(0, 100))
  }
})
