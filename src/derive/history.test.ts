import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { lakeOf, type Written } from '../../test/support/derived.ts'
import { TaiwanStockPrice } from '../catalogue/technical/TaiwanStockPrice.ts'
import { tenYear } from './TaiwanStock10Year.ts'
import { monthPrice } from './TaiwanStockMonthPrice.ts'
import { weekPrice } from './TaiwanStockWeekPrice.ts'

const history = resolve(import.meta.dirname, '../../../shared/samples/history')
const skip = existsSync(history) ? false : `no recorded prices: put them at ${history}`

const linesOf = (file: string): string[][] =>
  gunzipSync(readFileSync(`${history}/${file}`))
    .toString()
    .split('\n')
    .filter((line) => line.startsWith('2330,'))
    .map((line) => line.trim().split(','))

const gregorian = (roc: string): string => {
  const [year, month, day] = roc.split('/') as [string, string, string]
  return `${Number(year) + 1911}-${month}-${day}`
}
const decimal = (cell: string | undefined): string | null => (cell ? Number(cell).toFixed(4) : null)

const recorded = (): Written[] => {
  const rows = new Map<string, Written>()
  for (const [stock_id, date, volume, turnover, open, high, low, close, , trades] of linesOf(
    'daily_old_1993_2015.csv.gz',
  ))
    rows.set(gregorian(date!), {
      stock_id: stock_id!,
      trade_date: gregorian(date!),
      open: decimal(open),
      high: decimal(high),
      low: decimal(low),
      close: decimal(close),
      volume: Number(volume),
      turnover: Number(turnover).toFixed(2),
      trade_count: Number(trades),
    })
  for (const [stock_id, date, open, high, low, close, volume, turnover, trades] of linesOf(
    'daily_long_2015_2026.csv.gz',
  ))
    rows.set(date!, {
      stock_id: stock_id!,
      trade_date: date!,
      open: decimal(open),
      high: decimal(high),
      low: decimal(low),
      close: decimal(close),
      volume: Number(volume),
      turnover: Number(turnover).toFixed(2),
      trade_count: Number(trades),
    })
  // Ten years before the days looked at, and no more.
  return [...rows.values()].filter(({ trade_date }) => trade_date! > '2009-12-01' && trade_date! < '2020-06-01')
}

test('2330 has the weekly, monthly and ten-year figures that others print', { skip }, async () => {
  const lake = await lakeOf(tenYear.from)
  await lake.put(TaiwanStockPrice, recorded())
  const week = (await lake.rows(weekPrice)).find((row) => row.week === '2020-W15')!
  // FinMind prints 409564428 and 1744651784 shares: every day counted twice, 2020-05-20 alone once.
  assert.deepEqual(
    [week.open, week.high, week.low, week.close, week.volume, week.spread],
    ['273.0000', '288.0000', '270.0000', '279.5000', '204782214', '8.0000'],
  )
  const month = (await lake.rows(monthPrice)).find((row) => row.month === '2020-05')!
  assert.deepEqual(
    [month.open, month.high, month.low, month.close, month.volume, month.spread],
    ['294.5000', '301.5000', '288.5000', '292.0000', '890720889', '-12.5000'],
  )
  const average = (await lake.rows(tenYear)).find((row) => row.trade_date === '2020-04-06')!
  assert.equal(Number(average.ten_year_average).toFixed(2), '150.16')
})
