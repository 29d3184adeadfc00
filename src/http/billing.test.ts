import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import Stripe from 'stripe'
import { contractAt, expectProblem, held } from '../../test/support/api.ts'
import { type Client, createClient, type HttpResponse } from '../../test/support/client.ts'
import { createTestClock } from '../../test/support/clock.ts'
import type { Contract } from '../../test/support/contract.ts'
import { copyOfFew } from '../../test/support/fixture.ts'
import { formosaHere } from '../../test/support/inProcess.ts'
import { createPeople } from '../../test/support/people.ts'
import { formosa } from '../../test/support/run.ts'
import { type Service, startService } from '../../test/support/service.ts'
import { startStripe } from '../../test/support/stripe.ts'
import { openDatabase } from '../store/database.ts'
import { deleteUser } from '../store/users.ts'

const root = mkdtempSync(join(tmpdir(), 'formosa-billing-'))
const home = join(root, 'home')
const clock = createTestClock(root, '2026-10-05T09:10:17.250+08:00')
let stripe: Awaited<ReturnType<typeof startStripe>>
let settings: Record<string, string>
let service: Service
let client: Client
let contract: Contract

before(async () => {
  await copyOfFew(home)
  stripe = await startStripe()
  stripe.price({ id: 'price_lite', unit_amount: 14_900, currency: 'twd' })
  stripe.price({ id: 'price_plus', unit_amount: 29_900, currency: 'twd' })
  settings = {
    STRIPE_SECRET_KEY: stripe.apiKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_PRICE_LITE: 'price_lite',
    STRIPE_PRICE_PLUS: 'price_plus',
    STRIPE_API: stripe.url,
  }
  service = await startService(home, {
    ...clock.settings,
    ...settings,
    WORKERS: '2',
    PUBLIC_URL: 'https://data.example.com/',
  })
  contract = await contractAt(service.url)
  client = held(createClient(service.url, 8), contract)
})
after(async () => {
  client?.close()
  await service?.stop()
  await stripe?.stop()
  rmSync(root, { recursive: true, force: true })
})

const freeSet = '/v1/data/TaiwanStockPER?stock_id=2330&limit=1'
const plusSet = '/v1/data/TaiwanIndex5Seconds?limit=1'
const hour = 3_600

const { signUp } = createPeople(() => client, 1)

const checkout = (cookie: string, tier: unknown) => client.send('/v1/billing/checkout', { cookie, json: { tier } })
const portal = (cookie: string) => client.send('/v1/billing/portal', { cookie, method: 'POST' })
const deliver = (
  { body, signature }: { readonly body: string; readonly signature: string },
  headers: Record<string, string> = {},
): Promise<HttpResponse> =>
  client.send('/v1/billing/webhook', {
    body,
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Stripe-Signature': signature, ...headers },
  })
async function deliverEvent(type: string, object: object, more: { id?: string; created?: number } = {}): Promise<void> {
  const response = await deliver(stripe.event(type, object, more))
  assert.deepEqual([response.status, response.json], [200, { received: true }], response.text)
}

/** The tier by the key, on all threads at once. */
async function tierOf(key: string): Promise<string> {
  const clients = Array.from({ length: 8 }, () => createClient(service.url, 1))
  const responses = await Promise.all(clients.map(({ send }) => send('/v1/key/info', { key })))
  for (const { close } of clients) close()
  const tiers = new Set(responses.map(({ json }) => json.tier))
  assert.equal(tiers.size, 1, 'all threads say the same')
  return [...tiers][0]
}

const inSeconds = (seconds: number) => Math.floor(clock.now().getTime() / 1_000) + seconds

