import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import { startEngines } from '../../../test/support/engines.ts'
import { readAudit } from '../../store/auditTrail.ts'
import { type Database, openDatabase } from '../../store/database.ts'
import { iso } from './entry.ts'
import { createLedger } from './ledger.ts'
import { replayMs } from './maintenance.ts'
import type { NewEntry } from './newEntry.ts'

const { sqlite, postgres, stop } = await startEngines()
const engines = [sqlite, postgres]
const opened: Database[] = []
after(async () => {
  for (const database of opened) await database.close()
  await stop()
})

const hex = (bytes: number) => `0x${randomBytes(bytes).toString('hex')}`
const newEntry = (more: Partial<NewEntry> = {}): NewEntry => ({
  chainId: 84_532,
  asset: '0x036cbd53842c5426634e7929541ec2318f3dcf7e',
  payer: hex(20),
  nonce: hex(32),
  identifier: null,
  payTo: hex(20),
  value: '1000',
  validAfter: '0',
  validBefore: '1794731507',
  signature: `${hex(64)}1b`,
  wire: 'v2',
  mode: 'onchain',
  headerHash: hex(32),
  requestHash: hex(32),
  senderHash: hex(32),
  dataset: 'TaiwanStockPrice',
  resource: '/v1/agent/TaiwanStockPrice',
  ...more,
})
const response = {
  body: Buffer.from('{"data":[]}'),
  bodyHash: 'ab',
  headers: ['Content-Type', 'application/json'],
  dataVersion: 'v1',
}
const paid = { kind: 'paid', transaction: hex(32), block: '7', fee: '21000' } as const

