import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTestClock } from '../../test/support/clock.ts'
import { type Bank, openBank, signFor } from '../../test/support/customer.ts'
import { builtAt, copyOfBrief } from '../../test/support/fixture.ts'
import { type Service, startService } from '../../test/support/service.ts'
import { payTo, settlerKey } from '../../test/support/shop.ts'
import { base64, unbase64, type Wallet } from '../../test/support/wallet.ts'
import { type Database, openDatabase } from '../store/database.ts'

/* SIGKILL of a whole service while questions are paid for: each payment is charged once and its answer is delivered. */

/** How often each point is the last; `npm run torture` asks for many. */
const rounds = Math.max(1, Math.ceil(Number(process.env.TORTURE ?? 0) / 10))
/**
 * The ledger's state of a payment at which the service dies; with `TORTURE` also when it is settled, which
 * src/pay/crash.test.ts shows for whatever is sold, and at any moment, where it is null.
 */
const states = ['claimed', 'settling'] as const
const points = process.env.TORTURE === undefined ? states : ([...states, 'settled', null] as const)
const [price, purse] = [3_000n, 10_000n]

const root = mkdtempSync(join(tmpdir(), 'formosa-paid-crash-'))
const home = join(root, 'home')
const clock = createTestClock(root, builtAt)
const keyFile = join(root, 'settler.key')
let bank: Bank
let database: Database
let service: Service
let settings: Record<string, string>

before(async () => {
  await copyOfBrief(home)
  bank = await openBank(() => clock.now().getTime())
  writeFileSync(keyFile, settlerKey, { mode: 0o600 })
  settings = {
    ...clock.settings,
    ADDRESS_LIMIT: '0',
    AGENT_PAY_MODE: 'onchain',
    AGENT_PAY_RPC_URL: bank.url,
    AGENT_PAY_ASSET: bank.token,
    AGENT_PAY_ASSET_NAME: 'USDC',
    AGENT_PAY_ASSET_VERSION: '2',
    AGENT_PAY_TO: payTo,
    AGENT_PAY_KEY_FILE: keyFile,
    AGENT_PAY_PRICES: `ask=${price}`,
    AGENT_PAY_TIMEOUT: '3600',
  }
  service = await startService(home, settings)
  database = await openDatabase({ path: join(home, 'control.sqlite') })
})
after(async () => {
  await database?.close()
  await service?.stop('SIGKILL')
  await bank?.close()
  rmSync(root, { recursive: true, force: true })
})

type Offer = { readonly me: Wallet; readonly question: object; readonly payment: string }
type SaleResponse = { readonly status: number; readonly text: string; readonly transaction: string | null }

async function post(question: object, payment?: string): Promise<Response> {
  return fetch(`${service.url}/v1/agent/ask`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(payment === undefined ? {} : { 'PAYMENT-SIGNATURE': payment }) },
    body: JSON.stringify(question),
  })
}

/** The response; null if the service died first and the outcome is unknown. */
async function tryTo({ question, payment }: Offer): Promise<SaleResponse | null> {
  try {
    const response = await post(question, payment)
    const settled = response.headers.get('payment-response')
    const transaction = settled === null ? null : unbase64(settled).transaction
    return { status: response.status, text: await response.text(), transaction }
  } catch {
    return null
  }
}

/** Repeats a payment until its outcome is known. */
async function persist(offer: Offer): Promise<SaleResponse> {
  for (let n = 0; n < 20; n++) {
    const response = await tryTo(offer)
    if (response && response.status !== 503) return response
    clock.turn(30)
    await sleep(100)
  }
  throw new Error('the payment was never answered')
}

async function offerOf(n: number): Promise<Offer> {
  // A canonical sentence needs no model, which every start would load anew.
  const question = { question: '個股日行情：2330（台積電），近3個交易日逐期的收盤價。', max_rows: 1 + (n % 3) }
  const me = await bank.customer(purse)
  const challenge = unbase64((await post(question)).headers.get('payment-required'))
  const { payment } = await signFor(me, challenge, { validBefore: clock.now().getTime() / 1_000 + 3_600 })
  return { me, question, payment: base64(payment) }
}

const statesOf = async () =>
  await database.db.selectFrom('agent_payments').select(['id', 'state', 'value', 'dataset']).orderBy('id').execute()

/** Kills the service when a payment that is new has reached a state, or at any moment. */
async function killAt(point: (typeof points)[number], known: number): Promise<void> {
  if (point === null) await sleep(Math.random() * 1_500)
  else
    for (let n = 0; n < 2_000; n++) {
      if ((await statesOf()).slice(known).some(({ state }) => state === point)) break
      await sleep(5)
    }
  await service.stop('SIGKILL')
}

test(`a paid question is charged once and answered, whenever the service is killed (${rounds} times at each point)`, async () => {
  let [sold, interrupted] = [0, 0]
  for (const point of Array.from({ length: rounds }, () => points).flat()) {
    const takings = await bank.takings()
    const known = (await statesOf()).length
    const offers = await Promise.all([1, 2].map((n) => offerOf(n)))
    // The first payment is sent twice.
    const pending = [...offers, offers[0]!].map(tryTo)
    await killAt(point, known)
    const first = await Promise.all(pending)
    interrupted += first.filter((response) => response === null).length
    service = await startService(home, settings)
    // The claims of the dead service run out.
    clock.turn(120)
    for (const [n, offer] of offers.entries()) {
      const response = await persist(offer)
      assert.equal(response.status, 200, `${point}: ${response.text}`)
      assert.equal(JSON.parse(response.text).count, 1 + ((n + 1) % 3))
      // What was delivered before the kill is delivered again, for the same transaction.
      for (const before of [first[n], n === 0 ? first[3] : null])
        if (before?.status === 200) assert.deepEqual(before, response, `${point}`)
      const again = await tryTo(offer)
      assert.deepEqual(again, response)
      assert.equal(await bank.balanceOf(offer.me.account.address), purse - price, 'charged exactly once')
      const other = await post({ ...offer.question, max_rows: 9 }, offer.payment)
      assert.equal(other.status, 409, 'one payment buys one question')
      sold++
    }
    assert.equal((await bank.takings()) - takings, price * BigInt(offers.length))
  }
  assert.ok(interrupted >= rounds, `${interrupted} responses were lost`)
  const entries = await statesOf()
  assert.equal(entries.length, sold)
  for (const { state, value, dataset } of entries)
    assert.deepEqual([state, BigInt(value), dataset], ['settled', price, 'ask'])
})
