import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import * as sdk from '../../sdk/index.ts'
import { type Database, openDatabase } from '../../src/store/database.ts'
import { addEvents, type NewEvent } from '../../src/store/events.ts'
import { openEventStream } from '../support/eventStream.ts'
import { builtAt, copyOfBrief } from '../support/fixture.ts'
import { python, withoutPython } from '../support/python.ts'
import { keyOf, startService } from '../support/service.ts'
import { type NetworkFault, startServiceProxy, throttled, unavailable } from '../support/serviceProxy.ts'
import { until } from '../support/until.ts'

/** Both clients read events through a proxy that breaks their connections: each event once, in order, or an error. */

const folder = mkdtempSync(join(tmpdir(), 'formosa-client-events-'))
const home = await copyOfBrief(join(folder, 'home'))
const service = await startService(home, { FORMOSA_NOW: builtAt })
const database: Database = await openDatabase({ path: join(home, 'control.sqlite') })
const proxy = await startServiceProxy(service.url)

after(async () => {
  await proxy.stop()
  await database.close()
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
})

type Query = { readonly datasets?: readonly string[]; readonly types?: readonly string[]; readonly after?: string }
/** The ids that a client had until that of a last event came, and the name of the error if it failed. */
type Reading = { readonly ids: readonly string[]; readonly error: string | null }
type Reader = (key: string, query: Query, last: string) => Promise<Reading>

const readWithSdk: Reader = async (key, query, last) => {
  const client = sdk.createClient({ url: proxy.url, key, retry: { baseMs: 5 } })
  const ids: string[] = []
  try {
    for await (const { id, type, timestamp, data } of client.events(query as sdk.EventsQuery)) {
      if (type === 'price.changed') assert.equal(data.amount, '2')
      assert.ok(Number.isFinite(Date.parse(timestamp)))
      ids.push(id)
      if (id === last) break
    }
    return { ids, error: null }
  } catch (error) {
    assert.ok(error instanceof sdk.FormosaError, String(error))
    return { ids, error: error.name }
  }
}

const script = `
import json, logging, sys
import formosa
logging.disable(logging.CRITICAL)
url, key, query, last = sys.argv[1], sys.argv[2], json.loads(sys.argv[3]), sys.argv[4]
client = formosa.Client(url, key, retry=formosa.RetryOptions(base=0.005))
ids, failed = [], None
try:
    for event in client.events(**query):
        assert event.type != "price.changed" or event.data["amount"] == "2", event
        assert event.timestamp.tzinfo
        ids.append(event.id)
        if event.id == last:
            break
except formosa.FormosaError as error:
    failed = type(error).__name__
print(json.dumps({"ids": ids, "error": failed}))
`
const readWithPython: Reader = async (key, query, last) => {
  const { code, out, err } = await python(script, {}, [proxy.url, key, JSON.stringify(query), last])
  assert.equal(code, 0, err)
  return JSON.parse(out) as Reading
}

const readers = [
  { name: 'the SDK', read: readWithSdk, skip: false as string | false },
  { name: 'the Python client', read: readWithPython, skip: withoutPython() },
] as const

let made = 0
const event = (dataset = 'GoldPrice'): NewEvent => ({
  ...{ id: `evt_made_${made++}`, type: 'price.changed', dataset, userId: null, at: new Date(builtAt).toISOString() },
  data: { dataset, amount: '2', amount_before: '價格', network: 'eip155:84532', asset: '0x0' },
})
const events = (count: number) => Array.from({ length: count }, () => event())
const idsOf = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id)
const whole: NetworkFault = { kind: 'relay', bytes: Number.POSITIVE_INFINITY }

