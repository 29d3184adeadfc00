import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  calendarOf,
  printed,
  readBytes,
  recorded,
  requestFor,
  withoutSamples as skip,
} from '../../../test/support/feeds/fixture.ts'
import { batchOf, onDraft, type Printed } from '../../../test/support/rows.ts'
import { archived } from '../../../test/support/zipped.ts'
import { CurrencyCirculation } from '../../catalogue/other/CurrencyCirculation.ts'
import { TaiwanMonthlyEconomicIndicator } from '../../catalogue/other/TaiwanMonthlyEconomicIndicator.ts'
import { businessIndicators } from '../../sources/ndc/TaiwanMonthlyEconomicIndicator.ts'
import { checkRows } from './check.ts'

const dataset = TaiwanMonthlyEconomicIndicator
const monthOf = (at: number): string => new Date(Date.UTC(2025, at, 1)).toISOString().slice(0, 10)
const months = (column: string, values: readonly (string | number | null)[]): Printed[] =>
  values.map((value, at) => ({ report_month: monthOf(at), [column]: value }))

/** The messages of several loads, one after the other. */
async function doubtsOf(loads: readonly (readonly Printed[])[], of: typeof dataset | typeof CurrencyCirculation) {
  const messages: (readonly string[])[] = []
  await onDraft(async (draft) => {
    for (const rows of loads) {
      const { table, drop } = await draft.stage(of, batchOf(of, rows))
      const load = { dataset: of, table, calendar: calendarOf(), requested: null, isWhole: false }
      const { doubts, good, goodRows } = await checkRows(draft, load)
      assert.equal(goodRows, rows.length)
      await draft.upsert(of, good)
      await drop()
      messages.push(doubts)
    }
  })
  return messages
}

test('months on a straight line are loaded and named; fewer of them, flat ones, scores and small steps are not', async () => {
  const line = ['1600', '1700', '1694.83', '1689.66', '1684.49', '1679.32', '1700']
  assert.deepEqual(await doubtsOf([months('exports', line)], dataset), [
    ['exports changes by -5.17 in each of 4 months, from 2025-02 to 2025-06: it looks interpolated, not measured'],
  ])
  for (const [column, values] of [
    ['exports', line.toSpliced(5, 1)],
    ['exports', ['5', '5', '5', '5', '5', '5', '5']],
    ['exports', ['5', '6', '7', null, '9', '10', '11']],
    ['monitoring_score', [36, 34, 32, 30, 28, 26]],
    ['unemployment_rate', ['3.35', '3.36', '3.37', '3.38', '3.39', '3.40', '3.41']],
  ] as const)
    assert.deepEqual(await doubtsOf([months(column, values)], dataset), [[]], `${column} ${values.join(' ')}`)
})

test('a line that was rounded is a line, and one that began in what is stored is seen in whole', async () => {
  const rounded = ['100.0000', '101.1111', '102.2222', '103.3334', '104.4445', '105.5556']
  const all = months('leading_index', rounded)
  const [first, second] = await doubtsOf([all.slice(0, 4), all.slice(4)], dataset)
  assert.deepEqual(first, [])
  assert.match(second![0]!, /^leading_index changes by 1\.1111 in each of 5 months, from 2025-01 to 2025-06/)
})

test('series of one dataset are looked at one by one', async () => {
  const of = (country: string, values: readonly string[]) =>
    months('amount', values).map((row) => ({ ...row, country }))
  const [doubts] = await doubtsOf(
    [[...of('TW', ['1', '2', '3', '4', '5']), ...of('US', ['1', '2', '3', '4', '6'])]],
    CurrencyCirculation,
  )
  assert.deepEqual(doubts, [
    'amount of TW changes by 1.00 in each of 4 months, from 2025-01 to 2025-05: it looks interpolated, not measured',
  ])
})

test('of the recorded series nothing is doubted but the exports of the monitoring file', { skip }, async () => {
  const encode = (text: string) => new TextEncoder().encode(text)
  const files = ['business_indicators_and_signal.csv', 'monitoring_signal_components.csv']
  const archive = archived([
    ...files.map((name) => recorded(`ndc/${name}`)),
    encode('"Date","工業生產指數","海關出口值(十億元)"\n'),
    encode('"Date","失業率(%)"\n'),
  ])
  const outcome = readBytes(businessIndicators, archive, requestFor('2025-09-01'))
  assert.ok(outcome.kind === 'rows', JSON.stringify(outcome))
  const rows = outcome.rows.map((row) => printed(dataset, row) as Printed)
  assert.deepEqual(await doubtsOf([rows], dataset), [
    [
      'exports changes by -5169475000.00 in each of 5 months, from 2025-04 to 2025-09: it looks interpolated, not measured',
    ],
  ])
})
