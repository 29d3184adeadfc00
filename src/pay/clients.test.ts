import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { registerExactEvmScheme } from '@x402/evm/exact/client'
import { ExactEvmSchemeV1 } from '@x402/evm/exact/v1/client'
import { extractReceiptFromResponse, verifyReceiptSignatureJWS } from '@x402/extensions/offer-receipt'
import { appendPaymentIdentifierToExtensions } from '@x402/extensions/payment-identifier'
import { x402Client as Client, decodePaymentResponseHeader, wrapFetchWithPayment } from '@x402/fetch'
import { type Bank, get, openBank } from '../../test/support/customer.ts'
import { openShop, type Shop } from '../../test/support/shop.ts'
import { base64, unbase64, type Wallet } from '../../test/support/wallet.ts'

const scratch = mkdtempSync(join(tmpdir(), 'formosa-clients-'))
const path = '/v1/agent/TaiwanStockPrice?stock_id=2330'
let bank: Bank
let shop: Shop
before(async () => {
  bank = await openBank()
  shop = await openShop({ place: { path: join(scratch, 'control.sqlite') }, rpcUrl: bank.url })
})
after(async () => {
  await shop.close()
  await bank.close()
  rmSync(scratch, { recursive: true, force: true })
})

/** The official client of version 2, as its documentation sets it up. */
function official({ account }: Wallet): typeof fetch {
  const client = new Client()
  registerExactEvmScheme(client, { signer: account })
  return wrapFetchWithPayment(fetch, client) as typeof fetch
}

test('the official client reads, its library checks the receipt, and it is not charged for a second signature under one name', async () => {
  const me = await bank.customer(5_000n)
  const client = new Client()
  registerExactEvmScheme(client, { signer: me.account })
  client.onAfterPaymentCreation(async ({ paymentPayload }) => {
    appendPaymentIdentifierToExtensions(paymentPayload.extensions!, 'pay_7d5d747be160e280')
  })
  const pay = wrapFetchWithPayment(fetch, client)
  const [one, two] = [await pay(shop.url + path), await pay(shop.url + path)]
  assert.deepEqual([one.status, two.status], [200, 200])
  assert.equal(two.headers.get('x-payment-replayed'), 'true')
  const text = await one.text()
  assert.equal(await two.text(), text)
  const settled = decodePaymentResponseHeader(one.headers.get('PAYMENT-RESPONSE')!)
  assert.deepEqual([settled.success, settled.payer], [true, me.account.address])
  const facts = (await verifyReceiptSignatureJWS(extractReceiptFromResponse(one) as never)) as object
  const bodySha256 = createHash('sha256').update(text).digest('hex')
  const { transaction } = settled
  assert.partialDeepStrictEqual(facts, { bodySha256, transaction, resourceUrl: shop.url + path })
  assert.equal(await bank.balanceOf(me.account.address), 4_000n)
})

test('a payment of version 1, made by the official signer of that version, is accepted', async () => {
  const me = await bank.customer(5_000n)
  const { json } = await get(shop.url + path)
  const [requirement] = json.accepts
  const made = await new ExactEvmSchemeV1(me.account).createPaymentPayload(1, requirement as never)
  const response = await get(shop.url + path, { 'X-PAYMENT': base64(made) })
  assert.equal(response.status, 200)
  assert.equal(unbase64(response.headers.get('x-payment-response')).success, true)
  assert.equal(await bank.balanceOf(me.account.address), 4_000n)
})

/** A header in the bytes of the first version's client, signed at the instant below. */
const recorded = [
  'eyJ4NDAyVmVyc2lvbiI6MSwic2NoZW1lIjoiZXhhY3QiLCJuZXR3b3JrIjoiYmFzZS1zZXBvbGlhIiwicGF5bG9hZCI6eyJzaWduYXR1cmUiOi',
  'IweDYzMjM5YzBhNDAzM2Q1MzZiODIyYmY5NTViMWU2MjU3ZjYxYjM0OTY5YjIwYjYwODc5NzllMWJiNzY1MjRiM2E0ZjU4M2YwOTZmOThlYTJm',
  'Yzk0NjNkZjRmY2Q5ZjcwNGM5YWQwZDZhZTMxNWViNmE3NDkwNzI3YTY1ZGYwNWUzMWIiLCJhdXRob3JpemF0aW9uIjp7ImZyb20iOiIweDE3Yz',
  'UxODUxNjc0MDFlRDAwY0Y1RjViMmZjOTdEOUJCZkRiN0QwMjUiLCJ0byI6IjB4MDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAw',
  'MDBmZSIsInZhbHVlIjoiMTAwMCIsInZhbGlkQWZ0ZXIiOiIxNzk0NzMwOTA3IiwidmFsaWRCZWZvcmUiOiIxNzk0NzMxNTY3Iiwibm9uY2UiOi',
  'IweDRlNGU0ZTRlNGU0ZTRlNGU0ZTRlNGU0ZTRlNGU0ZTRlNGU0ZTRlNGU0ZTRlNGU0ZTRlNGU0ZTRlNGU0ZTRlNGUifX19',
].join('')
const recordedAt = 1_794_731_507_000

test('a recorded header of the first version is accepted at its time, and not after it', async () => {
  let at = recordedAt
  const past = await openShop({ place: { path: join(scratch, 'past.sqlite') }, mode: 'verify-only', now: () => at })
  assert.equal(unbase64(recorded).x402Version, 1)
  assert.equal((await get(past.url + path, { 'X-PAYMENT': recorded })).status, 200)
  await past.untilServed()
  at += 400_000
  assert.equal((await get(past.url + path, { 'X-PAYMENT': recorded })).status, 410)
  await past.close()
})

test('a client written from the interface’s text alone pays: decode, sign the intent, send it in X-PAYMENT', async () => {
  const me = await bank.customer(5_000n)
  const unpaid = await fetch(shop.url + path)
  assert.equal(unpaid.status, 402)
  const { eip712, accepts } = JSON.parse(Buffer.from(unpaid.headers.get('payment-required')!, 'base64').toString())
  const message = {
    ...eip712.message,
    from: me.account.address,
    validBefore: String(Math.floor(Date.now() / 1000) + accepts[0].maxTimeoutSeconds),
    nonce: `0x${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex')}`,
  }
  const signature = await me.account.signTypedData({ ...eip712, message })
  const paid = await fetch(shop.url + path, { headers: { 'X-PAYMENT': base64({ ...eip712, message, signature }) } })
  assert.equal(paid.status, 200)
  assert.equal(await bank.balanceOf(me.account.address), 4_000n)
})

test('the official client reads in verify-only mode, and the response says that no money moves', async () => {
  const free = await openShop({ place: { path: join(scratch, 'free.sqlite') }, mode: 'verify-only' })
  const me = await bank.customer(0n)
  const response = await official(me)(free.url + path)
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('x-payment-settlement'), 'none')
  assert.equal(response.headers.get('payment-response'), null)
  await free.close()
})
