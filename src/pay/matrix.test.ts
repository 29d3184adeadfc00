import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, test } from 'node:test'
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
import {
  asV1,
  asV2,
  base64,
  type Signed,
  signTransfer,
  type Twist,
  twinOf,
  unbase64,
  type Wallet,
} from '../../test/support/wallet.ts'

const { sqlite, postgres, stop } = await startEngines()
const bank: Bank = await openBank()
after(async () => {
  await bank.close()
  await stop()
})

const A = '/v1/agent/TaiwanStockPrice?stock_id=2330'
const B = '/v1/agent/TaiwanStockPER?stock_id=2330'
const somebody = `0x${'77'.repeat(20)}`
const seconds = () => Math.floor(Date.now() / 1000)
/** What so many calls that begin at once return. */
const atOnce = <T>(count: number, make: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => make(n)))
const tally = (responses: readonly PaidResponse[]) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(responses, ({ status }) => status)).map(([status, list]) => [status, list!.length]),
  )
const textsOf = (responses: readonly PaidResponse[]) => new Set(responses.map(({ text }) => text))

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
  readonly me: Wallet
  // biome-ignore lint/suspicious/noExplicitAny: the challenge as it was decoded
  readonly challenge: any
  readonly sign: (twist?: Twist) => ReturnType<typeof signFor>
  readonly pay: (payment: unknown, path?: string, sender?: string) => Promise<PaidResponse>
  /** Sets what happens while a query runs. */
  readonly meanwhile: (work: () => unknown) => void
  /** Sets by how many milliseconds the shop's clock is ahead. */
  readonly setAhead: (ms: number) => void
}

/** Opens a shop for one test, and compares what it took in and, unless that is left open, how many queries it ran. */
function row(
  engines: readonly TestEngine[],
  name: string,
  [takings, queries]: readonly [number, number?],
  run: (setting: Setting) => Promise<void>,
  { balance, ...options }: Partial<ShopOptions> & { balance?: bigint } = {},
): void {
  for (const engine of engines)
    test(`${engine.name}: ${name}`, { skip: engine.skip }, async () => {
      let work: () => unknown = () => {}
      let ahead = 0
      const shop = await openShop({
        ...{ place: await engine.emptied(), rpcUrl: bank.url },
        ...{ now: () => Date.now() + ahead, compute: async () => void (await work()) },
        ...options,
      })
      try {
        const before = await bank.takings()
        const me = await bank.customer(balance)
        const challenge = await challengeAt(shop.url + A)
        await run({
          ...{ shop, engine, me, challenge },
          sign: (twist) => signFor(me, challenge, twist),
          pay: (payment, path = A, sender = '192.0.2.1') =>
            get(shop.url + path, { ...header(payment), 'x-sender': sender }),
          meanwhile(next) {
            work = next
          },
          setAhead(ms) {
            ahead = ms
          },
        })
        assert.equal(Number((await bank.takings()) - before), takings)
        assert.equal(shop.queries(), queries ?? shop.queries())
      } finally {
        await shop.close()
      }
    })
}

/** Asserts the status of a response, and its code or its reason in the words of x402. */
function expect({ status, json, reason }: PaidResponse, expected: number, why?: string): void {
  assert.equal(status, expected)
  if (why !== undefined) assert.equal(status === 402 ? reason : json.code, why)
}

row(onBoth, 'an honest payment is answered with data and receipts', [1000, 1], async ({ me, sign, pay }) => {
  const response = await pay((await sign()).payment)
  expect(response, 200)
  assert.equal(response.json.tier_used, 'lite')
  const { extensions: _, ...receipt } = unbase64(response.headers.get('payment-response'))
  assert.deepEqual(unbase64(response.headers.get('x-payment-response')), receipt)
  assert.deepEqual([receipt.success, receipt.network, receipt.payer], [true, 'eip155:84532', me.account.address])
  assert.equal(response.headers.get('x-payment-settlement'), 'test')
  assert.ok(await bank.rpc('eth_getTransactionReceipt', [receipt.transaction]))
})

