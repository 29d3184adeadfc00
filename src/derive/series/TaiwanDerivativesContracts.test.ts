import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { lakeOf, type Read } from '../../../test/support/derived.ts'
import { marketRows } from '../../../test/support/series.ts'
import { TaiwanFutureOptionDailyTotalOverview } from '../../catalogue/derivatives/TaiwanFutureOptionDailyTotalOverview.ts'
import { TaiwanFuturesDaily } from '../../catalogue/derivatives/TaiwanFuturesDaily.ts'
import { TaiwanFuturesSettlement } from '../../catalogue/derivatives/TaiwanFuturesSettlement.ts'
import { TaiwanOptionDaily } from '../../catalogue/derivatives/TaiwanOptionDaily.ts'
import { TaiwanStockTradingDate } from '../../catalogue/technical/TaiwanStockTradingDate.ts'
import { derivativesContracts } from './TaiwanDerivativesContracts.ts'

/** A second implementation of the rule: walks through the days of the month. */
function dueOf(contract: string): string {
  const [, month, letter, n = '3'] = /^(\d{6})(?:([WF])(\d))?$/.exec(contract)!
  const day = new Date(`${month!.slice(0, 4)}-${month!.slice(4)}-01T00:00:00Z`)
  const weekday = letter === 'F' ? 5 : 3
  for (let seen = 0; ; day.setUTCDate(day.getUTCDate() + 1))
    if (day.getUTCDay() === weekday && ++seen === Number(n)) return day.toISOString().slice(0, 10)
}

test('on the simulated market every contract ends on the day of its settlement, which the rule gives too', async () => {
  const days = (await marketRows('SELECT trade_date FROM TaiwanStockTradingDate ORDER BY 1')).map(
    (row) => row.trade_date!,
  )
  const quoted = await marketRows(`SELECT futures_id AS id, contract_month, min(trade_date) AS first, NULL AS expiry
    FROM TaiwanFuturesDaily GROUP BY ALL
    UNION ALL SELECT option_id, contract_month, min(trade_date), max_by(expiry_date, trade_date) FROM TaiwanOptionDaily GROUP BY ALL`)
  const settled =
    await marketRows(`SELECT futures_id AS id, contract_month, settlement_date, final_settlement_price FROM TaiwanFuturesSettlement
    UNION ALL SELECT option_id, contract_month, settlement_date, final_settlement_price FROM TaiwanOptionsSettlement`)
  const nameOf = (row: Read) => `${row.id ?? row.product_id} ${row.contract_month}`
  const ends = new Map(settled.map((row) => [nameOf(row), row]))
  const expected = quoted.map((row) => {
    const end = ends.get(nameOf(row))
    const due = dueOf(row.contract_month!)
    const moved = days.find((day) => day >= due)
    if (end && due >= days[0]!) assert.equal(end.settlement_date, moved, nameOf(row))
    const [expiry, basis] = end
      ? [end.settlement_date, 'settlement']
      : row.expiry
        ? [row.expiry, 'option_daily']
        : [moved ?? due, moved ? 'calendar' : 'weekday']
    return [nameOf(row), row.first, expiry, basis, end?.final_settlement_price ?? null].join(' ')
  })
  const stored = await marketRows('SELECT * FROM TaiwanDerivativesContracts')
  assert.deepEqual(
    stored
      .map((row) =>
        [nameOf(row), row.first_trade_date, row.expiry_date, row.expiry_basis, row.final_settlement_price].join(' '),
      )
      .sort(),
    expected.sort(),
  )
  assert.ok(stored.some(({ expiry_basis }) => expiry_basis === 'weekday'))
  const termsOf = (id: string) => {
    const { multiplier, multiplier_unit, currency, tick_size, underlying_id } = stored.find(
      (row) => row.product_id === id,
    )!
    return [multiplier, multiplier_unit, currency, tick_size, underlying_id]
  }
  assert.deepEqual(termsOf('TX'), ['200.0000', 'TWD per point', 'TWD', '1.0000', 'TAIEX'])
  assert.deepEqual(termsOf('TXO'), ['50.0000', 'TWD per point', 'TWD', null, 'TAIEX'])
  assert.deepEqual(termsOf('CDF'), ['2000.0000', 'shares', 'TWD', null, '2330'])
})

