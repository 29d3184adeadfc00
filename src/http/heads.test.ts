import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { extractReceiptFromResponse } from '@x402/extensions/offer-receipt'
import { x402Client as Client, decodePaymentResponseHeader, wrapFetchWithPayment } from '@x402/fetch'
import { privateKeyToAccount } from 'viem/accounts'
import { type Client as Asker, createClient, headBytes } from '../../test/support/client.ts'
import { type Nginx, startNginx } from '../../test/support/nginx.ts'
import { keyOf } from '../../test/support/service.ts'
import { patientFetch, payerKeyOf, type SharedShop, shareShop } from '../../test/support/sharedShop.ts'
import { unbase64 } from '../../test/support/wallet.ts'
import { catalogue } from '../catalogue/index.ts'
import { mostHeadBytes } from './reply/head.ts'
import { routes } from './routes/routes.ts'

const page = { Origin: 'https://page.example' }
const strangers = Array.from({ length: 400 }, (_, i) => `無${i}`).join(',')
const longest = catalogue.map(({ name }) => name).sort((a, b) => b.length - a.length)[0]!
let service: SharedShop
let client: Asker
let key: string
let payer: `0x${string}`
let nginx: Nginx | { readonly skip: string }

before(async () => {
  service = await shareShop('settles')
  key = await keyOf(service.home, 'plus')
  payer = payerKeyOf(service)
  client = createClient(service.url)
  nginx = await startNginx(service.url)
})

after(async () => {
  client?.close()
  if (nginx && 'url' in nginx) await nginx.stop()
  await service?.stop()
})

/** The official client, as a script of a page or as a program. */
function payingFetch(headers: Readonly<Record<string, string>>) {
  const wallet = new Client()
  wallet.register('eip155:84532', new ExactEvmScheme(privateKeyToAccount(payer)))
  return wrapFetchWithPayment((input, init) => {
    const request = new Request(input, init)
    // A browser would set it; fetch of Node lets a program do so.
    for (const [name, value] of Object.entries(headers)) request.headers.set(name, value)
    return patientFetch(service)(request)
  }, wallet)
}

/**
 * Requests of every kind: rows, refusals, pages, prices, long warnings; no question that is read, since to load the
 * engine takes half of the CPU of all tests here. The client checks the heads of answered ones wherever they are asked.
 */
const requests: readonly (readonly [number, string, Parameters<Asker['send']>[1]?])[] = [
  [402, '/v1/agent/TaiwanStockPrice?stock_id=2330&limit=2'],
  [402, `/v1/agent/${longest}`],
  [402, `/v1/agent/TaiwanStockPrice?stock_id=${'2330,'.repeat(400)}2317`],
  [400, '/v1/agent/TaiwanStockPrice', { headers: { 'X-PAYMENT': 'abc' } }],
  [404, '/v1/agent/Nothing'],
  [200, '/v1/agent/TaiwanStockPrice?dry_run=true&stock_id=' + encodeURI(strangers)],
  [200, '/v1/data/TaiwanStockPrice?period=annual&include_expired=true&stock_id=' + encodeURI(strangers)],
  [401, '/v1/data/TaiwanStockPrice'],
  [422, `/v1/data/TaiwanStockPrice?stock=${'x'.repeat(4_000)}`],
  [404, `/${'x'.repeat(4_000)}`],
  [405, '/v1/data', { method: 'DELETE' }],
  [204, '/v1/ask', { method: 'OPTIONS' }],
  [422, '/v1/ask', { json: { question: '' } }],
  ...routes
    .filter(({ method, path }) => method === 'GET' && !path.includes('{'))
    .map(({ path }) => [0, path === '/ask' ? '/ask?q=2317%20close%20today' : path] as const),
]

/** The request as it is sent with an Origin, or without; those of agents and the one that must be refused have no key. */
const optionsOf = ([status, path, how = {}]: (typeof requests)[number], headers: Record<string, string>) => ({
  ...how,
  ...(status !== 401 && !path.startsWith('/v1/agent/') ? { key } : {}),
  headers: { ...how.headers, ...headers },
})