row(
  onSqlite,
  'every shape of a payment is accepted under either name or both, and addresses in either case',
  [8000, 8],
  async ({ shop, challenge, me, sign }) => {
    const signed = async () => (await sign()).signed
    const { signature, authorization } = await signed()
    const [requirement] = challenge.accepts
    const lower = {
      ...requirement,
      payTo: requirement.payTo.toLowerCase(),
      asset: requirement.asset.toLowerCase(),
    }
    const twice = await sign()
    const payments = [
      header(asV2(challenge, await signed()), 'PAYMENT-SIGNATURE'),
      header(asV1(await signed())),
      header(asV1(await signed()), 'PAYMENT-SIGNATURE'),
      header(asV1(await signed(), 'eip155:84532')),
      header(await signed()),
      header({ ...challenge.eip712, message: authorization, signature }),
      header(asV2(challenge, await signTransfer(me.account, requirement), lower)),
      { ...header(twice.payment, 'PAYMENT-SIGNATURE'), ...header(asV1(twice.signed)) },
    ]
    const responses = await Promise.all(payments.map((payment) => get(shop.url + A, payment)))
    assert.deepEqual(tally(responses), { 200: payments.length })
  },
)

row(
  onPostgres,
  'the same header gets the stored answer; with other bytes or for another request a payment gets nothing more',
  [2000, 2],
  async ({ sign, pay }) => {
    const { signed, payment } = await sign()
    const [first, second] = [await pay(payment), await pay(payment)]
    assert.deepEqual([first.status, second.status, second.text], [200, 200, first.text])
    assert.equal(second.headers.get('x-payment-replayed'), 'true')
    assert.equal(second.headers.get('payment-response'), first.headers.get('payment-response'))
    const { payload, accepted } = payment
    expect(await pay({ payload, accepted, x402Version: 2 }), 409, 'payment_used')
    expect(await pay(asV1(signed)), 409, 'payment_used')
    expect(await pay(asV1({ ...signed, signature: twinOf(signed.signature) })), 402)
    expect(await pay(payment, B), 409, 'payment_used')
    // Nothing that is signed names the request: a payment may first go to another one of the same price.
    const other = (await sign()).payment
    expect(await pay(other, B), 200)
    expect(await pay(other), 409)
  },
)

row(
  onPostgres,
  'the very bytes, rebuilt by a stranger at another address, get nothing once they were answered',
  [1000, 1],
  async ({ shop, sign, pay }) => {
    const bytes = asV1((await sign()).signed)
    expect(await pay(bytes), 200)
    await shop.untilServed()
    expect(await pay(bytes, A, '198.51.100.7'), 409)
    expect(await pay(bytes), 200)
  },
)

