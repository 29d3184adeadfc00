import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, type TestContext, test } from 'node:test'
import {
  type Bank,
  challengeAt,
  get,
  header,
  openBank,
  type PaidResponse,
  signFor,
} from '../../test/support/customer.ts'
import { startEngines, type TestEngine } from '../../test/support/engines.ts'
import { startPaymentProxy } from '../../test/support/paymentProxy.ts'
import { openShop, type Shop, type ShopOptions } from '../../test/support/shop.ts'
import { asV1, asV2, base64, signTransfer, twinOf, unbase64, type Wallet } from '../../test/support/wallet.ts'

const { sqlite, postgres, stop } = await startEngines()
const bank: Bank = await openBank()
after(async () => {
  await bank.close()
  await stop()
})

const A = '/v1/agent/TaiwanStockPrice?stock_id=2330'
const B = '/v1/agent/TaiwanStockPER?stock_id=2330'
const seconds = () => Math.floor(Date.now() / 1000)
const tally = (responses: readonly PaidResponse[]) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(responses, ({ status }) => status)).map(([status, list]) => [status, list!.length]),
  )

const isTorture = process.env.TORTURE !== undefined
/** Payments that are under way at once. */
const many = isTorture ? 20 : 8

/**
 * The databases of a case. What races runs on both, and so does what the database itself decides. Of requests one after
 * another the ledger's own tests try each step on both: they run on PostgreSQL, whose types are the stricter ones, if it
 * is installed. What is refused before the ledger is asked runs on SQLite. With TORTURE everything runs on both.
 */
const onBoth = [sqlite, postgres]
const onPostgres = isTorture ? onBoth : [postgres.skip ? sqlite : postgres]
const onSqlite = isTorture ? onBoth : [sqlite]

type Setting = {
  readonly shop: Shop
  readonly engine: TestEngine
  readonly url: string
  readonly me: Wallet
  // biome-ignore lint/suspicious/noExplicitAny: the challenge as it was decoded
  readonly challenge: any
  readonly paid: () => Promise<number>
}

/** Opens a shop for one test and closes it; counts what it took in and how many queries it ran. */
function row(
  engines: readonly TestEngine[],
  name: string,
  run: (setting: Setting) => Promise<void>,
  { balance, ...options }: Partial<ShopOptions> & { balance?: bigint } = {},
): void {
  for (const engine of engines)
    test(`${engine.name}: ${name}`, { skip: engine.skip }, async () => {
      const shop = await openShop({ place: await engine.emptied(), rpcUrl: bank.url, ...options })
      try {
        const before = await bank.takings()
        await run({
          ...{ shop, engine, url: shop.url + A },
          me: await bank.customer(balance),
          challenge: await challengeAt(shop.url + A),
          paid: async () => Number((await bank.takings()) - before),
        })
      } finally {
        await shop.close()
      }
    })
}

row(
  onBoth,
  'an honest payment is charged once and answered with data and receipts',
  async ({ shop, url, me, challenge, paid }) => {
    const { payment } = await signFor(me, challenge)
    const response = await get(url, header(payment))
    assert.equal(response.status, 200)
    assert.equal(response.json.tier_used, 'lite')
    const receipt = unbase64(response.headers.get('payment-response'))
    assert.equal(receipt.success, true)
    assert.equal(receipt.network, 'eip155:84532')
    assert.equal(receipt.payer, me.account.address)
    const { extensions: _, ...plain } = receipt
    assert.deepEqual(unbase64(response.headers.get('x-payment-response')), plain)
    assert.equal(response.headers.get('x-payment-settlement'), 'test')
    assert.ok(await bank.rpc('eth_getTransactionReceipt', [receipt.transaction]))
    assert.deepEqual([await paid(), shop.queries()], [1000, 1])
  },
)

