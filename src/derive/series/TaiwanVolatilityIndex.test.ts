import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { lakeOf, type Read, type Written } from '../../../test/support/derived.ts'
import { runs } from '../../../test/support/runs.ts'
import { marketRows } from '../../../test/support/series.ts'
import { TaiwanOptionDaily } from '../../catalogue/derivatives/TaiwanOptionDaily.ts'
import { CentralBankRate } from '../../catalogue/other/CentralBankRate.ts'
import { TaiwanDerivativesContracts } from '../../catalogue/series/TaiwanDerivativesContracts.ts'
import { greeksOf } from './black76.ts'
import { varianceOf, volatilityIndex } from './TaiwanVolatilityIndex.ts'

const dayMs = 86_400_000

/** A second implementation: one day from its raw rows, written by strikes. */
function secondIndex(rows: readonly Read[], rate: number, expiryOf: (month: string) => string) {
  const day = Date.parse(rows[0]!.trade_date!)
  const terms = [...new Set(rows.map((row) => row.contract_month!))]
    .filter((month) => /^\d{6}$/.test(month))
    .map((month) => ({ month, N: (Date.parse(expiryOf(month)) - day) / dayMs }))
    .filter(({ N }) => N > 7)
    .sort((a, b) => a.N - b.N)
    .slice(0, 2)
  if (terms.length < 2) return { reason: 'no_terms', value: null }
  const variances: number[] = []
  for (const { month, N } of terms) {
    const T = N / 365
    const D = 1 / (1 + (rate / 100) * T)
    const own = rows.filter((row) => row.contract_month === month)
    const strikes = [...new Set(own.map((row) => Number(row.strike_price)))].sort((a, b) => a - b)
    const mid = (K: number, side: string): number | null => {
      const row = own.find((one) => Number(one.strike_price) === K && one.call_put === side)
      const [bid, ask] = [Number(row?.best_bid ?? 0), Number(row?.best_ask ?? 0)]
      return bid > 0 && ask > 0 ? (bid + ask) / 2 : null
    }
    let [least, F] = [Number.POSITIVE_INFINITY, Number.NaN]
    for (const K of strikes) {
      const [call, put] = [mid(K, 'call'), mid(K, 'put')]
      if (call === null || put === null || Math.abs(call - put) >= least) continue
      least = Math.abs(call - put)
      F = Math.round((K + (call - put) / D) * 1e4) / 1e4
    }
    const K0 = Math.max(...strikes.filter((K) => K <= F))
    if (!Number.isFinite(K0)) return { reason: 'no_forward', value: null }
    const Q = new Map<number, number>()
    const walk = (side: string, list: readonly number[]) => {
      let [blank, taken] = [0, 0]
      for (const K of list) {
        const price = mid(K, side)
        if (price === null && ++blank === 2) break
        if (price === null) continue
        blank = 0
        Q.set(K, price)
        taken++
      }
      return taken
    }
    const [puts, calls] = [
      walk('put', strikes.filter((K) => K < K0).reverse()),
      walk(
        'call',
        strikes.filter((K) => K > K0),
      ),
    ]
    const [call, put] = [mid(K0, 'call'), mid(K0, 'put')]
    if (puts < 2 || calls < 2 || call === null || put === null) return { reason: 'few_strikes', value: null }
    Q.set(K0, (call + put) / 2)
    const used = [...Q.keys()].sort((a, b) => a - b)
    const widthOf = (i: number) =>
      i === 0
        ? used[1]! - used[0]!
        : i === used.length - 1
          ? used[i]! - used[i - 1]!
          : (used[i + 1]! - used[i - 1]!) / 2
    const sum = used.reduce((total, K, i) => total + ((widthOf(i) / (K * K)) * Q.get(K)!) / D, 0)
    variances.push((2 / T) * sum - (F / K0 - 1) ** 2 / T)
  }
  const [[v1, v2], [{ N: N1 }, { N: N2 }]] = [variances, terms] as never as [
    [number, number],
    [{ N: number }, { N: number }],
  ]
  const total = ((N1 / 365) * v1 * (N2 - 30) + (N2 / 365) * v2 * (30 - N1)) / (N2 - N1)
  return total > 0
    ? { reason: null, value: 100 * Math.sqrt((total * 365) / 30) }
    : { reason: 'no_variance', value: null }
}