/** Somebody who went through the checkout; the first event of the subscription is not delivered yet. */
async function buyer(tier: 'lite' | 'plus', end?: number) {
  const person = await signUp()
  const subscription = await subscribe(person.cookie, tier, end)
  const { id } = subscription
  return {
    ...{ ...person, userId: person.id, id, subscription, tier: () => tierOf(person.key) },
    /** Changes the subscription at Stripe, which says so. */
    update: (state: object = {}, more?: { isBilled: boolean }) =>
      deliverEvent('customer.subscription.updated', stripe.subscription({ id, ...state }, more)),
    renew: (outcome: 'draft' | 'paid' | 'failed') =>
      deliverEvent('customer.subscription.updated', stripe.renew(id, outcome)),
  }
}

/** A subscription of somebody who went through the checkout; its first event is not delivered yet. */
async function subscribe(cookie: string, tier: 'lite' | 'plus', current_period_end = inSeconds(30 * 24 * hour)) {
  assert.equal((await checkout(cookie, tier)).status, 201)
  const { fields } = stripe.requests().findLast(({ path }) => path === '/v1/checkout/sessions')!
  const id = `sub_${fields.client_reference_id}_${stripe.requests().length}`
  return stripe.subscription({ id, customer: fields.customer!, price: `price_${tier}`, current_period_end })
}

function expectUnavailable(response: HttpResponse): void {
  expectProblem(response, 503, 'unavailable')
  assert.match(response.headers['retry-after']!, /^[1-9]\d*$/)
}

