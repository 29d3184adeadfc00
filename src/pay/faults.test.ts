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
  {
    startFault,
    endFault,
    lastsMs = 1_200,
    balance,
  }: { startFault: () => void; endFault: () => void; lastsMs?: number; balance?: bigint },
): Promise<PaidResponse> {
  const { shop } = setting
  const url = shop.url + path
  const me = await bank.customer(balance)
  const challenge = await challengeAt(url)
  const { payment } = await signFor(me, challenge)
  const start = await bank.balanceOf(me.account.address)
  const spent = async () => start - (await bank.balanceOf(me.account.address))
  startFault()
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

/** What a node may say that is not so; `refused` where it only keeps a payment from being made. */
const falseResponses: readonly (readonly [string, Rule, 'served' | 'refused'])[] = [
  ['that a transfer would fail', during('simulate', lie(words('ERC20: transfer amount exceeds balance'))), 'refused'],
  [
    'that the authorization is used',
    during('simulate', lie(words('FiatTokenV2: authorization is used or canceled'))),
    'served',
  ],
  ['that an unused authorization is used', during('state', lie({ result: yes })), 'served'],
  ['that a used authorization is unused', during('state', lie({ result: no })), 'served'],
  [
    'that the transfer would fail when it is sent',
    during('eth_estimateGas', lie(words('Blacklistable: account is blacklisted'))),
    'refused',
  ],
  ['that little gas is enough', during('eth_estimateGas', lie({ result: hex(45_000) })), 'refused'],
  [
    'that gas is free',
    during(
      'eth_getBlockByNumber',
      twist(({ result }: { result: object }) => ({ result: { ...result, baseFeePerGas: '0x0' } })),
    ),
    'served',
  ],
  [
    'that it is next year',
    during(
      'eth_getBlockByNumber',
      twist(({ result }: { result: { timestamp: string } }) => ({
        result: { ...result, timestamp: hex(Number(result.timestamp) + 31_536_000) },
      })),
    ),
    'served',
  ],
  [
    'that it is last year',
    during(
      'eth_getBlockByNumber',
      twist(({ result }: { result: { timestamp: string } }) => ({
        result: { ...result, timestamp: hex(Number(result.timestamp) - 31_536_000) },
      })),
    ),
    'served',
  ],
  ['that the account has sent nothing yet', during('eth_getTransactionCount', lie({ result: '0x0' })), 'served'],
  [
    'that the account has sent more than it has',
    during(
      'eth_getTransactionCount',
      twist(({ result }: { result: string }) => ({ result: hex(Number(result) + 5) })),
    ),
    'served',
  ],
  [
    'that it took a transaction which it has not',
    during('eth_sendRawTransaction', lie({ result: `0x${'12'.repeat(32)}` })),
    'served',
  ],
  [
    'that the nonce was used',
    during('eth_sendRawTransaction', lie({ error: { code: -32_000, message: 'nonce too low' } })),
    'served',
  ],
  [
    'that the fee is too low',
    during('eth_sendRawTransaction', lie({ error: { code: -32_000, message: 'replacement transaction underpriced' } })),
    'served',
  ],
  [
    'that there is no gas',
    during(
      'eth_sendRawTransaction',
      lie({ error: { code: -32_000, message: 'insufficient funds for gas * price + value' } }),
    ),
    'served',
  ],
  ['that nothing was mined', during('eth_getTransactionReceipt', lie({ result: null })), 'served'],
  [
    'that the transaction failed',
    during(
      'eth_getTransactionReceipt',
      twist(({ result }: { result: object | null }) => ({ result: result && { ...result, status: '0x0', logs: [] } })),
    ),
    'served',
  ],
  ['that there are no logs', during('eth_getLogs', lie({ result: [] })), 'served'],
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
              const { rpc } = setting.proxies
              const response = await payThrough(setting, {
                startFault: () => rpc.setRule(during(question, action)),
                endFault: () => rpc.setRule(() => pass),
              })
              assert.equal(response.status, 200)
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
      for (const [name, rule, outcome] of falseResponses)
        void t.test(`it says ${name}`, () =>
          withShop(engine, 'onchain', async (setting) => {
            const { rpc } = setting.proxies
            const response = await payThrough(setting, {
              startFault: () => rpc.setRule(rule),
              endFault: () => rpc.setRule(() => pass),
              lastsMs: outcome === 'refused' ? 20_000 : 1_200,
            })
            assert.equal(response.status, outcome === 'served' ? 200 : 402)
          }),
        )
    },
  )

  test(`${engine.name}: a node that accepts a payer without funds sells nothing`, { skip: engine.skip }, () =>
    withShop(engine, 'onchain', async (setting) => {
      const { rpc } = setting.proxies
      const response = await payThrough(setting, {
        balance: 0n,
        lastsMs: 20_000,
        startFault: () =>
          rpc.setRule((_, body) =>
            ['simulate', 'eth_estimateGas'].includes(questionIn(body)) ? lie({ result: hex(100_000) }) : pass,
          ),
        endFault: () => rpc.setRule(() => pass),
      })
      assert.equal(response.status, 402)
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
        rpc.setRule(during('eth_estimateGas', lie({ result: hex(45_000) })))
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
      rpc.setRule((name) =>
        name === 'eth_sendRawTransaction'
          ? lie({ result: receipt.transactionHash })
          : name === 'eth_getTransactionReceipt'
            ? lie({ result: receipt })
            : pass,
      )
      for (let n = 0; n < 3; n++) assert.equal((await get(shop.url + path, header(payment))).status, 503)
      rpc.setRule(() => pass)
      let response = await get(shop.url + path, header(payment))
      for (let n = 0; n < 200 && response.status === 503; n++) {
        await sleep(300)
        response = await get(shop.url + path, header(payment))
      }
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
    rpc.setRule((name) => (name === 'eth_sendRawTransaction' ? { kind: 'drop' } : pass))
    const first = await get(shop.url + path, header(payment))
    assert.deepEqual([first.status, first.json.code], [503, 'settlement_pending'])
    rpc.setRule((name) =>
      name === 'eth_sendRawTransaction'
        ? { kind: 'drop' }
        : name === 'eth_getBlockByNumber'
          ? twist(({ result }: { result: { timestamp: string } }) => ({
              result: { ...result, timestamp: hex(Number(result.timestamp) + 60) },
            }))
          : pass,
    )
    ahead = 60_000
    let response = await get(shop.url + path, header(payment))
    for (let n = 0; n < 200 && response.status === 503; n++) {
      await sleep(300)
      response = await get(shop.url + path, header(payment))
    }
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
      const settleOnly =
        (action: ProxyAction): Rule =>
        (name) =>
          name === '/settle' ? action : pass
      const verifyOnly =
        (action: ProxyAction): Rule =>
        (name) =>
          name === '/verify' ? action : pass
      const failed = {
        success: false,
        errorReason: 'unexpected_settle_error',
        transaction: '',
        network: 'eip155:84532',
      }
      const cases: readonly (readonly [string, Rule, 'served' | 'refused'])[] = [
        ['is all right', () => pass, 'served'],
        ['is down when it is asked', verifyOnly({ kind: 'drop' }), 'served'],
        ['breaks when it is asked', verifyOnly({ kind: 'fail', status: 500 }), 'served'],
        ['takes too long to be asked', verifyOnly({ kind: 'slow', ms: 3_200 }), 'served'],
        [
          'calls a good signature bad',
          verifyOnly(lie({ isValid: false, invalidReason: 'invalid_exact_evm_signature' })),
          'served',
        ],
        ['refuses a good payment', verifyOnly(lie({ isValid: false, invalidReason: 'insufficient_funds' })), 'refused'],
        ['is down when it should settle', settleOnly({ kind: 'drop' }), 'served'],
        ['breaks when it should settle', settleOnly({ kind: 'fail', status: 500 }), 'served'],
        ['settles and loses its answer', settleOnly({ kind: 'lose' }), 'served'],
        ['settles and says it has not', settleOnly(twist(() => failed)), 'served'],
        [
          'does not settle and says it has',
          settleOnly(lie({ success: true, transaction: `0x${'12'.repeat(32)}`, network: 'eip155:84532' })),
          'served',
        ],
        ['does not settle and says so', settleOnly(lie(failed)), 'served'],
        ['talks nonsense', settleOnly(lie({ of: 'nonsense' })), 'served'],
      ]
      for (const [name, rule, outcome] of cases)
        void t.test(`it ${name}`, () =>
          withShop(engine, 'facilitator', async (setting) => {
            const { facilitator } = setting.proxies
            const response = await payThrough(setting, {
              startFault: () => facilitator!.setRule(rule),
              endFault: () => facilitator!.setRule(() => pass),
              lastsMs: outcome === 'refused' ? 20_000 : 1_200,
            })
            assert.equal(response.status, outcome === 'served' ? 200 : 402)
          }),
        )
    },
  )
}
