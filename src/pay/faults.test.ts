import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import {
  type Bank,
  challengeAt,
  get,
  header,
  openBank,
  type PaidResponse,
  signFor,
} from '../../test/support/customer.ts'
import { startEngines } from '../../test/support/engines.ts'
import { startFacilitator } from '../../test/support/facilitator.ts'
import {
  type PaymentProxy,
  type ProxyAction,
  pass,
  type Rule,
  startPaymentProxy,
} from '../../test/support/paymentProxy.ts'
import { tooLong } from '../../test/support/runs.ts'
import { openShop, type Shop, settlerKeys } from '../../test/support/shop.ts'
import type { Place } from '../store/database.ts'
import { topics } from './eip3009.ts'

const { sqlite, postgres, stop } = await startEngines()
const engines = [sqlite, postgres]
const bank: Bank = await openBank()
after(async () => {
  await bank.close()
  await stop()
})

const path = '/v1/agent/TaiwanStockPrice?stock_id=2330'
const yes = `0x${'0'.repeat(63)}1`
const no = `0x${'0'.repeat(64)}`
const words = (text: string) => ({ error: { code: 3, message: `execution reverted: ${text}` } })

/** The method of an `eth_call`, by the first bytes of its data. */
const questionIn = (body: unknown): string => {
  const { method, params } = body as { method: string; params: [{ data?: string }] }
  if (method !== 'eth_call') return method
  return params[0].data!.startsWith('0xe94a0102') ? 'state' : 'simulate'
}
const during =
  (question: string, action: ProxyAction): Rule =>
  (_, body) =>
    questionIn(body) === question ? action : pass
const lie = (body: unknown): ProxyAction => ({ kind: 'lie', respond: () => body })
const twist = (change: (honest: never) => unknown): ProxyAction => ({
  kind: 'twist',
  respond: (honest) => change(honest as never),
})

type Setting = { shop: Shop; proxies: { rpc: PaymentProxy; facilitator: PaymentProxy | null } }

/** Sums of the ledger and the chain, for one shop on a chain that others use too. */
async function ledgerCounts({ shop }: Setting): Promise<{ settled: number; open: number }> {
  const rows = await shop.database.db.selectFrom('agent_payments').select(['state', 'value']).execute()
  const of = (...states: string[]) =>
    rows.filter(({ state }) => states.includes(state)).reduce((sum, { value }) => sum + Number(value), 0)
  return { settled: of('settled'), open: of('settling', 'claimed') }
}

/**
 * Pays once while something is wrong, repeats the same payment as a client is told to, and holds every answer against
 * the chain: data only for money, a refusal only without, and in the end both or neither.
 */
async function payThrough(
  setting: Setting,
  proxy: PaymentProxy,
  rule: Rule,
  { lastsMs = 1_200, balance }: { readonly lastsMs?: number; readonly balance?: bigint } = {},
): Promise<PaidResponse> {
  const { shop } = setting
  const url = shop.url + path
  const me = await bank.customer(balance)
  const challenge = await challengeAt(url)
  const { payment } = await signFor(me, challenge)
  const start = await bank.balanceOf(me.account.address)
  const spent = async () => start - (await bank.balanceOf(me.account.address))
  proxy.setRule(rule)
  const endFault = () => proxy.setRule(() => pass)
  // Some faults are reported to the client at once, others keep it waiting.
  const ending = setTimeout(endFault, lastsMs)
  let response: PaidResponse | undefined
  for (let n = 0; n < 40; n++) {
    response = await get(url, header(payment))
    if (response.status === 200) assert.equal(await spent(), 1000n, 'data is given for money alone')
    if (response.status === 402) assert.equal(await spent(), 0n, 'nobody is asked to pay again for what is paid')
    if (response.status === 200 || response.status === 402) break
    assert.equal(response.status, 503)
    assert.ok(Number(response.headers.get('retry-after')) > 0)
    await sleep(200)
  }
  clearTimeout(ending)
  endFault()
  assert.ok(response)
  if (response.status === 200) {
    const repeated = await get(url, header(payment))
    assert.deepEqual([repeated.status, repeated.text], [200, response.text])
  }
  assert.equal(await spent(), response.status === 200 ? 1000n : 0n)
  const { settled, open } = await ledgerCounts(setting)
  assert.equal(settled, response.status === 200 ? 1000 : 0, 'the ledger says what the chain says')
  assert.equal(open, 0)
  return response
}