for (const { name, skip, fresh: place } of engines) {
  /** Two connections to one database, and a clock that moves when told. */
  const open = async () => {
    let at = Date.parse('2026-11-15T08:00:00Z')
    const pass = (ms: number): void => {
      at += ms
    }
    const where = await place()
    const ledgers = []
    for (let n = 0; n < 2; n++) {
      const database = await openDatabase(where)
      opened.push(database)
      ledgers.push(createLedger(database, () => at))
    }
    /** What the audit trail has, the oldest first. */
    const trail = async () =>
      (await readAudit(opened.at(-1)!, { limit: 100 }))
        .toReversed()
        .map(({ at: when, action, subject, detail }) => [when, action, subject, detail])
    return { one: ledgers[0]!, other: ledgers[1]!, pass, trail, now: () => iso(at) }
  }
  const when = (what: string, run: (opened: Awaited<ReturnType<typeof open>>) => Promise<void>) =>
    test(`${name}: ${what}`, { skip }, async () => run(await open()))

  when('exactly one of many claims on an authorization succeeds, over any connection', async ({ one, other }) => {
    for (let round = 0; round < 10; round++) {
      const entry = newEntry()
      const claims = await Promise.all(Array.from({ length: 20 }, (_, i) => (i % 2 ? one : other).claim(entry, 1_000)))
      assert.equal(claims.filter(({ kind }) => kind === 'mine').length, 1)
      assert.equal(new Set(claims.map((claim) => claim.entry.id)).size, 1)
    }
  })

  when(
    'exactly one of many claims under a payment identifier succeeds, and another payer may use the same identifier',
    async ({ one, other }) => {
      const identifier = 'pay_7d5d747be160e280'
      const entry = newEntry({ identifier })
      const claims = await Promise.all(
        Array.from({ length: 20 }, (_, i) => (i % 2 ? one : other).claim({ ...entry, nonce: hex(32) }, 1_000)),
      )
      assert.equal(claims.filter(({ kind }) => kind === 'mine').length, 1)
      assert.equal((await one.claim(newEntry({ identifier }), 1_000)).kind, 'mine')
    },
  )

  when('a payment on a chain with a large id is kept', async ({ one, other }) => {
    for (const chainId of [1, 2 ** 31 - 1, 2 ** 31, 4_202_604_202_601, Number.MAX_SAFE_INTEGER]) {
      const entry = newEntry({ chainId })
      assert.equal((await one.claim(entry, 1_000)).kind, 'mine')
      const again = await other.claim(entry, 1_000)
      assert.deepEqual([again.kind, again.entry.chainId], ['known', chainId])
    }
  })

  when(
    'a claim is taken over when its lease ends, and the first holder then changes nothing',
    async ({ one, other, pass }) => {
      const entry = newEntry()
      const first = await one.claim(entry, 1_000)
      assert.equal((await other.claim(entry, 1_000)).kind, 'known')
      pass(1_001)
      const second = await other.claim(entry, 1_000)
      assert.equal(second.kind, 'mine')
      assert.equal(second.entry.id, first.entry.id)
      assert.equal(await one.toSettle(first.entry, response), false)
      await one.drop(first.entry)
      assert.equal(await other.toSettle(second.entry, response), true)
      assert.equal((await one.find(first.entry.id))?.state, 'settling')
    },
  )

  when('the response is stored before settlement and replayed unchanged', async ({ one, other, trail, now }) => {
    const { entry } = await one.claim(newEntry(), 1_000)
    assert.equal(await one.settled(entry.id, paid), false, 'nothing is settled that was not stored')
    assert.equal(await one.toSettle(entry, response), true)
    assert.deepEqual(
      (await other.due(10)).map(({ id }) => id),
      [entry.id],
    )
    assert.equal(await other.sent(entry.id, { hash: paid.transaction, sender: '0xaa', nonce: 4, raw: '0x00' }), true)
    assert.deepEqual([...(await other.takenNonces('0xaa', 0))], [4])
    assert.equal(await other.settled(entry.id, paid), true)
    assert.equal(await other.failed(entry.id, 'late', { isOver: true }), false, 'what is settled stays settled')
    const settled = (await one.find(entry.id))!
    assert.deepEqual(
      [
        settled.state,
        settled.txHash,
        settled.block,
        settled.fee,
        settled.attempts,
        settled.bodyHash,
        settled.dataVersion,
      ],
      ['settled', paid.transaction, '7', '21000', 1, 'ab', 'v1'],
    )
    assert.deepEqual(await one.bodyOf(entry.id), { body: response.body, headers: response.headers })
    assert.equal((await one.findByNonce(entry))?.id, entry.id)
    assert.deepEqual(await one.due(10), [])
    assert.deepEqual([...(await one.takenNonces('0xaa', 0))], [])
    assert.deepEqual(await trail(), [[now(), 'payment.settled', `payment ${entry.id}`, paid.transaction]])
  })

  when('a failed payment may be retried, and after submission only unchanged', async ({ one, trail }) => {
    const entry = newEntry()
    const first = await one.claim(entry, 1_000)
    await one.toSettle(first.entry, response)
    await one.failed(first.entry.id, 'invalid_exact_evm_insufficient_balance', { isOver: true })
    const second = await one.claim({ ...entry, requestHash: hex(32), headerHash: hex(32) }, 1_000)
    assert.equal(second.kind, 'mine', 'nothing had left the process')
    await one.toSettle(second.entry, response)
    await one.sent(second.entry.id, { hash: paid.transaction, sender: '0xaa', nonce: 0, raw: '0x00' })
    await one.failed(second.entry.id, 'payer_blocked', { isOver: false, fee: '5' })
    assert.equal((await one.claim(entry, 1_000)).kind, 'known', 'other bytes')
    const third = await one.claim(
      { ...entry, requestHash: second.entry.requestHash, headerHash: second.entry.headerHash },
      1_000,
    )
    assert.equal(third.kind, 'mine')
    await one.drop(third.entry)
    assert.equal((await one.find(third.entry.id))?.state, 'failed', 'what was handed on stays on record')
    assert.deepEqual(
      (await trail()).map(([, action, , detail]) => [action, detail]),
      [
        ['payment.failed', 'invalid_exact_evm_insufficient_balance'],
        ['payment.failed', 'payer_blocked'],
        ['payment.failed', null],
      ],
    )
  })

  when('a released claim leaves no row', async ({ one }) => {
    const { entry } = await one.claim(newEntry({ identifier: 'pay_7d5d747be160e280' }), 1_000)
    await one.drop(entry)
    assert.equal(await one.find(entry.id), null)
  })

  when('a payment identifier can be used by another authorization after the first one failed', async ({ one }) => {
    const entry = newEntry({ identifier: 'pay_7d5d747be160e280' })
    const first = await one.claim(entry, 1_000)
    await one.toSettle(first.entry, response)
    assert.equal((await one.claim({ ...entry, nonce: hex(32) }, 1_000)).kind, 'known')
    await one.failed(first.entry.id, 'payer_blocked', { isOver: true })
    assert.equal((await one.claim({ ...entry, nonce: hex(32) }, 1_000)).kind, 'mine')
  })

  when('a lease has one holder at a time, until it expires or is released', async ({ one, other, pass }) => {
    const [a, b] = [await one.acquireLease('settler', 'a', 1_000), await other.acquireLease('settler', 'b', 1_000)]
    assert.equal(Number(a) + Number(b), 1)
    const [held, free] = a ? ['a', 'b'] : ['b', 'a']
    assert.equal(await other.acquireLease('settler', held, 1_000), true, 'its holder may ask again')
    pass(1_001)
    assert.equal(await one.acquireLease('settler', free, 1_000), true)
    assert.equal(await one.acquireLease('settler', held, 1_000), false)
    await one.releaseLease('settler', free)
    assert.equal(await one.acquireLease('settler', held, 1_000), true)
    assert.equal(await one.acquireLease('another', free, 1_000), true)
  })

  when(
    'stored responses are deleted after the replay window, and undelivered ones after a day',
    async ({ one, pass }) => {
      const settle = async () => {
        const { entry } = await one.claim(newEntry(), 1_000)
        await one.toSettle(entry, response)
        await one.settled(entry.id, paid)
        return entry.id
      }
      const [served, waiting] = [await settle(), await settle()]
      await one.served(served)
      await one.tidy()
      assert.ok(await one.bodyOf(served))
      pass(replayMs + 1_000)
      await one.tidy()
      assert.equal(await one.bodyOf(served), null)
      assert.ok(await one.bodyOf(waiting))
      pass(86_400_000)
      await one.tidy()
      assert.equal(await one.bodyOf(waiting), null)
      assert.equal((await one.find(served))?.state, 'settled', 'the line itself is kept')
    },
  )

  when('claims of dead workers are released, and submitted ones are followed', async ({ one, pass }) => {
    const dead = await one.claim(newEntry(), 1_000)
    const handed = await one.claim(newEntry(), 1_000)
    await one.handOver(handed.entry.id)
    pass(120_000)
    await one.tidy()
    assert.equal(await one.find(dead.entry.id), null)
    assert.equal((await one.find(handed.entry.id))?.state, 'failed')
    assert.deepEqual(
      (await one.due(10)).map(({ id }) => id),
      [handed.entry.id],
    )
  })
}
