import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PaymentRequiredV1Schema, PaymentRequiredV2Schema } from '@x402/core/schemas'
import { validateDiscoveryExtension } from '@x402/extensions/bazaar'
import { extractReceiptPayload, verifyReceiptSignatureJWS } from '@x402/extensions/offer-receipt'
import { isPaymentIdentifierExtension } from '@x402/extensions/payment-identifier'
import fc from 'fast-check'
import { anyCharacter } from '../../test/support/anyCharacter.ts'
import { unbase64 } from '../../test/support/wallet.ts'
import { challengeOf, mostChallengeBytes } from './challenge.ts'
import { briefly, extensionsOf } from './extensions.ts'
import { type PaymentTerms, readPaymentTerms } from './paymentTerms.ts'
import { createReceipts, readReceipt } from './receipt.ts'

const settings = {
  mode: undefined,
  network: 'eip155:84532',
  asset: undefined,
  assetName: undefined,
  assetVersion: undefined,
  payTo: '0x00000000000000000000000000000000000000fe',
  price: '1000',
  prices: undefined,
  timeoutSeconds: 60,
  rpcUrl: undefined,
  keyFile: undefined,
  facilitatorUrl: undefined,
} as const
const terms = readPaymentTerms(settings, { origin: 'demo', datasets: [], ownPayTo: () => '' })
const onchain: PaymentTerms = { ...terms, mode: 'onchain' }
const extensions = extensionsOf({
  method: 'GET',
  parameters: { stock_id: { type: 'string' }, limit: { type: 'integer' } },
  example: { stock_id: '2330' },
  answer: { dataset: 'TaiwanStockPrice', tier_used: 'lite', count: 0, data: [], cursor: null },
})
const offer = { url: 'https://data.example/v1/agent/X?stock_id=2330', description: 'Prices', price: '1000', extensions }

test('the header matches the official schema of version 2, and the body that of version 1', () => {
  const { header, body } = challengeOf(onchain, offer, 'Payment required')
  const v2 = PaymentRequiredV2Schema.parse(unbase64(header))
  assert.deepEqual(v2.accepts[0], {
    scheme: 'exact',
    network: 'eip155:84532',
    amount: '1000',
    asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
    payTo: settings.payTo,
    maxTimeoutSeconds: 60,
    extra: { name: 'USDC', version: '2' },
  })
  const v1 = PaymentRequiredV1Schema.parse(body)
  assert.equal(v1.accepts[0]!.network, 'base-sepolia')
  assert.equal(v1.accepts[0]!.maxAmountRequired, '1000')
  assert.ok(!('outputSchema' in v1.accepts[0]!), 'the first clients refuse a null there')
})

test('a service that moves no money says so in the challenge, and no other does', () => {
  assert.match(unbase64(challengeOf(terms, offer, '').header).settlement, /^none/)
  assert.equal(unbase64(challengeOf(onchain, offer, '').header).settlement, undefined)
})

test('a query too long for a header is omitted with a note, and the body has it', () => {
  const url = `https://data.example/v1/agent/X?stock_id=${'2330,'.repeat(500)}`
  const { header, body } = challengeOf(onchain, { ...offer, url }, '')
  const { resource } = unbase64(header)
  assert.equal(resource.url, 'https://data.example/v1/agent/X')
  assert.match(resource.description, /too long to repeat/)
  assert.equal((body.accepts as { resource: string }[])[0]!.resource, url)
})

test('an oversized header drops the least needed parts first: the listing, the query, the message to sign', () => {
  const held = [2_500, 1_900, 1_000].map((most) => {
    const { header, body } = challengeOf(onchain, offer, 'Payment required', most)
    const { eip712, extensions, accepts } = unbase64(header)
    assert.ok(eip712 !== undefined || most < 1_500)
    assert.deepEqual(body.extensions, offer.extensions)
    assert.equal(accepts.length, 1)
    return [eip712 !== undefined, 'bazaar' in extensions, 'payment-identifier' in extensions]
  })
  assert.deepEqual(held, [
    [true, true, true],
    [true, false, true],
    [false, false, true],
  ])
  for (const size of [100, 400, 700]) {
    const url = `${offer.url}${'0'.repeat(size)}`
    assert.ok(challengeOf(onchain, { ...offer, url }, '').header.length <= mostChallengeBytes.alone)
  }
})