row(onSqlite, 'every shape of a payment is accepted under either name', async ({ url, me, challenge, paid }) => {
  const sign = () => signTransfer(me.account, challenge.accepts[0])
  const typed = async () => {
    const { signature, authorization } = await sign()
    return { ...challenge.eip712, message: authorization, signature }
  }
  const payments = [
    header(asV2(challenge, await sign()), 'PAYMENT-SIGNATURE'),
    header(asV2(challenge, await sign())),
    header(asV1(await sign())),
    header(asV1(await sign()), 'PAYMENT-SIGNATURE'),
    header(asV1(await sign(), 'eip155:84532')),
    header(await sign()),
    header(await typed()),
    header(Buffer.from(JSON.stringify(asV2(challenge, await sign()))).toString('base64url')),
    header(JSON.stringify(await sign())),
  ]
  const responses = await Promise.all(payments.map((payment) => get(url, payment)))
  assert.deepEqual(tally(responses), { 200: payments.length })
  assert.equal(await paid(), payments.length * 1000)
})

row(
  onPostgres,
  'the same header again gets the stored answer and no second charge',
  async ({ shop, url, me, challenge, paid }) => {
    const { payment } = await signFor(me, challenge)
    const first = await get(url, header(payment))
    const second = await get(url, header(payment))
    assert.deepEqual([first.status, second.status], [200, 200])
    assert.equal(second.text, first.text)
    assert.equal(second.headers.get('x-payment-replayed'), 'true')
    assert.equal(second.headers.get('payment-response'), first.headers.get('payment-response'))
    assert.deepEqual([await paid(), shop.queries()], [1000, 1])
  },
)

row(
  onPostgres,
  'a payment rebuilt from what the chain shows gets nothing',
  async ({ shop, url, me, challenge, paid }) => {
    const { signed, payment } = await signFor(me, challenge)
    assert.equal((await get(url, header(payment))).status, 200)
    const rebuilt = await get(url, header({ payload: payment.payload, accepted: payment.accepted, x402Version: 2 }))
    assert.deepEqual([rebuilt.status, rebuilt.json.code], [409, 'payment_used'])
    const asFirstVersion = await get(url, header(asV1(signed)))
    assert.deepEqual([asFirstVersion.status, asFirstVersion.json.code], [409, 'payment_used'])
    assert.deepEqual([await paid(), shop.queries()], [1000, 1])
  },
)

row(
  onPostgres,
  'the very bytes, rebuilt by a stranger at another address, get nothing once they were answered',
  async ({ shop, url, me, challenge }) => {
    const { signed } = await signFor(me, challenge)
    const bytes = header(asV1(signed))
    assert.equal((await get(url, { ...bytes, 'x-sender': '192.0.2.1' })).status, 200)
    await shop.untilServed()
    assert.equal((await get(url, { ...bytes, 'x-sender': '198.51.100.7' })).status, 409)
    assert.equal((await get(url, { ...bytes, 'x-sender': '192.0.2.1' })).status, 200)
  },
)

