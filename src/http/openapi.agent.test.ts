import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { x402Client as Client, wrapFetchWithPayment } from '@x402/fetch'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { contractOf, type OpenapiDocument, readDocument } from '../../test/support/contract.ts'
import { payerKeyOf, type SharedShop, shareShop } from '../../test/support/sharedShop.ts'
import { catalogue } from '../catalogue/index.ts'
import { nameOf } from './route.ts'
import { payForDataset } from './routes/paidRows.ts'

const list = 'GET /v1/agent'
const paid = nameOf(payForDataset)
const prices = '/v1/agent/TaiwanStockPrice'
/** The one only checks signatures, as a fresh installation does; the other settles on a chain. */
let checks: SharedShop
let settles: SharedShop
let document: OpenapiDocument
let contract: ReturnType<typeof contractOf>

before(async () => {
  checks = await shareShop('checks')
  settles = await shareShop('settles')
  document = await readDocument(checks.url)
  contract = contractOf(document)
})

after(async () => {
  await checks?.stop()
  await settles?.stop()
})

async function expectStatus<T = Record<string, unknown>>(
  status: number,
  operation: string,
  response: Response,
): Promise<T> {
  assert.equal(response.status, status, `${response.url}: ${await response.clone().text()}`)
  return (await contract.checkResponse(operation, response)) as T
}

/** The value of a base64 header, checked against its schema in the document. */
function decoded(response: Response, name: string): Record<string, unknown> {
  const value = JSON.parse(Buffer.from(response.headers.get(name)!, 'base64').toString())
  const component = name in document.components.headers ? name : `${name}.optional`
  contract.checkValue(contract.at('components', 'headers', component, 'schema', 'contentSchema'), value, name)
  return value
}

/** The official client with a wallet, and the headers of the last payment it sent. */
function payerOf(key: `0x${string}`) {
  const sent: Record<string, string> = {}
  const client = new Client()
  client.register('eip155:84532', new ExactEvmScheme(privateKeyToAccount(key)))
  const pay = wrapFetchWithPayment(async (input, init) => {
    const request = new Request(input, init)
    for (const name of ['payment-signature', 'x-payment'])
      if (request.headers.has(name)) sent[name] = request.headers.get(name)!
    return fetch(request)
  }, client)
  return { pay, sent }
}

test('the list of prices is as documented in both modes and names every dataset', async () => {
  for (const [{ url }, mode] of [
    [checks, 'verify-only'],
    [settles, 'onchain'],
  ] as const) {
    const told200 = await expectStatus<{ mode: string; settlement: string; prices: { dataset: string }[] }>(
      200,
      list,
      await fetch(`${url}/v1/agent`),
    )
    assert.equal(told200.mode, mode)
    assert.equal(/test network: the money is worth nothing/.test(told200.settlement), mode === 'onchain')
    assert.deepEqual(
      told200.prices.map(({ dataset }) => dataset),
      catalogue.map(({ name }) => name),
    )
  }
  const response = await fetch(`${checks.url}/v1/agent`)
  await expectStatus(
    304,
    list,
    await fetch(`${checks.url}/v1/agent`, { headers: { 'If-None-Match': response.headers.get('etag')! } }),
  )
})

test('the demand for a payment is as documented, in the body and in the header', async () => {
  for (const { url } of [checks, settles]) {
    const response = await fetch(`${url}${prices}?stock_id=2330&limit=2`)
    const body = await expectStatus<{ code: string; accepts: { maxAmountRequired: string }[] }>(402, paid, response)
    assert.equal(body.code, 'payment_required')
    const challenge = decoded(response, 'PAYMENT-REQUIRED') as { accepts: { amount: string }[] }
    assert.equal(challenge.accepts[0]!.amount, body.accepts[0]!.maxAmountRequired)
    assert.equal('settlement' in challenge, url === checks.url)
  }
  const head = await fetch(checks.url + prices, { method: 'HEAD' })
  assert.deepEqual([head.status, head.headers.has('payment-required')], [402, true])
})

test('refusals before a payment is taken are as documented', async () => {
  for (const [status, code, path, headers] of [
    [400, 'invalid_payment', prices, { 'X-PAYMENT': 'abc' }],
    [400, 'invalid_payment', prices, { 'PAYMENT-SIGNATURE': 'e30=', 'Accept-Language': 'zh-TW' }],
    [400, 'invalid_cursor', `${prices}?cursor=abc&dry_run=true`, {}],
    [404, 'unknown_dataset', '/v1/agent/TaiwanStockPrise', {}],
    [422, 'invalid_parameter', `${prices}?dry_run=true&limit=0`, {}],
    [422, 'unknown_parameter', `${prices}?dry_run=true&stockid=2330`, {}],
  ] as const) {
    const response = await fetch(checks.url + path, { headers })
    assert.equal(response.headers.has('payment-required'), code === 'invalid_payment')
    const body = await expectStatus(status, paid, response)
    assert.equal(body.code, code)
    assert.equal('accepts' in body, code === 'invalid_payment')
  }
})

