import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lakeOf } from '../../test/support/derived.ts'
import { TaiwanStockFinancialStatement } from '../catalogue/fundamentals/TaiwanStockFinancialStatement.ts'
import { singleQuarters } from './TaiwanStockFinancialStatement.ts'

const lake = await lakeOf(singleQuarters.from)

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
    (await lake.rows(singleQuarters)).map((row) => Object.values(row).join(' | ')),
    [
      '2330 | 2022-12-31 | quarterly | 2022 | 4 | EPS | EPS of the year | -0.0500 | TWD_per_share | consolidated | true | 2023-02-28',
      '2330 | 2023-12-31 | quarterly | 2023 | 4 | Revenue | Revenue of the year | 1000000000023.6299 | TWD | consolidated | true | 2024-02-28',
    ],
  )
})

test('single quarters come from sums since 1 January, as far as there is something to subtract', async () => {
  const { put, rows } = await lakeOf(singleQuarters.from)
  const sum = (year: number, quarter: number, type: string, value: string) => ({
    ...statement(year, quarter, type, value),
    period: 'cumulative',
  })
  await put(TaiwanStockFinancialStatement, [
    // All of the year: the first quarter is filed as itself, too.
    ...[1, 2, 3, 4].map((quarter) => sum(2021, quarter, 'EPS', `${quarter * quarter}`)),
    statement(2021, 1, 'EPS', '1'),
    statement(2021, null, 'EPS', '16'),
    // Begun with the half year: the second quarter stays unknown, those after it do not.
    sum(2022, 2, 'EPS', '3'),
    sum(2022, 3, 'EPS', '5'),
    statement(2022, null, 'EPS', '9'),
    // Begun with three quarters: nothing to subtract.
    sum(2023, 3, 'EPS', '5'),
    // A quarter that was printed itself stays, and is what counts.
    statement(2024, 1, 'EPS', '1'),
    statement(2024, 2, 'EPS', '2.5'),
    sum(2024, 2, 'EPS', '3'),
    sum(2024, 3, 'EPS', '6'),
  ])
  assert.deepEqual(
    (await rows(singleQuarters)).map((row) => [row.fiscal_year, row.fiscal_quarter, row.value, row.is_derived]),
    [
      ['2021', '2', '3.0000', 'true'],
      ['2021', '3', '5.0000', 'true'],
      ['2021', '4', '7.0000', 'true'],
      ['2022', '3', '2.0000', 'true'],
      ['2022', '4', '4.0000', 'true'],
      ['2024', '3', '2.5000', 'true'],
    ],
  )
})

test('a fourth quarter brought up to date equals one computed at once', async () => {
  for (const since of ['2022-01-01', '2022-09-30', '2022-12-31', '2023-06-30', '2024-01-01'])
    await lake.assertIncremental(singleQuarters, since)
})
