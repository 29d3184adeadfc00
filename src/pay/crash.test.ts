import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Bank, challengeAt, get, header, openBank, signFor } from '../../test/support/customer.ts'
import { startEngines } from '../../test/support/engines.ts'
import { startFacilitator } from '../../test/support/facilitator.ts'
import { pass, type Rule, startPaymentProxy } from '../../test/support/paymentProxy.ts'
import { type ShopOptions, settlerKey } from '../../test/support/shop.ts'
import { until } from '../../test/support/until.ts'
import type { Wallet } from '../../test/support/wallet.ts'
import { type Database, openDatabase, type Place } from '../store/database.ts'

/** How often each point is the last; `TORTURE` asks for many. */
const rounds = Math.max(1, Number(process.env.TORTURE ?? 0))

const { sqlite, postgres, stop } = await startEngines()
const engines = [sqlite, postgres]
const bank: Bank = await openBank()
const children = new Set<ChildProcess>()
after(async () => {
  for (const child of children) child.kill('SIGKILL')
  await bank.close()
  await stop()
})

const path = '/v1/agent/TaiwanStockPrice'

/**
 * Where the process is killed, as it is seen from outside: at a request to the node or the facilitator, before that gets
 * it or once it has answered; while a page is computed; when the ledger has a payment as settled; at the first or the
 * last byte of an answer; or at any moment.
 */
type Point = {
  readonly at: `${'before' | 'after'} ${string}` | 'page' | 'settled' | 'head' | 'answer' | 'any moment'
  /** The engine on which it is tried; `TORTURE` tries each point on both. */
  readonly on: 'SQLite' | 'PostgreSQL'
  /** What the ledger then says of a payment, and whether money has moved. */
  readonly ledger?: string
  readonly isPaid?: boolean
}

const ownPoints: readonly Point[] = [
  { at: 'before eth_call', on: 'SQLite', ledger: 'claimed', isPaid: false },
  { at: 'page', on: 'PostgreSQL', ledger: 'claimed', isPaid: false },
  { at: 'before eth_estimateGas', on: 'SQLite', ledger: 'settling', isPaid: false },
  { at: 'before eth_sendRawTransaction', on: 'PostgreSQL', ledger: 'settling, sent', isPaid: false },
  { at: 'after eth_sendRawTransaction', on: 'SQLite', ledger: 'settling, sent', isPaid: true },
  { at: 'after eth_getTransactionReceipt', on: 'PostgreSQL', ledger: 'settling, sent', isPaid: true },
  { at: 'settled', on: 'SQLite', isPaid: true },
  { at: 'head', on: 'PostgreSQL', ledger: 'settled', isPaid: true },
  { at: 'answer', on: 'SQLite', isPaid: true },
  { at: 'any moment', on: 'PostgreSQL' },
]

const facilitatorPoints: readonly Point[] = [
  { at: 'before /verify', on: 'SQLite', ledger: 'claimed, sent', isPaid: false },
  { at: 'before /settle', on: 'PostgreSQL', ledger: 'settling, sent', isPaid: false },
  { at: 'after /settle', on: 'SQLite', ledger: 'settling, sent', isPaid: true },
]

/** A page that no buffer of the system holds: its last byte has not left while nobody reads it. */
const longRows = 400_000

async function startChild(options: ShopOptions) {
  const child = fork(join(import.meta.dirname, '../../test/support/shopChild.ts'), [JSON.stringify(options)])
  children.add(child)
  const exited = once(child, 'exit').then(() => void children.delete(child))
  const [{ url }] = (await once(child, 'message')) as [{ url: string }]
  let isStopped = false
  const kill = () => child.kill('SIGKILL')
  child.on('message', () => (isStopped ? kill() : child.send('compute')))
  return {
    url,
    exited,
    kill,
    /** Kills it when it begins with a page. */
    killAtPage() {
      isStopped = true
    },
  }
}

type Child = Awaited<ReturnType<typeof startChild>>

/** Kills the process before a request is forwarded, or when the request was answered and the process does not know it. */
const trap =
  (at: string, { kill }: Child): Rule =>
  (name) => {
    const [when, wanted] = at.split(' ')
    if (name !== wanted) return pass
    if (when === 'after')
      return {
        kind: 'twist',
        respond(honest) {
          kill()
          return honest
        },
      }
    kill()
    return { kind: 'drop' }
  }

/** Repeats a payment until its response is final; a broken connection counts as none. */
async function persist(url: string, payment: unknown): Promise<{ status: number; text: string }> {
  for (let n = 0; n < 600; n++) {
    const response = await get(url, header(payment)).catch(() => null)
    if (response && response.status !== 503) return response
    await sleep(100)
  }
  throw new Error('the payment was never answered')
}

type Sold = { readonly me: Wallet; readonly payment: unknown; readonly url: string }