test('a dry run is free and as documented', async () => {
  const response = await fetch(`${checks.url}${prices}?stock_id=2330,nothing&dry_run=true`)
  assert.match(response.headers.get('x-warning')!, /unknown_id/)
  assert.equal(response.headers.get('x-receipt'), null)
  contract.checkValue(
    contract.at('components', 'schemas', 'DryRun'),
    await expectStatus(200, paid, response),
    'dry run',
  )
})

test('a page whose payment is only checked is as documented, and so is its replay', async () => {
  const { pay, sent } = payerOf(generatePrivateKey())
  const path = `${checks.url}${prices}?stock_id=2330,nothing&limit=2`
  const response = await pay(path)
  const { headers } = response
  assert.deepEqual(
    [headers.get('x-payment-settlement'), headers.has('payment-response'), headers.has('x-receipt')],
    ['none', false, true],
  )
  assert.match(headers.get('x-warning')!, /unknown_id/)
  const page = await expectStatus(200, paid, response)
  contract.checkValue(contract.at('components', 'schemas', 'QueryResult'), page, 'page')
  const again = await fetch(path, { headers: sent })
  assert.equal(again.headers.get('x-payment-replayed'), 'true')
  assert.deepEqual(await expectStatus(200, paid, again), page)
  assert.equal(
    (await expectStatus(409, paid, await fetch(checks.url + prices, { headers: sent }))).code,
    'payment_used',
  )
  const faulty = await expectStatus(422, paid, await fetch(`${checks.url}${prices}?limit=0`, { headers: sent }))
  assert.equal(faulty.code, 'invalid_parameter')
})

test('a page whose payment is settled is as documented, and so is the refusal of an empty wallet', async () => {
  const response = await payerOf(payerKeyOf(settles)).pay(`${settles.url}${prices}?columns=close,trade_date&limit=2`)
  assert.equal(response.headers.get('x-payment-settlement'), 'test')
  const outcome = decoded(response, 'PAYMENT-RESPONSE')
  const { extensions: _, ...plain } = outcome
  assert.deepEqual(decoded(response, 'X-PAYMENT-RESPONSE'), plain)
  assert.equal(outcome.success, true)
  assert.match(String(outcome.transaction), /^0x[0-9a-f]{64}$/)
  contract.checkValue(
    contract.at('components', 'schemas', 'ProjectedResult'),
    await expectStatus(200, paid, response),
    'page',
  )

  const { pay, sent } = payerOf(generatePrivateKey())
  await pay(settles.url + prices).catch(() => null)
  const refused = await fetch(settles.url + prices, { headers: sent })
  decoded(refused, 'PAYMENT-REQUIRED')
  assert.equal((await expectStatus(402, paid, refused)).code, 'payment_refused')
})

test('a question is sold as documented', async () => {
  const operation = 'POST /v1/agent/ask'
  const init = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ question: '台積電近三日收盤價', columns: true }),
  }
  const where = '/v1/agent/ask'
  // Both services ask for the same terms; the other files of the group ask their questions at the one that settles.
  const demand = await fetch(checks.url + where, init)
  decoded(demand, 'PAYMENT-REQUIRED')
  assert.equal((await expectStatus(402, operation, demand)).code, 'payment_required')
  const { pay, sent } = payerOf(payerKeyOf(settles))
  await expectStatus(200, operation, await pay(settles.url + where, init))
  const headers = { ...init.headers, ...sent }
  const other = { ...init, headers, body: JSON.stringify({ question: '明天會漲嗎' }) }
  assert.equal((await expectStatus(409, operation, await fetch(settles.url + where, other))).code, 'payment_used')
  assert.equal(
    (await expectStatus(422, operation, await fetch(settles.url + where, { ...init, headers, body: '{}' }))).code,
    'invalid_parameter',
  )
})

test('many bad payments are 429 as documented', async () => {
  let response = await fetch(checks.url + prices, { headers: { 'X-PAYMENT': 'abc' } })
  for (let i = 0; i < 200 && response.status === 400; i++) {
    await expectStatus(400, paid, response)
    response = await fetch(checks.url + prices, { headers: { 'X-PAYMENT': 'abc' } })
  }
  assert.match(String((await expectStatus(429, paid, response)).detail), /bad payments per minute/)
})

test('every documented success of the agent routes was seen', () => {
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods))
      if (operation.tags.includes('agents'))
        for (const [status, response] of Object.entries(operation.responses))
          if (!('x-failures' in response))
            assert.ok(contract.checkedResponses.has(`${method.toUpperCase()} ${path} ${status}`), `${path} ${status}`)
})
