import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { lakeOf, type Read } from '../../../test/support/derived.ts'
import { runs } from '../../../test/support/runs.ts'
import { marketRows } from '../../../test/support/series.ts'
import { TaiwanOptionDaily } from '../../catalogue/derivatives/TaiwanOptionDaily.ts'
import { CentralBankRate } from '../../catalogue/other/CentralBankRate.ts'
import { TaiwanDerivativesContracts } from '../../catalogue/series/TaiwanDerivativesContracts.ts'
import { cumulative, greeksOf, volatilityOf } from './black76.ts'
import { optionGreeks } from './TaiwanOptionGreeks.ts'

/** The cumulative normal distribution as a series, which needs no coefficients. */
function normal(x: number): number {
  if (Math.abs(x) > 8) return x > 0 ? 1 : 0
  let [term, sum] = [x, x]
  for (let n = 3; Math.abs(term) > 1e-18; n += 2) {
    term *= (x * x) / n
    sum += term
  }
  return 0.5 + (sum * Math.exp((-x * x) / 2)) / Math.sqrt(2 * Math.PI)
}

type Inputs = { F: number; K: number; T: number; D: number; isPut: boolean }
function priceOf(s: number, { F, K, T, D, isPut }: Inputs): number {
  const d1 = (Math.log(F / K) + (s * s * T) / 2) / (s * Math.sqrt(T))
  const call = F * normal(d1) - K * normal(d1 - s * Math.sqrt(T))
  return D * (isPut ? call - F + K : call)
}

/** A second implementation: halves an interval of volatilities, and differentiates the price numerically. */
function secondGreeks(price: number, of: Inputs, r: number) {
  let [low, high] = [1e-6, 16 / Math.sqrt(of.T)]
  for (let step = 0; step < 200; step++) {
    const middle = (low + high) / 2
    if (priceOf(middle, of) < price) low = middle
    else high = middle
  }
  const s = (low + high) / 2
  const slope = (f: (x: number) => number, at: number, h: number) => (f(at + h) - f(at - h)) / (2 * h)
  const byForward = (F: number) => priceOf(s, { ...of, F })
  const h = of.F * 1e-4
  // As time goes by the rate stays: the discount factor of a shorter time.
  const byTime = (T: number) => priceOf(s, { ...of, T, D: of.D ** (T / of.T) })
  return {
    s,
    delta: slope(byForward, of.F, h),
    gamma: (byForward(of.F + h) - 2 * byForward(of.F) + byForward(of.F - h)) / (h * h),
    vega: slope((v) => priceOf(v, of), s, 1e-5) / 100,
    theta: -slope(byTime, of.T, of.T * 1e-4) / 365,
    r,
  }
}