for (const { name, read, skip } of readers) {
  test(`${name}: connections that break anywhere lose and repeat no event`, { skip }, async () => {
    const key = await keyOf(home, 'plus')
    const faults: readonly NetworkFault[] = [
      ...Array.from({ length: 24 }, (_, n): NetworkFault => ({ kind: 'relay', bytes: 300 + ((n * 977) % 1_400) })),
      { kind: 'drop' },
      unavailable(),
      { kind: 'answer', status: 502, body: '<html>Bad Gateway</html>' },
      { kind: 'relay', bytes: 5 },
    ]
    const first = events(60)
    const later = events(5)
    let isLater = false
    proxy.setFaults((n) => (isLater && n % 4 === 3 ? whole : faults[n % faults.length]))
    const reading = read(key, { datasets: ['GoldPrice'], types: ['price.changed'] }, later.at(-1)!.id)
    // A stream without a place begins with what comes after it.
    await until('the stream begins', () => proxy.relayed() > 0)
    await addEvents(database, [event('TaiwanStockPER'), ...first])
    await until('some were read', () => proxy.requests().length > 8)
    isLater = true
    await addEvents(database, later)
    assert.deepEqual(await reading, { ids: idsOf([...first, ...later]), error: null })
    const places = proxy.requests().map(({ headers }) => headers['last-event-id'])
    assert.ok(places[0] === undefined && places.slice(1).every((place) => /^evt_/.test(String(place))))
  })

  test(`${name}: events begin after an id or a date, and a Retry-After is waited for`, { skip }, async () => {
    const key = await keyOf(home, 'plus')
    const some = events(4)
    await addEvents(database, some)
    const place = some[0]!.id
    const last = some[3]!.id
    const faults: readonly NetworkFault[] = [throttled(1), { kind: 'relay', bytes: 400 }, unavailable(1)]
    proxy.setFaults((n) => faults[n] ?? whole)
    assert.deepEqual(await read(key, { after: place }, last), { ids: idsOf(some.slice(1)), error: null })
    const requests = proxy.requests()
    assert.equal(requests.length, 4)
    for (const n of [0, 2]) assert.ok(requests[n + 1]!.at - requests[n]!.at >= 1_000)
    proxy.setFaults(() => whole)
    const { ids } = await read(key, { after: '2026-11-01', types: ['price.changed', 'dataset.ready'] }, last)
    assert.deepEqual(ids.slice(-4), idsOf(some))
    assert.ok(ids.some((id) => id.endsWith('_ready')))
  })

  test(`${name}: what a repetition cannot mend is an error at once`, { skip }, async () => {
    const key = await keyOf(home, 'free')
    const page: NetworkFault = { kind: 'answer', status: 200, body: '{"data":[]}' }
    for (const [query, error, fault] of [
      [{ types: ['dataset.gone'] }, 'InvalidParameterError', whole],
      [{ types: ['events.missed'] }, 'InvalidParameterError', whole],
      [{ datasets: ['GoldPrices'] }, 'InvalidParameterError', whole],
      [{ after: 'nonsense' }, 'EventsGoneError', whole],
      [{}, 'UnexpectedResponseError', page],
    ] as const) {
      proxy.setFaults(() => fault)
      assert.deepEqual(await read(key, query, ''), { ids: [], error })
      assert.equal(proxy.requests().length, 1)
    }
    // Also when the stream has begun.
    const refused = JSON.stringify({ detail: 'No.', code: 'unknown_key' })
    proxy.setFaults((n) => (n === 0 ? { kind: 'relay', bytes: 20 } : { kind: 'answer', status: 401, body: refused }))
    assert.match(String((await read(key, {}, '')).error), /Key/)
    assert.equal(proxy.requests().length, 2)
  })
}

test('an abort ends the events without an error, and a loop that is left ends its stream', async () => {
  const key = await keyOf(home, 'free')
  const client = sdk.createClient({ url: proxy.url, key })
  proxy.setFaults(() => whole)
  for await (const _ of client.events({ signal: AbortSignal.abort() })) assert.fail('an event')
  assert.equal(proxy.requests().length, 0)
  const silent = new AbortController()
  const running = client.events({ types: ['quota.near'], signal: silent.signal }).next()
  await until('the stream begins', () => proxy.relayed() > 0)
  silent.abort()
  assert.deepEqual(await running, { done: true, value: undefined })
  // While it waits to open the stream again.
  proxy.setFaults((n) => (n === 0 ? { kind: 'relay', bytes: 20 } : unavailable(60)))
  const waiting = new AbortController()
  const repeated = client.events({ signal: waiting.signal }).next()
  await until('it is asked to wait', () => proxy.requests().length === 2)
  waiting.abort()
  assert.deepEqual(await repeated, { done: true, value: undefined })
  // A user has five streams at once.
  proxy.setFaults(() => whole)
  for (let n = 0; n < 5; n++)
    for await (const { data } of client.events({ types: ['dataset.ready'], after: '2026-11-01' })) {
      if (data !== null && 'rows' in data) assert.ok(data.rows > 0)
      break
    }
  const open = await until('a stream has ended', async () => {
    const stream = await openEventStream(service.url, key)
    return stream.response.status === 200 && stream
  })
  await open.close()
})
