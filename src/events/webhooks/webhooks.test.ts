import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { startEngines } from '../../../test/support/engines.ts'
import { onFreePort } from '../../../test/support/ports.ts'
import { until } from '../../../test/support/until.ts'
import { type Database, openDatabase } from '../../store/database.ts'
import { addEvents, eventsAfter, type NewEvent, removeEvents } from '../../store/events.ts'
import { addUser } from '../../store/users.ts'
import { addWebhook, changeWebhook, findWebhook, rotateWebhook, type Webhook } from '../../store/webhooks.ts'
import { type DeliveryOptions, deliver, shownSecret, signatureOf } from './deliver.ts'
import { createDispatcher } from './dispatcher.ts'
import { isPublic, receiverFault } from './receivers.ts'

/** Deliveries on each engine; `npm run torture` asks for the number that is promised. */
const deliveries = process.env.TORTURE ? 10_000 : 240
const hooks = 4

const engines = await startEngines()
after(engines.stop)

const keys = [Buffer.alloc(32, 7)]
const now = () => new Date()
const basic: DeliveryOptions = { allowsPrivate: true, keys, now, release: '0.0.0' }
const log = { info: () => {}, error: (given: unknown) => console.error(given) }

const event = (n: number): NewEvent => ({
  ...{ id: `evt_${n}`, type: 'price.changed', dataset: n % 2 === 0 ? 'GoldPrice' : 'TaiwanStockPrice', userId: null },
  ...{ at: now().toISOString(), data: { n } },
})

type Taken = { readonly hook: string; readonly id: string; readonly request: IncomingMessage; readonly body: string }

/** A receiver on a loopback address, which can be taken down and up again. */
async function startReceiver(address: string, answer: (taken: Taken, response: ServerResponse) => void, onPort = 0) {
  let server: Server
  const open = async (port: number): Promise<number> => {
    server = createServer(async (request, response) => {
      const body = await text(request).catch(() => null)
      if (body !== null)
        answer({ hook: request.url!, id: String(request.headers['webhook-id']), request, body }, response)
    })
    server.listen(port, address)
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const port = await open(onPort)
  const close = async (): Promise<void> => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
  return { port, close, open: () => open(port) }
}

/** The secrets whose signature a message has; the receiver checks as the specification tells. */
function signersOf({ request, body }: Pick<Taken, 'request' | 'body'>, secrets: readonly string[]): string[] {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signatures } = request.headers
  assert.ok(Math.abs(Number(at) - Date.now() / 1_000) < 300)
  return secrets.filter((secret) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    const own = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')
    return String(signatures).split(' ').includes(`v1,${own}`)
  })
}

type Found = { readonly address: string; readonly family: number }

/** What a receiver does wrong, by the turns of each hundred requests. */
const faults: Readonly<Record<string, readonly number[]>> = {
  ...{ fails: [5, 31, 57, 83], hangs: [13], breaks: [26], 'leads away': [39], gone: [52], 'lost answer': [65, 90] },
}
const statuses: Readonly<Record<string, number>> = { fails: 503, 'leads away': 307, gone: 410 }

async function addOwner(database: Database): Promise<number> {
  const email = `owner-${process.hrtime.bigint()}@example.com`
  const added = await addUser(database, { email, tier: 'free', at: now().toISOString(), isVerified: true }, null)
  return added!.user.id
}

const add = async (database: Database, userId: number, url: string, more = {}): Promise<Webhook> =>
  (await addWebhook(
    database,
    { ...{ userId, url, types: null, datasets: null, place: 0, at: now().toISOString() }, ...more },
    10,
  ))!

test('a signature is that of the published example', () => {
  const secret = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64')
  assert.equal(
    signatureOf(secret, 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1_614_265_330, '{"test": 2432232314}'),
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  )
})