test('on the simulated market every figure of TXO and of a stock equals one found by halving and by differences', async () => {
  const days = ['2025-12-24', '2026-07-15', '2026-11-11']
  const stored = await marketRows(`SELECT * FROM TaiwanOptionGreeks
    WHERE option_id IN ('TXO', 'CDO') AND trade_date IN (${days.map((day) => `'${day}'`).join()})`)
  const raw = await marketRows(`SELECT * FROM TaiwanOptionDaily
    WHERE option_id IN ('TXO', 'CDO') AND trading_session = 'regular' AND trade_date IN (${days.map((day) => `'${day}'`).join()})`)
  const contracts = await marketRows('SELECT * FROM TaiwanDerivativesContracts')
  const rates = await marketRows("SELECT * FROM CentralBankRate WHERE bank_code = 'CBC' ORDER BY effective_date")
  const nameOf = (row: Read) =>
    [row.trade_date, row.option_id, row.contract_month, row.strike_price, row.call_put].join(' ')
  assert.deepEqual(stored.map(nameOf).sort(), raw.map(nameOf).sort())
  const found = new Map(stored.map((row) => [nameOf(row), row]))
  const priced = (row: Read) => [row.settlement_price, row.close].map(Number).find((price) => price > 0) ?? null
  let compared = 0
  for (const rows of Map.groupBy(raw, (row) => `${row.trade_date} ${row.option_id} ${row.contract_month}`).values()) {
    const { trade_date, option_id, contract_month } = rows[0]!
    const rate = Number(rates.findLast((row) => row.effective_date! <= trade_date!)!.interest_rate)
    const expiry =
      rows[0]!.expiry_date ??
      contracts.find((row) => row.product_id === option_id && row.contract_month === contract_month)!.expiry_date!
    const T = (Date.parse(expiry) - Date.parse(trade_date!)) / 86_400_000 / 365
    const D = 1 / (1 + (rate / 100) * T)
    const strikes = [...new Set(rows.map((row) => Number(row.strike_price)))].sort((a, b) => a - b)
    const at = (K: number, side: string) =>
      priced(rows.find((row) => Number(row.strike_price) === K && row.call_put === side) ?? {})
    const pairs = strikes.flatMap((K) => {
      const [call, put] = [at(K, 'call'), at(K, 'put')]
      return call === null || put === null ? [] : [{ K, gap: call - put }]
    })
    const best = pairs.toSorted((a, b) => Math.abs(a.gap) - Math.abs(b.gap) || a.K - b.K)[0]
    for (const row of rows) {
      const one = found.get(nameOf(row))!
      const price = priced(row)
      if (price === null || T <= 0 || !best) {
        assert.deepEqual(
          [one.reason, one.implied_volatility],
          [price === null ? 'no_price' : T <= 0 ? 'no_days' : 'no_forward', null],
        )
        continue
      }
      const F = Number(one.forward_price)
      assert.ok(Math.abs(F - (best.K + best.gap / D)) <= 5.1e-5, nameOf(row))
      const K = Number(row.strike_price)
      const isPut = row.call_put === 'put'
      const inside = D * Math.max(0, isPut ? K - F : F - K)
      if (one.reason === 'outside_bounds') {
        assert.ok(price <= inside + 1e-9, nameOf(row))
        continue
      }
      assert.ok(price > inside, nameOf(row))
      // A price that is nearly all value at expiry says little of the volatility.
      if (price - inside < 0.05) continue
      const second = secondGreeks(price, { F, K, T, D, isPut }, rate)
      for (const [name, value, places, slack] of [
        ['implied_volatility', second.s * 100, 4, 1e-4],
        ['delta', second.delta, 6, 1e-4],
        ['gamma', second.gamma, 10, 1e-3],
        ['vega', second.vega, 6, 1e-4],
        ['theta', second.theta, 6, 1e-3],
      ] as const)
        assert.ok(
          Math.abs(Number(one[name]) - value) <= 10 ** -places + slack * Math.abs(value),
          `${nameOf(row)} ${name}: ${one[name]}, not ${value}`,
        )
      compared++
    }
  }
  assert.ok(compared > 200, String(compared))
})

