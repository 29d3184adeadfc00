import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { expectProblem, openApi, paramsOf } from '../../test/support/api.ts'
import { openEventStream, type StreamedEvent } from '../../test/support/eventStream.ts'
import { builtAt, builtThrough, copyOfBrief } from '../../test/support/fixture.ts'
import { startService } from '../../test/support/service.ts'
import { until } from '../../test/support/until.ts'
import { openDatabase } from '../store/database.ts'
import { addEvents, type NewEvent, removeEvents } from '../store/events.ts'

/* Events as pages and streams, of a service whose datasets were announced at its start. */

const folder = mkdtempSync(join(tmpdir(), 'formosa-events-'))
const home = await copyOfBrief(join(folder, 'home'))
const api = await openApi(startService(home, { FORMOSA_NOW: builtAt, WORKERS: '2', LOG_LEVEL: 'info' }))
const { send, url, users } = api
const database = await openDatabase({ path: join(home, 'control.sqlite') })
after(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The datasets of the fixture that have days. */
const dated = [
  'TaiwanStockPrice',
  'TaiwanStockPER',
  'TaiwanStockMarginPurchaseShortSale',
  'TaiwanStockTradingDate',
  'GoldPrice',
]

type Page = { readonly count: number; readonly data: readonly StreamedEvent[]; readonly after: string }
const page = async (query = '', key = api.keys.free): Promise<Page> => {
  const response = await send(`/v1/events${query}`, { key })
  assert.equal(response.status, 200, response.text)
  return response.json
}
await until('the datasets are announced', async () => (await page()).count >= dated.length)

let numbers = 0
const event = (dataset: string | null, more: Partial<NewEvent> = {}): NewEvent => ({
  ...{ id: `evt_made_${numbers++}`, type: 'price.changed', dataset, userId: null, at: new Date(builtAt).toISOString() },
  data: { dataset, amount: '2', amount_before: '1', network: 'eip155:84532', asset: '0x0' },
  ...more,
})
const idsOf = (events: readonly { readonly id: string }[]) => events.map(({ id }) => id)

test('every dataset with days is announced once, with its newest day and its rows', async () => {
  const { data } = await page('?types=dataset.ready')
  assert.deepEqual(data.map(({ data }) => data.dataset).sort(), dated.toSorted())
  for (const { id, data: own } of data) {
    const { version, date, origin, rows } = own
    assert.equal(id, `evt_${version}_${own.dataset}_ready`)
    // The calendar has the days of the year to come.
    if (own.dataset.startsWith('TaiwanStock') && own.dataset !== 'TaiwanStockTradingDate')
      assert.equal(date, builtThrough)
    assert.equal(origin, 'demo')
    const query = `start_date=${date}&end_date=${date}&include_inactive=true&dry_run=true`
    const counted = await api.ok(
      `${own.dataset}?${own.dataset === 'TaiwanStockPrice' ? query : query.replace('&include_inactive=true', '')}`,
    )
    assert.equal(rows, counted.json.row_count ?? counted.json.rows, JSON.stringify(counted.json))
  }
})

test('pages follow one another, a place moves on under a filter, and an unchanged page costs nothing', async () => {
  const all = await page()
  const seen: string[] = []
  for (let place = ''; ; ) {
    const { data, after } = await page(`?limit=2${place}`)
    seen.push(...idsOf(data))
    if (data.length < 2) break
    place = `&after=${after}`
  }
  assert.deepEqual(seen, idsOf(all.data))
  assert.equal(new Set(seen).size, seen.length)
  assert.deepEqual(await page(`?after=${all.after}`), { count: 0, data: [], after: all.after })
  assert.equal((await page('?types=quota.near')).after, all.after)
  assert.deepEqual(idsOf((await page('?datasets=GoldPrice,TaiwanStockPER')).data).length, 2)
  assert.equal((await page('?after=2020-01-01')).count, all.count)
  assert.equal((await page('?after=2026-11-14')).count, 0)
  const { headers } = await send('/v1/events', { key: api.keys.free })
  const left = await api.left(api.keys.free)
  const same = await send('/v1/events', { key: api.keys.free, headers: { 'If-None-Match': headers.etag! } })
  assert.deepEqual([same.status, await api.left(api.keys.free)], [304, left])
})

test('wrong parameters are refused by name, and a place that is none by 410', async () => {
  const key = api.keys.free
  for (const [query, params] of [
    ['?types=dataset.gone', ['types']],
    ['?types=events.missed', ['types']],
    ['?datasets=GoldPrices', ['datasets']],
    ['?limit=0&types=', ['types', 'limit']],
    ['?limit=1001', ['limit']],
  ] as const)
    assert.deepEqual(
      paramsOf(expectProblem(await send(`/v1/events${query}`, { key }), 422, 'invalid_parameter')),
      params,
    )
  expectProblem(await send('/v1/events?since=1', { key }), 422, 'unknown_parameter')
  for (const place of ['nonsense', 'evt_at_999x', 'evt_'])
    expectProblem(await send(`/v1/events?after=${place}`, { key }), 410, 'events_gone')
  expectProblem(await send('/v1/events'), 401, 'missing_key')
  const streamed = await openEventStream(url, key, { query: '?limit=3' })
  assert.equal(streamed.response.status, 422)
  expectProblem(await send('/v1/events', { key, headers: { Accept: 'text/csv' } }), 406, 'not_acceptable')
})

test('a stream sends what is new, goes on after the last id, and counts as one call', async () => {
  const key = await api.addKey('free')
  const before = await api.left(key)
  const first = await openEventStream(url, key)
  assert.equal(first.response.headers.get('content-type'), 'text/event-stream')
  assert.equal(first.response.headers.get('content-length'), null)
  await first.ready()
  assert.equal(await api.left(key), before - 1)
  const start = first.place()
  const made = ['GoldPrice', 'TaiwanStockPER', 'GoldPrice', null].map((dataset) => event(dataset))
  await addEvents(database, made.slice(0, 2))
  await addEvents(database, made)
  await first.has(4)
  assert.deepEqual(idsOf(first.events), idsOf(made))
  await first.close()

  const late = event('GoldPrice')
  await addEvents(database, [late])
  const again = await openEventStream(url, key, { lastId: made[1]!.id })
  await again.has(3)
  assert.deepEqual(idsOf(again.events), idsOf([made[2]!, made[3]!, late]))
  await again.close()
  // What was remembered before the first event leads there too, and a header goes before the address.
  const filtered = await openEventStream(url, key, { query: '?datasets=GoldPrice&after=evt_at_0', lastId: start })
  await filtered.has(3)
  assert.deepEqual(idsOf(filtered.events), idsOf([made[0]!, made[2]!, late]))
  await filtered.close()
  assert.equal(await api.left(key), before - 3)
})

test('a user has five streams at once, and a sixth when one has ended', async () => {
  const key = await api.addKey('plus')
  const open = () => openEventStream(url, key)
  const streams = await Promise.all(Array.from({ length: 5 }, open))
  await Promise.all(streams.map(({ ready }) => ready()))
  const refused = await send('/v1/events', { key, headers: { Accept: 'text/event-stream' } })
  assert.deepEqual(
    [refused.status, refused.headers['x-error-code'], refused.headers['retry-after']],
    [429, 'too_many_streams', '30'],
  )
  assert.equal(refused.json.detail, 'rate limit exceeded (5/5 open streams of events)')
  await streams.pop()!.close()
  const sixth = await until('a place is free', async () => {
    const stream = await openEventStream(url, key)
    return stream.response.status === 200 ? stream : null
  })
  await Promise.all([sixth, ...streams].map(({ close }) => close()))
})

test('nine tenths of the calls are told to their user alone, once', async () => {
  const [own, other] = [await users.add('free'), await users.add('free')]
  const streams = await Promise.all(
    [own, other].map(({ key }) => openEventStream(url, key, { query: '?types=quota.near' })),
  )
  await Promise.all(streams.map(({ ready }) => ready()))
  for (let call = 1; call < 560; call++) await send('/v1/bulk/GoldPrice', { key: own.key })
  await streams[0]!.has(1)
  const told = (await page('?types=quota.near', own.key)).data
  assert.deepEqual(idsOf(told), idsOf(streams[0]!.events))
  const { tier, used, limit } = told[0]!.data
  assert.deepEqual([tier, used, limit], ['free', 540, 600])
  assert.deepEqual([told.length, (await page('?types=quota.near', other.key)).count], [1, 0])
  // Its id is no place for anybody else.
  expectProblem(await send(`/v1/events?after=${told[0]!.id}`, { key: other.key }), 410, 'events_gone')
  assert.equal(streams[1]!.events.length, 0)
  await Promise.all(streams.map(({ close }) => close()))
})

test('a reader behind what is kept is told so, and one whose place is kept goes on', async () => {
  const key = await api.addKey('free')
  const [old, kept] = [event('GoldPrice', { at: '2026-01-01T00:00:00.000Z' }), event('GoldPrice')]
  await addEvents(database, [old])
  await removeEvents(database, '2026-06-01T00:00:00.000Z')
  await addEvents(database, [kept])
  expectProblem(await send(`/v1/events?after=${old.id}`, { key }), 410, 'events_gone')
  expectProblem(await send('/v1/events?after=2025-12-31', { key }), 410, 'events_gone')
  expectProblem(await send('/v1/events?after=evt_at_0', { key }), 410, 'events_gone')
  assert.deepEqual(idsOf((await page()).data), [kept.id])
  const stream = await openEventStream(url, key, { lastId: old.id })
  await stream.has(2)
  assert.deepEqual(
    stream.events.map(({ type }) => type),
    ['events.missed', 'price.changed'],
  )
  assert.deepEqual(stream.events[0]!.data, { removed_through: '2026-01-01T00:00:00.000Z' })
  await stream.close()
  // A reader that was told goes on from there, on streams and pages, until more is removed.
  const { id } = stream.events[0]!
  assert.deepEqual(idsOf((await page(`?after=${id}`)).data), [kept.id])
  const again = await openEventStream(url, key, { lastId: id })
  await again.has(1)
  assert.deepEqual(idsOf(again.events), [kept.id])
  await again.close()
})

test('a stream ends when the service stops', async () => {
  const stream = await openEventStream(url, await api.addKey('free'))
  await stream.ready()
  const stopping = api.service.stop()
  await stream.ended()
  assert.equal(stream.end(), 'ended')
  assert.equal(await stopping, 0)
})