const refusals: readonly (readonly [string, () => Parameters<typeof signFor>[2], string])[] = [
  ['expired', () => ({ validBefore: seconds() - 1 }), 'invalid_exact_evm_payload_authorization_valid_before'],
  [
    'with four seconds left',
    () => ({ validBefore: seconds() + 4 }),
    'invalid_exact_evm_payload_authorization_valid_before',
  ],
  ['not yet valid', () => ({ validAfter: seconds() + 300 }), 'invalid_exact_evm_payload_authorization_valid_after'],
  ['valid until the year 2100', () => ({ validBefore: 4_102_444_800 }), 'authorization_valid_too_long'],
  ['of 999', () => ({ value: '999' }), 'invalid_exact_evm_payload_authorization_value_mismatch'],
  ['of 1001', () => ({ value: '1001' }), 'invalid_exact_evm_payload_authorization_value_mismatch'],
  ['to another address', () => ({ to: `0x${'77'.repeat(20)}` }), 'invalid_exact_evm_recipient_mismatch'],
  ['signed for another chain', () => ({ chainId: 1 }), 'invalid_exact_evm_signature'],
  ['signed for another token', () => ({ asset: `0x${'00'.repeat(19)}01` }), 'invalid_exact_evm_signature'],
  ['from somebody else’s account', () => ({ from: `0x${'99'.repeat(20)}` }), 'invalid_exact_evm_signature'],
]
async function refuseAll(t: TestContext, engine: TestEngine) {
  const proxy = await startPaymentProxy(bank.url)
  const shop = await openShop({ place: await engine.emptied(), rpcUrl: proxy.url })
  const url = shop.url + A
  const me = await bank.customer()
  const challenge = await challengeAt(url)
  const requirement = challenge.accepts[0]
  const refuse = async (payment: unknown, reason: string) => {
    const response = await get(url, header(payment))
    assert.deepEqual([response.status, response.json.code, response.reason], [402, 'payment_refused', reason])
    assert.equal(response.json.error, reason)
    assert.match(response.json.detail, /nothing was charged/)
  }
  for (const [name, twist, reason] of refusals)
    await t.test(name, async () => refuse((await signFor(me, challenge, twist())).payment, reason))
  const twisted = async (change: object, twist: Parameters<typeof signFor>[2]) =>
    asV2(challenge, await signTransfer(me.account, requirement, twist), { ...requirement, ...change })
  await t.test('with the amount rewritten', async () =>
    refuse(await twisted({ amount: '1' }, { value: '1' }), 'invalid_payment_requirements'),
  )
  await t.test('with the payee rewritten', async () =>
    refuse(await twisted({ payTo: me.account.address }, { to: me.account.address }), 'invalid_payment_requirements'),
  )
  await t.test('with the network rewritten', async () =>
    refuse(await twisted({ network: 'eip155:8453' }, { chainId: 8453 }), 'invalid_network'),
  )
  await t.test('with another scheme', async () => refuse(await twisted({ scheme: 'upto' }, {}), 'unsupported_scheme'))
  await t.test('with a bit of the signature flipped', async () => {
    const { signed, payment } = await signFor(me, challenge)
    const digit = signed.signature[20] === 'a' ? 'b' : 'a'
    const signature = `${signed.signature.slice(0, 20)}${digit}${signed.signature.slice(21)}`
    await refuse({ ...payment, payload: { ...(payment.payload as object), signature } }, 'invalid_exact_evm_signature')
  })
  await t.test('as the malleable twin', async () => {
    const { signed } = await signFor(me, challenge)
    await refuse(asV1({ ...signed, signature: twinOf(signed.signature) }), 'invalid_exact_evm_signature')
  })
  await t.test('wrong in more than one way', async () => {
    const { signed } = await signFor(me, challenge, { value: '999', validBefore: seconds() - 1 })
    await refuse(asV1({ ...signed, signature: `${signed.signature}00` }), 'invalid_exact_evm_signature')
  })
  await t.test('with a signature that only a contract could check', async () => {
    const { signed } = await signFor(me, challenge)
    await refuse(asV1({ ...signed, signature: `${signed.signature}00` }), 'invalid_exact_evm_signature')
  })
  assert.equal(proxy.seen.get('eth_call'), undefined)
  assert.equal(shop.queries(), 0)
  await shop.close()
  await proxy.close()
}
for (const engine of onSqlite)
  test(
    `${engine.name}: a payment that cannot be good is refused before the chain is asked`,
    { skip: engine.skip },
    (t) => refuseAll(t, engine),
  )

row(onSqlite, 'addresses are compared as addresses, and v may be 0 or 1', async ({ url, me, challenge, paid }) => {
  const requirement = challenge.accepts[0]
  const lower = asV2(challenge, await signTransfer(me.account, requirement), {
    ...requirement,
    payTo: requirement.payTo.toLowerCase(),
    asset: requirement.asset.toLowerCase(),
  })
  assert.equal((await get(url, header(lower))).status, 200)
  const { signed } = await signFor(me, challenge)
  const signature = `0x${signed.signature.slice(2, 130)}${signed.signature.endsWith('1b') ? '00' : '01'}` as const
  assert.equal((await get(url, header(asV1({ ...signed, signature })))).status, 200)
  assert.equal(await paid(), 2000)
})