test('the distribution agrees with its series, and price, parity and volatility with one another', () => {
  for (let x = -7.5; x <= 7.5; x += 0.037) assert.ok(Math.abs(cumulative(x) - normal(x)) < 1e-13, String(x))
  fc.assert(
    fc.property(
      fc.double({ min: 10, max: 30_000, noNaN: true }),
      fc.double({ min: -0.4, max: 0.4, noNaN: true }),
      fc.integer({ min: 1, max: 500 }),
      fc.double({ min: 0, max: 0.1, noNaN: true }),
      fc.double({ min: 0.05, max: 2, noNaN: true }),
      (forward, distance, days, rate, volatility) => {
        const years = days / 365
        const strike = forward * Math.exp(distance * Math.sqrt(years))
        const discount = 1 / (1 + rate * years)
        const of = (isPut: boolean) => ({ forward, strike, isPut, years, discount })
        const [call, put] = [greeksOf(volatility, of(false)), greeksOf(volatility, of(true))]
        const near = (a: number, b: number, size: number) => assert.ok(Math.abs(a - b) <= 1e-11 * size, `${a} ${b}`)
        near(call.price - put.price, discount * (forward - strike), forward)
        near(call.delta - put.delta, discount, 1)
        assert.deepEqual([call.gamma, call.vega], [put.gamma, put.vega])
        for (const [isPut, { price }] of [
          [false, call],
          [true, put],
        ] as const) {
          const outside = price - discount * Math.max(0, isPut ? strike - forward : forward - strike)
          const found = volatilityOf(price, of(isPut))
          if (outside > forward * 1e-8) assert.ok(Math.abs(found! - volatility) < 1e-4, `${found} ${volatility}`)
          assert.equal(volatilityOf(discount * (isPut ? strike : forward), of(isPut)), null)
          assert.equal(volatilityOf(price - outside, of(isPut)), null)
        }
      },
    ),
    runs(600),
  )
})

test('each reason is given, the expiry of a row goes before that of its contract, and new days change no others', async () => {
  const lake = await lakeOf(optionGreeks.from)
  await lake.put(CentralBankRate, [
    { bank_code: 'CBC', effective_date: '2026-02-03', interest_rate: '2' },
    { bank_code: 'FED', effective_date: '2026-01-01', interest_rate: '9' },
  ])
  const contract = {
    product_id: 'TXO',
    product_type: 'option',
    expiry_cycle: 'monthly',
    first_trade_date: '2026-01-01',
  }
  await lake.put(TaiwanDerivativesContracts, [{ ...contract, contract_month: '202603', expiry_date: '2026-03-18' }])
  const quote = (
    trade_date: string,
    contract_month: string,
    strike_price: number,
    call_put: string,
    price: number | null,
    expiry_date: string | null = null,
  ) => ({
    ...{ trade_date, option_id: 'TXO', contract_month, strike_price, call_put, trading_session: 'regular' },
    ...{ settlement_price: price, expiry_date },
  })
  await lake.put(TaiwanOptionDaily, [
    ...['2026-02-02', '2026-02-03', '2026-03-18'].flatMap((day) => [
      quote(day, '202603', 100, 'call', 6),
      quote(day, '202603', 100, 'put', 4),
      quote(day, '202603', 90, 'call', 5),
      quote(day, '202603', 90, 'put', null),
    ]),
    quote('2026-02-03', '202604', 100, 'call', 6),
    quote('2026-02-03', '202605', 100, 'call', 6, '2026-05-20'),
    { ...quote('2026-02-03', '202603', 95, 'call', 5), trading_session: 'after_hours' },
  ])
  const rows = await lake.rows(optionGreeks)
  assert.deepEqual(
    rows.map((row) =>
      [
        row.trade_date!.slice(5),
        row.contract_month,
        Number(row.strike_price),
        row.call_put,
        row.days_to_expiry ?? '-',
        row.reason ?? row.delta!.slice(0, 5),
      ].join(' '),
    ),
    [
      '02-02 202603 100 call 44 no_rate',
      '02-02 202603 100 put 44 no_rate',
      '02-02 202603 90 call 44 no_rate',
      '02-02 202603 90 put 44 no_price',
      '02-03 202603 100 call 43 0.586',
      '02-03 202603 100 put 43 -0.41',
      '02-03 202603 90 call 43 outside_bounds',
      '02-03 202603 90 put 43 no_price',
      '02-03 202604 100 call - no_expiry',
      '02-03 202605 100 call 106 no_forward',
      '03-18 202603 100 call 0 no_days',
      '03-18 202603 100 put 0 no_days',
      '03-18 202603 90 call 0 no_days',
      '03-18 202603 90 put 0 no_price',
    ],
  )
  for (const since of ['2026-02-03', '2026-03-01']) await lake.assertIncremental(optionGreeks, since)
})