const lake = await lakeOf(derivativesContracts.from)

test('what is not known is null, a holiday moves the expiry, and later rows change only contracts that are quoted or settled', async () => {
  const quote = (trade_date: string, futures_id: string, contract_month: string) => ({
    ...{ trade_date, futures_id, contract_month, trading_session: 'regular', is_halted: false },
  })
  const product = (trade_date: string, product_id: string, product_category: string | null, product_name: string) => ({
    ...{ trade_date, product_id, product_type: 'futures', product_name, product_category, underlying_stock_id: '2330' },
  })
  await lake.put(
    TaiwanStockTradingDate,
    ['2026-02-16', '2026-02-17', '2026-02-19', '2026-02-23'].map((trade_date) => ({ trade_date })),
  )
  await lake.put(TaiwanFuturesDaily, [
    ...['TX', 'CD1', 'QFF', 'BRF', 'QQF', 'UDF'].map((id) => quote('2026-02-16', id, '202602')),
    quote('2026-02-17', 'TX', '202602'),
    quote('2026-02-17', 'TX', '202603'),
    quote('2026-02-17', 'MTX', '202602F3'),
    quote('2026-02-19', 'TX', '202602'),
  ])
  await lake.put(TaiwanFutureOptionDailyTotalOverview, [
    ...['2026-02-16', '2026-02-17', '2026-02-19'].map((day) => product(day, 'TX', 'index', '臺股期貨')),
    product('2026-02-17', 'MTX', 'index', '小型臺指期貨'),
    product('2026-02-16', 'CD1', 'stock', '台積電期貨1'),
    product('2026-02-16', 'QFF', 'stock', '小型台積電期貨'),
    product('2026-02-16', 'BRF', 'commodity', '布蘭特原油期貨'),
    product('2026-02-16', 'QQF', null, '某期貨'),
    product('2026-02-16', 'UDF', 'index', '美國道瓊期貨'),
  ])
  await lake.put(TaiwanOptionDaily, [])
  await lake.put(TaiwanFuturesSettlement, [
    {
      settlement_date: '2026-02-19',
      futures_id: 'BRF',
      contract_month: '202602',
      product_category: 'commodity',
      final_settlement_price: '2000',
    },
  ])
  const rows = await lake.rows(derivativesContracts)
  assert.deepEqual(
    rows.map((row) =>
      [row.product_id, row.contract_month, row.expiry_date, row.expiry_basis, row.multiplier]
        .map((cell) => cell ?? '-')
        .join(' '),
    ),
    [
      'BRF 202602 2026-02-19 settlement 200.0000',
      'CD1 202602 2026-02-19 calendar -',
      'MTX 202602F3 2026-02-23 calendar 50.0000',
      'QFF 202602 2026-02-19 calendar 100.0000',
      'QQF 202602 - - -',
      'TX 202602 2026-02-19 calendar 200.0000',
      'TX 202603 2026-03-18 weekday 200.0000',
      'UDF 202602 - - -',
    ],
  )
  for (const since of ['2026-02-17', '2026-02-19']) await lake.assertIncremental(derivativesContracts, since)
})

const recorded = resolve(import.meta.dirname, '../../../../shared/samples/raw/taifex-openapi/FinalSettlementPrice.json')
const skip = existsSync(recorded) ? false : `no recorded settlements: put them at ${recorded}`

test('777 recorded settlements of index and stock contracts are on the day of the rule, or after a holiday', {
  skip,
}, () => {
  const { body } = JSON.parse(readFileSync(recorded, 'utf8')).response as { body: Record<string, string>[] }
  const moved: string[] = []
  for (const { TheFinalSettlementDay: day, DeliveryMonth: month, Contract: id } of body) {
    if (['BRF', 'GDF', 'TGF', 'TGO', 'TJF'].includes(id!)) continue
    const due = dueOf(month!.trim()).replaceAll('-', '')
    if (due === day) continue
    assert.ok(due < day!, `${id} ${month}`)
    moved.push(`${id} ${month} ${day}`)
  }
  assert.equal(body.length, 777)
  // The Fridays 10 and 24 October 2025 were holidays.
  assert.deepEqual(moved, ['TXO 202510F4 20251027', 'TXO 202510F2 20251013'])
})