test('on the simulated market the index of every day equals one that is computed from its raw rows', async () => {
  const stored = await marketRows('SELECT * FROM TaiwanVolatilityIndex ORDER BY trade_date')
  const raw =
    await marketRows(`SELECT CAST(trade_date AS VARCHAR) AS trade_date, contract_month, strike_price, call_put, best_bid, best_ask, expiry_date
    FROM TaiwanOptionDaily WHERE option_id = 'TXO' AND trading_session = 'regular'`)
  const contracts = await marketRows("SELECT * FROM TaiwanDerivativesContracts WHERE product_id = 'TXO'")
  const rates = await marketRows("SELECT * FROM CentralBankRate WHERE bank_code = 'CBC' ORDER BY effective_date")
  const byDay = Map.groupBy(raw, (row) => row.trade_date!)
  assert.deepEqual(
    stored.map((row) => row.trade_date),
    [...byDay.keys()].sort(),
  )
  for (const row of stored) {
    const rows = byDay.get(row.trade_date!)!
    const rate = Number(rates.findLast((one) => one.effective_date! <= row.trade_date!)!.interest_rate)
    const expiryOf = (month: string) =>
      rows.find((one) => one.contract_month === month)!.expiry_date ??
      contracts.find((one) => one.contract_month === month)!.expiry_date!
    const { reason, value } = secondIndex(rows, rate, expiryOf)
    assert.equal(row.reason, reason, row.trade_date!)
    if (value !== null) assert.ok(Math.abs(Number(row.volatility_index) - value) <= 6e-5, `${row.trade_date}: ${value}`)
  }
  assert.ok(stored.filter((row) => row.volatility_index !== null).length > 100)
})

test('where options have one volatility, the variance of many strikes is its square', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.08, max: 0.6, noNaN: true }),
      fc.integer({ min: 15, max: 90 }),
      fc.double({ min: 15_000, max: 25_000, noNaN: true }),
      fc.double({ min: 0, max: 0.05, noNaN: true }),
      (volatility, days, price, rate) => {
        const forward = Math.round(price * 1e4) / 1e4
        const discount = 1 / (1 + (rate * days) / 365)
        const priced = (strike: number, isPut: boolean) =>
          greeksOf(volatility, { forward, strike, isPut, years: days / 365, discount }).price * 1e4
        const strikes = Array.from({ length: 1_500 }, (_, i) => 500 + i * 50).map((strike) => ({
          strike: strike * 1e4,
          call: priced(strike, false) || null,
          put: priced(strike, true) || null,
        }))
        const { variance, forward: found } = varianceOf(strikes, days, discount)
        assert.ok(Math.abs(found! - forward * 1e4) <= 1)
        assert.ok(Math.abs(Math.sqrt(variance!) - volatility) < 0.005 * volatility, `${variance} ${volatility}`)
      },
    ),
    runs(60),
  )
})

const lake = await lakeOf(volatilityIndex.from)
const contract = { product_id: 'TXO', product_type: 'option', expiry_cycle: 'monthly', first_trade_date: '2022-10-01' }