const signature = 'invalid_exact_evm_signature'
const before = 'invalid_exact_evm_payload_authorization_valid_before'
const value = 'invalid_exact_evm_payload_authorization_value_mismatch'
/** Payments that cannot be good: what is signed otherwise, the reason, and what is then rewritten. */
const refusals: readonly {
  readonly name: string
  readonly twist?: Twist
  readonly reason: string
  readonly accepted?: object
  readonly forge?: (signed: Signed['signature']) => string
}[] = [
  { name: 'expired', twist: { validBefore: seconds() - 1 }, reason: before },
  { name: 'with five seconds left', twist: { validBefore: seconds() + 5 }, reason: before },
  {
    name: 'not yet valid',
    twist: { validAfter: seconds() + 300 },
    reason: 'invalid_exact_evm_payload_authorization_valid_after',
  },
  { name: 'valid until the year 2100', twist: { validBefore: 4_102_444_800 }, reason: 'authorization_valid_too_long' },
  { name: 'of 999', twist: { value: '999' }, reason: value },
  { name: 'of 1001', twist: { value: '1001' }, reason: value },
  { name: 'to another address', twist: { to: somebody }, reason: 'invalid_exact_evm_recipient_mismatch' },
  { name: 'signed for another chain', twist: { chainId: 1 }, reason: signature },
  { name: 'signed for another token', twist: { asset: `0x${'00'.repeat(19)}01` }, reason: signature },
  { name: 'from somebody else’s account', twist: { from: `0x${'99'.repeat(20)}` }, reason: signature },
  {
    name: 'with the amount rewritten',
    twist: { value: '1' },
    accepted: { amount: '1' },
    reason: 'invalid_payment_requirements',
  },
  {
    name: 'with the payee rewritten',
    twist: { to: somebody },
    accepted: { payTo: somebody },
    reason: 'invalid_payment_requirements',
  },
  {
    name: 'with the network rewritten',
    twist: { chainId: 8453 },
    accepted: { network: 'eip155:8453' },
    reason: 'invalid_network',
  },
  { name: 'with another scheme', accepted: { scheme: 'upto' }, reason: 'unsupported_scheme' },
  {
    name: 'with a bit of the signature flipped',
    forge: (text) => `${text.slice(0, 20)}${text[20] === 'a' ? 'b' : 'a'}${text.slice(21)}`,
    reason: signature,
  },
  { name: 'as the malleable twin', forge: twinOf, reason: signature },
  { name: 'with a signature that only a contract could check', forge: (text) => `${text}00`, reason: signature },
  {
    name: 'wrong in more than one way',
    twist: { value: '999', validBefore: seconds() - 1 },
    forge: (text) => `${text}00`,
    reason: signature,
  },
]
for (const engine of onSqlite)
  test(`${engine.name}: a payment that cannot be good is refused before the chain is asked`, {
    skip: engine.skip,
  }, async () => {
    const proxy = await startPaymentProxy(bank.url)
    const shop = await openShop({ place: await engine.emptied(), rpcUrl: proxy.url })
    const me = await bank.customer()
    const challenge = await challengeAt(shop.url + A)
    for (const { name, twist, accepted, forge = (text: string) => text, reason } of refusals) {
      const { signed } = await signFor(me, challenge, twist)
      const made = { ...signed, signature: forge(signed.signature) as Signed['signature'] }
      const payment = asV2(challenge, made, { ...challenge.accepts[0], ...accepted })
      const response = await get(shop.url + A, header(payment))
      assert.deepEqual([response.status, response.json.code, response.reason], [402, 'payment_refused', reason], name)
      assert.equal(response.json.error, reason)
      assert.match(response.json.detail, /nothing was charged/)
    }
    assert.deepEqual([proxy.seen.get('eth_call'), shop.queries()], [undefined, 0])
    await shop.close()
    await proxy.close()
  })

row(
  onSqlite,
  'what is no payment is answered 400 with the reason and the terms, and a header beyond what HTTP takes 431',
  [0, 0],
  async ({ shop, challenge, sign, pay }) => {
    const { payment } = await sign()
    const broken = [
      ...['%%%', Buffer.from('hello').toString('base64'), base64(null), base64([]), base64({})],
      ...[
        { ...challenge, x402Version: 3 },
        { ...payment, more: 'x'.repeat(8_500) },
      ],
    ]
    for (const one of broken) {
      const response = await pay(one)
      expect(response, 400, 'invalid_payment')
      assert.match(response.reason!, /^invalid_payload: /)
      assert.equal(unbase64(response.headers.get('payment-required')).accepts[0].amount, '1000')
    }
    const two = { ...header(payment, 'PAYMENT-SIGNATURE'), ...header((await sign()).payment) }
    expect(await get(shop.url + A, two), 400)
    expect(await pay('A'.repeat(40_000)), 431)
  },
)

