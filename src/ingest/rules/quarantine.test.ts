import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { batchOf, onDraft } from '../../../test/support/rows.ts'
import { TaiwanStockPrice } from '../../catalogue/technical/TaiwanStockPrice.ts'
import { checkRows } from './check.ts'
import { openQuarantine } from './quarantine.ts'
import type { RefusedPart, RejectedRow } from './rows.ts'
import { openSettledKeys } from './settle.ts'

const root = mkdtempSync(join(tmpdir(), 'formosa-quarantine-'))
after(() => rmSync(root, { recursive: true, force: true }))

const at = (day: number) => new Date(Date.UTC(2026, 10, day, 12))
const rejected = (stock_id: string, close: string): RejectedRow => ({
  dataset: 'TaiwanStockPrice',
  rule: 'price_limit',
  message: `close ${close}`,
  key: { stock_id, trade_date: '2026-11-12' },
  row: { stock_id, trade_date: '2026-11-12', close },
})
const refused: RefusedPart = {
  dataset: 'TaiwanStockPrice',
  rule: 'shrinking_history',
  message: '3 rows came',
  market: 'TWSE',
  date: '2026-11-12',
  had: 100,
  came: 3,
}

test('a row is kept once, with the last time it came, and is there after a restart', () => {
  const folder = join(root, 'once')
  const first = openQuarantine(folder)
  assert.equal(
    first.put(
      [
        { entry: rejected('2330', '1'), answer: 'a' },
        { entry: refused, answer: 'b' },
      ],
      at(1),
    ),
    2,
  )
  assert.equal(first.put([{ entry: rejected('2330', '1'), answer: 'c' }], at(2)), 0)
  assert.equal(first.put([{ entry: rejected('2330', '2'), answer: 'c' }], at(2)), 1)
  first.close()
  using second = openQuarantine(folder)
  assert.deepEqual(
    second
      .list()
      .map(({ rule, row, answer, firstSeen, lastSeen }) => [rule, JSON.parse(row), answer, firstSeen, lastSeen]),
    [
      ['price_limit', rejected('2330', '2').row, 'c', at(2).toISOString(), at(2).toISOString()],
      ['price_limit', rejected('2330', '1').row, 'c', at(1).toISOString(), at(2).toISOString()],
      ['shrinking_history', { had: 100, came: 3 }, 'b', at(1).toISOString(), at(1).toISOString()],
    ],
  )
  assert.deepEqual(
    second.list({ rule: 'shrinking_history' }).map(({ key }) => JSON.parse(key)),
    [{ market: 'TWSE', date: '2026-11-12' }],
  )
  assert.equal(second.list({ dataset: 'TaiwanStockPER' }).length, 0)
  assert.equal(second.list({ limit: 1 }).length, 1)
})

test('a quarantined row is settled by a good row, until it is bad again', () => {
  using quarantine = openQuarantine(join(root, 'settled'))
  quarantine.put(
    [
      { entry: rejected('2330', '1'), answer: null },
      { entry: rejected('2317', '1'), answer: null },
    ],
    at(1),
  )
  assert.equal(quarantine.settle('TaiwanStockPER', [rejected('2330', '1').key], at(2)), 0)
  assert.equal(quarantine.settle('TaiwanStockPrice', [rejected('2330', '1').key], at(2)), 1)
  assert.deepEqual(
    quarantine.list({ isOpen: true }).map(({ key }) => JSON.parse(key).stock_id),
    ['2317'],
  )
  assert.deepEqual(quarantine.counts(), [{ dataset: 'TaiwanStockPrice', rule: 'price_limit', rows: 1 }])
  quarantine.put([{ entry: rejected('2330', '1'), answer: null }], at(3))
  assert.equal(quarantine.list({ isOpen: true }).length, 2)
})

test('the good rows of a load settle quarantined rows with the same keys', async () => {
  using quarantine = openQuarantine(join(root, 'load'))
  const bar = { open: '10', high: '11', low: '9', close: '10', volume: 1000, turnover: '10000', trade_count: 1 }
  await onDraft(async (draft) => {
    const load = async (rows: Parameters<typeof batchOf>[1], day: number) => {
      const { table } = await draft.stage(TaiwanStockPrice, batchOf(TaiwanStockPrice, rows))
      const calendar = { isOpen: () => null, next: () => null, previous: () => null }
      const checked = await checkRows(draft, {
        dataset: TaiwanStockPrice,
        table,
        calendar,
        requested: null,
        isWhole: true,
      })
      quarantine.put(
        checked.rejected.map((entry) => ({ entry, answer: null })),
        at(day),
      )
      const keys = await openSettledKeys(quarantine, draft.reading([]), TaiwanStockPrice, checked)
      return quarantine.settle(TaiwanStockPrice.name, keys, at(day))
    }
    const wrong = { ...bar, high: '8' }
    assert.equal(
      await load(
        [
          { ...wrong, stock_id: '2330' },
          { ...wrong, stock_id: '2317' },
          { ...bar, stock_id: '1' },
        ],
        1,
      ),
      0,
    )
    assert.equal(
      await load(
        [
          { ...bar, stock_id: '2330' },
          { ...wrong, stock_id: '2317' },
        ],
        2,
      ),
      1,
    )
    assert.deepEqual(
      quarantine.list({ isOpen: true }).map(({ key, lastSeen }) => [JSON.parse(key).stock_id, lastSeen]),
      [['2317', at(2).toISOString()]],
    )
  })
})
