import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TaiwanStockFinancialStatement } from '../catalogue/fundamentals/TaiwanStockFinancialStatement.ts'
import { lakeOf } from './fixture.ts'
import { fourthQuarter } from './TaiwanStockFinancialStatement.ts'

const lake = await lakeOf(fourthQuarter.from)

const statement = (year: number, quarter: number | null, type: string, value: string) => ({
  stock_id: '2330',
  report_date: `${year}-${['12-31', '03-31', '06-30', '09-30', '12-31'][quarter ?? 0]}`,
  period: quarter === null ? 'annual' : 'quarterly',
  fiscal_year: year,
  fiscal_quarter: quarter,
  type,
  origin_name: quarter === null ? `${type} of the year` : type,
  value,
  unit: type === 'EPS' ? 'TWD_per_share' : 'TWD',
  statement_scope: 'consolidated',
  announce_date: quarter === null ? `${year + 1}-02-28` : `${year}-11-01`,
})

await lake.put(TaiwanStockFinancialStatement, [
  ...[1, 2, 3].map((quarter) => statement(2022, quarter, 'EPS', `${quarter}.0500`)),
  statement(2022, null, 'EPS', '6.1'),
  ...[1, 2, 3].map((quarter) => statement(2023, quarter, 'Revenue', `99999999999${quarter}.1234`)),
  statement(2023, null, 'Revenue', '4000000000000.0001'),
  // A quarter short, and a year not filed.
  ...[1, 3].map((quarter) => statement(2023, quarter, 'Cost', '1')),
  statement(2023, null, 'Cost', '5'),
  ...[1, 2, 3].map((quarter) => statement(2024, quarter, 'EPS', '1')),
])

test('the fourth quarter is the year less three quarters', async () => {
  assert.deepEqual(
    (await lake.rows(fourthQuarter)).map((row) => Object.values(row).join(' | ')),
    [
      '2330 | 2022-12-31 | quarterly | 2022 | 4 | EPS | EPS of the year | -0.0500 | TWD_per_share | consolidated | true | 2023-02-28',
      '2330 | 2023-12-31 | quarterly | 2023 | 4 | Revenue | Revenue of the year | 1000000000023.6299 | TWD | consolidated | true | 2024-02-28',
    ],
  )
})

test('a fourth quarter brought up to date equals one computed at once', async () => {
  for (const since of ['2022-01-01', '2022-09-30', '2022-12-31', '2023-06-30', '2024-01-01'])
    await lake.assertIncremental(fourthQuarter, since)
})