/** Compares all sales with the chain and the ledger. */
async function settleUp(database: Database, sold: readonly Sold[], before: bigint): Promise<void> {
  for (const { me } of sold) assert.equal(await bank.balanceOf(me.account.address), 4_000n, 'charged exactly once')
  const rows = await database.db.selectFrom('agent_payments').select(['state', 'value']).execute()
  assert.deepEqual([...new Set(rows.map(({ state }) => state))], ['settled'])
  const sum = rows.reduce((total, { value }) => total + BigInt(value), 0n)
  assert.equal(sum, (await bank.takings()) - before, 'the ledger and the chain have the same sum')
}

/** What the ledger says of payments: their states, and which of them have left our hands. */
async function ledgerOf({ db }: Database, payers: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('agent_payments')
    .select(['state', 'attempts', 'served_at'])
    .where('payer', 'in', payers)
    .execute()
  return rows.map(({ state, attempts, served_at }) =>
    state === 'settled' ? `settled${served_at ? ', served' : ''}` : `${state}${attempts > 0 ? ', sent' : ''}`,
  )
}

async function crashAtPoints(place: Place, options: Partial<ShopOptions>, points: readonly Point[]): Promise<void> {
  const before = await bank.takings()
  const sold: Sold[] = []
  const node = await startPaymentProxy(bank.url)
  const facilitator = options.facilitatorUrl === undefined ? null : await startPaymentProxy(options.facilitatorUrl)
  const proxies = [node, facilitator].filter((proxy) => proxy !== null)
  const all: ShopOptions = { place, claimMs: 800, leaseMs: 800, ...options, rpcUrl: node.url }
  const start = (rows = 1) => startChild({ ...all, rows, ...(facilitator ? { facilitatorUrl: facilitator.url } : {}) })
  const database = await openDatabase(place)

  let child = await start()
  for (const { at, ledger, isPaid } of points) {
    if (at === 'head') {
      child.kill()
      await child.exited
      child = await start(longRows)
    }
    const takings = await bank.takings()
    const offers = await Promise.all(
      [1, 2].map(async (n) => {
        const url = `${child.url}${path}?stock_id=233${n}`
        const me = await bank.customer(5_000n)
        return { me, url, payment: (await signFor(me, await challengeAt(url))).payment }
      }),
    )
    const payers = offers.map(({ me }) => me.account.address.toLowerCase())
    const { kill } = child
    for (const proxy of proxies) proxy.setRule(trap(at, child))
    if (at === 'page') child.killAtPage()
    if (at === 'any moment') setTimeout(kill, Math.random() * 400)
    // Two payments, one of them sent twice, are under way when the process dies.
    const pending = Promise.allSettled(
      [...offers, offers[0]!].map(async ({ url, payment }) => {
        const response = await fetch(url, { headers: header(payment) })
        if (at === 'head') kill()
        await response.arrayBuffer()
        if (at === 'answer') kill()
      }),
    )
    if (at === 'settled')
      await until(
        'a payment is settled',
        async () => (await ledgerOf(database, payers)).some((state) => /^settled/.test(state)),
        { pauseMs: 0 },
      )
    if (at === 'settled') kill()
    await child.exited
    await pending
    for (const proxy of proxies) proxy.setRule(() => pass)
    const states = await ledgerOf(database, payers)
    if (ledger !== undefined) assert.ok(states.includes(ledger), `${at}: ${states.join('; ')}`)
    if (isPaid !== undefined) assert.equal((await bank.takings()) > takings, isPaid, `${at}: the money`)

    child = await start()
    for (const { me, payment, url } of offers) {
      const again = url.replace(/^http:\/\/[^/]+/, child.url)
      const response = await persist(again, payment)
      assert.equal(response.status, 200, `${at}: ${response.text}`)
      sold.push({ me, payment, url: again })
    }
  }
  child.kill()
  await child.exited
  await settleUp(database, sold, before)
  await database.close()
  for (const proxy of proxies) await proxy.close()
}

for (const engine of engines) {
  const often = (points: readonly Point[]) => {
    const own = points.filter(({ on }) => process.env.TORTURE !== undefined || postgres.skip || on === engine.name)
    return Array.from({ length: rounds }, () => own).flat()
  }

  test(
    `${engine.name}: killed at any point and at any moment, a payment is charged once and served when it is repeated`,
    {
      skip: engine.skip,
    },
    async () => crashAtPoints(await engine.emptied(), {}, often(ownPoints)),
  )

  test(`${engine.name}: killed around a facilitator’s settling, a payment is charged once and served when it is repeated`, {
    skip: engine.skip,
  }, async () => {
    const facilitator = await startFacilitator(bank.url, settlerKey)
    const options = { mode: 'facilitator', facilitatorUrl: facilitator.url } as const
    await crashAtPoints(await engine.emptied(), options, often(facilitatorPoints))
    await facilitator.close()
  })
}
