import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type Client, createClient } from '../../test/support/client.ts'
import { createTestClock } from '../../test/support/clock.ts'
import { contractOf, type OpenapiDocument, readDocument } from '../../test/support/contract.ts'
import { builtAt, copyOfBrief } from '../../test/support/fixture.ts'
import { startMail } from '../../test/support/mail.ts'
import { keyOf, type Service, startService } from '../../test/support/service.ts'
import { startStripe } from '../../test/support/stripe.ts'
import { generateKey, mostKeys } from '../access/keys.ts'
import { mostBodyBytes } from './body.ts'
import { nameOf } from './route.ts'
import { routes } from './routes/routes.ts'

type Sent = {
  readonly path?: string
  readonly body?: unknown
  /** The body as it is sent, where it is no JSON. */
  readonly raw?: string
  readonly cookie?: string
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
}

const folder = mkdtempSync(join(tmpdir(), 'formosa-openapi-accounts-'))
const clock = createTestClock(folder, builtAt)
const password = 'correct horse'
/** The one installation sends no mail and sells nothing; the other does both. */
let plain: Service
let full: Service
/** Asks the first one many times, which `fetch` takes twice the time for. */
let often: Client
let mail: Awaited<ReturnType<typeof startMail>>
let stripe: Awaited<ReturnType<typeof startStripe>>
let document: OpenapiDocument
let contract: ReturnType<typeof contractOf>

before(async () => {
  mail = await startMail()
  stripe = await startStripe({ now: () => new Date(builtAt) })
  stripe.price({ id: 'price_lite', unit_amount: 14_900 })
  stripe.price({ id: 'price_plus', unit_amount: 29_900 })
  const [first, second] = [await copyOfBrief(join(folder, 'plain')), await copyOfBrief(join(folder, 'full'))]
  plain = await startService(first, { ...clock.settings, WORKERS: '1', ADDRESS_LIMIT: '400' })
  often = createClient(plain.url, 8)
  full = await startService(second, {
    FORMOSA_NOW: builtAt,
    WORKERS: '1',
    SMTP_URL: mail.url,
    STRIPE_API: stripe.url,
    STRIPE_SECRET_KEY: stripe.apiKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_PRICE_LITE: 'price_lite',
    STRIPE_PRICE_PLUS: 'price_plus',
  })
  document = await readDocument(plain.url)
  contract = contractOf(document)
})

