import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lakeOf, type Written } from '../../../test/support/derived.ts'
import { marketRows } from '../../../test/support/series.ts'
import { TaiwanCBOverview } from '../../catalogue/convertibles/TaiwanCBOverview.ts'
import { TaiwanFuturesLargeTraders } from '../../catalogue/derivatives/TaiwanFuturesLargeTraders.ts'
import { TaiwanOptionsLargeTraders } from '../../catalogue/derivatives/TaiwanOptionsLargeTraders.ts'
import type { Derivation } from '../derivation.ts'
import { bondHistory } from './TaiwanCBOverviewHistory.ts'
import { futuresLargeTraders } from './TaiwanFuturesLargeTradersHistory.ts'
import { optionsLargeTraders } from './TaiwanOptionsLargeTradersHistory.ts'

/** Lets days go by: on each the snapshot has other rows, and what is computed is stored. */
async function keep(derivation: Derivation, snapshots: readonly (readonly Written[])[]) {
  const { dataset, from } = derivation
  const snapshot = from.find((one) => one !== dataset)!
  const lake = await lakeOf(from)
  let rows: Awaited<ReturnType<typeof lake.rows>> = []
  for (const one of snapshots) {
    await lake.clear()
    await lake.put(snapshot, one)
    await lake.put(dataset, rows)
    const day = String(one[0]![snapshot === TaiwanCBOverview ? 'as_of_date' : 'trade_date'])
    const added = await lake.rows(derivation, day)
    rows = await lake.rows(derivation)
    // What is added to the stored rows is what all of them are computed to be.
    assert.deepEqual(
      added.filter((row) => row.trade_date! >= day),
      rows.filter((row) => row.trade_date! >= day),
    )
  }
  return rows
}

test('the days of large traders stay when the newest day replaces them', async () => {
  for (const [derivation, snapshot, id] of [
    [futuresLargeTraders, TaiwanFuturesLargeTraders, 'futures_id'],
    [optionsLargeTraders, TaiwanOptionsLargeTraders, 'option_id'],
  ] as const) {
    const row = (trade_date: string, name: string, interest: number | null): Written => ({
      ...{ trade_date, [id]: name, contract_month: 'all', call_put: 'call', market_open_interest: 9 },
      buy_top5_trader_open_interest: interest,
    })
    const rows = await keep(derivation, [
      [row('2026-03-02', 'A', 1), row('2026-03-02', 'B', 2)],
      [row('2026-03-03', 'A', 3)],
      [row('2026-03-03', 'A', 4), row('2026-03-03', 'B', null)],
    ])
    assert.deepEqual(
      rows.map((one) => [one.trade_date!.slice(8), one[id], one.buy_top5_trader_open_interest].join(' ')),
      ['02 A 1', '02 B 2', '03 A 4', '03 B '],
    )
    const name = snapshot.name
    assert.deepEqual(
      await marketRows(`SELECT * FROM ${name}History ORDER BY ALL`),
      await marketRows(`SELECT * FROM ${name} ORDER BY ALL`),
    )
  }
})

test('an active bond has a row for each day, another one for the first day of its status', async () => {
  const row = (as_of_date: string, cb_id: string, status: string, conversion_price: number): Written => ({
    ...{ as_of_date, cb_id, status, conversion_price, bond_kind: 'convertible' },
  })
  const rows = await keep(bondHistory, [
    [row('2026-03-02', 'A', 'active', 1), row('2026-03-02', 'B', 'matured', 2)],
    [row('2026-03-03', 'A', 'active', 3), row('2026-03-03', 'B', 'matured', 2)],
    [row('2026-03-04', 'A', 'matured', 3), row('2026-03-04', 'B', 'matured', 2)],
    [row('2026-03-05', 'A', 'matured', 3), row('2026-03-05', 'B', 'matured', 2)],
  ])
  assert.deepEqual(
    rows.map((one) => [one.cb_id, one.trade_date!.slice(8), one.status, Number(one.conversion_price)].join(' ')),
    ['A 02 active 1', 'A 03 active 3', 'A 04 matured 3', 'B 02 matured 2'],
  )
})