/** Repeats a payment until it is no longer pending. */
async function persist(url: string, payment: unknown): Promise<PaidResponse> {
  for (let n = 0; ; n++) {
    const response = await get(url + path, header(payment))
    if (response.status !== 503 || n === 200) return response
    await sleep(300)
  }
}

/** Databases of shops that have closed: to make one takes PostgreSQL a quarter of a second of CPU. */
const idle: Place[] = []

let opened = 0
async function withShop(
  engine: (typeof engines)[number],
  mode: 'onchain' | 'facilitator',
  run: (setting: Setting) => Promise<void>,
  rpcMs?: number,
): Promise<void> {
  const settler = settlerKeys[opened++ % settlerKeys.length]!
  const rpc = await startPaymentProxy(bank.url)
  const official = mode === 'facilitator' ? await startFacilitator(bank.url, settler) : null
  const facilitator = official && (await startPaymentProxy(official.url))
  const isKept = engine.name === 'PostgreSQL'
  const place = isKept ? (idle.pop() ?? (await engine.fresh())) : await engine.emptied()
  const shop = await openShop({
    place,
    mode,
    rpcUrl: rpc.url,
    // Nothing expires here, however busy the machine is.
    settings: { timeoutSeconds: 600 },
    settler,
    ...(rpcMs === undefined ? {} : { rpcMs }),
    ...(facilitator ? { facilitatorUrl: facilitator.url } : {}),
  })
  try {
    await run({ shop, proxies: { rpc, facilitator } })
    await shop.settler.stop()
    if (isKept) await sql`TRUNCATE agent_payments, agent_leases RESTART IDENTITY`.execute(shop.database.db)
  } finally {
    await shop.close()
    await facilitator?.close()
    await official?.close()
    await rpc.close()
  }
  if (isKept) idle.push(place)
}

/** How long an answer of a slow node takes, and how long it is waited for. */
const [slowMs, patienceMs] = [600, 400]

/** What can go wrong with any question to a node. */
const outages: Readonly<Record<string, ProxyAction>> = {
  'never arrives': { kind: 'drop' },
  'is answered into the void': { kind: 'lose' },
  'takes too long': { kind: 'slow', ms: slowMs },
  'breaks the node': { kind: 'fail', status: 500 },
  'is answered with nonsense': lie({ result: { of: 'nonsense' } }),
  'is refused for its number': lie({ error: { code: -32_005, message: 'too many requests' } }),
}
const questions = [
  'simulate',
  'state',
  'eth_estimateGas',
  'eth_getBlockByNumber',
  'eth_maxPriorityFeePerGas',
  'eth_getTransactionCount',
  'eth_sendRawTransaction',
  'eth_getTransactionReceipt',
  'eth_getLogs',
]

type Block = { readonly timestamp: string }
const gasOf = 'eth_estimateGas'
const send = 'eth_sendRawTransaction'
const receiptOf = 'eth_getTransactionReceipt'
const countOf = 'eth_getTransactionCount'
const block = 'eth_getBlockByNumber'
const result = (value: unknown) => lie({ result: value })
const failure = (message: string) => lie({ error: { code: -32_000, message } })
const twistResult = <T>(change: (honest: T) => unknown) =>
  twist(({ result }: { result: T }) => ({ result: change(result) }))
const later = (seconds: number) =>
  twistResult<Block>((one) => ({ ...one, timestamp: hex(Number(one.timestamp) + seconds) }))

/** What a node may say that is not so, in answer to which question; `refused` where it only keeps a payment from being made. */
const falseResponses: readonly (readonly [string, string, ProxyAction, 'refused'?])[] = [
  ['that a transfer would fail', 'simulate', lie(words('ERC20: transfer amount exceeds balance')), 'refused'],
  ['that the authorization is used', 'simulate', lie(words('FiatTokenV2: authorization is used or canceled'))],
  ['that an unused authorization is used', 'state', result(yes)],
  ['that a used authorization is unused', 'state', result(no)],
  ['that it would fail when it is sent', gasOf, lie(words('Blacklistable: account is blacklisted')), 'refused'],
  ['that little gas is enough', gasOf, result(hex(45_000)), 'refused'],
  ['that gas is free', block, twistResult<object>((one) => ({ ...one, baseFeePerGas: '0x0' }))],
  ['that it is next year', block, later(31_536_000)],
  ['that it is last year', block, later(-31_536_000)],
  ['that the account has sent nothing yet', countOf, result('0x0')],
  ['that the account has sent more than it has', countOf, twistResult<string>((count) => hex(Number(count) + 5))],
  ['that it took a transaction which it has not', send, result(`0x${'12'.repeat(32)}`)],
  ['that the nonce was used', send, failure('nonce too low')],
  ['that the fee is too low', send, failure('replacement transaction underpriced')],
  ['that there is no gas', send, failure('insufficient funds for gas * price + value')],
  ['that nothing was mined', receiptOf, result(null)],
  [
    'that the transaction failed',
    receiptOf,
    twistResult<object | null>((one) => one && { ...one, status: '0x0', logs: [] }),
  ],
  ['that there are no logs', 'eth_getLogs', result([])],
]
function hex(value: number): string {
  return `0x${value.toString(16)}`
}

