import assert from 'node:assert/strict'
import { createHash, createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { privateKeyToAccount } from 'viem/accounts'
import { contractAt, held } from '../../test/support/api.ts'
import { createClient } from '../../test/support/client.ts'
import { builtAt, copyOfBrief } from '../../test/support/fixture.ts'
import { startPaymentProxy } from '../../test/support/paymentProxy.ts'
import { keyOf, type Service, startService } from '../../test/support/service.ts'
import { patientFetch, payerKeyOf, type SharedShop, shareShop } from '../../test/support/sharedShop.ts'
import { base64, signTransfer, unbase64 } from '../../test/support/wallet.ts'
import { catalogue } from '../catalogue/index.ts'
import { formatNames, formats } from '../query/formats/formats.ts'

/* The endpoint for agents as it is served: the room behind it has its own tests of everything that can go wrong. */

const atBuild = { FORMOSA_NOW: builtAt }
const path = '/v1/agent/TaiwanStockPrice?stock_id=2330&limit=2'

type Payer = ReturnType<typeof privateKeyToAccount>

async function signed(service: Service, payer: Payer, where = path): Promise<string> {
  const challenge = unbase64((await fetch(service.url + where)).headers.get('payment-required'))
  const payload = await signTransfer(payer, challenge.accepts[0])
  return base64({ x402Version: 2, resource: challenge.resource, accepted: challenge.accepts[0], payload })
}

const get = (service: Service, where: string, payment?: string) =>
  patientFetch(service)(service.url + where, payment === undefined ? {} : { headers: { 'X-PAYMENT': payment } })

describe('on a chain', () => {
  let service: SharedShop
  let home: string
  let payer: Payer

  before(async () => {
    service = await shareShop('settles')
    home = service.home
    payer = privateKeyToAccount(payerKeyOf(service))
  })
  after(() => service?.stop())

  test('the official client pays, reads the same rows as a key, and gets a receipt that holds', async () => {
    const client = new x402Client()
    client.register('eip155:84532', new ExactEvmScheme(payer))
    const response = await wrapFetchWithPayment(patientFetch(service), client)(service.url + path)
    assert.equal(response.status, 200)
    const text = await response.text()
    const body = JSON.parse(text)
    const key = await keyOf(home, 'lite')
    const same = await fetch(service.url + path.replace('agent', 'data'), {
      headers: { Authorization: `Bearer ${key}` },
    })
    const { cursor: _, ...rows } = (await same.json()) as Record<string, unknown>
    const { cursor, ...bought } = body
    assert.deepEqual(bought, rows)
    assert.equal(typeof cursor, 'string')
    assert.equal(body.tier_used, 'lite')
    const settled = unbase64(response.headers.get('payment-response'))
    assert.equal(settled.success, true)
    assert.match(settled.transaction, /^0x[0-9a-f]{64}$/)
    const { extensions, ...plain } = settled
    assert.deepEqual(unbase64(response.headers.get('x-payment-response')), plain)
    assert.equal(extensions['offer-receipt'].info.receipt.signature, response.headers.get('x-receipt'))
    assert.equal(response.headers.get('x-payment-settlement'), 'test')

    const prices = (await (await fetch(`${service.url}/v1/agent`)).json()) as { receipt_key: JsonWebKey }
    const [head, facts, signature] = response.headers.get('x-receipt')!.split('.')
    const publicKey = createPublicKey({ key: prices.receipt_key, format: 'jwk' })
    assert.ok(verify(null, Buffer.from(`${head}.${facts}`), publicKey, Buffer.from(signature!, 'base64url')))
    const receipt = JSON.parse(Buffer.from(facts!, 'base64url').toString())
    assert.equal(receipt.bodySha256, createHash('sha256').update(text).digest('hex'))
    assert.equal(receipt.transaction, settled.transaction)
  })

  test('the page for agents pays nothing where money moves, and says that a test network’s is worth nothing', async () => {
    const page = await (await fetch(`${service.url}/agents?lang=en`, { headers: { Accept: 'text/html' } })).text()
    for (const text of ['It is a test network: the money is worth nothing.', 'this page pays nothing', '<b>402</b>'])
      assert.ok(page.includes(text), text)
    assert.ok(!page.includes('<b>200</b>'))
  })

  test('a cursor is a call of its own, and the next page follows the first', async () => {
    const first = (await (await get(service, path, await signed(service, payer))).json()) as {
      cursor: string
      data: { trade_date: string }[]
    }
    const next = `/v1/agent/TaiwanStockPrice?cursor=${first.cursor}`
    assert.equal((await get(service, next)).status, 402)
    const page = (await (await get(service, next, await signed(service, payer, next))).json()) as typeof first
    assert.ok(page.data[0]!.trade_date < first.data.at(-1)!.trade_date)
  })

  test('twenty concurrent repeats of a payment get the stored response on every thread, for one charge', async () => {
    const payment = await signed(service, payer)
    const responses = await Promise.all(Array.from({ length: 20 }, () => get(service, path, payment)))
    assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]))
    const bodies = new Set(await Promise.all(responses.map((response) => response.text())))
    assert.equal(bodies.size, 1)
    const transactions = responses.map(({ headers }) => unbase64(headers.get('payment-response')).transaction)
    assert.equal(new Set(transactions).size, 1)
    const elsewhere = await get(service, '/v1/agent/TaiwanStockPrice?stock_id=2317', payment)
    assert.equal(elsewhere.status, 409)
    assert.equal(((await elsewhere.json()) as { code: string }).code, 'payment_used')
  })

  test('rows are sold in every form that a key reads them in, and a replay brings the same bytes', async () => {
    const key = await keyOf(home, 'lite')
    const query = '/TaiwanStockPrice?stock_id=2330&limit=3'
    for (const [more, accept] of [
      ...formatNames.map((name) => [`&format=${name}`, undefined] as const),
      ...formatNames.map((name) => ['', formats[name].type] as const),
      ['&format=csv&labels=zh&bom=true', undefined],
      ['&decimals=number', undefined],
      ['&columns=stock_id,close&decimals=number', undefined],
    ] as const) {
      const what = `${more} ${accept}`
      const headers: Record<string, string> = accept === undefined ? {} : { Accept: accept }
      const payment = await signed(service, payer, `/v1/agent${query}${more}`)
      const buy = () =>
        patientFetch(service)(`${service.url}/v1/agent${query}${more}`, {
          headers: { ...headers, 'X-PAYMENT': payment },
        })
      const bought = await buy()
      const bytes = Buffer.from(await bought.arrayBuffer())
      assert.equal(bought.status, 200, `${what}: ${bytes.toString().slice(0, 300)}`)
      const read = await fetch(`${service.url}/v1/data${query}${more}`, {
        headers: { ...headers, Authorization: `Bearer ${key}` },
      })
      const same = Buffer.from(await read.arrayBuffer())
      assert.equal(read.status, 200, what)
      for (const name of ['content-type', 'x-row-count', 'content-disposition'])
        assert.equal(bought.headers.get(name), read.headers.get(name), `${what}: ${name}`)
      // A cursor is sealed with a nonce of its own.
      const withoutCursor = (body: Buffer) => body.toString('latin1').replace(/"cursor":"[^"]+"/, '')
      assert.equal(withoutCursor(bytes), withoutCursor(same), what)
      const again = await buy()
      assert.equal(again.headers.get('x-payment-replayed'), 'true', what)
      assert.ok(bytes.equals(Buffer.from(await again.arrayBuffer())), what)
      assert.equal(again.headers.get('content-type'), bought.headers.get('content-type'))
    }
    const payment = await signed(service, payer)
    assert.equal((await get(service, path, payment)).status, 200)
    const other = { Accept: 'text/csv', 'X-PAYMENT': payment }
    const csv = await patientFetch(service)(service.url + path, { headers: other })
    assert.equal(csv.status, 409, 'one payment buys one form')
    const warned = `${path}&include=warnings&period=annual`
    const both = await signed(service, payer, warned)
    const inChinese = { 'Accept-Language': 'zh-TW', 'X-PAYMENT': both }
    const chinese = await patientFetch(service)(service.url + warned, { headers: inChinese })
    assert.equal(chinese.status, 200)
    const { warnings } = (await chinese.json()) as { warnings: { code: string; detail: string }[] }
    assert.equal(warnings[0]!.code, 'not_applicable')
    assert.match(warnings[0]!.detail, /\p{Script=Han}/u)
    assert.equal((await get(service, warned, both)).status, 409, 'one payment buys the warnings in one language')
  })

  test('a payment is replayed a few times a minute, then 429 with the seconds to wait, never 402', async () => {
    const payment = await signed(service, payer)
    assert.equal((await get(service, path, payment)).status, 200)
    let refused: Response | null = null
    // On each of two threads so many.
    for (let n = 0; n <= 61 && !refused; n++) {
      const response = await get(service, path, payment)
      if (response.status === 200) assert.equal(response.headers.get('x-payment-replayed'), 'true')
      else refused = response
    }
    assert.equal(refused?.status, 429)
    const { detail, retry_after_seconds: seconds } = (await refused.json()) as Record<string, unknown>
    assert.equal(detail, 'rate limit exceeded (30/30 replays of a payment per minute)')
    assert.equal(refused.headers.get('retry-after'), String(seconds))
    assert.ok(Number(seconds) >= 1 && Number(seconds) <= 60)
    assert.equal(refused.headers.get('payment-required'), null)
  })

  test('checks run in their order, and a rejected request costs nothing', async () => {
    const unknown = await get(service, '/v1/agent/Nothing', await signed(service, payer))
    assert.equal(unknown.status, 404)
    const bare = await get(service, '/v1/agent/TaiwanStockPrice?limit=0')
    assert.equal(bare.status, 402)
    const body = (await bare.json()) as { x402Version: number; code: string; detail: string }
    assert.deepEqual([body.x402Version, body.code], [1, 'payment_required'])
    assert.match(body.detail, /1000 atomic units/)
    assert.equal((await get(service, '/v1/agent/TaiwanStockPrice?limit=0', 'nonsense')).status, 400)
    const payment = await signed(service, payer)
    assert.equal((await get(service, '/v1/agent/TaiwanStockPrice?limit=0', payment)).status, 422)
    // The payment that was refused for its parameters still buys.
    assert.equal((await get(service, path, payment)).status, 200)
    const dry = await get(service, `${path}&dry_run=true`)
    assert.equal(dry.headers.get('x-warning'), null)
    const keyed = await fetch(`${service.url}${path}&dry_run=true`, { headers: { Authorization: 'Bearer x' } })
    assert.equal(keyed.headers.get('x-warning'), 'not_applicable; param=Authorization')
    assert.equal(dry.status, 200)
    assert.equal(((await dry.json()) as { rows: number }).rows > 0, true)
    const plus = await get(service, '/v1/agent/TaiwanFearAndGreedIndex')
    assert.equal(unbase64(plus.headers.get('payment-required')).accepts[0].amount, '5000')
    const head = await fetch(service.url + path, {
      method: 'HEAD',
      headers: { 'X-PAYMENT': await signed(service, payer) },
    })
    assert.equal(head.status, 402)
    const wrong = await fetch(service.url + path, { method: 'POST' })
    assert.equal(wrong.status, 405)
  })

  test('the resource of a payment is a valid URI, whatever the query holds', async () => {
    const response = await get(service, '/v1/agent/TaiwanStockPrice?stock_id=^GSPC|x&limit=%5')
    const { resource } = unbase64(response.headers.get('payment-required'))
    assert.ok(resource.url.endsWith('?stock_id=%5EGSPC%7Cx&limit=%255'), resource.url)
  })

  describe('a question', () => {
    const where = '/v1/agent/ask'
    const question = { question: '台積電近三日收盤價' }
    const post = (json: unknown, payment?: string, headers: Record<string, string> = {}) =>
      patientFetch(service)(service.url + where, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          ...(payment === undefined ? {} : { 'PAYMENT-SIGNATURE': payment }),
          ...headers,
        },
        body: typeof json === 'string' ? json : JSON.stringify(json),
      })
    const sign = async () => {
      const challenge = unbase64((await post(question)).headers.get('payment-required'))
      const payload = await signTransfer(payer, challenge.accepts[0])
      return base64({ x402Version: 2, resource: challenge.resource, accepted: challenge.accepts[0], payload })
    }
    const transactionOf = ({ headers }: Response): string => unbase64(headers.get('payment-response')).transaction
    // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects
    const bodyOf = async (response: Response): Promise<any> => response.json()

    test('is sold by the official client for its own price, with the answer of a key and a receipt that holds', async () => {
      const { ask: price } = await bodyOf(await fetch(`${service.url}/v1/agent`))
      assert.deepEqual(price, { amount: '3000', method: 'POST', path: where })
      const client = new x402Client()
      client.register('eip155:84532', new ExactEvmScheme(payer))
      const response = await wrapFetchWithPayment(patientFetch(service), client)(service.url + where, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(question),
      })
      assert.equal(response.status, 200)
      const text = await response.text()
      const key = await keyOf(home, 'plus')
      const same = await fetch(`${service.url}/v1/ask`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
        body: JSON.stringify(question),
      })
      assert.equal(text, await same.text())
      assert.equal(unbase64(response.headers.get('payment-response')).amount, '3000')
      const facts = JSON.parse(Buffer.from(response.headers.get('x-receipt')!.split('.')[1]!, 'base64url').toString())
      assert.equal(facts.bodySha256, createHash('sha256').update(text).digest('hex'))
      assert.equal(facts.resourceUrl, service.url + where)
    })

    test('is charged once, however often the payment is sent, and buys no other question', async () => {
      const payment = await sign()
      const responses = await Promise.all(Array.from({ length: 8 }, () => post(question, payment)))
      assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]))
      assert.equal(new Set(responses.map(transactionOf)).size, 1)
      assert.equal(new Set(await Promise.all(responses.map((response) => response.text()))).size, 1)
      const replayed = await post(JSON.stringify(question, null, 2), payment)
      assert.deepEqual([replayed.status, replayed.headers.get('x-payment-replayed')], [200, 'true'])
      const other = await post({ ...question, max_rows: 1 }, payment)
      assert.deepEqual([other.status, (await bodyOf(other)).code], [409, 'payment_used'])
      for (const more of [{ reading: '2330 closing price' }, { include: 'warnings' }])
        assert.equal((await post({ ...question, ...more }, payment)).status, 409, JSON.stringify(more))
      assert.equal((await get(service, path, payment)).status, 409)
    })

    test('has its warnings in the language of its request, and one payment buys them in one language', async () => {
      const payment = await sign()
      const unheard = { question: '2330和0050的殖利率', include: 'warnings' }
      const warned = await post(unheard, payment, { 'Accept-Language': 'zh-TW' })
      const { warnings } = await bodyOf(warned)
      assert.equal(warned.status, 200)
      assert.equal(warnings.length > 0, true)
      assert.match(warnings[0].detail, /\p{Script=Han}/u)
      assert.equal((await post(unheard, payment)).status, 409)
    })

    test('that cannot be answered, or fails, costs nothing, and its payment stays valid', async () => {
      const payment = await sign()
      const declined = await post({ question: '明天會漲嗎' }, payment)
      assert.deepEqual([declined.status, (await bodyOf(declined)).code], [422, 'out_of_scope'])
      assert.equal((await post({ question: '' }, payment)).status, 422)
      assert.equal((await post('{', payment)).status, 400)
      assert.equal((await post(question, payment, { 'Content-Type': 'text/plain' })).status, 415)
      const bought = await post(question, payment)
      assert.equal(bought.status, 200)
      assert.equal((await bodyOf(bought)).count, 3)
    })

    test('without a payment is 402 whatever it says; a payment that cannot be read is 400; another method is 405', async () => {
      for (const json of [question, {}, '{', '']) {
        const bare = await post(json)
        assert.equal(bare.status, 402)
        const { resource, extensions } = unbase64(bare.headers.get('payment-required'))
        assert.equal(resource.url, service.url + where)
        assert.equal(extensions.bazaar.info.input.method, 'POST')
      }
      assert.equal((await post(question, 'nonsense')).status, 400)
      const read = await fetch(service.url + where)
      assert.deepEqual([read.status, read.headers.get('allow')], [405, 'POST, OPTIONS'])
      const keyed = await post(question, await sign(), { Authorization: 'Bearer x' })
      assert.equal(keyed.headers.get('x-warning'), 'not_applicable; param=Authorization')
    })
  })
})

