import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { lakeOf, type Read, textOf, unitsOf, type Written } from '../../../test/support/derived.ts'
import { marketRows } from '../../../test/support/series.ts'
import { TaiwanFuturesDaily } from '../../catalogue/derivatives/TaiwanFuturesDaily.ts'
import { continuousFutures } from './TaiwanFuturesContinuous.ts'

const copied = ['open', 'high', 'low', 'close', 'settlement_price', 'volume', 'open_interest'] as const

const rounded = (n: bigint, d: bigint): bigint => (2n * n + d) / (2n * d)

/** A second implementation: one product, day by day, with the held contract and its sums as state. */
function seriesOf(raw: readonly Read[], rule: 'expiry' | 'volume'): Read[] {
  const bars = raw.filter((row) => row.trading_session === 'regular' && /^\d{6}$/.test(row.contract_month!))
  const days = [...Map.groupBy(bars, (row) => row.trade_date!)].sort(([a], [b]) => (a < b ? -1 : 1))
  const nearest = (rows: readonly Read[]) => rows.toSorted((a, b) => (a.contract_month! < b.contract_month! ? -1 : 1))
  const priceOf = (row: Read | undefined, name: string) => (Number(row?.[name] ?? 0) > 0 ? unitsOf(row![name]!) : null)
  const found: Read[] = []
  let [held, latest, since] = ['', '', '']
  let [gap, ratio] = [0n, 10n ** 10n]
  for (const [at, [trade_date, rows]] of days.entries()) {
    const [near] = nearest(rows)
    const contract_month = rule === 'expiry' || latest < near!.contract_month! ? near!.contract_month! : latest
    let roll_gap: string | null = null
    const is_roll = held !== '' && contract_month !== held
    if (held === '') since = trade_date
    else if (is_roll) {
      const earlier = days.slice(0, at).toReversed()
      const pair = ['settlement_price', 'close']
        .flatMap((name) =>
          earlier.map(([, then]) => {
            const [first, second] = nearest(then)
            const isPair = first!.contract_month === held && second?.contract_month === contract_month
            return isPair ? [priceOf(first, name), priceOf(second, name)] : [null, null]
          }),
        )
        .find(([old, other]) => old !== null && other !== null)
      if (pair) {
        const [old, other] = pair as [bigint, bigint]
        gap += other - old
        ratio = rounded(ratio * other, old)
        roll_gap = textOf(other - old)
      } else [gap, ratio, since] = [0n, 10n ** 10n, trade_date]
    }
    held = contract_month
    const bar = rows.find((row) => row.contract_month === contract_month)
    const close = bar?.close == null ? null : unitsOf(bar.close)
    if (bar)
      found.push({
        ...{ trade_date, roll_rule: rule, contract_month, is_roll: String(is_roll) },
        ...Object.fromEntries(copied.map((name) => [name, bar[name]!])),
        ...{ roll_gap, cumulative_gap: textOf(gap), cumulative_ratio: textOf(ratio, 10) },
        difference_adjusted_close: close === null ? null : textOf(close - gap),
        ratio_adjusted_close: close === null ? null : textOf(rounded(close * 10n ** 10n, ratio)),
        adjusted_since: since,
      })
    const [first, second] = nearest(rows)
    const busier = second && Number(second.volume) > Number(first!.volume) ? second : first!
    if (busier.contract_month! > latest) latest = busier.contract_month!
  }
  return found
}

const bothRules = (raw: readonly Read[]): Read[] =>
  [...seriesOf(raw, 'expiry'), ...seriesOf(raw, 'volume')].sort((a, b) =>
    `${a.trade_date} ${a.roll_rule}` < `${b.trade_date} ${b.roll_rule}` ? -1 : 1,
  )
const without = ({ futures_id: _, ...row }: Read): Read => row

test('on the simulated market every series equals one that is computed day by day', async () => {
  for (const id of ['TX', 'GTF', 'CDF']) {
    const raw = await marketRows(`SELECT * FROM TaiwanFuturesDaily WHERE futures_id = '${id}'`)
    const stored = await marketRows(
      `SELECT * FROM TaiwanFuturesContinuous WHERE futures_id = '${id}' ORDER BY trade_date, roll_rule`,
    )
    assert.ok(stored.filter(({ is_roll }) => is_roll === 'true').length > 20)
    assert.deepEqual(stored.map(without), bothRules(raw), id)
  }
})