/** Most of them wait for something that does not come. */
const concurrency = 8

const isTorture = process.env.TORTURE !== undefined

/** Which outages meet which questions: every question and every outage, and with TORTURE every pair of them. */
const pairs: readonly (readonly [string, string, ProxyAction])[] = questions.flatMap((question, n) =>
  Object.entries(outages)
    .filter((_, m) => isTorture || n % Object.keys(outages).length === m)
    .map(([name, action]) => [question, name, action] as const),
)

for (const engine of engines) {
  /** The ledger's own part in the long lists is small: they run on SQLite, and with TORTURE on PostgreSQL too. */
  const list = { skip: engine.skip || (engine.name === 'PostgreSQL' && !isTorture && tooLong), concurrency }

  test(
    `${engine.name}: any fault of a request to the node leaves the payment charged once and served`,
    list,
    async (t) => {
      for (const [question, name, action] of pairs)
        void t.test(`${question} ${name}`, () =>
          withShop(
            engine,
            'onchain',
            async (setting) => {
              const { status } = await payThrough(setting, setting.proxies.rpc, during(question, action))
              assert.equal(status, 200)
            },
            action.kind === 'slow' ? patienceMs : undefined,
          ),
        )
    },
  )

  test(
    `${engine.name}: a false response of the node never serves an unpaid request or charges twice`,
    list,
    async (t) => {
      for (const [name, question, action, outcome] of falseResponses)
        void t.test(`it says ${name}`, () =>
          withShop(engine, 'onchain', async (setting) => {
            const terms = outcome === 'refused' ? { lastsMs: 20_000 } : {}
            const { status } = await payThrough(setting, setting.proxies.rpc, during(question, action), terms)
            assert.equal(status, outcome === 'refused' ? 402 : 200)
          }),
        )
    },
  )

  test(`${engine.name}: a node that accepts a payer without funds sells nothing`, { skip: engine.skip }, () =>
    withShop(engine, 'onchain', async (setting) => {
      const rule: Rule = (_, body) => (['simulate', gasOf].includes(questionIn(body)) ? result(hex(100_000)) : pass)
      const { status } = await payThrough(setting, setting.proxies.rpc, rule, { balance: 0n, lastsMs: 20_000 })
      assert.equal(status, 402)
    }),
  )

  test(
    `${engine.name}: a payment whose transaction failed in a block is settled when it is repeated, and both cost gas`,
    {
      skip: engine.skip,
    },
    () =>
      withShop(engine, 'onchain', async ({ shop, proxies: { rpc } }) => {
        const me = await bank.customer()
        const { payment } = await signFor(me, await challengeAt(shop.url + path))
        rpc.setRule(during(gasOf, result(hex(45_000))))
        const first = await get(shop.url + path, header(payment))
        assert.equal(first.status, 402)
        rpc.setRule(() => pass)
        const failed = await shop.database.db.selectFrom('agent_payments').select('fee').executeTakeFirstOrThrow()
        assert.ok(BigInt(failed.fee!) > 0n)
        assert.equal((await get(shop.url + path, header(payment))).status, 200)
        assert.equal(await bank.balanceOf(me.account.address), 999_000n)
        const settled = await shop.database.db.selectFrom('agent_payments').select('fee').executeTakeFirstOrThrow()
        assert.ok(BigInt(settled.fee!) > BigInt(failed.fee!))
      }),
  )

  test(`${engine.name}: a made-up receipt of success sells nothing`, { skip: engine.skip }, () =>
    withShop(engine, 'onchain', async (setting) => {
      const { rpc } = setting.proxies
      const { shop } = setting
      const me = await bank.customer()
      const { payment, signed } = await signFor(me, await challengeAt(shop.url + path))
      const pad = (text: string) => `0x${text.slice(2).toLowerCase().padStart(64, '0')}`
      const log = (...wanted: string[]) => ({
        address: shop.terms.asset,
        topics: wanted,
        data: pad(hex(1000)),
        blockNumber: '0x1',
      })
      const receipt = {
        status: '0x1',
        blockNumber: '0x1',
        gasUsed: '0x1',
        transactionHash: `0x${'12'.repeat(32)}`,
        logs: [
          log(topics.used, pad(me.account.address), signed.authorization.nonce),
          log(topics.transfer, pad(me.account.address), pad(shop.terms.payTo)),
        ],
      }
      rpc.setRule((name) => {
        if (name === send) return result(receipt.transactionHash)
        return name === receiptOf ? result(receipt) : pass
      })
      for (let n = 0; n < 3; n++) assert.equal((await get(shop.url + path, header(payment))).status, 503)
      rpc.setRule(() => pass)
      const response = await persist(shop.url, payment)
      assert.equal(response.status, 200)
      assert.equal(await bank.balanceOf(me.account.address), 999_000n)
    }),
  )

  test(`${engine.name}: a payment that expires during an outage is rejected for good and never transferred`, {
    skip: engine.skip,
  }, async () => {
    let ahead = 0
    const rpc = await startPaymentProxy(bank.url)
    const shop = await openShop({ place: await engine.fresh(), rpcUrl: rpc.url, now: () => Date.now() + ahead })
    const me = await bank.customer()
    const { payment } = await signFor(me, await challengeAt(shop.url + path), {
      validBefore: Math.floor(Date.now() / 1000) + 40,
    })
    rpc.setRule(during(send, { kind: 'drop' }))
    const first = await get(shop.url + path, header(payment))
    assert.deepEqual([first.status, first.json.code], [503, 'settlement_pending'])
    rpc.setRule((name) => {
      if (name === send) return { kind: 'drop' }
      return name === block ? later(60) : pass
    })
    ahead = 60_000
    const response = await persist(shop.url, payment)
    assert.deepEqual([response.status, response.reason], [402, 'invalid_exact_evm_payload_authorization_valid_before'])
    assert.equal(await bank.balanceOf(me.account.address), 1_000_000n)
    const [entry] = await shop.database.db.selectFrom('agent_payments').select(['state', 'closed_at']).execute()
    assert.equal(entry?.state, 'failed')
    assert.ok(entry?.closed_at)
    await shop.close()
    await rpc.close()
  })

  test(
    `${engine.name}: a settlement is confirmed by the chain only, whatever the facilitator reports`,
    list,
    async (t) => {
      const failed = {
        success: false,
        errorReason: 'unexpected_settle_error',
        transaction: '',
        network: 'eip155:84532',
      }
      const settled = { success: true, transaction: `0x${'12'.repeat(32)}`, network: 'eip155:84532' }
      const invalid = (invalidReason: string) => lie({ isValid: false, invalidReason })
      const cases: readonly (readonly [string, '/verify' | '/settle', ProxyAction, 'refused'?])[] = [
        ['is all right', '/settle', pass],
        ['is down when it is asked', '/verify', { kind: 'drop' }],
        ['breaks when it is asked', '/verify', { kind: 'fail', status: 500 }],
        ['takes too long to be asked', '/verify', { kind: 'slow', ms: 3_200 }],
        ['calls a good signature bad', '/verify', invalid('invalid_exact_evm_signature')],
        ['refuses a good payment', '/verify', invalid('insufficient_funds'), 'refused'],
        ['is down when it should settle', '/settle', { kind: 'drop' }],
        ['breaks when it should settle', '/settle', { kind: 'fail', status: 500 }],
        ['settles and loses its answer', '/settle', { kind: 'lose' }],
        ['settles and says it has not', '/settle', twist(() => failed)],
        ['does not settle and says it has', '/settle', lie(settled)],
        ['does not settle and says so', '/settle', lie(failed)],
        ['talks nonsense', '/settle', lie({ of: 'nonsense' })],
      ]
      for (const [name, wanted, action, outcome] of cases)
        void t.test(`it ${name}`, () =>
          withShop(engine, 'facilitator', async (setting) => {
            const rule: Rule = (asked) => (asked === wanted ? action : pass)
            const terms = outcome === 'refused' ? { lastsMs: 20_000 } : {}
            const { status } = await payThrough(setting, setting.proxies.facilitator!, rule, terms)
            assert.equal(status, outcome === 'refused' ? 402 : 200)
          }),
        )
    },
  )
}