row(onPostgres, 'the twin of a payment that was settled is refused', async ({ url, me, challenge, paid }) => {
  const { signed, payment } = await signFor(me, challenge)
  assert.equal((await get(url, header(payment))).status, 200)
  const twin = await get(url, header(asV1({ ...signed, signature: twinOf(signed.signature) })))
  assert.equal(twin.status, 402)
  assert.equal(await paid(), 1000)
})

row(
  onSqlite,
  'a payer without money is refused, and the query is not run',
  async ({ shop, url, me, challenge, paid }) => {
    const response = await get(url, header((await signFor(me, challenge)).payment))
    assert.deepEqual([response.status, response.reason], [402, 'invalid_exact_evm_insufficient_balance'])
    assert.deepEqual([await paid(), shop.queries()], [0, 0])
  },
  { balance: 0n },
)

row(
  onBoth,
  'of two payments at once from money for one, one is served',
  async ({ url, me, challenge, paid }) => {
    const payments = await Promise.all([1, 2].map(() => signFor(me, challenge)))
    const responses = await Promise.all(payments.map(({ payment }) => get(url, header(payment))))
    assert.deepEqual(tally(responses), { 200: 1, 402: 1 })
    assert.equal(responses.find(({ status }) => status === 402)?.reason, 'invalid_exact_evm_insufficient_balance')
    assert.equal(await paid(), 1000)
  },
  { balance: 1500n },
)

row(
  onBoth,
  'twenty copies at once are one query and one charge',
  async ({ shop, url, me, challenge, paid }) => {
    const { payment } = await signFor(me, challenge)
    const responses = await Promise.all(Array.from({ length: 20 }, () => get(url, header(payment))))
    assert.deepEqual(tally(responses), { 200: 20 })
    assert.equal(new Set(responses.map(({ text }) => text)).size, 1)
    assert.equal(responses.filter(({ headers }) => headers.get('x-payment-replayed') === null).length, 1)
    assert.deepEqual([await paid(), shop.queries()], [1000, 1])
  },
  { computeMs: 30 },
)

row(onBoth, 'many different payments at once are all settled', async ({ shop, url, me, challenge, paid }) => {
  const payments = await Promise.all(Array.from({ length: many }, () => signFor(me, challenge)))
  const responses = await Promise.all(payments.map(({ payment }) => get(url, header(payment))))
  assert.deepEqual(tally(responses), { 200: many })
  assert.deepEqual([await paid(), shop.queries()], [many * 1000, many])
})

row(onPostgres, 'a payment for one request buys no other', async ({ shop, url, me, challenge, paid }) => {
  const { payment } = await signFor(me, challenge)
  assert.equal((await get(url, header(payment))).status, 200)
  const other = await get(shop.url + B, header(payment))
  assert.deepEqual([other.status, other.json.code], [409, 'payment_used'])
  assert.deepEqual([await paid(), shop.queries()], [1000, 1])
})

row(
  onPostgres,
  'a payment may go to another request of the same price first, since it names none',
  async ({ shop, url, me, challenge, paid }) => {
    const { payment } = await signFor(me, challenge)
    assert.equal((await get(shop.url + B, header(payment))).status, 200)
    assert.equal((await get(url, header(payment))).status, 409)
    assert.equal(await paid(), 1000)
  },
)

row(
  onBoth,
  'one payment on two requests at once buys one of them',
  async ({ shop, url, me, challenge, paid }) => {
    const { payment } = await signFor(me, challenge)
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, i) => get(i % 2 ? url : shop.url + B, header(payment))),
    )
    assert.deepEqual(tally(responses), { 200: 10, 409: 10 })
    assert.equal(new Set(responses.filter(({ status }) => status === 200).map(({ text }) => text)).size, 1)
    assert.deepEqual([await paid(), shop.queries()], [1000, 1])
  },
  { computeMs: 30 },
)

