import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Client } from '@modelcontextprotocol/client'
import { privateKeyToAccount } from 'viem/accounts'
import { call, connectTo, type Structured } from '../../test/support/mcp.ts'
import { keyOf } from '../../test/support/service.ts'
import { payerKeyOf, type SharedShop, shareShop } from '../../test/support/sharedShop.ts'
import { signTransfer } from '../../test/support/wallet.ts'
import { readReceipt } from '../pay/receipt.ts'

/* The tools for a client that pays instead of having a key. */

let service: SharedShop
let lite: string
const opened: Client[] = []

before(async () => {
  service = await shareShop('settles')
  lite = await keyOf(service.home, 'lite')
})
after(async () => {
  for (const client of opened) await client.close()
  await service?.stop()
})

async function connect(key?: string): Promise<Client> {
  const client = await connectTo(service.url, key)
  opened.push(client)
  return client
}

const rest = async (path: string, key: string) =>
  (await (await fetch(service.url + path, { headers: { Authorization: `Bearer ${key}` } })).json()) as Structured

const given = { dataset: 'TaiwanStockPrice', stock_id: '2330', limit: 2 }

async function payment(terms: Structured) {
  const payload = await signTransfer(privateKeyToAccount(payerKeyOf(service)), terms.accepts[0])
  return { 'x402/payment': { x402Version: 2, resource: terms.resource, accepted: terms.accepts[0], payload } }
}

test('the terms are a failed call, the payment buys the rows once, and the receipt holds for the text', async () => {
  const client = await connect()
  const terms = await call(client, 'query_rows', given)
  assert.equal(terms.isError, true)
  assert.deepEqual([terms.data.x402Version, terms.data.status, terms.data.code], [2, 402, 'payment_required'])
  assert.deepEqual(JSON.parse(terms.texts[0]!), terms.data)
  const meta = await payment(terms.data)
  const bought = await call(client, 'query_rows', given, meta)
  assert.equal(bought.isError, false, JSON.stringify(bought.data))
  const { data } = await rest('/v1/data/TaiwanStockPrice?stock_id=2330&limit=2', lite)
  assert.deepEqual(bought.data.data, data)
  assert.equal(bought.meta['x402/payment-response'].success, true)
  const { receipt_key: key } = await rest('/v1/agent', lite)
  const facts = readReceipt(bought.meta['formosa/receipt'], key)
  assert.equal(facts?.bodySha256, createHash('sha256').update(bought.texts[0]!).digest('hex'))
  assert.equal(facts?.transaction, bought.meta['x402/payment-response'].transaction)
  const again = await call(client, 'query_rows', given, meta)
  assert.deepEqual(
    [again.texts[0], again.meta['x402/payment-response'].transaction],
    [bought.texts[0], facts?.transaction],
  )
  const other = await call(client, 'query_rows', { ...given, stock_id: '2317' }, meta)
  assert.deepEqual([other.isError, other.data.code, other.data.status], [true, 'payment_used', 409])
})

test('a payment that cannot be read, or pays too little, is refused with the terms', async () => {
  const client = await connect(lite)
  const bad = await call(client, 'query_rows', given, { 'x402/payment': { x402Version: 2 } })
  assert.deepEqual([bad.isError, bad.data.code, bad.data.x402Version], [true, 'invalid_payment', 2])
  const [requirement] = bad.data.accepts
  const meta = await payment({ ...bad.data, accepts: [{ ...requirement, amount: '1' }] })
  const little = await call(client, 'query_rows', given, meta)
  assert.deepEqual([little.isError, little.data.code], [true, 'payment_refused'])
  assert.equal(little.data.accepts[0].amount, requirement.amount)
})

test('a question is sold too', async () => {
  const client = await connect()
  const question = { question: '台積電近三日收盤價' }
  const terms = await call(client, 'ask', question)
  assert.deepEqual([terms.isError, terms.data.x402Version, terms.data.status], [true, 2, 402])
  const meta = await payment(terms.data)
  const declined = await call(client, 'ask', { question: '明天會漲嗎' }, meta)
  assert.deepEqual([declined.isError, declined.data.code], [true, 'out_of_scope'])
  const bought = await call(client, 'ask', question, meta)
  assert.deepEqual([bought.isError, bought.data.count], [false, 3])
  const { receipt_key: key } = await rest('/v1/agent', lite)
  const facts = readReceipt(bought.meta['formosa/receipt'], key)
  assert.equal(facts?.bodySha256, createHash('sha256').update(bought.texts[0]!).digest('hex'))
})
