import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TaiwanStockOverview } from '../catalogue/technical/TaiwanStockOverview.ts'
import { TaiwanStockPrice } from '../catalogue/technical/TaiwanStockPrice.ts'
import { TaiwanStockWeekPrice } from '../catalogue/technical/TaiwanStockWeekPrice.ts'
import type { Batch } from '../lake/batch.ts'
import { simulateBeside, simulateHere } from './simulator.ts'
import { defaultOptions } from './world.ts'

const contentOf = (batch: Batch) => ({
  size: batch.size(),
  columns: batch.columns.map(({ name }, i) => [name, batch.values(i), batch.dictionary(i)]),
})

test('a thread simulates the same rows, and its failure or end reaches everyone who waits', async () => {
  const through = '2026-11-13'
  const market = { ...defaultOptions(1, through), movesFrom: '2025-01-02' }
  const options = { options: market, through, after: '2026-11-11' }
  const [beside, here] = [simulateBeside(options), simulateHere(options)]
  // Asked for at once, answered in turn.
  const pending = [TaiwanStockPrice, TaiwanStockOverview].map((dataset) => beside.rows(dataset))
  for (const [i, dataset] of [TaiwanStockPrice, TaiwanStockOverview].entries()) {
    const rows = await pending[i]!
    assert.ok(rows.size() > 100)
    assert.deepEqual(contentOf(rows), contentOf(await here.rows(dataset)))
    // A batch that came from a thread can grow.
    rows.push(Object.fromEntries(rows.columns.map(({ name }) => [name, null])))
    assert.equal(rows.values(0).length, rows.size())
  }
  // No table simulates a dataset that is computed.
  const failing = [TaiwanStockWeekPrice, TaiwanStockPrice].map((dataset) => beside.rows(dataset))
  for (const { status } of await Promise.allSettled(failing)) assert.equal(status, 'rejected')
  await assert.rejects(beside.rows(TaiwanStockPrice))

  const stopped = simulateBeside(options)
  const waiting = assert.rejects(stopped.rows(TaiwanStockPrice), /the simulation was ended/)
  await stopped.close()
  await waiting
  await beside.close()
})