describe('without money', () => {
  let service: Service
  before(async () => {
    service = await shareShop('checks')
  })
  after(() => service?.stop())

  test('the prices are those of every dataset, and each refusal before a payment is taken is free', async () => {
    const contract = await contractAt(service.url)
    const client = held(createClient(service.url), contract)
    // From an address of its own: that of the machine sends many bad payments.
    const from = '127.0.0.75'
    const list = await client.send('/v1/agent', { from })
    assert.equal(list.json.mode, 'verify-only')
    assert.deepEqual(
      list.json.prices.map(({ dataset }: { dataset: string }) => dataset),
      catalogue.map(({ name }) => name),
    )
    const unchanged = await client.send('/v1/agent', { from, headers: { 'If-None-Match': list.headers.etag! } })
    assert.equal(unchanged.status, 304)
    const prices = '/v1/agent/TaiwanStockPrice'
    for (const [status, code, path, headers] of [
      [402, 'payment_required', prices, {}],
      [400, 'invalid_payment', prices, { 'X-PAYMENT': 'abc' }],
      [400, 'invalid_payment', prices, { 'PAYMENT-SIGNATURE': 'e30=', 'Accept-Language': 'zh-TW' }],
      [400, 'invalid_cursor', `${prices}?cursor=abc&dry_run=true`, {}],
      [404, 'unknown_dataset', '/v1/agent/TaiwanStockPrise', {}],
      [422, 'invalid_parameter', `${prices}?dry_run=true&limit=0`, {}],
      [422, 'unknown_parameter', `${prices}?dry_run=true&stockid=2330`, {}],
    ] as const) {
      const { json, ...response } = await client.send(path, { from, headers: headers as Record<string, string> })
      assert.deepEqual([response.status, json.code], [status, code], path)
      const hasTerms = status === 402 || code === 'invalid_payment'
      assert.deepEqual(['accepts' in json, 'payment-required' in response.headers], [hasTerms, hasTerms])
    }
    let response = await client.send(prices, { from, headers: { 'X-PAYMENT': 'abc' } })
    for (let n = 0; n < 200 && response.status === 400; n++)
      response = await client.send(prices, { from, headers: { 'X-PAYMENT': 'abc' } })
    client.close()
    assert.equal(response.status, 429)
    assert.match(response.json.detail, /bad payments per minute/)
  })

  test('verify-only is the default of demo data and says so', async () => {
    assert.match(service.output(), /Agents: +read without paying/)
    const payer = privateKeyToAccount(`0x${'a7'.repeat(32)}`)
    const payment = await signed(service, payer)
    // From an address of its own: that of the machine has sent many bad payments.
    const client = held(createClient(service.url), await contractAt(service.url))
    const response = await client.send(path, { from: '127.0.0.76', headers: { 'X-PAYMENT': payment } })
    client.close()
    assert.equal(response.status, 200)
    assert.equal(response.headers['x-payment-settlement'], 'none')
    assert.equal(response.headers['payment-response'], undefined)
    const ready = await fetch(`${service.url}/readyz`)
    assert.equal(ready.status, 200)
    assert.match(
      ((await ready.json()) as { checks: { payments: string } }).checks.payments,
      /^ok: verify-only: .*no money moves/,
    )
    assert.match(service.log(), /no money moves/)
  })

  test('payments that cost nothing count against the address, as calls without a key do', async () => {
    const client = createClient(service.url)
    const from = '127.0.0.77'
    const statuses: number[] = []
    // Each payment is of another empty wallet; asking for its terms counts as well.
    for (let n = 10; n < 45; n++) {
      const payer = privateKeyToAccount(`0x${String(n).repeat(32)}`)
      const challenge = await client.send(path, { from })
      if (challenge.status === 429) {
        statuses.push(429)
        continue
      }
      const terms = unbase64(challenge.headers['payment-required'] as string)
      const payload = await signTransfer(payer, terms.accepts[0])
      const payment = base64({ x402Version: 2, resource: terms.resource, accepted: terms.accepts[0], payload })
      statuses.push((await client.send(path, { from, headers: { 'X-PAYMENT': payment } })).status)
    }
    client.close()
    assert.deepEqual(statuses, [...Array(30).fill(200), ...Array(5).fill(429)])
  })

  test('what a node says of its failure is in the log and nowhere else', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'formosa-agent-'))
    const node = await startPaymentProxy('http://127.0.0.1:9')
    const said = 'upstream https://node.internal/v3/project-key is out of credits'
    node.setRule(() => ({ kind: 'lie', respond: () => ({ error: { code: -32_099, message: said } }) }))
    const keyFile = join(folder, 'gas.key')
    writeFileSync(keyFile, `0x${'b8'.repeat(32)}`, { mode: 0o600 })
    const here = await startService(await copyOfBrief(join(folder, 'home')), {
      ...atBuild,
      AGENT_PAY_MODE: 'onchain',
      AGENT_PAY_TO: `0x${'77'.repeat(20)}`,
      AGENT_PAY_RPC_URL: node.url,
      AGENT_PAY_KEY_FILE: keyFile,
    })
    t.after(async () => {
      await here.stop()
      await node.close()
      rmSync(folder, { recursive: true, force: true })
    })
    const [ready, status] = await Promise.all(['/readyz', '/v1/status'].map((at) => fetch(here.url + at)))
    for (const response of [ready!, status!]) {
      assert.equal(response.status, 200)
      const text = await response.text()
      assert.doesNotMatch(text, /internal|project-key|-32099/)
      assert.equal(JSON.parse(text).checks.payments, 'degraded: payments cannot be checked; the log says why')
    }
    assert.match(here.log(), /out of credits/)
  })
})
