import assert from 'node:assert/strict'
import { once } from 'node:events'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { type Bank, challengeAt, get, header, openBank, signFor } from '../../test/support/customer.ts'
import { startEngines } from '../../test/support/engines.ts'
import { startPostgres } from '../../test/support/postgres.ts'
import { openShop } from '../../test/support/shop.ts'

const { sqlite, postgres, stop } = await startEngines()
const bank: Bank = await openBank()
after(async () => {
  await bank.close()
  await stop()
})

const path = '/v1/agent/TaiwanStockPrice?stock_id=2330'

/** Payments that are under way at once; with TORTURE more. */
const many = process.env.TORTURE === undefined ? 4 : 12

for (const engine of [sqlite, postgres]) {
  const { skip } = engine

  test(`${engine.name}: two shops with one ledger and one settler charge each payment once`, { skip }, async () => {
    const place = await engine.emptied()
    const shops = [await openShop({ place, rpcUrl: bank.url }), await openShop({ place, rpcUrl: bank.url })]
    const me = await bank.customer()
    const before = await bank.takings()
    const url = (n: number) => shops[n % 2]!.url + path
    const challenge = await challengeAt(url(0))
    const copy = (await signFor(me, challenge)).payment
    const copies = await Promise.all(Array.from({ length: 20 }, (_, n) => get(url(n), header(copy))))
    assert.deepEqual(new Set(copies.map(({ status }) => status)), new Set([200]))
    assert.equal(new Set(copies.map(({ text }) => text)).size, 1)
    assert.equal(shops[0]!.queries() + shops[1]!.queries(), 1)
    assert.equal((await bank.takings()) - before, 1000n)

    const different = await Promise.all(Array.from({ length: many }, () => signFor(me, challenge)))
    const responses = await Promise.all(different.map(({ payment }, n) => get(url(n), header(payment))))
    assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]))
    assert.equal((await bank.takings()) - before, BigInt(many + 1) * 1000n)
    for (const shop of shops) await shop.close()
  })

  test(`${engine.name}: serving threads and one settling thread charge each payment once`, { skip }, async () => {
    const place = await engine.emptied()
    const staffed = await openShop({ place, rpcUrl: bank.url })
    const threads = await Promise.all(
      [1, 2].map(async () => {
        const worker = new Worker(join(import.meta.dirname, '../../test/support/shopThread.ts'), {
          workerData: { place, rpcUrl: bank.url },
        })
        const [{ url }] = (await once(worker, 'message')) as [{ url: string }]
        return { worker, url }
      }),
    )
    const me = await bank.customer()
    const challenge = await challengeAt(threads[0]!.url + path)
    const { payment } = await signFor(me, challenge)
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, n) => get(threads[n % 2]!.url + path, header(payment))),
    )
    assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]))
    assert.equal(new Set(responses.map(({ text }) => text)).size, 1)
    assert.equal(await bank.balanceOf(me.account.address), 999_000n)
    for (const { worker } of threads) {
      const exited = once(worker, 'exit')
      worker.postMessage('close')
      await exited
    }
    await staffed.close()
  })

  test(`${engine.name}: another shop takes over settlement when the settling one is gone`, { skip }, async () => {
    const place = await engine.emptied()
    const first = await openShop({ place, rpcUrl: bank.url, leaseMs: 500 })
    const second = await openShop({ place, rpcUrl: bank.url, leaseMs: 500 })
    const me = await bank.customer()
    const challenge = await challengeAt(second.url + path)
    const buy = async () => (await get(second.url + path, header((await signFor(me, challenge)).payment))).status
    assert.equal(await buy(), 200)
    await first.close()
    assert.equal(await buy(), 200)
    await second.close()
  })

  test(`${engine.name}: a shop without a settler keeps the payment for later`, { skip }, async () => {
    const place = await engine.emptied()
    const lonely = await openShop({ place, rpcUrl: bank.url, hasSettler: false, waitMs: 300 })
    const me = await bank.customer()
    const { payment } = await signFor(me, await challengeAt(lonely.url + path))
    const response = await get(lonely.url + path, header(payment))
    assert.deepEqual([response.status, response.json.code], [503, 'settlement_pending'])
    const staffed = await openShop({ place, rpcUrl: bank.url })
    assert.equal((await get(staffed.url + path, header(payment))).status, 200)
    assert.equal((await get(lonely.url + path, header(payment))).status, 200)
    assert.equal(await bank.balanceOf(me.account.address), 999_000n)
    await lonely.close()
    await staffed.close()
  })
}

test('a payment during a PostgreSQL crash is charged once and served after recovery', async (t) => {
  const server = await startPostgres()
  if ('skip' in server) return t.skip(server.skip)
  const shop = await openShop({
    place: { path: '', url: server.url },
    rpcUrl: bank.url,
    computeMs: 100,
    leaseMs: 1_000,
    claimMs: 1_000,
  })
  const me = await bank.customer(50_000n)
  const challenge = await challengeAt(shop.url + path)
  // While the answer is computed, and while the payment is settled; with TORTURE also at the ends of both.
  const moments = process.env.TORTURE === undefined ? [50, 150] : [0, 50, 100, 150, 200]
  for (const [round, moment] of moments.entries()) {
    const { payment } = await signFor(me, challenge)
    const first = get(shop.url + path, header(payment))
    await sleep(moment)
    await server.crash()
    await first
    await server.start()
    let response = await get(shop.url + path, header(payment))
    for (let n = 0; n < 600 && response.status >= 500; n++) {
      await sleep(100)
      response = await get(shop.url + path, header(payment))
    }
    assert.equal(response.status, 200)
    assert.equal(await bank.balanceOf(me.account.address), 50_000n - BigInt(round + 1) * 1000n)
  }
  await shop.close()
  await server.stop()
})
