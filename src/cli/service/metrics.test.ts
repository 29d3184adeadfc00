import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { builtAt, copyOfBrief } from '../../../test/support/fixture.ts'
import { formosa } from '../../../test/support/run.ts'
import { brief, keyOf, type Service, startService } from '../../../test/support/service.ts'
import { until } from '../../../test/support/until.ts'

const root = mkdtempSync(join(tmpdir(), 'formosa-metrics-'))
const home = join(root, 'home')
let service: Service
let key: string
let metricsUrl: string

before(async () => {
  await copyOfBrief(home)
  const settings = { METRICS_PORT: '0', ACCESS_LOG: 'full', LOG_LEVEL: 'info', WORKERS: '2', FORMOSA_NOW: builtAt }
  service = await startService(home, settings)
  key = await keyOf(home, 'free')
  metricsUrl = /"metrics":"(http:[^"]+)"/.exec(service.log())![1]!
})
after(async () => {
  await service?.stop('SIGKILL')
  rmSync(root, { recursive: true, force: true })
})

const numberOf = (text: string, line: string): number => {
  const found = text.split('\n').find((row) => row.startsWith(`${line} `))
  return found ? Number(found.slice(line.length + 1)) : 0
}
/** The metrics of both threads: one that is busy for seconds is left out of a scrape. */
async function scrape(): Promise<string> {
  let text = ''
  await until('both threads are measured', async () => {
    text = await (await fetch(metricsUrl)).text()
    return numberOf(text, 'formosa_workers') === 2
  })
  return text
}
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(service.url + path, { headers: { Authorization: `Bearer ${key}`, ...headers } }).then(async (response) => ({
    status: response.status,
    id: response.headers.get('x-request-id')!,
    bytes: (await response.arrayBuffer()).byteLength,
  }))

test('the numbers of all threads together count requests, bytes, failures, versions and payments', async () => {
  const before = await scrape()
  let bytes = 0
  for (let n = 0; n < 20; n++) bytes += (await get('/v1/data/TaiwanStockPER?stock_id=2330&limit=5')).bytes
  assert.equal((await get('/v1/data/TaiwanStockPrice')).status, 403)
  assert.equal((await get('/v1/nothing')).status, 404)
  const after = await scrape()
  const grown = (line: string) => numberOf(after, line) - numberOf(before, line)
  const rows = '/v1/data/{dataset}'
  assert.equal(grown(`formosa_requests_total{route="${rows}",method="GET",status="200"}`), 20)
  assert.equal(grown(`formosa_requests_total{route="${rows}",method="GET",status="403"}`), 1)
  assert.equal(grown('formosa_requests_total{route="unknown",method="GET",status="404"}'), 1)
  assert.equal(grown(`formosa_failures_total{route="${rows}",failure="tier_required"}`), 1)
  assert.equal(grown(`formosa_request_duration_seconds_count{route="${rows}"}`), 21)
  assert.ok(grown(`formosa_response_bytes_total{route="${rows}"}`) >= bytes)
  assert.equal(numberOf(after, 'formosa_workers'), 2)
  assert.match(after, /^formosa_version_info\{version="[^"]+",through="\d{4}-\d\d-\d\d"\} 1$/m)
  assert.match(after, /^formosa_version_age_seconds \d/m)
  assert.match(after, /^formosa_refreshes_total\{result="failed"\} 0$/m)
  assert.match(after, /^formosa_damages_total\{kind="pages"\} 0$/m)
  assert.equal([...after.matchAll(/^formosa_event_loop_delay_seconds\{thread="\d+"\}/gm)].length, 2)
  assert.match(after, /^# HELP formosa_payments /m)
  const stray = await fetch(metricsUrl.replace('/metrics', '/'))
  assert.equal(stray.status, 404)
  assert.equal((await fetch(`${service.url}/metrics`)).status, 404, 'never on the address of the users')
})

test('the access log has a line a request and no secret', async () => {
  const secret = 'hunter2hunter2'
  const sent = [
    await get(`/v1/data/TaiwanStockPER?stock_id=${secret}&limit=5`),
    await get(`/v1/data/${secret}`),
    await get('/v1/key/info', { Cookie: `session=${secret}` }),
  ]
  // Each thread writes its lines once a second, on a busy machine later; the last line may be incomplete.
  const readLines = () => service.log().split('\n').slice(0, -1)
  await until('the requests are logged', () => {
    const text = readLines().join('\n')
    return sent.every(({ id }) => text.includes(`"${id}"`))
  })
  const lines = readLines()
    .filter((line) => line.includes('"msg":"request"'))
    .map((line) => JSON.parse(line))
  const [row] = lines.filter(({ dataset, status }) => dataset === 'TaiwanStockPER' && status === 200)
  assert.deepEqual(Object.keys(row).sort(), [
    'bytes',
    'dataset',
    'key_id',
    'level',
    'method',
    'ms',
    'msg',
    'request_id',
    'route',
    'status',
    'time',
  ])
  assert.ok(lines.some(({ route, code }) => route === '/v1/data/{dataset}' && code === 'unknown_dataset'))
  assert.ok(lines.some(({ route, status }) => route === '/v1/key/info' && status === 200))
  assert.doesNotMatch(service.log(), new RegExp(secret))
})

test('a port of metrics that is taken stops the start with a sentence', async () => {
  const second = await copyOfBrief(join(root, 'second'))
  const { code, err } = await formosa(['serve'], {
    ...brief,
    FORMOSA_HOME: second,
    METRICS_PORT: new URL(metricsUrl).port,
    FORMOSA_NOW: builtAt,
  })
  assert.notEqual(code, 0)
  assert.match(err, /METRICS_PORT \d+ on 127\.0\.0\.1 is taken/)
})