after(async () => {
  often?.close()
  await plain?.stop()
  await full?.stop()
  await mail?.stop()
  await stripe?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Leaves the minute in which the first one counts the requests of an address. */
const forgetRequests = () => clock.turn(61)

async function send(service: Service, operation: string, { path, body, raw, cookie, key, headers }: Sent = {}) {
  const [method, own] = operation.split(' ') as [string, string]
  const text = raw ?? (body === undefined ? undefined : JSON.stringify(body))
  return fetch(service.url + (path ?? own), {
    method,
    headers: {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(cookie === undefined ? {} : { Cookie: cookie }),
      ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
      ...headers,
    },
    ...(text === undefined ? {} : { body: text }),
  })
}

/** Sends a request and checks request and response against the document. */
async function expectStatus<T = Record<string, unknown>>(
  service: Service,
  status: number,
  operation: string,
  sent: Sent = {},
): Promise<T> {
  if (status < 300 && sent.body !== undefined) contract.checkValue(contract.bodyOf(operation), sent.body, operation)
  const response = await send(service, operation, sent)
  assert.equal(response.status, status, `${operation}: ${await response.clone().text()}`)
  return (await contract.checkResponse(operation, response)) as T
}

const codeOf = async (...args: Parameters<typeof expectStatus>) => (await expectStatus(...args)).code

let people = 0
async function signedUp(): Promise<{ email: string; cookie: string; id: number; key: string }> {
  const email = `person${people++}@example.com`
  const response = await send(plain, 'POST /v1/auth/sign-up', { body: { email, password } })
  const [line = ''] = response.headers.getSetCookie()
  const { key } = (await contract.checkResponse('POST /v1/auth/sign-up', response)) as {
    key: { id: number; key: string }
  }
  return { email, cookie: line.split(';')[0]!, id: key.id, key: key.key }
}

const tokenIn = (text: string | null): string => /[?&]token=([\w.~-]+)/.exec(text ?? '')![1]!

test('sign-up, session and password are as documented', async () => {
  const { email, cookie, key } = await signedUp()
  await expectStatus(plain, 200, 'GET /v1/me', { cookie })
  await expectStatus(plain, 200, 'GET /v1/me', { key })
  assert.equal(await codeOf(plain, 409, 'POST /v1/auth/sign-up', { body: { email, password } }), 'email_taken')
  assert.equal(
    await codeOf(plain, 401, 'POST /v1/auth/log-in', { body: { email, password: 'wrong' } }),
    'invalid_login',
  )
  await expectStatus(plain, 401, 'POST /v1/auth/log-in', { body: { email, password: 'wrong' }, key })
  await expectStatus(plain, 200, 'POST /v1/auth/log-in', { body: { email, password } })
  const change = { current_password: password, new_password: 'battery staple' }
  const wrong = { ...change, current_password: 'nonsense' }
  assert.equal(await codeOf(plain, 422, 'POST /v1/auth/password', { cookie, body: wrong }), 'invalid_parameter')
  await expectStatus(plain, 200, 'POST /v1/auth/password', { cookie, body: change })
  assert.equal(await codeOf(plain, 401, 'POST /v1/auth/log-out', { cookie, key }), 'session_required')
  const response = await send(plain, 'POST /v1/auth/log-in', { body: { email, password: 'battery staple' } })
  await expectStatus(plain, 200, 'POST /v1/auth/log-out', {
    cookie: response.headers.getSetCookie()[0]!.split(';')[0]!,
  })
})

test('the routes of keys are as documented', async () => {
  const { cookie, id, key } = await signedUp()
  await expectStatus(plain, 200, 'GET /v1/keys', { key })
  const made = await expectStatus<{ id: number }>(plain, 201, 'POST /v1/keys', { cookie, body: { name: '筆電' } })
  const path = `/v1/keys/${made.id}`
  await expectStatus(plain, 200, 'PATCH /v1/keys/{id}', { cookie, path, body: { name: 'laptop' } })
  for (const body of [{ overlap_seconds: 60 }, { overlap_seconds: null }])
    await expectStatus(plain, 201, 'POST /v1/keys/{id}/rotate', {
      cookie,
      path: `/v1/keys/${body.overlap_seconds === 60 ? id : made.id}/rotate`,
      body,
    })
  const again = { cookie, path: `${path}/rotate`, body: {} }
  assert.equal(await codeOf(plain, 409, 'POST /v1/keys/{id}/rotate', again), 'key_not_live')
  await expectStatus(plain, 200, 'DELETE /v1/keys/{id}', { cookie, path })
  assert.equal(await codeOf(plain, 404, 'DELETE /v1/keys/{id}', { cookie, path: '/v1/keys/999999' }), 'unknown_key')
  await expectStatus(plain, 200, 'GET /v1/keys', { cookie })
  for (let made = 0; made <= mostKeys; made++) {
    const response = await send(plain, 'POST /v1/keys', { cookie, body: { name: `key ${made}` } })
    const body = (await contract.checkResponse('POST /v1/keys', response)) as { code?: string }
    if (response.status === 409) return assert.equal(body.code, 'too_many_keys')
  }
  assert.fail('keys have no end')
})

test('the state of the quota is as documented, up to the last call and beyond', async () => {
  const { cookie, key } = await signedUp()
  const rows = 'GET /v1/data/{dataset}'
  const path = '/v1/data/TaiwanStockPER?limit=1'
  assert.equal(await codeOf(plain, 403, rows, { key, path: '/v1/data/TaiwanStockPrice' }), 'tier_required')
  await expectStatus(plain, 200, rows, { key, path })
  // The refusal above counted too.
  await Promise.all(Array.from({ length: 597 }, () => often.send(path, { key })))
  await expectStatus(plain, 200, rows, { key, path })
  const refused = await expectStatus(plain, 429, rows, { key, path })
  assert.equal(refused.detail, 'rate limit exceeded (600/600 per hour for free tier)')
  const response = await send(plain, rows, { key, path })
  assert.equal(response.headers.get('x-ratelimit-remaining'), '0')
  for (const way of [{ cookie }, { key }]) {
    assert.equal((await expectStatus(plain, 200, 'GET /v1/key/info', way)).remaining_this_hour, 0)
    await expectStatus(plain, 200, 'GET /v1/key/usage', way)
    await expectStatus(plain, 200, 'GET /v1/key/plan', { ...way, path: '/v1/key/plan?calls=600' })
  }
  const beyond = '/v1/key/plan?calls=601'
  assert.equal(await codeOf(plain, 422, 'GET /v1/key/plan', { key, path: beyond }), 'invalid_parameter')
  assert.equal(await codeOf(plain, 422, 'GET /v1/key/plan', { key }), 'invalid_parameter')
})

test('sign-up, verification and reset by mail are as documented', async () => {
  const email = 'mailed@example.com'
  await expectStatus(full, 202, 'POST /v1/auth/sign-up', { body: { email, password } })
  const first = tokenIn((await mail.waitFor(email)).text)
  assert.equal(await codeOf(full, 403, 'POST /v1/auth/log-in', { body: { email, password } }), 'not_verified')
  await expectStatus(full, 202, 'POST /v1/auth/verify/send', { body: { email } })
  const second = tokenIn((await mail.waitFor(email)).text)
  assert.ok((await expectStatus(full, 200, 'POST /v1/auth/verify', { body: { token: first } })).key)
  assert.equal((await expectStatus(full, 200, 'POST /v1/auth/verify', { body: { token: second } })).key, null)
  assert.equal(await codeOf(full, 400, 'POST /v1/auth/verify', { body: { token: 'x' } }), 'invalid_token')
  await expectStatus(full, 202, 'POST /v1/auth/sign-up', { body: { email, password: 'another horse' } })
  await expectStatus(full, 202, 'POST /v1/auth/reset', { body: { email } })
  // Messages leave after their answers, in any order.
  const texts = [(await mail.waitFor(email)).text, (await mail.waitFor(email)).text]
  const confirm = {
    token: tokenIn(texts.find((text) => /[?&]token=/.test(text ?? ''))!),
    new_password: 'battery staple',
  }
  await expectStatus(full, 200, 'POST /v1/auth/reset/confirm', { body: confirm })
  assert.equal(await codeOf(full, 400, 'POST /v1/auth/reset/confirm', { body: confirm }), 'invalid_token')
  const limit = 'rate limit exceeded (30/30 attempts per 15 minutes)'
  // Two requests for mail were counted above.
  for (let requests = 2; requests < 30; requests++)
    await expectStatus(full, 202, 'POST /v1/auth/reset', { body: { email: 'nobody@example.com' } })
  const refused = await expectStatus(full, 429, 'POST /v1/auth/reset', { body: { email: 'nobody@example.com' } })
  assert.equal(refused.detail, limit)
})

test('plans are as documented, sold and not sold', async () => {
  const { cookie } = await signedUp()
  assert.equal((await expectStatus(plain, 200, 'GET /v1/plans', { cookie })).is_sold_here, false)
  const buy = { cookie, body: { tier: 'lite' } }
  assert.equal(await codeOf(plain, 404, 'POST /v1/billing/checkout', buy), 'billing_disabled')
  assert.equal(await codeOf(plain, 404, 'POST /v1/billing/portal', { cookie }), 'billing_disabled')
  assert.equal(await codeOf(plain, 404, 'POST /v1/billing/webhook', { body: {} }), 'billing_disabled')

  assert.equal((await expectStatus(full, 200, 'GET /v1/plans')).is_sold_here, true)
  const login = await send(full, 'POST /v1/auth/log-in', {
    body: { email: 'mailed@example.com', password: 'battery staple' },
  })
  const mine = login.headers.getSetCookie()[0]!.split(';')[0]!
  const { user_id } = (await login.json()) as { user_id: number }
  await expectStatus(full, 201, 'POST /v1/billing/checkout', { cookie: mine, body: { tier: 'plus' } })
  await expectStatus(full, 201, 'POST /v1/billing/portal', { cookie: mine })
  const subscription = stripe.subscription({
    id: 'sub_1',
    customer: 'cus_1',
    price: 'price_plus',
    metadata: { user_id: String(user_id) },
  })
  const { body, signature } = stripe.event('customer.subscription.created', subscription, {
    signedAt: Math.floor(Date.now() / 1_000),
  })
  const event = { raw: body, headers: { 'Stripe-Signature': signature, 'Content-Type': 'application/json' } }
  await expectStatus(full, 200, 'POST /v1/billing/webhook', event)
  assert.equal((await expectStatus(full, 200, 'GET /v1/me', { cookie: mine })).tier, 'plus')
  const forged = { ...event, raw: `${body} ` }
  assert.equal(await codeOf(full, 400, 'POST /v1/billing/webhook', forged), 'invalid_signature')
  const again = { cookie: mine, body: { tier: 'lite' } }
  assert.equal(await codeOf(full, 409, 'POST /v1/billing/checkout', again), 'already_subscribed')
  stripe.setFault({ status: 500 })
  assert.equal(await codeOf(full, 503, 'POST /v1/billing/portal', { cookie: mine }), 'unavailable')
  stripe.setFault(null)
})

test('every route refuses missing credentials, other sites and unreadable bodies as documented', async () => {
  forgetRequests()
  const { cookie } = await signedUp()
  const plus = await keyOf(plain.home, 'plus')
  const large = 'x'.repeat(mostBodyBytes + 1)
  for (const route of routes) {
    const operation = nameOf(route)
    const path = route.path.replace('{id}', '1')
    const isByKey = route.auth === 'key' || route.auth === 'caller'
    const here = { path, ...(route.auth === 'session' ? { cookie } : isByKey ? { key: plus } : {}) }
    if (route.auth === 'caller' || route.auth === 'session' || route.auth === 'key') {
      const nobody = route.auth === 'session' ? 'session_required' : 'missing_key'
      assert.equal(await codeOf(plain, 401, operation, { path }), nobody)
      const sent = { path, key: generateKey() }
      assert.equal(await codeOf(plain, 401, operation, sent), route.auth === 'session' ? nobody : 'invalid_key')
    }
    if (route.method === 'GET') continue
    const json = { ...here, headers: { 'Content-Type': 'application/json' } }
    if (route.body !== 'raw') {
      const elsewhere = { ...json.headers, Origin: 'https://elsewhere.example' }
      if (route.auth !== 'key')
        assert.equal(await codeOf(plain, 403, operation, { ...json, headers: elsewhere }), 'cross_site')
      const typed = { ...here, raw: '{}', headers: { 'Content-Type': 'text/plain' } }
      assert.equal(await codeOf(plain, 415, operation, typed), 'wrong_type')
      assert.equal(await codeOf(plain, 400, operation, { ...json, raw: '{' }), 'bad_request')
      const strange = await codeOf(plain, 422, operation, { ...here, body: { nonsense: 1 } })
      const isOptional = Object.values(route.body ?? {}).every((field) => 'default' in field)
      assert.equal(strange, isOptional ? 'unknown_parameter' : 'invalid_parameter')
    }
    assert.equal(await codeOf(plain, 413, operation, { ...json, raw: large }), 'too_large')
    const query = { ...json, path: `${path}?nonsense=1`, raw: '{}' }
    assert.equal(await codeOf(plain, 422, operation, query), 'unknown_parameter')
    assert.equal(await codeOf(plain, 400, operation, { ...query, path: `${path}?%ff=1` }), 'bad_request')
  }
})

test('an address beyond its limit is refused as documented', async () => {
  forgetRequests()
  const { key, cookie } = await signedUp()
  await Promise.all(Array.from({ length: 400 }, () => often.send('/v1/plans')))
  for (const route of routes) {
    if (route.auth === 'none') continue
    const operation = nameOf(route)
    const path = route.path.replace('{id}', '1')
    const { detail } = await expectStatus(plain, 429, operation, { path })
    assert.match(detail as string, /^rate limit exceeded \(400\/400 per minute for this address\)$/)
  }
  await expectStatus(plain, 429, 'GET /v1/data/{dataset}', { path: '/v1/data/TaiwanStockPER' })
  await expectStatus(plain, 429, 'GET /v1/agent/{dataset}', { path: '/v1/agent/TaiwanStockPER' })
  await expectStatus(plain, 200, 'GET /healthz')
  await expectStatus(plain, 200, 'GET /v1/me', { key })
  await expectStatus(plain, 200, 'GET /v1/plans', { cookie })
})

test('every documented response of the account routes was seen', () => {
  const missing: string[] = []
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, { tags, responses }] of Object.entries(methods))
      if (!tags.some((tag) => ['data', 'ask', 'agents', 'mcp', 'service'].includes(tag)))
        for (const [status, response] of Object.entries(responses)) {
          const name = `${method.toUpperCase()} ${path} ${status}`
          // Those that hold a validator are asked for again in another file.
          if (!('x-failures' in response) && status !== '304' && !contract.checkedResponses.has(name))
            missing.push(name)
        }
  assert.deepEqual(missing, [])
})