const lake = await lakeOf(continuousFutures.from)
const bar = (day: number, contract_month: string, volume: number, price: number | null, more: Written = {}) => ({
  ...{ trade_date: `2026-03-${String(day).padStart(2, '0')}`, futures_id: 'TX', contract_month, volume },
  ...{ trading_session: 'regular', close: price, settlement_price: price, ...more },
})

test('a roll without a common price starts anew; weekly and night rows are left out; earlier rows never change', async () => {
  await lake.clear()
  await lake.put(TaiwanFuturesDaily, [
    bar(2, '202603', 9, 100),
    bar(2, '202604', 1, 104),
    bar(2, '202603W1', 99, 90),
    bar(3, '202603', 2, 101),
    bar(3, '202604', 8, 106),
    bar(3, '202605', 99, 1),
    bar(4, '202603', 9, null, { settlement_price: null }),
    bar(4, '202604', 3, 107),
    bar(4, '202604', 3, 1, { trading_session: 'after_hours' }),
    bar(5, '202604', 3, 108),
    bar(6, '202605', 3, 200),
    bar(6, '202606', 3, 201),
  ])
  const rows = await lake.rows(continuousFutures)
  const of = (rule: string) =>
    rows
      .filter(({ roll_rule }) => roll_rule === rule)
      .map((row) =>
        [
          row.trade_date!.slice(8),
          row.contract_month,
          row.roll_gap,
          row.difference_adjusted_close,
          row.adjusted_since!.slice(8),
        ].join(' '),
      )
  assert.deepEqual(of('expiry'), [
    '02 202603  100.0000 02',
    '03 202603  101.0000 02',
    '04 202603   02',
    '05 202604 5.0000 103.0000 02',
    '06 202605  200.0000 06',
  ])
  assert.deepEqual(of('volume'), [
    '02 202603  100.0000 02',
    '03 202603  101.0000 02',
    '04 202604 5.0000 102.0000 02',
    '05 202604  103.0000 02',
    '06 202605  200.0000 06',
  ])
  for (const since of ['2026-03-03', '2026-03-04', '2026-03-05', '2026-03-06'])
    await lake.assertIncremental(continuousFutures, since)
})

const recorded = resolve(
  import.meta.dirname,
  '../../../../shared/samples/raw/taifex/futDataDown_TX_20180913_20181003.csv',
)
const skip = existsSync(recorded) ? false : `no recorded futures: put them at ${recorded}`

test('TX rolls from 201809 to 201810 on the day after 2018-09-19', { skip }, async () => {
  await lake.clear()
  const known = (cell: string) => (cell === '-' ? null : cell)
  const lines = new TextDecoder('big5').decode(readFileSync(recorded)).trim().split(/\r?\n/).slice(1)
  const raw = lines.map((line): Written => {
    const cells = line.split(',').map((cell) => cell.trim())
    const [date, futures_id, contract_month, open, high, low, close, , , volume, settlement_price, open_interest] =
      cells as string[] & { 0: string }
    return {
      ...{
        trade_date: date
          .split('/')
          .map((part) => part.padStart(2, '0'))
          .join('-'),
        futures_id: futures_id!,
      },
      ...{
        contract_month: contract_month!,
        volume: volume!,
        trading_session: cells[17] === '盤後' ? 'after_hours' : 'regular',
      },
      ...{ open: known(open!), high: known(high!), low: known(low!), close: known(close!) },
      ...{ settlement_price: known(settlement_price!), open_interest: known(open_interest!) },
    }
  })
  await lake.put(
    TaiwanFuturesDaily,
    raw.filter(({ contract_month }) => !String(contract_month).includes('/')),
  )
  const stored = await lake.select('FROM TaiwanFuturesDaily')
  const rows = await lake.rows(continuousFutures)
  assert.deepEqual(rows.map(without), bothRules(stored))
  assert.deepEqual(
    rows
      .filter(({ is_roll }) => is_roll === 'true')
      .map((row) => [row.trade_date, row.roll_rule, row.contract_month, row.roll_gap].join(' ')),
    ['2018-09-20 expiry 201810 -3.0000', '2018-09-20 volume 201810 -3.0000'],
  )
})