row(
  onSqlite,
  'what is no payment is answered 400 with the reason and the terms',
  async ({ shop, url, challenge, paid }) => {
    const broken = [
      '%%%',
      Buffer.from('hello').toString('base64'),
      base64(null),
      base64([]),
      base64({}),
      base64({ ...challenge, x402Version: 3 }),
    ]
    for (const payment of broken) {
      const response = await get(url, header(payment))
      assert.deepEqual([response.status, response.json.code], [400, 'invalid_payment'], payment)
      assert.match(response.reason!, /^invalid_payload: /)
      assert.equal(unbase64(response.headers.get('payment-required')).accepts[0].amount, '1000')
    }
    assert.deepEqual([await paid(), shop.queries()], [0, 0])
  },
)

row(
  onSqlite,
  'a header beyond 8 KB is refused, and one beyond what HTTP takes too',
  async ({ url, me, challenge, paid }) => {
    const { payment } = await signFor(me, challenge)
    const response = await get(url, header({ ...payment, more: 'x'.repeat(8_500) }))
    assert.deepEqual([response.status, response.json.code], [400, 'invalid_payment'])
    assert.equal((await get(url, header('A'.repeat(40_000)))).status, 431)
    assert.equal(await paid(), 0)
  },
)

row(onSqlite, 'both headers may carry the same payment, and not two', async ({ url, me, challenge, paid }) => {
  const { signed, payment } = await signFor(me, challenge)
  const both = { ...header(payment, 'PAYMENT-SIGNATURE'), ...header(asV1(signed)) }
  assert.equal((await get(url, both)).status, 200)
  const two = {
    ...header((await signFor(me, challenge)).payment, 'PAYMENT-SIGNATURE'),
    ...header((await signFor(me, challenge)).payment),
  }
  assert.equal((await get(url, two)).status, 400)
  assert.equal(await paid(), 1000)
})

row(
  onSqlite,
  'an unpaid request is told its price before its parameters are judged, a paid one is not charged for bad ones',
  async ({ shop, me, challenge, paid }) => {
    const bad = `${shop.url}${A}&limit=0`
    assert.equal((await get(bad)).status, 402)
    assert.equal((await get(bad, header('%%%'))).status, 400)
    const { payment } = await signFor(me, challenge)
    assert.equal((await get(bad, header(payment))).status, 422)
    assert.equal((await get(`${shop.url}/v1/agent/Nothing`, header(payment))).status, 404)
    assert.equal(await paid(), 0)
    assert.equal((await get(shop.url + A, header(payment))).status, 200, 'the same payment is still good')
  },
)

let meanwhile: () => Promise<unknown> = async () => {}
row(
  onPostgres,
  'a payer who is blocked between the check and the settlement is refused, and may try again',
  async ({ shop, url, me, challenge, paid }) => {
    const { payment } = await signFor(me, challenge)
    meanwhile = () => bank.block(me.account.address)
    const response = await get(url, header(payment))
    assert.deepEqual([response.status, response.reason], [402, 'payer_blocked'])
    assert.equal(unbase64(response.headers.get('payment-response')).success, false)
    meanwhile = async () => {}
    assert.equal((await get(url, header(payment))).status, 402)
    await bank.unblock(me.account.address)
    assert.equal((await get(url, header(payment))).status, 200)
    assert.equal(await paid(), 1000)
    const [entry] = await shop.database.db.selectFrom('agent_payments').select(['state']).execute()
    assert.equal(entry?.state, 'settled')
  },
  { compute: () => meanwhile().then(() => {}) },
)

