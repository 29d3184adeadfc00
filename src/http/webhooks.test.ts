import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, describe, test } from 'node:test'
import { expectProblem, openApi, paramsOf } from '../../test/support/api.ts'
import { createTestClock } from '../../test/support/clock.ts'
import { builtAt, copyOfBrief } from '../../test/support/fixture.ts'
import { formosaHere, refused, succeeded } from '../../test/support/inProcess.ts'
import { startMail } from '../../test/support/mail.ts'
import { startService } from '../../test/support/service.ts'
import { until } from '../../test/support/until.ts'
import { openDatabase } from '../store/database.ts'
import { addEvents, type NewEvent, newestPlace } from '../store/events.ts'

/* Webhooks through the API and the command line, and their deliveries by the service. */

const folder = mkdtempSync(join(tmpdir(), 'formosa-webhooks-'))
const home = await copyOfBrief(join(folder, 'home'))
const clock = createTestClock(folder, builtAt)
const mail = await startMail()
const settings = { ...clock.settings, FORMOSA_WEBHOOK_PRIVATE: 'on', SMTP_URL: mail.url, WORKERS: '2' }
let service = await startService(home, settings)
const api = await openApi(Promise.resolve({ ...service, stop: () => service.stop() }))
const { send, users, contract } = api
const database = await openDatabase({ path: join(home, 'control.sqlite') })

type Taken = {
  readonly id: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}