test('each reason is given, and new days change no others', async () => {
  await lake.put(CentralBankRate, [{ bank_code: 'CBC', effective_date: '2026-02-03', interest_rate: '2' }])
  await lake.put(TaiwanDerivativesContracts, [
    { ...contract, contract_month: '202602', expiry_date: '2026-02-25' },
    { ...contract, contract_month: '202603', expiry_date: '2026-03-18' },
  ])
  /** Options on a forward of 100, each 2 dearer than at expiry; without bids of puts where `put` is false. */
  const quotes = (trade_date: string, contract_month: string, strikes: readonly number[], put = true): Written[] =>
    strikes.flatMap((strike_price) =>
      ['call', 'put'].map((call_put) => {
        const best_ask = 2 + Math.max(0, call_put === 'call' ? 100 - strike_price : strike_price - 100)
        return {
          ...{ trade_date, option_id: 'TXO', contract_month, strike_price, call_put, trading_session: 'regular' },
          ...{ best_bid: call_put === 'call' || put ? best_ask : 0, best_ask },
        }
      }),
    )
  const all = [80, 90, 100, 110, 120]
  await lake.put(TaiwanOptionDaily, [
    ...[...quotes('2026-02-02', '202602', all), ...quotes('2026-02-02', '202603', all)],
    ...[...quotes('2026-02-03', '202602', all), ...quotes('2026-02-03', '202603', [])],
    ...[...quotes('2026-02-04', '202602', all), ...quotes('2026-02-04', '202603', all, false)],
    ...[...quotes('2026-02-05', '202602', all), ...quotes('2026-02-05', '202603', [90, 100, 110])],
    ...[...quotes('2026-02-06', '202602', all), ...quotes('2026-02-06', '202603', all)],
  ])
  assert.deepEqual(
    (await lake.rows(volatilityIndex)).map((row) => [row.trade_date!.slice(8), row.near_days, row.reason].join(' ')),
    ['02 23 no_rate', '03 22 no_terms', '04 21 no_forward', '05 20 few_strikes', '06 19 '],
  )
  for (const since of ['2026-02-04', '2026-02-06']) await lake.assertIncremental(volatilityIndex, since)
})

const recorded = resolve(import.meta.dirname, '../../../../shared/samples/raw/taifex/optDataDown_all_20230130.csv')
const skip = existsSync(recorded) ? false : `no recorded options: put them at ${recorded}`

test('the quotes of 2023-01-30 give the index that a second computation gives', { skip }, async () => {
  await lake.clear()
  await lake.put(CentralBankRate, [{ bank_code: 'CBC', effective_date: '2022-12-16', interest_rate: '1.75' }])
  const expiries: Record<string, string> = { '202302': '2023-02-15', '202303': '2023-03-15' }
  const months = Object.entries(expiries)
  await lake.put(
    TaiwanDerivativesContracts,
    months.map(([contract_month, expiry_date]) => ({ ...contract, contract_month, expiry_date })),
  )
  const known = (cell: string | undefined) => (cell === '-' ? null : cell!)
  const lines = new TextDecoder('big5').decode(readFileSync(recorded)).trim().split(/\r?\n/)
  const titles = lines[0]!.split(',').map((title) => title.trim())
  const at = (title: string) => titles.indexOf(title)
  await lake.put(
    TaiwanOptionDaily,
    lines.slice(1).flatMap((line): Written[] => {
      const cells = line.split(',').map((cell) => cell.trim())
      const contract_month = cells[at('到期月份(週別)')]!
      if (cells[at('契約')] !== 'TXO' || !(contract_month in expiries) || cells[at('交易時段')] !== '一般') return []
      return [
        {
          ...{ trade_date: '2023-01-30', option_id: 'TXO', contract_month, strike_price: cells[at('履約價')]! },
          ...{ call_put: cells[at('買賣權')] === '買權' ? 'call' : 'put', trading_session: 'regular' },
          ...{ best_bid: known(cells[at('最後最佳買價')]), best_ask: known(cells[at('最後最佳賣價')]) },
        },
      ]
    }),
  )
  const [row] = await lake.rows(volatilityIndex)
  const { value } = secondIndex(await lake.select('FROM TaiwanOptionDaily'), 1.75, (month) => expiries[month]!)
  assert.ok(Math.abs(Number(row!.volatility_index) - value!) <= 6e-5)
  assert.deepEqual([row!.volatility_index, row!.near_strikes, row!.next_strikes], ['21.3765', '50', '68'])
})