row(
  onSqlite,
  'an address that sends many bad payments has to wait, and may still ask for the price',
  [0, 0],
  async ({ shop, sign, pay }) => {
    const { payment } = await sign({ value: '999' })
    for (let n = 0; n < 3; n++) expect(await pay(payment), 402)
    const response = await pay(payment)
    expect(response, 429)
    assert.ok(response.json.retry_after_seconds > 0 && response.json.retry_after_seconds <= 60)
    assert.equal(response.headers.get('retry-after'), String(response.json.retry_after_seconds))
    assert.match(response.json.detail, /^rate limit exceeded \(3\/3 /)
    expect(await get(shop.url + A, { 'x-sender': '192.0.2.1' }), 402)
    expect(await pay(payment, A, '198.51.100.7'), 402)
  },
  { badLimit: 3 },
)

const poor = 'invalid_exact_evm_insufficient_balance'
row(
  onSqlite,
  'a payer without money is refused, and the query is not run',
  [0, 0],
  async ({ sign, pay }) => expect(await pay((await sign()).payment), 402, poor),
  { balance: 0n },
)

row(
  onBoth,
  'of two payments at once from money for one, one is served',
  [1000, 2],
  async ({ sign, pay }) => {
    const payments = await atOnce(2, () => sign())
    const responses = await Promise.all(payments.map(({ payment }) => pay(payment)))
    assert.deepEqual(tally(responses), { 200: 1, 402: 1 })
    assert.equal(responses.find(({ status }) => status === 402)?.reason, poor)
  },
  { balance: 1500n },
)

row(
  onBoth,
  'twenty copies at once are one query and one charge',
  [1000, 1],
  async ({ sign, pay }) => {
    const { payment } = await sign()
    const responses = await atOnce(20, () => pay(payment))
    assert.deepEqual([tally(responses), textsOf(responses).size], [{ 200: 20 }, 1])
    assert.equal(responses.filter(({ headers }) => headers.get('x-payment-replayed') === null).length, 1)
  },
  { computeMs: 30 },
)

row(onBoth, 'many different payments at once are all settled', [many * 1000, many], async ({ sign, pay }) => {
  const payments = await atOnce(many, () => sign())
  assert.deepEqual(tally(await Promise.all(payments.map(({ payment }) => pay(payment)))), { 200: many })
})

row(
  onBoth,
  'one payment on two requests at once buys one of them',
  [1000, 1],
  async ({ sign, pay }) => {
    const { payment } = await sign()
    const responses = await atOnce(20, (n) => pay(payment, n % 2 ? A : B))
    assert.deepEqual(tally(responses), { 200: 10, 409: 10 })
    assert.equal(textsOf(responses.filter(({ status }) => status === 200)).size, 1)
  },
  { computeMs: 30 },
)

row(
  onPostgres,
  'a payer who is blocked between the check and the settlement is refused, and may try again',
  [1000, 2],
  async ({ shop, me, sign, pay, meanwhile }) => {
    const { payment } = await sign()
    meanwhile(() => bank.block(me.account.address))
    const response = await pay(payment)
    expect(response, 402, 'payer_blocked')
    assert.equal(unbase64(response.headers.get('payment-response')).success, false)
    meanwhile(() => {})
    expect(await pay(payment), 402)
    await bank.unblock(me.account.address)
    expect(await pay(payment), 200)
    const [entry] = await shop.database.db.selectFrom('agent_payments').select(['state']).execute()
    assert.equal(entry?.state, 'settled')
  },
)

/** What is done on the chain with an authorization before its payment is sent, or between the check and the settlement. */
const interferences: readonly {
  readonly name: string
  readonly when: 'before' | 'between'
  readonly act: (setting: Setting, signed: Signed) => Promise<unknown>
  readonly response: readonly [number, string?]
  readonly again: number
  readonly takings: number
}[] = [
  {
    name: 'a payer who has cancelled the authorization is refused',
    ...{ when: 'before', act: ({ me }, { authorization }) => bank.cancel(me, authorization.nonce) },
    ...{ response: [402, 'authorization_cancelled'], again: 402, takings: 0 },
  },
  {
    name: 'a payer who cancels between the check and the settlement is refused',
    ...{ when: 'between', act: ({ me }, { authorization }) => bank.cancel(me, authorization.nonce) },
    ...{ response: [402, 'authorization_cancelled'], again: 402, takings: 0 },
  },
  {
    name: 'a payer who uses the nonce for another transfer is refused',
    when: 'between',
    async act({ me, challenge }, { authorization: { nonce } }) {
      await bank.carry(await signTransfer(me.account, challenge.accepts[0], { nonce, to: somebody }))
    },
    ...{ response: [402, 'invalid_exact_evm_nonce_already_used'], again: 402, takings: 0 },
  },
  {
    name: 'a payment that a stranger settles while it is worked on is served',
    ...{ when: 'between', act: (_, signed) => bank.carry(signed) },
    ...{ response: [200], again: 200, takings: 1000 },
  },
]
for (const { name, when, act, response, again, takings } of interferences)
  row(onPostgres, name, [takings, when === 'before' ? 0 : 1], async (setting) => {
    const { sign, pay, meanwhile } = setting
    const { signed, payment } = await sign()
    if (when === 'before') await act(setting, signed)
    else meanwhile(() => act(setting, signed))
    expect(await pay(payment), ...response)
    meanwhile(() => {})
    expect(await pay(payment), again)
  })

row(
  onPostgres,
  'an authorization that a stranger has settled buys nothing and is listed for the seller',
  [1000, 0],
  async ({ shop, sign, pay }) => {
    const { signed, payment } = await sign()
    const transaction = await bank.carry(signed)
    for (let n = 0; n < 2; n++) expect(await pay(payment), 409, 'payment_used')
    const entries = await shop.database.db.selectFrom('agent_payments').select(['state', 'tx_hash']).execute()
    assert.deepEqual(
      entries.map(({ state, tx_hash }) => [state, tx_hash]),
      [['external', transaction]],
    )
  },
)

row(
  onPostgres,
  'a query that fails costs nothing, and the same payment works later',
  [1000, 2],
  async ({ sign, pay, meanwhile }) => {
    const { payment } = await sign()
    meanwhile(() => {
      throw new Error('the query broke')
    })
    expect(await pay(payment), 500)
    meanwhile(() => {})
    expect(await pay(payment), 200)
  },
)

row(
  onBoth,
  'a client that hangs up is charged once and gets its answer when it asks again',
  [1000, 1],
  async ({ shop, sign, meanwhile }) => {
    const { payment } = await sign()
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    meanwhile(begin)
    const { port, pathname, search } = new URL(shop.url + A)
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(`GET ${pathname}${search} HTTP/1.1\r\nHost: shop\r\nX-PAYMENT: ${base64(payment)}\r\n\r\n`)
    await begun
    socket.destroy()
    expect(await get(shop.url + A, header(payment)), 200)
  },
)

row(
  onBoth,
  'the same name for a payment is the same payment, even when it is signed anew',
  [2000, 2],
  async ({ sign, pay }) => {
    const named = async (id: string) => ({
      ...(await sign()).payment,
      extensions: { 'payment-identifier': { info: { required: false, id } } },
    })
    const first = await pay(await named('pay_7d5d747be160e280'))
    const second = await pay(await named('pay_7d5d747be160e280'), A, '198.51.100.7')
    assert.deepEqual([first.status, second.status, second.text], [200, 200, first.text])
    expect(await pay(await named('pay_7d5d747be160e280'), B), 409)
    assert.deepEqual(tally(await atOnce(10, async () => pay(await named('pay_000000000000000b')))), { 200: 10 })
  },
)

row(
  onBoth,
  'a settled payment whose page was lost before it left gets it, once',
  [1000],
  async ({ shop, sign, pay }) => {
    const { payment } = await sign()
    expect(await pay(payment), 200)
    await shop.untilServed()
    // As after a crash between settlement and storage, or after a day.
    const lost = { body: null, body_hash: null, body_headers: null, data_version: null, served_at: null }
    await shop.database.db.updateTable('agent_payments').set(lost).execute()
    const again = await atOnce(3, () => pay(payment))
    assert.deepEqual([tally(again), textsOf(again).size], [{ 200: 3 }, 1], 'one page, the stored one')
    assert.equal(again[0]!.headers.get('x-payment-replayed'), 'true')
    await shop.untilServed()
    assert.equal((await pay(payment)).text, again[0]!.text)
  },
)

row(
  onPostgres,
  'an answer is given again for five minutes and is gone after that',
  [1000, 1],
  async ({ shop, sign, pay, setAhead }) => {
    const { payment } = await sign()
    expect(await pay(payment), 200)
    await shop.untilServed()
    setAhead(120_000)
    // The authorization has ended by now, and was used all the same.
    expect(await pay(payment), 200)
    expect(await pay({ payload: payment.payload }), 409, 'payment_used')
    setAhead(301_000)
    expect(await pay(payment), 410, 'replay_expired')
  },
)

row(
  onBoth,
  'a payment that was taken at the old price is answered for at the new one',
  [1000, 1],
  async ({ shop, sign, pay }) => {
    const { payment } = await sign()
    expect(await pay(payment), 200)
    const dear = await openShop({ place: shop.place, rpcUrl: bank.url, settings: { price: '5000' } })
    expect(await get(dear.url + A, { ...header(payment), 'x-sender': '192.0.2.1' }), 200)
    expect(await get(dear.url + A, header((await sign()).payment)), 402)
    await dear.close()
  },
)

row(
  onBoth,
  'a ledger that cannot be written serves nothing and charges nothing',
  [1000, 1],
  async ({ shop, sign, pay }) => {
    const { schema } = shop.database.db
    await schema.alterTable('agent_payments').renameTo('hidden_payments').execute()
    const { payment } = await sign()
    expect(await pay(payment), 500)
    await schema.alterTable('hidden_payments').renameTo('agent_payments').execute()
    assert.equal(shop.queries(), 0)
    expect(await pay(payment), 200)
  },
)

row(
  onBoth,
  'where no money moves, signatures are checked, each is good once, and the answer says what it is',
  [0, 2],
  async ({ shop, challenge, sign, pay }) => {
    assert.match(challenge.settlement, /^none/)
    const { payment } = await sign()
    const { status, headers } = await pay(payment)
    assert.deepEqual(
      [status, ...['x-payment-settlement', 'payment-response', 'x-payment-response'].map((name) => headers.get(name))],
      [200, 'none', null, null],
    )
    assert.equal((await pay(payment)).headers.get('x-payment-replayed'), 'true')
    expect(await pay(payment, B), 409)
    expect(await pay((await sign({ chainId: 1 })).payment), 402)
    const copies = await sign()
    assert.deepEqual(tally(await atOnce(20, () => pay(copies.payment))), { 200: 20 })
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
  [1000, 1],
  async ({ engine, sign, pay }) => {
    const { payment } = await sign()
    const [first, second] = [await pay(payment), await pay(payment)]
    assert.deepEqual([first.json.count, second.text], [10_000, first.text])
    const free = await openShop({ place: await engine.fresh(), mode: 'verify-only', rows: 10_000 })
    const other = header((await sign()).payment)
    assert.equal((await get(free.url + A, other)).json.count, 10_000)
    const again = await get(free.url + A, other)
    assert.deepEqual([again.json.count, again.headers.get('x-payment-replayed')], [10_000, 'true'])
    const [stored] = await free.database.db.selectFrom('agent_payments').select('body').execute()
    assert.equal(stored?.body, null)
    await free.close()
  },
  { rows: 10_000 },
)
