import { TaiwanOptionDaily } from '../../catalogue/derivatives/TaiwanOptionDaily.ts'
import { CentralBankRate } from '../../catalogue/other/CentralBankRate.ts'
import { TaiwanDerivativesContracts } from '../../catalogue/series/TaiwanDerivativesContracts.ts'
import { TaiwanVolatilityIndex } from '../../catalogue/series/TaiwanVolatilityIndex.ts'
import { type Cell, createBatch } from '../../lake/batch.ts'
import type { Derivation } from '../derivation.ts'
import { unitsSql } from '../rounding.ts'
import { dayNumberSql } from '../sql.ts'
import { discountOf, rateReader, regularOptions, rowsByMonth } from './optionInputs.ts'

/** The calendar days that the index looks ahead, and those that a term must have left at least. */
const horizon = 30
const fewestDays = 8
const fewestStrikes = 2

/** A strike of an expiry; midpoints in ten-thousandths, null where it has none. */
type Strike = { readonly strike: number; readonly call: number | null; readonly put: number | null }
type Reason = 'no_forward' | 'few_strikes'
type Term = {
  readonly forward: number | null
  readonly strikes: number | null
  readonly variance: number | null
  readonly reason: Reason | null
}

const midpoint = (side: string): string =>
  `CAST(max(${unitsSql('best_bid', 4)} + ${unitsSql('best_ask', 4)}) FILTER (WHERE call_put = '${side}' AND best_bid > 0 AND best_ask > 0) AS DOUBLE) / 2`

type Row = Strike & { readonly day: number; readonly contract_month: string; readonly expiry: number | null }

const strikesSql = (inMonth: string): string => `
  SELECT ${dayNumberSql('trade_date')} AS day, contract_month, CAST(${unitsSql('strike_price', 4)} AS DOUBLE) AS strike,
    ${dayNumberSql('any_value(expiry)')} AS expiry, ${midpoint('call')} AS call, ${midpoint('put')} AS put
  FROM (${regularOptions})
  WHERE option_id = 'TXO' AND regexp_full_match(contract_month, '[0-9]{6}') AND ${inMonth}
  GROUP BY trade_date, contract_month, strike_price ORDER BY ALL`

/** The strikes from the middle outwards, until two in a row have no price. */
function* usedOf(side: readonly { strike: number; price: number | null }[]) {
  let missing = 0
  for (const { strike, price } of side) {
    missing = price === null ? missing + 1 : 0
    if (missing === 2) return
    if (price !== null) yield { strike, price }
  }
}

/** The variance of an expiry that the prices of its options out of the money imply. */
export function varianceOf(strikes: readonly Strike[], days: number, discount: number): Term {
  const years = days / 365
  const nothing = { forward: null, strikes: null, variance: null, reason: 'no_forward' } as const
  const both = strikes.flatMap(({ strike, call, put }) =>
    call === null || put === null ? [] : [{ strike, gap: call - put }],
  )
  if (both.length === 0) return nothing
  const parity = both.reduce((best, one) => (Math.abs(one.gap) < Math.abs(best.gap) ? one : best))
  const forward = Math.round(parity.strike + parity.gap / discount)
  const middle = strikes.findLast(({ strike }) => strike <= forward)
  if (!middle) return { ...nothing, forward }
  const puts = [
    ...usedOf(
      strikes
        .filter(({ strike }) => strike < middle.strike)
        .toReversed()
        .map(({ strike, put }) => ({ strike, price: put })),
    ),
  ]
  const calls = [
    ...usedOf(
      strikes.filter(({ strike }) => strike > middle.strike).map(({ strike, call }) => ({ strike, price: call })),
    ),
  ]
  const isFew = puts.length < fewestStrikes || calls.length < fewestStrikes
  if (isFew || middle.call === null || middle.put === null) return { ...nothing, forward, reason: 'few_strikes' }
  const used = [...puts.toReversed(), { strike: middle.strike, price: (middle.call + middle.put) / 2 }, ...calls]
  let sum = 0
  for (const [at, { strike, price }] of used.entries()) {
    const [below, above] = [used[at - 1]?.strike, used[at + 1]?.strike]
    const width = below === undefined ? above! - strike : above === undefined ? strike - below : (above - below) / 2
    sum += (width / strike ** 2) * (price / discount)
  }
  const variance = (2 * sum - (forward / middle.strike - 1) ** 2) / years
  return { forward, strikes: used.length, variance, reason: null }
}

/** The row of a day; prices in ten-thousandths. */
function indexOf(trade_date: number, rows: readonly Row[], rate: number | null): Record<string, Cell> {
  const terms = [...Map.groupBy(rows, ({ contract_month }) => contract_month)]
    .map(([contract_month, strikes]) => ({
      contract_month,
      strikes,
      days: (strikes[0]!.expiry ?? trade_date) - trade_date,
    }))
    .filter(({ days }) => days >= fewestDays)
    .sort((a, b) => a.days - b.days)
    .slice(0, 2)
  const found = terms.map(({ strikes, days }) =>
    rate === null ? null : varianceOf(strikes, days, discountOf(rate, days)),
  )
  const cells: Record<string, Cell> = { trade_date, discount_rate: rate }
  for (const [at, name] of ['near', 'next'].entries()) {
    const { contract_month = null, days = null } = terms[at] ?? {}
    const { forward = null, strikes = null, variance = null } = found[at] ?? {}
    cells[`${name}_contract_month`] = contract_month
    cells[`${name}_days`] = days
    cells[`${name}_forward`] = forward
    cells[`${name}_strikes`] = strikes
    cells[`${name}_variance`] = variance === null ? null : Math.round(variance * 1e8)
  }
  const reason =
    rate === null ? 'no_rate' : terms.length < 2 ? 'no_terms' : (found.find((term) => term?.reason)?.reason ?? null)
  if (reason !== null) return { ...cells, volatility_index: null, reason }
  const [[near, next], [first, second]] = [terms, found] as unknown as [
    [{ days: number }, { days: number }],
    [Term, Term],
  ]
  const share = (next.days - horizon) / (next.days - near.days)
  const total = (near.days * first.variance! * share + next.days * second.variance! * (1 - share)) / horizon
  if (!(total > 0)) return { ...cells, volatility_index: null, reason: 'no_variance' }
  return { ...cells, volatility_index: Math.round(Math.sqrt(total) * 1e6), reason: null }
}

export const volatilityIndex: Derivation = {
  dataset: TaiwanVolatilityIndex,
  from: [TaiwanOptionDaily, TaiwanDerivativesContracts, CentralBankRate],
  async rows(tables, since) {
    const batch = createBatch(TaiwanVolatilityIndex)
    const rateOn = await rateReader(tables)
    for await (const rows of rowsByMonth<Row>(tables, since, strikesSql))
      for (const [day, own] of Map.groupBy(rows, (row) => row.day)) batch.push(indexOf(day, own, rateOn(day)) as never)
    return batch
  },
}