row(
  onPostgres,
  'a payer who has cancelled the authorization is refused',
  async ({ shop, url, me, challenge, paid }) => {
    const { signed, payment } = await signFor(me, challenge)
    await bank.cancel(me, signed.authorization.nonce)
    const response = await get(url, header(payment))
    assert.deepEqual([response.status, response.reason], [402, 'authorization_cancelled'])
    assert.deepEqual([await paid(), shop.queries()], [0, 0])
  },
)

row(
  onPostgres,
  'a payer who cancels between the check and the settlement is refused, now and later',
  async ({ url, me, challenge, paid }) => {
    const { signed, payment } = await signFor(me, challenge)
    meanwhile = () => bank.cancel(me, signed.authorization.nonce)
    const response = await get(url, header(payment))
    assert.deepEqual([response.status, response.reason], [402, 'authorization_cancelled'])
    meanwhile = async () => {}
    assert.equal((await get(url, header(payment))).status, 402)
    assert.equal(await paid(), 0)
  },
  { compute: () => meanwhile().then(() => {}) },
)

row(
  onPostgres,
  'a payer who uses the nonce for another transfer is refused, before the check and after it',
  async ({ shop, url, me, challenge, paid }) => {
    const { signed, payment } = await signFor(me, challenge)
    const { nonce } = signed.authorization
    const diverted = await signTransfer(me.account, challenge.accepts[0], { nonce, to: `0x${'77'.repeat(20)}` })
    meanwhile = () => bank.carry(diverted)
    const response = await get(url, header(payment))
    assert.deepEqual([response.status, response.reason], [402, 'invalid_exact_evm_nonce_already_used'])
    meanwhile = async () => {}
    assert.equal((await get(url, header(payment))).status, 402)
    assert.deepEqual([await paid(), shop.queries()], [0, 1])
  },
  { compute: () => meanwhile().then(() => {}) },
)

row(
  onPostgres,
  'an authorization that a stranger has settled buys nothing and is listed for the seller',
  async ({ shop, url, me, challenge, paid }) => {
    const { signed, payment } = await signFor(me, challenge)
    const transaction = await bank.carry(signed)
    for (let n = 0; n < 2; n++) {
      const response = await get(url, header(payment))
      assert.deepEqual([response.status, response.json.code], [409, 'payment_used'])
    }
    const entries = await shop.database.db.selectFrom('agent_payments').select(['state', 'tx_hash']).execute()
    assert.deepEqual(
      entries.map(({ state, tx_hash }) => [state, tx_hash]),
      [['external', transaction]],
    )
    assert.deepEqual([await paid(), shop.queries()], [1000, 0])
  },
)

row(
  onPostgres,
  'a payment that a stranger settles while it is worked on is served',
  async ({ url, me, challenge, paid }) => {
    const { signed, payment } = await signFor(me, challenge)
    meanwhile = () => bank.carry(signed)
    assert.equal((await get(url, header(payment))).status, 200)
    meanwhile = async () => {}
    assert.equal(await paid(), 1000)
  },
  { compute: () => meanwhile().then(() => {}) },
)

let isBroken = false
row(
  onPostgres,
  'a query that fails costs nothing, and the same payment works later',
  async ({ url, me, challenge, paid }) => {
    const { payment } = await signFor(me, challenge)
    isBroken = true
    assert.equal((await get(url, header(payment))).status, 500)
    assert.equal(await paid(), 0)
    isBroken = false
    assert.equal((await get(url, header(payment))).status, 200)
    assert.equal(await paid(), 1000)
  },
  {
    compute() {
      if (isBroken) throw new Error('the query broke')
    },
  },
)