describe('the way to a paid plan', () => {
  test('a checkout is paid, Stripe says so, and the same key has the tier at once', async () => {
    const { cookie, key, email, id } = await signUp()
    assert.equal((await client.send(freeSet, { key })).status, 200)
    assert.equal((await client.send(plusSet, { key })).status, 403)
    assert.equal((await client.send('/v1/plans')).json.is_sold_here, true)
    const from = stripe.requests().length
    const response = await checkout(cookie, 'plus')
    assert.equal(response.status, 201)
    assert.ok(response.json.url.startsWith(`${stripe.url}/`))
    const [customer, session] = stripe
      .requests()
      .slice(from)
      .filter(({ method }) => method === 'POST')
    assert.deepEqual([customer!.path, session!.path], ['/v1/customers', '/v1/checkout/sessions'])
    assert.deepEqual(customer!.fields, { email, 'metadata[user_id]': String(id) })
    assert.equal(customer!.headers['idempotency-key'], `formosa-customer-${id}`)
    const { customer: bought, ...fields } = session!.fields
    assert.match(bought!, /^cus_/)
    assert.deepEqual(fields, {
      mode: 'subscription',
      client_reference_id: String(id),
      'line_items[0][price]': 'price_plus',
      'line_items[0][quantity]': '1',
      'metadata[user_id]': String(id),
      'metadata[tier]': 'plus',
      'subscription_data[metadata][user_id]': String(id),
      'subscription_data[metadata][tier]': 'plus',
      success_url: 'https://data.example.com/account?do=paid',
      cancel_url: 'https://data.example.com/account',
    })
    assert.equal(await tierOf(key), 'free')
    const subscription = stripe.subscription({ id: 'sub_first', customer: bought!, price: 'price_plus' })
    await deliverEvent('checkout.session.completed', { object: 'checkout.session', subscription: subscription.id })
    assert.equal(await tierOf(key), 'plus')
    const page = await client.send(plusSet, { key })
    assert.equal(page.json.tier_used, 'plus')
    // What was used of the hour stays used.
    assert.equal(page.headers['x-ratelimit-remaining'], String(10_000 - 3))
    assert.equal((await client.send('/v1/me', { cookie })).json.tier, 'plus')
  })

  test('a checkout needs an account without a plan; the portal one with a plan', async () => {
    const { cookie, key } = await signUp()
    const before = stripe.requests().filter(({ path }) => path === '/v1/customers').length
    // Two at once make one customer.
    for (const { status } of await Promise.all([checkout(cookie, 'lite'), checkout(cookie, 'lite')]))
      assert.equal(status, 201)
    const subscription = await subscribe(cookie, 'lite')
    const customers = new Set(
      stripe
        .requests()
        .filter(({ path }) => path === '/v1/checkout/sessions')
        .slice(-3)
        .map(({ fields }) => fields.customer),
    )
    assert.equal(customers.size, 1)
    assert.ok(stripe.requests().filter(({ path }) => path === '/v1/customers').length - before <= 2)
    await deliverEvent('customer.subscription.created', subscription)
    assert.equal(await tierOf(key), 'lite')
    expectProblem(await checkout(cookie, 'plus'), 409, 'already_subscribed')
    const response = await portal(cookie)
    assert.equal(response.status, 201)
    assert.ok(response.json.url.startsWith(`${stripe.url}/p/session/`))
    const request = stripe.requests().at(-1)!
    assert.deepEqual(request.fields, {
      customer: subscription.customer,
      return_url: 'https://data.example.com/account',
    })
    // There the plan is changed.
    await deliverEvent(
      'customer.subscription.updated',
      stripe.subscription({ id: subscription.id, price: 'price_plus' }),
    )
    assert.equal(await tierOf(key), 'plus')
    await deliverEvent(
      'customer.subscription.updated',
      stripe.subscription({ id: subscription.id, price: 'price_lite' }),
    )
    assert.equal(await tierOf(key), 'lite')
  })

  test('a checkout that failed at Stripe, which repeats the failure for its key, is made at the next request', async () => {
    const { cookie } = await signUp()
    stripe.setFault({ status: 500, keptFor: '/v1/checkout/sessions' })
    expectUnavailable(await checkout(cookie, 'plus'))
    stripe.setFault(null)
    for (const tier of ['plus', 'lite']) assert.equal((await checkout(cookie, tier)).status, 201)
  })

  test('of two checkouts one can be paid, and none beside a subscription', async () => {
    const { cookie, key, id } = await signUp()
    const first = (await checkout(cookie, 'plus')).json.url as string
    const second = (await checkout(cookie, 'lite')).json.url as string
    assert.equal(stripe.pay(first), null, 'the first page is closed')
    // At once, for one plan or two: whatever pages they get, one is open.
    const urls: string[] = []
    for (const plans of [
      ['plus', 'plus', 'plus'],
      ['plus', 'lite', 'plus', 'lite'],
    ])
      for (const response of await Promise.all(plans.map((tier) => checkout(cookie, tier)))) {
        if (response.status !== 201) expectUnavailable(response)
        else urls.push(response.json.url)
      }
    const paid = [...new Set([second, ...urls])].map((url) => stripe.pay(url)).filter((one) => one !== null)
    assert.equal(paid.length, 1)
    // No event has come yet: Stripe is asked.
    expectProblem(await checkout(cookie, 'plus'), 409, 'already_subscribed')
    assert.equal(await tierOf(key), 'free')
    await deliverEvent('customer.subscription.created', paid[0]!)
    assert.match(await tierOf(key), /^(lite|plus)$/)
    assert.equal(paid[0]!.metadata.user_id, String(id))
    // Also where its payment is late; where it has ended, another one may begin.
    for (const status of ['incomplete', 'past_due', 'unpaid', 'paused'] as const) {
      stripe.subscription({ id: paid[0]!.id, status })
      expectProblem(await checkout(cookie, 'plus'), 409, 'already_subscribed')
    }
    const canceled = stripe.subscription({ id: paid[0]!.id, status: 'canceled' })
    await deliverEvent('customer.subscription.deleted', canceled)
    assert.ok(stripe.pay((await checkout(cookie, 'plus')).json.url))
  })

  test('only Lite and Plus are sold, and only with a session', async () => {
    const { cookie, key } = await signUp()
    for (const tier of ['free', 'gold', '', 1, null])
      assert.equal(expectProblem(await checkout(cookie, tier), 422, 'invalid_parameter').errors[0].param, 'tier')
    expectProblem(await client.send('/v1/billing/checkout', { key, json: { tier: 'plus' } }), 401, 'session_required')
  })
})

