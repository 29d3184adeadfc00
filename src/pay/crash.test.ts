import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Bank, challengeAt, get, header, openBank, signFor } from '../../test/support/customer.ts'
import { startEngines } from '../../test/support/engines.ts'
import { startFacilitator } from '../../test/support/facilitator.ts'
import { type ShopOptions, settlerKey } from '../../test/support/shop.ts'
import type { Wallet } from '../../test/support/wallet.ts'
import { type Database, openDatabase, type Place } from '../store/database.ts'

/** How often each step is the last; `TORTURE` asks for many. */
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

/** Every step between reading a payment and the last byte of its answer. */
const allSteps = [
  'read',
  'checked',
  'claimed',
  'verified',
  'computed',
  'stored',
  'estimated',
  'signed',
  'written',
  'sent',
  'confirmed',
  'recorded',
  'settled',
  'delivered',
] as const

/** Steps that change neither ledger nor chain: they only read, compute or wait. */
const silent: readonly string[] = ['checked', 'verified', 'computed', 'estimated', 'signed', 'confirmed', 'settled']

async function startChild(options: ShopOptions) {
  const child = fork(join(import.meta.dirname, '../../test/support/shopChild.ts'), [JSON.stringify(options)])
  children.add(child)
  const exited = once(child, 'exit').then(() => void children.delete(child))
  const [{ url }] = (await once(child, 'message')) as [{ url: string }]
  return {
    url,
    exited,
    async arm(die: string | null) {
      child.send({ die })
      await once(child, 'message')
    },
    kill: () => child.kill('SIGKILL'),
  }
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

async function crashAtPoints(
  place: Place,
  options: Partial<ShopOptions>,
  points: readonly (string | null)[],
): Promise<void> {
  const before = await bank.takings()
  const sold: Sold[] = []
  const all: ShopOptions = { place, rpcUrl: bank.url, claimMs: 800, leaseMs: 800, ...options }
  let child = await startChild(all)
  for (const point of points) {
    const offers = await Promise.all(
      [1, 2].map(async (n) => {
        const url = `${child.url}${path}?stock_id=233${n}`
        const me = await bank.customer(5_000n)
        return { me, url, payment: (await signFor(me, await challengeAt(url))).payment }
      }),
    )
    await child.arm(point)
    // Two payments, one of them sent twice, are under way when the process dies.
    const pending = [...offers, offers[0]!].map(({ url, payment }) => get(url, header(payment)).catch(() => null))
    if (point === null) setTimeout(child.kill, Math.random() * 400)
    await child.exited
    await Promise.all(pending)
    child = await startChild(all)
    for (const { me, payment, url } of offers) {
      const again = url.replace(/^http:\/\/[^/]+/, child.url)
      const response = await persist(again, payment)
      assert.equal(response.status, 200, `${point}: ${response.text}`)
      sold.push({ me, payment, url: again })
    }
  }
  await child.arm(null)
  child.kill()
  await child.exited
  const database = await openDatabase(place)
  await settleUp(database, sold, before)
  await database.close()
}

for (const [turn, engine] of engines.entries()) {
  // The steps are the same whichever the engine: without `TORTURE` each of the two goes through half of them.
  const isTorture = process.env.TORTURE !== undefined
  const half = <T>(points: readonly T[]): readonly T[] =>
    points.filter((_, n) => isTorture || postgres.skip || n % 2 === turn)
  const steps = isTorture ? allSteps : allSteps.filter((step) => !silent.includes(step))
  const often = (points: readonly (string | null)[]) => Array.from({ length: rounds }, () => half(points)).flat()

  test(
    `${engine.name}: killed at any step and at any moment, a payment is charged once and served when it is repeated`,
    {
      skip: engine.skip,
    },
    async () =>
      crashAtPoints(await engine.emptied(), {}, often([...steps, ...(isTorture ? [null, null, null] : [null])])),
  )

  test(`${engine.name}: killed around a facilitator’s settling, a payment is charged once and served when it is repeated`, {
    skip: engine.skip,
  }, async () => {
    const facilitator = await startFacilitator(bank.url, settlerKey)
    // The other steps are those of a payment that the shop settles itself.
    const own = ['handed', 'answered']
    const points = often(isTorture ? ['verified', 'stored', ...own, 'confirmed', 'recorded'] : own)
    await crashAtPoints(await engine.emptied(), { mode: 'facilitator', facilitatorUrl: facilitator.url }, points)
    await facilitator.close()
  })
}
