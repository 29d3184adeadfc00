import { TaiwanOptionDaily } from '../../catalogue/derivatives/TaiwanOptionDaily.ts'
import { CentralBankRate } from '../../catalogue/other/CentralBankRate.ts'
import { TaiwanDerivativesContracts } from '../../catalogue/series/TaiwanDerivativesContracts.ts'
import { TaiwanOptionGreeks } from '../../catalogue/series/TaiwanOptionGreeks.ts'
import { type Batch, createBatch } from '../../lake/batch.ts'
import type { Derivation, Tables } from '../derivation.ts'
import { unitsSql } from '../rounding.ts'
import { dayNumberSql } from '../sql.ts'
import { greeksOf, type Option, volatilityOf } from './black76.ts'
import { discountOf, rateReader, regularOptions, rowsByMonth } from './optionInputs.ts'

/** A series on a day; prices in ten-thousandths, days by number. */
type Quote = {
  readonly day: number
  readonly option_id: string
  readonly contract_month: string
  readonly strike: number
  readonly call_put: string
  readonly expiry: number | null
  readonly price: number | null
}

const quotesSql = (inMonth: string): string => `
  SELECT ${dayNumberSql('trade_date')} AS day, option_id, contract_month,
    CAST(${unitsSql('strike_price', 4)} AS DOUBLE) AS strike, call_put, ${dayNumberSql('expiry')} AS expiry,
    CAST(${unitsSql('CASE WHEN settlement_price > 0 THEN settlement_price WHEN close > 0 THEN close END', 4)} AS DOUBLE) AS price
  FROM (${regularOptions}) WHERE ${inMonth} ORDER BY ALL`

/** The forward that call and put imply at the strike where they differ least, in ten-thousandths. */
function forwardOf(chain: readonly Quote[], discount: number): number | null {
  const prices = new Map<number, { call?: number; put?: number }>()
  for (const { strike, call_put, price } of chain)
    if (price !== null) prices.set(strike, { ...prices.get(strike), [call_put]: price })
  let best: { strike: number; gap: number } | null = null
  for (const [strike, { call, put }] of prices)
    if (call !== undefined && put !== undefined && (best === null || Math.abs(call - put) < Math.abs(best.gap)))
      best = { strike, gap: call - put }
  const forward = best ? Math.round(best.strike + best.gap / discount) : 0
  return forward > 0 ? forward : null
}

type Reason = 'no_price' | 'no_expiry' | 'no_days' | 'no_rate' | 'no_forward' | 'outside_bounds'

function pushChain(batch: Batch<typeof TaiwanOptionGreeks>, chain: readonly Quote[], rate: number | null): void {
  const { day, expiry } = chain[0]!
  const days = expiry === null ? null : expiry - day
  const discount = rate === null || days === null || days <= 0 ? null : discountOf(rate, days)
  const forward = discount === null ? null : forwardOf(chain, discount)
  for (const { option_id, contract_month, strike, call_put, price } of chain) {
    const isPut = call_put === 'put'
    const reasons: readonly (readonly [boolean, Reason])[] = [
      [price === null, 'no_price'],
      [days === null, 'no_expiry'],
      [days !== null && days <= 0, 'no_days'],
      [rate === null, 'no_rate'],
      [forward === null, 'no_forward'],
    ]
    const missing = reasons.find(([applies]) => applies)?.[1] ?? null
    const option: Option | null =
      missing === null
        ? { forward: forward! / 1e4, strike: strike / 1e4, isPut, years: days! / 365, discount: discount! }
        : null
    const volatility = option && volatilityOf(price! / 1e4, option)
    const greeks = option && volatility !== null ? greeksOf(volatility, option) : null
    const units = (value: number | undefined, scale: number) =>
      value === undefined ? null : Math.round(value * 10 ** scale)
    batch.push({
      ...{ trade_date: day, option_id, contract_month, strike_price: strike, call_put },
      ...{
        expiry_date: expiry,
        days_to_expiry: days,
        option_price: price,
        forward_price: forward,
        discount_rate: rate,
      },
      implied_volatility: units(volatility ?? undefined, 6),
      ...{ delta: units(greeks?.delta, 6), gamma: units(greeks?.gamma, 10) },
      ...{ vega: units(greeks?.vega, 6), theta: units(greeks?.theta, 6) },
      reason: missing ?? (greeks ? null : 'outside_bounds'),
    })
  }
}

async function* greekBatches(tables: Tables, since: string | null): AsyncGenerator<Batch> {
  const rateOn = await rateReader(tables)
  for await (const quotes of rowsByMonth<Quote>(tables, since, quotesSql)) {
    const batch = createBatch(TaiwanOptionGreeks)
    const chains = Map.groupBy(quotes, ({ day, option_id, contract_month }) => `${day} ${option_id} ${contract_month}`)
    for (const chain of chains.values()) pushChain(batch, chain, rateOn(chain[0]!.day))
    yield batch
  }
}

export const optionGreeks: Derivation = {
  dataset: TaiwanOptionGreeks,
  from: [TaiwanOptionDaily, TaiwanDerivativesContracts, CentralBankRate],
  rows: async (tables, since) => greekBatches(tables, since),
}