test('addresses that are private, special or lead to such are closed, in every form', async () => {
  for (const address of [
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '100.127.255.255', '127.0.0.1', '127.9.9.9', '169.254.169.254'],
    ...['172.16.0.1', '172.31.255.255', '192.168.1.1', '192.0.0.8', '198.18.0.1', '224.0.0.1', '240.0.0.1'],
    ...['255.255.255.255', '::', '::1', '::ffff:10.0.0.1', '::ffff:8.8.8.8', '::ffff:7f00:1', '::127.0.0.1'],
    ...['fc00::1', 'fd12::1', 'fe80::1', 'fec0::1', 'ff02::1', '64:ff9b::7f00:1', '2002:7f00:1::', '2001::1'],
    ...['2001:db8::1', 'not an address', ''],
  ])
    assert.equal(isPublic(address), false, address)
  for (const address of ['8.8.8.8', '172.32.0.1', '100.128.0.1', '1.1.1.1', '2606:4700:4700::1111', '2404:6800::1'])
    assert.equal(isPublic(address), true, address)
  for (const host of [
    ...['127.0.0.1', '2130706433', '0x7f000001', '0x7f.1', '0177.0.0.1', '127.1', '[::1]', '[::ffff:127.0.0.1]'],
    ...['169.254.169.254', '127.0.0.1.', '[fd00::1]', '１２７.0.0.1'],
  ])
    assert.match(receiverFault(`https://${host}/`, false)?.en ?? 'accepted', /public internet/, host)
  for (const [url, reason] of [
    ['http://example.com/', /https/],
    ['ftp://example.com/', /https/],
    ['https://user@example.com/', /user/],
    ['https://example.com/#part', /fragment/],
    ['https://example.com:22/', /port/],
    ['example.com', /web address/],
    [' https://example.com', /web address/],
  ] as const)
    assert.match(receiverFault(url, false)!.en, reason)
  for (const url of ['https://example.com/hook?x=1', 'https://example.com:8443/', 'https://8.8.8.8/'])
    assert.equal(receiverFault(url, false), null, url)
})

test('names are looked up at each delivery, and no private address among theirs is connected to', async () => {
  let requests = 0
  const receiver = await startReceiver('127.0.0.1', (_, response) => {
    requests++
    response.end()
  })
  const webhook = { id: 1, generation: 1, oldUntil: null, url: `https://hook.example:${receiver.port}/` } as Webhook
  const message = { id: 'evt_1', type: 'webhook.test', at: now().toISOString(), data: {} }
  const closed = { status: null, error: 'the address is not of the public internet' }
  for (const found of [
    ['127.0.0.1'],
    ['8.8.8.8', '127.0.0.1'],
    ['::ffff:127.0.0.1'],
    ['10.0.0.1'],
    ['169.254.169.254'],
  ]) {
    const lookup = async () => found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    assert.deepEqual(await deliver(webhook, message, { ...basic, allowsPrivate: false, lookup }), closed)
  }
  const local = { ...webhook, url: `https://localhost:${receiver.port}/` }
  assert.deepEqual(await deliver(local, message, { ...basic, allowsPrivate: false }), closed)
  // What was stored while private addresses were allowed is checked too.
  const stored = { ...webhook, url: `http://127.0.0.1:${receiver.port}/` }
  assert.match((await deliver(stored, message, { ...basic, allowsPrivate: false })).error!, /https/)
  const lookup = async () => {
    throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })
  }
  assert.equal((await deliver(webhook, message, { ...basic, lookup })).error, 'the name has no address')
  const never = () => new Promise<never>(() => {})
  assert.match((await deliver(webhook, message, { ...basic, lookup: never, timeoutMs: 20 })).error!, /no answer within/)
  assert.equal(requests, 0)
  await receiver.close()
})

