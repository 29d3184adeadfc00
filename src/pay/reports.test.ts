import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Bank, challengeAt, get, header, openBank, signFor } from '../../test/support/customer.ts'
import { startEngines } from '../../test/support/engines.ts'
import { openShop } from '../../test/support/shop.ts'
import { openChain } from './chain.ts'
import { createLedger } from './ledger/ledger.ts'
import { reconcile } from './reconciliation.ts'
import { csvOf, findPayment, inDollars, listPayments, totalsOf } from './reports.ts'

const { sqlite, postgres, stop } = await startEngines()
const bank: Bank = await openBank()
after(async () => {
  await bank.close()
  await stop()
})

const prices = '/v1/agent/TaiwanStockPrice?stock_id=2330'
const ratios = '/v1/agent/TaiwanStockPER?stock_id=2330'

for (const engine of [sqlite, postgres])
  test(`${engine.name}: the seller finds every payment, its sums, and the chain agrees`, {
    skip: engine.skip,
  }, async () => {
    const shop = await openShop({ place: await engine.emptied(), rpcUrl: bank.url })
    const chain = openChain(bank.url, shop.terms, Date.now)
    const { number: before } = await chain.token.head()
    const [one, other, poor] = [await bank.customer(), await bank.customer(), await bank.customer(0n)]
    const challenge = await challengeAt(shop.url + prices)
    const buy = async (wallet: typeof one, path: string) =>
      get(shop.url + path, header((await signFor(wallet, challenge)).payment))
    for (const [wallet, path] of [
      [one, prices],
      [one, ratios],
      [other, prices],
    ] as const)
      assert.equal((await buy(wallet, path)).status, 200)
    assert.equal((await buy(poor, prices)).status, 402)
    const carried = await signFor(one, challenge)
    await bank.carry(carried.signed)
    assert.equal((await get(shop.url + prices, header(carried.payment))).status, 409)
    const stranger = await signFor(other, challenge)
    const transaction = await bank.carry(stranger.signed)

    const all = await listPayments(shop.database)
    assert.deepEqual(
      all.map(({ state }) => state),
      ['external', 'settled', 'settled', 'settled'],
    )
    assert.equal((await listPayments(shop.database, { payer: one.account.address })).length, 3)
    assert.equal((await listPayments(shop.database, { dataset: 'TaiwanStockPER' })).length, 1)
    assert.equal((await listPayments(shop.database, { state: 'settled', limit: 2 })).length, 2)
    assert.equal((await listPayments(shop.database, { since: Date.now() + 60_000 })).length, 0)
    const [, newest] = all
    for (const name of [String(newest!.id), newest!.txHash!, newest!.nonce])
      assert.equal((await findPayment(shop.database, name))?.id, newest!.id)
    assert.equal(await findPayment(shop.database, '0x00'), null)

    const totals = totalsOf(all)
    const settled = totals.filter(({ state }) => state === 'settled')
    // Midnight in Taipei may lie between two of them: totals are by day.
    assert.deepEqual(
      [...Map.groupBy(settled, ({ dataset }) => dataset)]
        .map(([dataset, days]) => [
          dataset,
          days.reduce((sum, { count }) => sum + count, 0),
          days.reduce((sum, { amount }) => sum + amount, 0n),
        ])
        .sort(),
      [
        ['TaiwanStockPER', 1, 1000n],
        ['TaiwanStockPrice', 2, 2000n],
      ],
    )
    assert.ok(
      settled.every(({ gas }) => gas > 0n),
      'settling has cost gas',
    )

    const lines = csvOf(all).split('\r\n')
    assert.equal(lines.length, 6)
    assert.match(lines[0]!, /^id,created_at,settled_at,taipei_date,state,/)
    assert.match(lines[2]!, new RegExp(newest!.txHash!))
    assert.match(lines[2]!, /,0\.001000,/)

    const ledger = createLedger(shop.database, Date.now)
    const found = await reconcile(shop.database, ledger, chain, shop.terms, { fromBlock: before + 1n })
    assert.deepEqual([found.chain.count, found.chain.amount], [5, 5000n])
    assert.deepEqual([found.ledger.count, found.ledger.amount], [4, 4000n])
    assert.deepEqual(
      found.unknown.map((paid) => paid.transaction),
      [transaction],
    )
    assert.deepEqual(found.missing, [])
    assert.equal(found.open, 0)

    await shop.database.db
      .updateTable('agent_payments')
      .set({ nonce: `0x${'99'.repeat(32)}` })
      .where('id', '=', newest!.id)
      .execute()
    const forged = await reconcile(shop.database, ledger, chain, shop.terms, { fromBlock: before + 1n })
    assert.deepEqual(
      forged.missing.map(({ id }) => id),
      [newest!.id],
    )
    await shop.close()
  })

test('pending payments are completed from the chain', async () => {
  const shop = await openShop({ place: await sqlite.fresh(), rpcUrl: bank.url, hasSettler: false, waitMs: 100 })
  const me = await bank.customer()
  const { signed, payment } = await signFor(me, await challengeAt(shop.url + prices))
  assert.equal((await get(shop.url + prices, header(payment))).status, 503)
  await bank.carry(signed)
  const chain = openChain(bank.url, shop.terms, Date.now)
  const found = await reconcile(shop.database, createLedger(shop.database, Date.now), chain, shop.terms, {
    fromBlock: 0n,
  })
  assert.deepEqual(
    found.concluded.map(({ outcome }) => outcome),
    ['paid'],
  )
  assert.equal((await get(shop.url + prices, header(payment))).status, 200)
  await shop.close()
})

test('cells with commas, quotes and lines are quoted, and amounts keep every digit', () => {
  assert.equal(inDollars('1000'), '0.001000')
  assert.equal(inDollars(1_234_567_890n), '1234.567890')
  const entry = {
    resource: '/v1/agent/X?stock_id=1,2',
    reason: 'a "quoted"\nword',
    value: '5',
    payTo: '',
    createdAt: 0,
    settledAt: null,
    servedAt: null,
    id: 1,
    replays: 0,
    chainId: 1,
  }
  const text = csvOf([entry as never])
  assert.match(text, /"\/v1\/agent\/X\?stock_id=1,2"/)
  assert.match(text, /"a ""quoted""\nword"\r\n$/)
})