describe('events', () => {
  test('an event without a valid and recent signature is refused', async () => {
    const { cookie, key } = await signUp()
    const subscription = await subscribe(cookie, 'plus')
    const type = 'customer.subscription.updated'
    const now = Math.floor(Date.now() / 1_000)
    const good = stripe.event(type, subscription)
    const other = Stripe.webhooks.generateTestHeaderString({
      payload: good.body,
      secret: 'whsec_other',
      timestamp: now,
    })
    const requestCount = stripe.requests().length
    for (const [what, body, signature] of [
      ['none', good.body, ''],
      ['nonsense', good.body, 't=1,v1=00'],
      ['of another secret', good.body, other],
      ['of another body', good.body.replace('"active"', '"trialing"'), good.signature],
      ['of a body with a blank more', `${good.body} `, good.signature],
      ['without a time', good.body, good.signature.replace(/t=\d+/, '')],
      ['with another time', good.body, good.signature.replace(/t=(\d+)/, (_, at) => `t=${Number(at) + 1}`)],
      ['of ten minutes ago', ...Object.values(stripe.event(type, subscription, { signedAt: now - 600 }))],
      ['in an unknown scheme', good.body, good.signature.replace('v1=', 'v9=')],
    ] as [string, string, string][]) {
      const response = await deliver({ body, signature })
      expectProblem(response, 400, 'invalid_signature')
      assert.equal(stripe.requests().length, requestCount, what)
    }
    const bare = await client.send('/v1/billing/webhook', { body: good.body })
    expectProblem(bare, 400, 'invalid_signature')
    expectProblem(await client.send('/v1/billing/webhook', { method: 'POST' }), 400, 'invalid_signature')
    assert.equal(await tierOf(key), 'free')
    assert.equal((await deliver(good)).status, 200)
    assert.equal(await tierOf(key), 'plus')
  })

  test('a repeated event, also a concurrent one, is applied once', async () => {
    const { cookie, key } = await signUp()
    const subscription = await subscribe(cookie, 'lite')
    const event = stripe.event('customer.subscription.created', subscription, { id: 'evt_twice' })
    const first = await Promise.all([deliver(event), deliver(event), deliver(event)])
    for (const { status } of first) assert.equal(status, 200)
    assert.equal(await tierOf(key), 'lite')
    const requestCount = stripe.requests().length
    // Signed anew, as Stripe does when it tries again; what it says meanwhile has no effect.
    stripe.subscription({ id: subscription.id, price: 'price_plus' })
    assert.equal(
      (await deliver(stripe.event('customer.subscription.created', subscription, { id: 'evt_twice' }))).status,
      200,
    )
    assert.equal(stripe.requests().length, requestCount)
    assert.equal(await tierOf(key), 'lite')
  })

  test('concurrent events in any order end in the last state of Stripe', async () => {
    const { cookie, key } = await signUp()
    const lite = await subscribe(cookie, 'lite', inSeconds(hour))
    const old = Math.floor(Date.now() / 1_000) - 100
    const late = stripe.event('customer.subscription.created', lite, { created: old })
    const plus = stripe.subscription({ id: lite.id, price: 'price_plus' })
    await deliverEvent('customer.subscription.updated', plus)
    assert.equal(await tierOf(key), 'plus')
    // The older event comes after the newer one and says Lite.
    assert.equal((await deliver(late)).status, 200)
    assert.equal(await tierOf(key), 'plus')
    // A deletion that is heard before an update that was sent before it.
    const update = stripe.event('customer.subscription.updated', plus)
    clock.turn(hour)
    const canceled = stripe.subscription({ id: lite.id, status: 'canceled' })
    await deliverEvent('customer.subscription.deleted', canceled)
    assert.equal((await deliver(update)).status, 200)
    assert.equal(await tierOf(key), 'free')
    // Many events at once: an overtaken one gets an error and is sent again, as by Stripe.
    for (const price of ['price_plus', 'price_lite']) {
      const now = stripe.subscription({ id: lite.id, status: 'active', price, current_period_end: inSeconds(hour) })
      const events = Array.from({ length: 12 }, () => stripe.event('customer.subscription.updated', now))
      let waiting = events
      for (let round = 0; waiting.length > 0; round++) {
        assert.ok(round < 12, 'every round at least one is heard')
        const responses = await Promise.all(waiting.map((event) => deliver(event)))
        for (const each of responses) if (each.status !== 200) expectUnavailable(each)
        waiting = waiting.filter((_, i) => responses[i]!.status !== 200)
      }
      assert.equal(await tierOf(key), price.slice(6))
    }
  })

  test('an event of another product is accepted and changes nothing, and the log says why', async () => {
    const { cookie, key, id } = await signUp()
    const mine = await subscribe(cookie, 'lite')
    await deliverEvent('customer.subscription.created', mine)
    const ours = { customer: mine.customer, current_period_end: inSeconds(hour) }
    const from = service.log().length
    await deliverEvent(
      'customer.subscription.created',
      stripe.subscription({ id: 'sub_shoes', ...ours, price: 'price_shoes' }),
    )
    assert.match(service.log().slice(from), /"subscription":"sub_shoes","isPriceKnown":false,"isUserKnown":true/)
    for (const user_id of ['', '0', 'x', '-1', '1e9', '99999999999', '999999999', '1.5']) {
      const state = { id: 'sub_stranger', customer: 'cus_stranger', price: 'price_plus', metadata: { user_id } }
      await deliverEvent('customer.subscription.created', stripe.subscription(state))
    }
    await deliverEvent('customer.subscription.deleted', { object: 'subscription', id: 'sub_never_there' })
    for (const object of [
      { object: 'invoice' },
      { object: 'customer', id: 'cus_x' },
      { object: 'charge', subscription: null },
    ])
      await deliverEvent('invoice.paid', object)
    assert.equal(await tierOf(key), 'lite')
    // A subscription made in Stripe's own pages has no customer of ours, but may name the user.
    const named = { id: 'sub_by_hand', customer: 'cus_by_hand', price: 'price_plus', metadata: { user_id: String(id) } }
    await deliverEvent(
      'customer.subscription.created',
      stripe.subscription({ ...named, current_period_end: inSeconds(hour) }),
    )
    assert.equal(await tierOf(key), 'plus')
  })

  test('events about invoices lead to their subscription, however the release of the API names it', async () => {
    const { id, tier } = await buyer('lite')
    for (const [plan, type, named] of [
      ['lite', 'invoice.paid', { subscription: id }],
      ['plus', 'invoice.paid', { parent: { subscription_details: { subscription: id } } }],
      ['lite', 'invoice.payment_failed', { subscription: { id, object: 'subscription' } }],
    ] as const) {
      stripe.subscription({ id, price: `price_${plan}` })
      await deliverEvent(type, { object: 'invoice', ...named })
      assert.equal(await tier(), plan)
    }
  })

  test('payments and plans reported by Stripe are in the audit trail once', async () => {
    const { cookie, email, id: userId } = await signUp()
    const { id, customer } = await subscribe(cookie, 'plus')
    const invoice = { object: 'invoice', id: 'in_1', subscription: id, customer }
    for (let twice = 0; twice < 2; twice++) await deliverEvent('invoice.paid', invoice, { id: `evt_paid_${userId}` })
    await deliverEvent('invoice.payment_failed', { ...invoice, id: 'in_2' })
    await deliverEvent('charge.refunded', { object: 'charge', id: 'ch_1', customer })
    const { out } = await formosaHere(['audit', '--json', '--user', email], { FORMOSA_HOME: home, ...clock.settings })
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const until = new Date((inSeconds(30 * 24 * hour) + 24 * hour) * 1_000).toISOString()
    assert.deepEqual(
      lines.filter(({ actor }) => actor === 'stripe').map(({ action, subject, detail }) => [action, subject, detail]),
      [
        ['payment.refunded', 'ch_1', null],
        ['payment.failed', 'in_2', null],
        ['tier.change', id, `paid nothing to plus active until ${until}`],
        ['payment.paid', 'in_1', null],
      ],
    )
  })

  test('an event does not restore a deleted user', async () => {
    const { cookie, id, key } = await signUp()
    const subscription = await subscribe(cookie, 'plus')
    const database = await openDatabase({ path: join(home, 'control.sqlite') })
    await deleteUser(database, id)
    await database.close()
    await deliverEvent('customer.subscription.created', subscription)
    assert.equal((await client.send('/v1/me', { cookie })).status, 401)
    assert.equal((await client.send('/v1/billing/portal', { cookie, method: 'POST' })).status, 401)
    assert.notEqual((await client.send(plusSet, { key })).status, 200)
  })
})

