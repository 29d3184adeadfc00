import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import Stripe from 'stripe'
import { startStripe } from './stripe.ts'

const stripe = await startStripe()
after(() => stripe.stop())

/** The official client, which tries nothing again by itself. */
const clientOf = ({ apiKey, config }: Awaited<ReturnType<typeof startStripe>>, more: Stripe.StripeConfig = {}) =>
  new Stripe(apiKey, { ...config, maxNetworkRetries: 0, telemetry: false, ...more })

const client = clientOf(stripe)
const success_url = 'https://formosa.example/account'
const at = (iso: string) => Date.parse(iso) / 1_000

stripe.price({ id: 'price_lite', unit_amount: 14_900 })
stripe.price({ id: 'price_plus', unit_amount: 29_900 })

test('a customer is made, read back and sent to the checkout and the portal', async () => {
  const made = await client.customers.create({ email: 'wang@example.com', name: '王小明', metadata: { user_id: '7' } })
  const customer = await client.customers.retrieve(made.id)
  assert.ok(!customer.deleted)
  assert.deepEqual([customer.email, customer.name, customer.metadata], ['wang@example.com', '王小明', { user_id: '7' }])
  const checkout = await client.checkout.sessions.create({
    mode: 'subscription',
    customer: made.id,
    client_reference_id: '7',
    line_items: [{ price: 'price_lite', quantity: 1 }],
    subscription_data: { metadata: { user_id: '7' } },
    metadata: { user_id: '7' },
    success_url,
  })
  assert.match(checkout.url!, /^http:\/\/127\.0\.0\.1:\d+\//)
  const read = await client.checkout.sessions.retrieve(checkout.id)
  assert.deepEqual(
    [read.customer, read.client_reference_id, read.metadata, read.status, read.payment_status],
    [made.id, '7', { user_id: '7' }, 'open', 'unpaid'],
  )
  const portal = await client.billingPortal.sessions.create({ customer: made.id, return_url: success_url })
  assert.match(portal.url, /^http:\/\/127\.0\.0\.1:\d+\//)
  const price = await client.prices.retrieve('price_lite')
  assert.deepEqual([price.unit_amount, price.currency, price.recurring?.interval], [14_900, 'twd', 'month'])
})

test('every request is kept as it was sent', async () => {
  const before = stripe.requests().length
  const { id } = await client.customers.create({ email: 'lee@example.com', metadata: { user_id: '8' } })
  await client.subscriptions.list({ customer: id })
  const [made, listed] = stripe.requests().slice(before)
  assert.deepEqual(
    [made!.method, made!.path, made!.fields],
    ['POST', '/v1/customers', { email: 'lee@example.com', 'metadata[user_id]': '8' }],
  )
  assert.equal(made!.headers['stripe-version'], Stripe.API_VERSION)
  assert.ok(made!.headers['idempotency-key'])
  assert.deepEqual([listed!.method, listed!.path, listed!.fields], ['GET', '/v1/subscriptions', { customer: id }])
})

test("a missing object gets Stripe's error", async () => {
  const gone = { type: 'StripeInvalidRequestError', code: 'resource_missing' }
  await assert.rejects(client.customers.retrieve('cus_none'), { ...gone, statusCode: 404, param: 'id' })
  await assert.rejects(client.prices.retrieve('price_none'), { ...gone, statusCode: 404 })
  await assert.rejects(client.subscriptions.retrieve('sub_none'), { ...gone, statusCode: 404 })
  await assert.rejects(client.subscriptions.cancel('sub_none'), { ...gone, statusCode: 404 })
  await assert.rejects(client.billingPortal.sessions.create({ customer: 'cus_none' }), {
    ...gone,
    statusCode: 400,
    param: 'customer',
  })
  const line_items = [{ price: 'price_none', quantity: 1 }]
  await assert.rejects(client.checkout.sessions.create({ mode: 'subscription', line_items, success_url }), {
    ...gone,
    param: 'line_items[0][price]',
  })
  await assert.rejects(client.products.list(), { statusCode: 404, message: /Unrecognized request URL/ })
  await assert.rejects(client.prices.retrieve('price_lite', { expand: ['product'] }), { param: 'expand' })
  const stranger = new Stripe('sk_test_other', { ...stripe.config, maxNetworkRetries: 0 })
  await assert.rejects(stranger.prices.retrieve('price_lite'), { type: 'StripeAuthenticationError', statusCode: 401 })
})

test('the same idempotency key makes one object, and is rejected for another request', async () => {
  const idempotencyKey = 'customer of user 9'
  const first = await client.customers.create({ email: 'chen@example.com' }, { idempotencyKey })
  const second = await client.customers.create({ email: 'chen@example.com' }, { idempotencyKey })
  assert.equal(second.id, first.id)
  assert.equal(second.lastResponse.headers['idempotent-replayed'], 'true')
  await assert.rejects(client.customers.create({ email: 'lin@example.com' }, { idempotencyKey }), {
    type: 'StripeIdempotencyError',
  })
  const other = await client.customers.create({ email: 'chen@example.com' })
  assert.notEqual(other.id, first.id)
})

test('a subscription is set by the test and changed by the client', async () => {
  const ends = at('2026-12-13T00:00:00Z')
  stripe.subscription({
    id: 'sub_7',
    customer: 'cus_7',
    price: 'price_lite',
    status: 'trialing',
    current_period_end: ends,
    metadata: { user_id: '7', plan: 'lite' },
  })
  const read = await client.subscriptions.retrieve('sub_7')
  const [item] = read.items.data
  assert.deepEqual(
    [read.status, read.customer, read.cancel_at_period_end, read.metadata, item!.price.id, item!.current_period_end],
    ['trialing', 'cus_7', false, { user_id: '7', plan: 'lite' }, 'price_lite', ends],
  )
  assert.equal('current_period_end' in read, false)

  const ending = await client.subscriptions.update('sub_7', {
    cancel_at_period_end: true,
    items: [{ id: item!.id, price: 'price_plus' }],
    metadata: { plan: 'plus', user_id: '' },
    proration_behavior: 'create_prorations',
  })
  assert.deepEqual(
    [ending.cancel_at_period_end, ending.cancel_at, ending.items.data[0]!.price.unit_amount, ending.metadata],
    [true, ends, 29_900, { plan: 'plus' }],
  )
  assert.equal(stripe.subscription({ id: 'sub_7', status: 'past_due' }).status, 'past_due')
  assert.equal((await client.subscriptions.retrieve('sub_7')).cancel_at_period_end, true)

  const canceled = await client.subscriptions.cancel('sub_7')
  assert.equal(canceled.status, 'canceled')
  assert.ok(canceled.ended_at)
  await assert.rejects(client.subscriptions.cancel('sub_7'), { code: 'resource_missing' })
  assert.equal((await client.subscriptions.retrieve('sub_7')).status, 'canceled')
})

test('an update the stand-in cannot do is refused, not ignored', async () => {
  stripe.subscription({ id: 'sub_8', customer: 'cus_8', price: 'price_lite' })
  await assert.rejects(client.subscriptions.update('sub_8', { trial_end: 'now' }), { param: 'trial_end' })
  // Without the item's id Stripe would add a second one.
  await assert.rejects(client.subscriptions.update('sub_8', { items: [{ price: 'price_plus' }] }), {
    param: 'items[0][id]',
  })
  assert.throws(() => stripe.subscription({ id: 'sub_none', status: 'active' }), /needs a customer and a price/)
})

test('subscriptions are listed by customer, the newest first, without the canceled unless asked', async () => {
  for (const [id, status] of [
    ['sub_a', 'canceled'],
    ['sub_b', 'active'],
    ['sub_c', 'past_due'],
  ] as const)
    stripe.subscription({ id, status, customer: 'cus_list', price: 'price_lite' })
  const idsOf = async (more: Stripe.SubscriptionListParams) =>
    (await client.subscriptions.list({ customer: 'cus_list', ...more })).data.map(({ id }) => id)
  assert.deepEqual(await idsOf({}), ['sub_c', 'sub_b'])
  assert.deepEqual(await idsOf({ status: 'all' }), ['sub_c', 'sub_b', 'sub_a'])
  assert.deepEqual(await idsOf({ status: 'ended' }), ['sub_a'])
  assert.deepEqual(await idsOf({ status: 'active' }), ['sub_b'])
  assert.deepEqual(await idsOf({ customer: 'cus_nobody' }), [])
  const all: string[] = []
  for await (const { id } of client.subscriptions.list({ customer: 'cus_list', status: 'all', limit: 1 })) all.push(id)
  assert.deepEqual(all, ['sub_c', 'sub_b', 'sub_a'])
  await assert.rejects(idsOf({ starting_after: 'sub_none' }), { param: 'starting_after' })
})

test('a period is renewed with an invoice, which is paid or not', async () => {
  const ends = at('2026-12-13T00:00:00Z')
  const next = ends + 30 * 86_400
  stripe.subscription({ id: 'sub_r', customer: 'cus_r', price: 'price_lite', current_period_end: ends })
  const invoices = async (status?: 'draft' | 'open' | 'paid') => {
    const { data } = await client.invoices.list({ subscription: 'sub_r', ...(status ? { status } : {}) })
    return data.map((one) => [one.status, one.lines.data[0]!.period.end, one.lines.data[0]!.amount])
  }
  const paid = [['paid', ends, 14_900]]
  assert.deepEqual(await invoices(), paid)
  for (const [outcome, status, invoice] of [
    ['draft', 'active', 'draft'],
    ['failed', 'past_due', 'open'],
    ['paid', 'active', 'paid'],
  ] as const) {
    const renewed = stripe.renew('sub_r', outcome)
    assert.deepEqual([renewed.status, renewed.items.data[0]!.current_period_end], [status, next])
    assert.deepEqual(await invoices(), [[invoice, next, 14_900], ...paid])
  }
  assert.deepEqual(await invoices('open'), [])
  // A change of the plan is paid at once.
  stripe.subscription({ id: 'sub_r', price: 'price_plus' })
  assert.deepEqual((await invoices('paid'))[0], ['paid', next, 29_900])
})

test('a checkout is paid once, and not after it was closed', async () => {
  const { id: customer } = await client.customers.create({ email: 'buyer@example.com' })
  const open = () =>
    client.checkout.sessions.create({
      mode: 'subscription',
      customer,
      line_items: [{ price: 'price_lite', quantity: 1 }],
      subscription_data: { metadata: { user_id: '9' } },
      success_url,
    })
  const [first, second] = [await open(), await open()]
  assert.equal((await client.checkout.sessions.expire(first.id)).status, 'expired')
  assert.equal(stripe.pay(first.url!), null)
  const subscription = stripe.pay(second.url!)!
  assert.deepEqual([subscription.customer, subscription.metadata], [customer, { user_id: '9' }])
  assert.equal(stripe.pay(second.url!), null)
  await assert.rejects(client.checkout.sessions.expire(second.id), { statusCode: 400 })
  const { data } = await client.checkout.sessions.list({ customer })
  assert.deepEqual(
    data.map(({ id, status }) => [id, status]),
    [
      [second.id, 'complete'],
      [first.id, 'expired'],
    ],
  )
})

test('it is down, slow or refusing for the given number of requests', async () => {
  const retrievePrice = (more: Stripe.StripeConfig = {}) => clientOf(stripe, more).prices.retrieve('price_lite')
  stripe.setFault({ status: 500 })
  await assert.rejects(retrievePrice(), { type: 'StripeAPIError', statusCode: 500 })
  await assert.rejects(retrievePrice(), { type: 'StripeAPIError', statusCode: 500 })
  stripe.setFault({ status: 429 }, 1)
  await assert.rejects(retrievePrice(), { type: 'StripeRateLimitError' })
  assert.equal((await retrievePrice()).id, 'price_lite')
  stripe.setFault({ delayMs: 60_000 })
  await assert.rejects(retrievePrice({ timeout: 50 }), { type: 'StripeConnectionError', message: /timeout/ })
  stripe.setFault({ hangUp: 'before' })
  await assert.rejects(retrievePrice(), { type: 'StripeConnectionError' })
  stripe.setFault(null)
  assert.equal((await retrievePrice()).id, 'price_lite')
})

test('a lost response is repeated, and no object is made twice', async () => {
  const before = stripe.requests().length
  stripe.setFault({ hangUp: 'after' }, 1)
  const { lastResponse } = await client.customers.create({ email: 'lost@example.com' })
  assert.equal(lastResponse.headers['idempotent-replayed'], 'true')
  assert.equal(stripe.requests().length, before + 2)
})

test("events carry Stripe's own signature", () => {
  const created = at('2026-11-13T10:00:00Z')
  const object = stripe.subscription({ id: 'sub_event', customer: 'cus_1', price: 'price_lite' })
  const { body, signature } = stripe.event('customer.subscription.updated', object, { id: 'evt_1', created })
  const event = client.webhooks.constructEvent(body, signature, stripe.webhookSecret)
  assert.ok(event.type === 'customer.subscription.updated')
  assert.deepEqual([event.id, event.created, event.data.object.id], ['evt_1', created, 'sub_event'])
  const refused = { type: 'StripeSignatureVerificationError' }
  assert.throws(() => client.webhooks.constructEvent(body, signature, 'whsec_other'), refused)
  assert.throws(() => client.webhooks.constructEvent(`${body} `, signature, stripe.webhookSecret), refused)
  const old = stripe.event('customer.subscription.updated', object, { signedAt: created })
  assert.throws(() => client.webhooks.constructEvent(old.body, old.signature, stripe.webhookSecret), refused)
  assert.notEqual(JSON.parse(old.body).id, 'evt_1')
})

test('it uses the given clock', async () => {
  const then = await startStripe({ now: () => new Date('2026-11-13T10:00:00Z') })
  try {
    const { created } = await clientOf(then).customers.create({ email: 'wang@example.com' })
    assert.equal(created, at('2026-11-13T10:00:00Z'))
    const { body } = then.event('customer.created', {})
    assert.equal(JSON.parse(body).created, created)
  } finally {
    await then.stop()
  }
  await assert.rejects(clientOf(then).prices.retrieve('price_lite'), { type: 'StripeConnectionError' })
})