for (const engine of [engines.sqlite, engines.postgres]) {
  const { name, skip } = engine

  test(`${name}: ${deliveries} deliveries to a receiver that fails, hangs, is gone and comes back`, {
    skip,
  }, async (t) => {
    const database = await openDatabase(await engine.fresh())
    const count = deliveries / hooks
    let requests = 0
    const seen = new Map<string, string[]>()
    const secrets = new Map<string, string>()
    const outcomes: Record<string, number> = {}
    const closed: string[] = []
    const forbidden = await startReceiver('127.0.0.2', ({ id }, response) => {
      closed.push(id)
      response.end()
    })
    let isDown = false
    const answer = ({ hook, id, request, body }: Taken, response: ServerResponse) => {
      assert.equal(signersOf({ request, body }, [secrets.get(hook)!]).length, 1)
      assert.deepEqual([request.method, `evt_${JSON.parse(body).data.n}`], ['POST', id])
      const turn = ++requests % 100
      const [kind = 'takes'] = Object.entries(faults).find(([, turns]) => turns.includes(turn)) ?? []
      outcomes[kind] = (outcomes[kind] ?? 0) + 1
      if (kind === 'takes' || kind === 'lost answer') seen.get(hook)!.push(id)
      if (kind === 'hangs') return
      if (kind === 'breaks' || kind === 'lost answer') return void request.socket.destroy()
      const status = statuses[kind] ?? 204
      response.writeHead(status, kind === 'leads away' ? { Location: `http://127.0.0.2:${forbidden.port}/` } : {}).end()
    }
    const receiver = await onFreePort((port) => startReceiver('127.0.0.1', answer, port))
    // The name leads to the closed address now and then, alone or beside the open one.
    let lookups = 0
    const lookup = async () => {
      const turn = ++lookups % 50
      const [open, shut] = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 })) as [Found, Found]
      return turn === 7 ? [shut] : turn === 32 ? [open, shut] : [open]
    }
    const userId = await addOwner(database)
    const webhooks: Webhook[] = []
    for (let n = 0; n < hooks; n++) {
      const webhook = await add(database, userId, `http://hook.example:${receiver.port}/${n}`)
      webhooks.push(webhook)
      seen.set(`/${n}`, [])
      secrets.set(`/${n}`, shownSecret(keys, webhook))
    }
    const ended: string[] = []
    const start = () =>
      createDispatcher({
        ...{ database, log, lookMs: 5, pauses: Array.from({ length: 9 }, () => 2), mayDeliver: async () => true },
        delivery: { ...basic, lookup, isOpen: (address) => address === '127.0.0.1', timeoutMs: 200 },
        // Its owner lets it go on, at once or when the receiver is there again.
        async onEnded(webhook) {
          ended.push(webhook.status)
          if (isDown) return
          await changeWebhook(database, webhook, { status: 'active' })
        },
      })
    let dispatcher = start()
    // One that a failed test left behind would keep the process.
    t.after(() => dispatcher.close())
    const behind = async () => {
      const all = await Promise.all(webhooks.map((webhook) => findWebhook(database, webhook)))
      return Math.min(...all.map((webhook) => webhook!.place))
    }
    /** Events come while others are sent. */
    let made = 0
    const make = async (until: number) => {
      for (; made < until; made += 20)
        await addEvents(
          database,
          Array.from({ length: Math.min(20, until - made) }, (_, n) => event(made + n)),
        )
      made = until
    }
    const half = Math.floor(count / 2)
    await make(half)
    await until('half of the events are taken', async () => (await behind()) >= half / 2)
    await dispatcher.close()
    // The receiver is down for longer than all attempts take; then it is there again.
    isDown = true
    await receiver.close()
    dispatcher = start()
    await make(count)
    await until('every webhook has failed', async () => {
      const all = await Promise.all(webhooks.map((webhook) => findWebhook(database, webhook)))
      return all.every((webhook) => webhook!.status === 'failed')
    })
    await receiver.open()
    isDown = false
    for (const webhook of webhooks) await changeWebhook(database, webhook, { status: 'active' })
    const last = (await eventsAfter(database, { userId, types: null, datasets: null }, 0, count)).at(-1)!.seq
    await until('everything is taken', async () => (await behind()) >= last)
    await dispatcher.close()

    let repeated = 0
    for (const taken of seen.values()) {
      // Each event at least once, and again only as the last one: in order.
      const once = taken.filter((id, n) => id !== taken[n - 1])
      assert.deepEqual(
        once,
        Array.from({ length: count }, (_, n) => `evt_${n}`),
      )
      repeated += taken.length - once.length
    }
    assert.deepEqual(closed, [])
    assert.ok(ended.filter((status) => status === 'failed').length >= hooks)
    for (const kind of Object.keys(faults)) assert.ok(outcomes[kind]! > 0, kind)
    if (process.env.TORTURE) console.log(JSON.stringify({ name, outcomes, repeated, lookups, ended: ended.length }))
    await Promise.all([receiver.close(), forbidden.close(), database.close()])
  })

  test(`${name}: filters, rotation, a lost place, and a crash between an answer and its place`, { skip }, async (t) => {
    const database = await openDatabase(await engine.fresh())
    const taken: Taken[] = []
    const receiver = await startReceiver('127.0.0.1', (one, response) => {
      taken.push(one)
      response.end()
    })
    const [userId, other] = [await addOwner(database), await addOwner(database)]
    const url = `http://127.0.0.1:${receiver.port}`
    const plain = await add(database, userId, `${url}/all`)
    await add(database, userId, `${url}/gold`, { datasets: 'GoldPrice' })
    const own: NewEvent = { ...event(4), id: 'evt_own', type: 'quota.near', dataset: null, userId }
    await addEvents(database, [event(0), event(1), { ...own, id: 'evt_other', userId: other }, own])
    const options = {
      ...{ database, log, lookMs: 5, mayDeliver: async () => true, delivery: basic },
      onEnded: async () => {},
    }
    const idsOf = (hook: string) => taken.filter((one) => one.hook === hook).map(({ id }) => id)
    const place = async () => (await findWebhook(database, plain))!.place
    let dispatcher = createDispatcher(options)
    t.after(() => dispatcher.close())
    await until('the events are taken', async () => (await place()) >= 4)
    await dispatcher.close()
    assert.deepEqual([idsOf('/all'), idsOf('/gold')], [['evt_0', 'evt_1', 'evt_own'], ['evt_0']])

    // A process that dies after the answer and before the place is written sends the event again.
    const rotated = (await rotateWebhook(database, plain, now()))!
    await database.db.updateTable('webhooks').set({ place: 3 }).where('id', '=', plain.id).execute()
    dispatcher = createDispatcher(options)
    await until('it is taken again', async () => (await place()) >= 4)
    assert.deepEqual(idsOf('/all'), ['evt_0', 'evt_1', 'evt_own', 'evt_own'])
    const both = [shownSecret(keys, plain), shownSecret(keys, rotated)]
    const again = taken.findLast(({ hook }) => hook === '/all')!
    assert.deepEqual(signersOf(again, both), both)
    // After a day the old secret signs no more.
    await database.db.updateTable('webhooks').set({ old_until: '2020-01-01T00:00:00.000Z' }).execute()
    await addEvents(database, [event(5)])
    await until('the next is taken', () => idsOf('/all').includes('evt_5'))
    assert.deepEqual(signersOf(taken.findLast(({ hook }) => hook === '/all')!, both), [both[1]])
    await dispatcher.close()

    // Events that were removed before they could be sent are named by one of their own.
    await addEvents(database, [event(6)])
    await removeEvents(database, '2100-01-01T00:00:00.000Z')
    await addEvents(database, [event(7)])
    dispatcher = createDispatcher(options)
    await until('the newest is taken', () => idsOf('/all').includes('evt_7'))
    const [missed, newest] = taken.filter(({ hook }) => hook === '/all').slice(-2)
    assert.deepEqual([JSON.parse(missed!.body).type, newest!.id], ['events.missed', 'evt_7'])
    await dispatcher.close()
    await Promise.all([receiver.close(), database.close()])
  })
}