describe('the end of a period', () => {
  const day = 24 * hour
  for (const [what, state, holds] of [
    ['past_due', { status: 'past_due' }, 0],
    ['canceled', { status: 'canceled' }, 0],
    ['active but cancelled to its end', { status: 'active', cancel_at_period_end: true }, 0],
    // A renewal that is on its way gets a day.
    ['active', { status: 'active' }, day],
    ['trialing', { status: 'trialing' }, day],
  ] as const)
    test(`${what}: the tier holds to the end of what was paid, and not a second longer`, async () => {
      const end = inSeconds(2 * hour)
      const { key, cookie, id, tier, update } = await buyer('plus', end)
      await update(state)
      clock.set((end + holds) * 1_000 - 1)
      assert.equal(await tier(), 'plus')
      clock.turn(0.001)
      assert.equal(await tier(), 'free')
      expectProblem(await client.send(plusSet, { key }), 403, 'tier_required')
      assert.equal((await client.send('/v1/me', { cookie })).json.tier, 'free')
      // A renewal, however late, gives it back.
      stripe.subscription({ id, status: 'active', cancel_at_period_end: false, current_period_end: inSeconds(hour) })
      await deliverEvent('invoice.paid', { object: 'invoice', subscription: id })
      assert.equal(await tier(), 'plus')
    })

  for (const last of ['past_due', 'canceled', 'unpaid'] as const)
    test(`a renewal that fails gives nothing of the next period, and ends ${last}`, async () => {
      const end = inSeconds(2 * hour)
      const { tier, update, renew } = await buyer('plus', end)
      await update()
      clock.set((end + 1) * 1_000)
      // Stripe moves the period an hour before it tries the payment.
      await renew('draft')
      assert.equal(await tier(), 'plus')
      await renew('failed')
      assert.equal(await tier(), 'free')
      await update({ status: last })
      assert.equal(await tier(), 'free')
      // The payment that comes after all gives the tier back, to the end of the new period and a day.
      await renew('paid')
      assert.equal(await tier(), 'plus')
      clock.set((end + 31 * day) * 1_000 - 1)
      assert.equal(await tier(), 'plus')
      clock.turn(0.001)
      assert.equal(await tier(), 'free')
    })

  test('a renewal that nobody hears of again has a day to arrive', async () => {
    const end = inSeconds(2 * hour)
    const { tier, renew } = await buyer('plus', end)
    clock.set(end * 1_000)
    await renew('draft')
    clock.set((end + day) * 1_000 - 1)
    assert.equal(await tier(), 'plus')
    clock.turn(0.001)
    assert.equal(await tier(), 'free')
  })

  test('a change to a better plan that is not paid leaves the plan that was', async () => {
    const { tier, update } = await buyer('lite', inSeconds(2 * hour))
    await update({ price: 'price_plus', status: 'past_due' })
    assert.equal(await tier(), 'lite')
    await update({ status: 'active' })
    assert.equal(await tier(), 'plus')
  })

  test('a better plan whose difference is billed with the renewal begins with the renewal', async () => {
    const end = inSeconds(2 * hour)
    const { tier, update, renew } = await buyer('lite', end)
    await update({ price: 'price_plus', status: 'active' }, { isBilled: false })
    assert.equal(await tier(), 'lite')
    clock.set((end + 1) * 1_000)
    await renew('failed')
    assert.equal(await tier(), 'free')
    await renew('paid')
    assert.equal(await tier(), 'plus')
  })

  test('a subscription that was never paid gives no tier', async () => {
    const { tier, update } = await buyer('plus')
    for (const status of ['incomplete', 'incomplete_expired', 'unpaid', 'paused'] as const) {
      await update({ status: 'active' })
      assert.equal(await tier(), 'plus')
      await update({ status })
      assert.equal(await tier(), 'free', status)
    }
  })

  test('of two plans the better one counts, and the other is left when it ends', async () => {
    const { tier, update, subscription, id: first } = await buyer('lite', inSeconds(5 * hour))
    const id = `${first}_b`
    const current_period_end = inSeconds(hour)
    stripe.subscription({ id, customer: subscription.customer, price: 'price_plus', current_period_end })
    await update()
    await update({ id, status: 'canceled' })
    assert.equal(await tier(), 'plus')
    clock.turn(hour)
    assert.equal(await tier(), 'lite')
  })
})