const taken: Taken[] = []
let answer = (_: Taken, response: ServerResponse): void => void response.end()
const receiver = createServer(async (request, response) => {
  const body = await text(request)
  const one = { id: String(request.headers['webhook-id']), path: request.url!, headers: request.headers, body }
  taken.push(one)
  answer(one, response)
}).listen(0, '127.0.0.1')
await once(receiver, 'listening')
const receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`

after(async () => {
  await database.close()
  await mail.stop()
  receiver.closeAllConnections()
  receiver.close()
  rmSync(folder, { recursive: true, force: true })
})

let numbers = 0
const event = (): NewEvent => ({
  ...{
    id: `evt_made_${numbers++}`,
    type: 'price.changed',
    dataset: 'GoldPrice',
    userId: null,
    at: clock.now().toISOString(),
  },
  data: { dataset: 'GoldPrice', amount: '2', amount_before: '1', network: 'eip155:84532', asset: '0x0' },
})
const status = async (id: number, key: string) => (await send(`/v1/webhooks/${id}`, { key })).json
const placeOf = async (id: number) =>
  (await database.db.selectFrom('webhooks').select('place').where('id', '=', id).executeTakeFirst())?.place
const isSigned = ({ id, headers, body }: Taken, secret: string): boolean => {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const own = createHmac('sha256', key).update(`${id}.${headers['webhook-timestamp']}.${body}`).digest('base64')
  return String(headers['webhook-signature']).split(' ').includes(`v1,${own}`)
}
const at = (path: string) => taken.filter((one) => one.path === path)
const idsAt = (path: string) => at(path).map(({ id }) => id)

async function make(key: string, path: string, more: object = {}) {
  const response = await send('/v1/webhooks', { key, json: { url: receiverUrl + path, ...more } })
  assert.equal(response.status, 201, response.text)
  return response.json as { id: number; secret: string; status: string; types: string; datasets: string }
}

describe('the owner of a webhook', () => {
  test('makes, lists, changes, rotates and removes it; others learn nothing of it', async () => {
    const [own, other] = [await users.add('free'), await users.add('free')]
    const { key } = own
    const made = await make(key, '/managed', { types: 'dataset.ready', datasets: 'GoldPrice,TaiwanStockPER' })
    assert.match(made.secret, /^whsec_[\w+/]{43}=$/)
    assert.deepEqual([made.types, made.datasets, made.status], ['dataset.ready', 'GoldPrice,TaiwanStockPER', 'active'])
    const listed = (await send('/v1/webhooks', { key })).json.webhooks
    assert.deepEqual([listed.length, listed[0].id, 'secret' in listed[0]], [1, made.id, false])
    const path = `/v1/webhooks/${made.id}`
    const changed = await send(path, { key, method: 'PATCH', json: { status: 'paused', types: 'all' } })
    assert.deepEqual([changed.json.status, changed.json.types, changed.json.datasets], ['paused', 'all', made.datasets])
    const rotated = await send(`${path}/rotate`, { key, method: 'POST' })
    assert.notEqual(rotated.json.secret, made.secret)
    assert.deepEqual((await send('/v1/webhooks', { key: other.key })).json.webhooks, [])
    for (const [method, more] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/rotate'],
      ['POST', '/test'],
    ] as const)
      expectProblem(
        await send(path + more, { key: other.key, method, ...(method === 'GET' ? {} : { json: {} }) }),
        404,
        'unknown_webhook',
      )
    expectProblem(
      await send(`${path}/replay`, { key: other.key, json: { after: '2026-11-13' } }),
      404,
      'unknown_webhook',
    )
    assert.equal((await send(path, { key, method: 'DELETE' })).status, 200)
    expectProblem(await send(path, { key }), 404, 'unknown_webhook')
    const lines = await database.db
      .selectFrom('audit')
      .select('action')
      .where('user_id', '=', own.id)
      .orderBy('id')
      .execute()
    assert.deepEqual(
      lines.map(({ action }) => action).filter((action) => action.startsWith('webhook')),
      ['webhook.create', 'webhook.change', 'webhook.rotate', 'webhook.remove'],
    )
  })

  test('is told what is wrong, and has ten at most', async () => {
    const { key } = await users.add('free')
    for (const [json, params] of [
      [{}, ['url']],
      [{ url: 'ftp://example.com' }, ['url']],
      [{ url: 'https://example.com:25/' }, ['url']],
      [{ url: 'https://example.com/', types: 'dataset.gone', datasets: 'Gold' }, ['types', 'datasets']],
      [{ url: 'https://example.com/', types: 'webhook.test' }, ['types']],
      [{ url: 7 }, ['url']],
    ] as const)
      assert.deepEqual(
        paramsOf(expectProblem(await send('/v1/webhooks', { key, json }), 422, 'invalid_parameter')),
        params,
      )
    expectProblem(
      await send('/v1/webhooks', { key, json: { url: 'https://example.com/', secret: 'x' } }),
      422,
      'unknown_parameter',
    )
    for (let n = 0; n < 10; n++) await make(key, `/many/${n}`, { types: 'quota.near' })
    expectProblem(await send('/v1/webhooks', { key, json: { url: receiverUrl } }), 409, 'too_many_webhooks')
    expectProblem(await send('/v1/webhooks/x', { key }), 404, 'unknown_webhook')
    expectProblem(await send('/v1/webhooks'), 401, 'missing_key')
    const [{ id }] = (await send('/v1/webhooks', { key })).json.webhooks
    expectProblem(
      await send(`/v1/webhooks/${id}`, { key, method: 'PATCH', json: { status: 'gone' } }),
      422,
      'invalid_parameter',
    )
    expectProblem(await send(`/v1/webhooks/${id}/replay`, { key, json: { after: 'nonsense' } }), 410, 'events_gone')
  })

  test('is deleted with its webhooks and events', async () => {
    const { key, email } = await users.add('free')
    await make(key, '/deleted')
    await succeeded(['user', 'delete', email], { FORMOSA_HOME: home })
    await until('the key is forgotten', async () => (await send('/v1/webhooks', { key })).status === 401)
    const left = await database.db.selectFrom('webhooks').select('id').where('url', 'like', '%/deleted').execute()
    assert.deepEqual(left, [])
  })
})

/** The events of these tests alone: a clock that is turned brings days of the market. */
const made = { types: 'price.changed' }

describe('a delivery', () => {
  test('is signed, is repeated by the schedule until it is taken, and then the next follows', async () => {
    const { key } = await users.add('free')
    const { id, secret } = await make(key, '/retried', made)
    const [first, second] = [event(), event()]
    answer = (one, response) => response.writeHead(one.path === '/retried' ? 500 : 200).end()
    await addEvents(database, [first, second])
    await until('the first attempt fails', async () => (await status(id, key)).attempts === 1)
    const failed = await status(id, key)
    assert.deepEqual([failed.status, failed.last_error, failed.delivered_at], ['active', 'it answered 500', null])
    const pause = (Date.parse(failed.next_at) - clock.now().getTime()) / 1_000
    assert.ok(pause >= 4.9 && pause <= 6, `${pause} s`)
    clock.turn(10)
    await until('the second attempt fails', async () => (await status(id, key)).attempts === 2)
    answer = (_, response) => void response.end()
    clock.turn(600)
    await until('both are taken', () => idsAt('/retried').includes(second.id))
    assert.deepEqual(idsAt('/retried'), [first.id, first.id, first.id, second.id])
    for (const one of at('/retried')) assert.ok(isSigned(one, secret))
    const [one] = at('/retried')
    const { type, timestamp, data } = JSON.parse(one!.body)
    assert.deepEqual([type, data], ['price.changed', first.data])
    assert.equal(Date.parse(timestamp), Date.parse(first.at))
    await until('the state says so', async () => (await status(id, key)).last_error === null)
  })

  test('is given up after ten attempts in three days; the owner is told, and goes on where it stopped', async () => {
    const { key, email } = await users.add('free')
    const { id } = await make(key, '/failed', made)
    const [first, second] = [event(), event()]
    answer = (one, response) => response.writeHead(one.path === '/failed' ? 503 : 200).end()
    await addEvents(database, [first, second])
    for (let attempt = 1; attempt <= 10; attempt++) {
      await until(`attempt ${attempt} fails`, async () => (await status(id, key)).attempts === attempt)
      clock.turn(30 * 3_600)
    }
    assert.equal((await status(id, key)).status, 'failed')
    const message = await mail.waitFor(email)
    assert.match(message.text!, /it answered 503/)
    answer = (_, response) => void response.end()
    await send(`/v1/webhooks/${id}`, { key, method: 'PATCH', json: { status: 'active' } })
    await until('both are taken', () => idsAt('/failed').includes(second.id))
    assert.deepEqual([...new Set(idsAt('/failed'))], [first.id, second.id])
  })

  test('that is answered 410 is the last; replay sends again what was sent', async () => {
    const { key } = await users.add('free')
    const { id } = await make(key, '/gone', made)
    const [first, second] = [event(), event()]
    answer = (one, response) => response.writeHead(one.path === '/gone' ? 410 : 200).end()
    await addEvents(database, [first, second])
    await until('it is gone', async () => (await status(id, key)).status === 'gone')
    assert.deepEqual(idsAt('/gone'), [first.id])
    answer = (_, response) => void response.end()
    await send(`/v1/webhooks/${id}`, { key, method: 'PATCH', json: { status: 'active' } })
    // Until its place is written, an event counts as being sent.
    await until('both are taken', async () => (await placeOf(id)) === (await newestPlace(database)))
    await send(`/v1/webhooks/${id}/replay`, { key, json: { after: first.id } })
    await until('the second is taken again', () => idsAt('/gone').length === 4)
    assert.deepEqual(idsAt('/gone'), [first.id, first.id, second.id, second.id])
  })

  test('comes again after the service was killed before it knew of the answer', async () => {
    const { key } = await users.add('free')
    const { id } = await make(key, '/killed', made)
    const sent = event()
    answer = (one, response) => {
      if (one.path !== '/killed') return void response.end()
      service.process.kill('SIGKILL')
      response.end()
    }
    await addEvents(database, [sent])
    await once(service.process, 'close')
    answer = (_, response) => void response.end()
    service = await startService(home, { ...settings, PORT: new URL(api.url).port })
    await until('it is taken again', async () => idsAt('/killed').length === 2)
    await until('the place is written', async () => (await status(id, key)).delivered_at !== null)
    assert.deepEqual(idsAt('/killed'), [sent.id, sent.id])
  })
})

test('a test is sent at once and tells the answer', async () => {
  const { key } = await users.add('free')
  const { id, secret } = await make(key, '/tested')
  const left = await api.left(key)
  const test = async () => (await send(`/v1/webhooks/${id}/test`, { key, method: 'POST' })).json
  assert.deepEqual(await test(), { delivered: true, status: 200, error: null })
  const [one] = at('/tested')
  assert.ok(isSigned(one!, secret))
  assert.deepEqual([JSON.parse(one!.body).type, JSON.parse(one!.body).data], ['webhook.test', { webhook: id }])
  answer = (_, response) => response.writeHead(302, { Location: `${receiverUrl}/elsewhere` }).end()
  assert.deepEqual(await test(), { delivered: false, status: 302, error: 'it answered 302' })
  assert.equal(at('/elsewhere').length, 0)
  answer = (_, response) => void response.end()
  assert.equal(await api.left(key), left - 2)
})

test('the command line does the same', async () => {
  const { key } = await users.add('free')
  const own = { FORMOSA_URL: api.url, FORMOSA_KEY: key }
  const added = await succeeded(
    ['webhooks', 'add', `${receiverUrl}/command`, '--types', 'dataset.ready,quota.near'],
    own,
  )
  assert.match(added.out, /^whsec_[\w+/]{43}=\n$/)
  const [{ id }] = (await send('/v1/webhooks', { key })).json.webhooks
  assert.match(
    (await succeeded(['webhooks', 'list'], own)).out,
    /command +dataset\.ready,quota\.near +all +active +never +none/,
  )
  assert.match((await succeeded(['webhooks', 'test', String(id)], own)).err, /answered 200/)
  assert.notEqual((await succeeded(['webhooks', 'rotate', String(id)], own)).out, added.out)
  await succeeded(['webhooks', 'replay', String(id), '2026-11-13'], own)
  await send(`/v1/webhooks/${id}`, { key, method: 'PATCH', json: { status: 'paused' } })
  await succeeded(['webhooks', 'resume', String(id)], own)
  assert.equal((await status(id, key)).status, 'active')
  await refused(['webhooks', 'add', 'nonsense'], own, 2, /url/)
  await refused(['webhooks', 'test', 'x'], own, 2, /number/)
  await refused(['webhooks', 'list'], { ...own, FORMOSA_KEY: 'nonsense' }, 3, /FORMOSA_KEY/)
  await succeeded(['webhooks', 'remove', String(id)], own)
  await refused(['webhooks', 'remove', String(id)], own, 4, /no webhook/)
  assert.equal((await formosaHere(['webhooks', 'list'], { FORMOSA_URL: receiverUrl, FORMOSA_KEY: key })).code, 70)
})

test('without the setting no private address is taken or reached', async () => {
  const closedHome = await copyOfBrief(join(folder, 'closed'))
  const closed = await openApi(startService(closedHome, { ...clock.settings }))
  const key = closed.keys.free
  const before = taken.length
  const { port } = new URL(receiverUrl)
  for (const url of [
    receiverUrl,
    `https://127.0.0.1:${port}/`,
    `https://2130706433:${port}/`,
    `https://[::ffff:127.0.0.1]:${port}/`,
  ])
    assert.deepEqual(
      paramsOf(expectProblem(await closed.send('/v1/webhooks', { key, json: { url } }), 422, 'invalid_parameter')),
      ['url'],
    )
  const made = await closed.send('/v1/webhooks', { key, json: { url: `https://localhost:${port}/` } })
  assert.equal(made.status, 201)
  const test = await closed.send(`/v1/webhooks/${made.json.id}/test`, { key, method: 'POST' })
  assert.deepEqual(test.json, { delivered: false, status: null, error: 'the address is not of the public internet' })
  assert.equal(taken.length, before)
})

test('every documented success of the routes of events was seen', async () => {
  const { status, headers } = await send('/v1/events', { key: api.keys.free })
  const same = await send('/v1/events', { key: api.keys.free, headers: { 'If-None-Match': headers.etag! } })
  assert.deepEqual([status, same.status], [200, 304])
  contract.expectSeen('events')
})