test('a network that version 1 had no name for is offered to version 2 alone', () => {
  const { header, body } = challengeOf({ ...onchain, network: 'eip155:777', v1Network: null }, offer, '')
  assert.deepEqual(body.accepts, [])
  assert.equal(unbase64(header).accepts[0].network, 'eip155:777')
})

test('the extensions are those the official library knows', () => {
  assert.deepEqual(validateDiscoveryExtension(extensions.bazaar as never), { valid: true })
  assert.deepEqual(validateDiscoveryExtension(briefly(extensions).bazaar as never), { valid: true })
  assert.ok(isPaymentIdentifierExtension(extensions['payment-identifier']))
})

test('a receipt is checked by the official library with nothing but the receipt', async () => {
  const receipts = createReceipts(Buffer.alloc(32, 1))
  const facts = {
    network: 'eip155:84532',
    asset: terms.asset,
    payTo: terms.payTo,
    amount: '1000',
    payer: `0x${'11'.repeat(20)}`,
    nonce: `0x${'22'.repeat(32)}`,
    transaction: `0x${'33'.repeat(32)}`,
    resourceUrl: offer.url,
    dataVersion: 'v1',
    bodySha256: '44'.repeat(32),
    issuedAt: 1_794_731_507,
  }
  const receipt = { format: 'jws' as const, signature: receipts.sign(facts) }
  const expected = { version: 1, ...facts }
  assert.deepEqual(await verifyReceiptSignatureJWS(receipt), expected, 'by the key its own kid names')
  assert.deepEqual(
    await verifyReceiptSignatureJWS(receipt, receipts.publicKey as never),
    expected,
    'by the published key',
  )
  assert.deepEqual(extractReceiptPayload(receipt), expected)
  const forged = receipt.signature.split('.')
  forged[1] = Buffer.from(JSON.stringify({ ...expected, amount: '1' })).toString('base64url')
  await assert.rejects(verifyReceiptSignatureJWS({ format: 'jws', signature: forged.join('.') }))
  assert.equal(createReceipts(Buffer.alloc(32, 1)).sign(facts), receipt.signature, 'the same after a restart')
  const other = createReceipts(Buffer.alloc(32, 2))
  assert.notEqual(other.keyId, receipts.keyId)
  assert.equal(readReceipt(receipt.signature, other.publicKey), null)
})

test('the challenge of any request is well formed and fits into a header', () => {
  const words = fc.array(fc.string({ unit: anyCharacter, size: 'large' }).map(encodeURIComponent), { maxLength: 6 })
  const urls = fc
    .tuple(fc.domain({ size: 'large' }), words, fc.option(words))
    .map(([host, path, query]) => `https://${host}/${path.join('/')}${query === null ? '' : `?${query.join('&')}`}`)
  const amounts = fc.bigInt({ min: 1n, max: 10n ** 30n }).map(String)
  fc.assert(
    fc.property(urls, fc.string({ maxLength: 60 }), amounts, (url, description, price) => {
      const { header, body } = challengeOf(onchain, { url, description, price, extensions }, 'Payment required')
      assert.match(header, /^[A-Za-z0-9+/]+={0,2}$/)
      if (url.split('?')[0]!.length < 300) assert.ok(header.length <= mostChallengeBytes.alone, String(header.length))
      assert.equal(PaymentRequiredV2Schema.parse(unbase64(header)).accepts[0]!.amount, price)
      assert.equal(PaymentRequiredV1Schema.parse(body).accepts[0]!.maxAmountRequired, price)
    }),
  )
})