row(
  onBoth,
  'a client that hangs up is charged once and gets its answer when it asks again',
  async ({ shop, url, me, challenge, paid }) => {
    const { payment } = await signFor(me, challenge)
    const { port, pathname, search } = new URL(url)
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(`GET ${pathname}${search} HTTP/1.1\r\nHost: shop\r\nX-PAYMENT: ${base64(payment)}\r\n\r\n`)
    while (shop.queries() === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    socket.destroy()
    const response = await get(url, header(payment))
    assert.equal(response.status, 200)
    assert.deepEqual([await paid(), shop.queries()], [1000, 1])
  },
  { computeMs: 100 },
)

row(
  onBoth,
  'the same name for a payment is the same payment, even when it is signed anew',
  async ({ shop, url, me, challenge, paid }) => {
    const named = async (id: string) => ({
      ...(await signFor(me, challenge)).payment,
      extensions: { 'payment-identifier': { info: { required: false, id } } },
    })
    const first = await get(url, header(await named('pay_7d5d747be160e280')))
    const second = await get(url, { ...header(await named('pay_7d5d747be160e280')), 'x-sender': '198.51.100.7' })
    assert.deepEqual([first.status, second.status], [200, 200])
    assert.equal(second.text, first.text)
    assert.equal((await get(shop.url + B, header(await named('pay_7d5d747be160e280')))).status, 409)
    assert.deepEqual([await paid(), shop.queries()], [1000, 1])
    const again = await Promise.all(
      Array.from({ length: 10 }, async () => get(url, header(await named('pay_000000000000000b')))),
    )
    assert.deepEqual(tally(again), { 200: 10 })
    assert.deepEqual([await paid(), shop.queries()], [2000, 2])
  },
)

row(
  onBoth,
  'a settled payment whose page was lost before it left gets it, once',
  async ({ shop, url, me, challenge, paid }) => {
    const { payment } = await signFor(me, challenge)
    assert.equal((await get(url, header(payment))).status, 200)
    await shop.untilServed()
    // As after a crash between settlement and storage, or after a day.
    const lost = { body: null, body_hash: null, body_headers: null, data_version: null, served_at: null }
    await shop.database.db.updateTable('agent_payments').set(lost).execute()
    const again = await Promise.all([1, 2, 3].map(() => get(url, header(payment))))
    assert.deepEqual(tally(again), { 200: 3 })
    assert.equal(new Set(again.map(({ text }) => text)).size, 1, 'one page, the stored one')
    assert.equal(again[0]!.headers.get('x-payment-replayed'), 'true')
    await shop.untilServed()
    const last = await get(url, header(payment))
    assert.deepEqual([last.status, last.text], [200, again[0]!.text])
    assert.equal(await paid(), 1000)
  },
)

let ahead = 0
row(
  onPostgres,
  'an answer is given again for five minutes and is gone after that',
  async ({ shop, url, me, challenge, paid }) => {
    const { payment } = await signFor(me, challenge)
    assert.equal((await get(url, header(payment))).status, 200)
    await shop.untilServed()
    ahead = 120_000
    assert.equal((await get(url, header(payment))).status, 200, 'though the authorization has ended by now')
    const rebuilt = await get(url, header({ payload: payment.payload }))
    assert.deepEqual([rebuilt.status, rebuilt.json.code], [409, 'payment_used'], 'ended or not, it was used')
    ahead = 301_000
    const late = await get(url, header(payment))
    assert.deepEqual([late.status, late.json.code], [410, 'replay_expired'])
    ahead = 0
    assert.equal(await paid(), 1000)
  },
  { now: () => Date.now() + ahead },
)

for (const engine of onBoth)
  test(`${engine.name}: a payment that was taken at the old price is answered for at the new one`, {
    skip: engine.skip,
  }, async () => {
    const place = await engine.emptied()
    const cheap = await openShop({ place, rpcUrl: bank.url })
    const me = await bank.customer()
    const { payment } = await signFor(me, await challengeAt(cheap.url + A))
    assert.equal((await get(cheap.url + A, header(payment))).status, 200)
    await cheap.close()
    const dear = await openShop({ place, rpcUrl: bank.url, settings: { price: '5000' } })
    assert.equal((await get(dear.url + A, header(payment))).status, 200)
    const other = await signTransfer(me.account, payment.accepted as never)
    assert.equal((await get(dear.url + A, header(asV1(other)))).status, 402)
    await dear.close()
  })

row(
  onSqlite,
  'an address that sends many bad payments has to wait, and may still ask for the price',
  async ({ url, me, challenge }) => {
    const bad = header((await signFor(me, challenge, { value: '999' })).payment)
    for (let n = 0; n < 3; n++) assert.equal((await get(url, bad)).status, 402)
    const response = await get(url, bad)
    assert.equal(response.status, 429)
    assert.ok(response.json.retry_after_seconds > 0 && response.json.retry_after_seconds <= 60)
    assert.equal(response.headers.get('retry-after'), String(response.json.retry_after_seconds))
    assert.match(response.json.detail, /^rate limit exceeded \(3\/3 /)
    assert.equal((await get(url)).status, 402)
    assert.equal((await get(url, { ...bad, 'x-sender': '198.51.100.7' })).status, 402)
  },
  { badLimit: 3 },
)

row(
  onBoth,
  'a ledger that cannot be written serves nothing and charges nothing',
  async ({ shop, url, me, challenge, paid }) => {
    await shop.database.db.schema.alterTable('agent_payments').renameTo('hidden_payments').execute()
    const { payment } = await signFor(me, challenge)
    assert.equal((await get(url, header(payment))).status, 500)
    await shop.database.db.schema
      .alterTable('hidden_payments' as never)
      .renameTo('agent_payments')
      .execute()
    assert.deepEqual([await paid(), shop.queries()], [0, 0])
    assert.equal((await get(url, header(payment))).status, 200)
  },
)

row(
  onBoth,
  'where no money moves, signatures are checked, each is good once, and the answer says what it is',
  async ({ shop, url, me, challenge, paid }) => {
    assert.match(challenge.settlement, /^none/)
    const { payment } = await signFor(me, challenge)
    const response = await get(url, header(payment))
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('x-payment-settlement'), 'none')
    assert.equal(response.headers.get('payment-response'), null)
    assert.equal(response.headers.get('x-payment-response'), null)
    assert.equal((await get(url, header(payment))).headers.get('x-payment-replayed'), 'true')
    assert.equal((await get(shop.url + B, header(payment))).status, 409)
    assert.equal((await get(url, header((await signFor(me, challenge, { chainId: 1 })).payment))).status, 402)
    const copies = await signFor(me, challenge)
    const repeated = await Promise.all(Array.from({ length: 20 }, () => get(url, header(copies.payment))))
    assert.deepEqual(tally(repeated), { 200: 20 })
    assert.deepEqual([await paid(), shop.queries()], [0, 2])
    const entries = await shop.database.db.selectFrom('agent_payments').select('state').execute()
    assert.deepEqual(
      entries.map(({ state }) => state),
      ['deferred', 'deferred'],
    )
  },
  { mode: 'verify-only', balance: 0n },
)

row(
  onBoth,
  'a page of ten thousand rows is stored whole before the money moves, and not at all where none does',
  async ({ shop, engine, url, me, challenge }) => {
    const { payment } = await signFor(me, challenge)
    const [first, second] = [await get(url, header(payment)), await get(url, header(payment))]
    assert.equal(first.json.count, 10_000)
    assert.equal(second.text, first.text)
    assert.equal(shop.queries(), 1)
    const free = await openShop({ place: await engine.fresh(), mode: 'verify-only', rows: 10_000 })
    const other = (await signFor(me, challenge)).payment
    assert.equal((await get(free.url + A, header(other))).json.count, 10_000)
    const again = await get(free.url + A, header(other))
    assert.deepEqual([again.json.count, again.headers.get('x-payment-replayed')], [10_000, 'true'])
    const [stored] = await free.database.db.selectFrom('agent_payments').select('body').execute()
    assert.equal(stored?.body, null)
    await free.close()
  },
  { rows: 10_000 },
)