describe('Stripe is down', () => {
  for (const [what, fault] of [
    ['says 500', { status: 500 }],
    ['says 429', { status: 429 }],
    ['hangs up', { hangUp: 'before' }],
  ] as const)
    test(`it ${what}: 503 and nothing is lost, and the retry works`, async () => {
      const { cookie, key } = await signUp()
      stripe.setFault(fault)
      expectUnavailable(await checkout(cookie, 'plus'))
      expectUnavailable(await portal(cookie))
      stripe.setFault(null)
      const subscription = await subscribe(cookie, 'plus')
      const event = stripe.event('customer.subscription.created', subscription)
      stripe.setFault(fault)
      expectUnavailable(await deliver(event))
      assert.equal(await tierOf(key), 'free')
      stripe.setFault(null)
      assert.equal((await deliver(event)).status, 200)
      assert.equal(await tierOf(key), 'plus')
      assert.ok(!service.log().includes(stripe.apiKey))
    })

  test('a lost response of Stripe is requested again and makes no second customer', async () => {
    const { cookie } = await signUp()
    const from = stripe.requests().length
    stripe.setFault({ hangUp: 'after' }, 1)
    assert.equal((await checkout(cookie, 'plus')).status, 201)
    const requests = stripe.requests().slice(from)
    const keys = requests
      .filter(({ path }) => path === '/v1/customers')
      .map(({ headers }) => headers['idempotency-key'])
    assert.equal(keys.length, 2)
    assert.equal(new Set(keys).size, 1)
  })
})

test('every documented success of the plans was seen', async () => {
  const { etag } = (await client.send('/v1/plans')).headers
  assert.equal((await client.send('/v1/plans', { headers: { 'If-None-Match': etag! } })).status, 304)
  contract.expectSeen('plans')
})

test('with half of the settings of Stripe the service does not start, and says which are missing', async () => {
  const { STRIPE_WEBHOOK_SECRET: _, STRIPE_PRICE_PLUS: __, ...half } = settings
  const { code, err, out } = await formosa(['serve'], { FORMOSA_HOME: home, ...half })
  assert.equal(code, 3)
  assert.equal(out, '')
  assert.match(err, /STRIPE_WEBHOOK_SECRET is missing.*STRIPE_PRICE_PLUS is missing/)
  assert.ok(!err.includes(stripe.apiKey))
})