test('the head of every answer is short enough for a proxy, with an Origin and without', async () => {
  for (const request of requests)
    for (const headers of [{}, page]) {
      const [status, path] = request
      const response = await client.send(path, optionsOf(request, { ...headers, Prefer: 'return=minimal' }))
      if (status !== 0) assert.equal(response.status, status, `${path.slice(0, 80)}: ${response.text.slice(0, 200)}`)
      const shared = response.lines.filter(([name]) => name.startsWith('Access-Control-'))
      assert.equal(shared.length > 0, 'Origin' in headers, `${path.slice(0, 80)} ${JSON.stringify(shared)}`)
    }
})

test('a head with little room keeps the challenge and leaves the rest to the body', async () => {
  const query = `stock_id=${'2330,'.repeat(400)}2317`
  const response = await client.send(`/v1/agent/TaiwanStockPrice?${query}`)
  const challenge = unbase64(response.headers['payment-required'] as string)
  assert.equal(challenge.resource.url, `${service.url}/v1/agent/TaiwanStockPrice`)
  assert.match(challenge.resource.description, /too long to repeat/)
  assert.ok(challenge.eip712 && challenge.extensions['payment-identifier'])
  const ordinary = await client.send('/v1/agent/TaiwanStockPrice?stock_id=2330&limit=2')
  assert.deepEqual(Object.keys(unbase64(ordinary.headers['payment-required'] as string).extensions), [
    'bazaar',
    'payment-identifier',
  ])
  assert.equal(response.json.accepts[0].resource, `${service.url}/v1/agent/TaiwanStockPrice?${query}`)
  assert.deepEqual(response.json.eip712, challenge.eip712)
  const { properties } = response.json.extensions.bazaar.schema.properties.input.properties.queryParams
  assert.ok('stock_id' in properties && 'cursor' in properties)
})

describe('through an nginx with its default settings', () => {
  for (const [name, headers] of [
    ['a program', {}],
    ['a page of another site', page],
  ] as const)
    test(`${name} gets the price, pays, and reads rows, warnings and errors`, async (t) => {
      if ('skip' in nginx) return t.skip(nginx.skip)
      const through = createClient(nginx.url)
      try {
        for (const request of requests) {
          const [status, path] = request
          const response = await through.send(path, optionsOf(request, headers))
          assert.notEqual(response.status, 502, path.slice(0, 80))
          if (status !== 0) assert.equal(response.status, status, path.slice(0, 80))
        }
        const pay = payingFetch(headers)
        const many = Array.from({ length: 300 }, (_, n) => 1_100 + n).join(',')
        for (const query of [
          'stock_id=2330&limit=2',
          `limit=2&stock_id=2330,${encodeURI(strangers)}`,
          'stock_id=2330,2317&limit=2&format=csv',
          `stock_id=2330,${many}&limit=2&format=csv`,
        ]) {
          const response = await pay(`${nginx.url}/v1/agent/TaiwanStockPrice?${query}`)
          const head = headBytes(response.status, [...response.headers])
          assert.equal(response.status, 200, await response.clone().text())
          assert.equal(decodePaymentResponseHeader(response.headers.get('PAYMENT-RESPONSE')!).success, true)
          assert.ok(response.headers.get('x-receipt'))
          assert.equal(response.headers.has('x-warning'), query.includes('%') || query.includes(many))
          const isJson = !query.includes('csv')
          if (isJson) assert.equal(((await response.json()) as { count: number }).count, 2)
          else assert.ok(response.headers.get('x-next-cursor'))
          assert.ok(head <= mostHeadBytes, `${head} bytes`)
          // An ordinary address leaves room for the receipt where the official library looks for it.
          if (isJson && !query.includes('%'))
            assert.equal(
              (extractReceiptFromResponse(response) as { signature: string }).signature,
              response.headers.get('x-receipt'),
            )
        }
        // A cursor that leaves no room for the receipt is refused before any money moves.
        const most = Array.from({ length: 500 }, (_, n) => `${(n * 7919) % 100_000}`.padStart(5, '0')).join(',')
        const refused = await pay(
          `${nginx.url}/v1/agent/TaiwanStockPrice?stock_id=2330,2317,${most.slice(12)}&limit=1&format=csv`,
        )
        assert.equal(refused.status, 422, await refused.clone().text())
        assert.equal(refused.headers.get('payment-response'), null)
      } finally {
        through.close()
      }
    })
})
