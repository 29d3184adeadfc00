import { TaiwanStockPrice } from '../catalogue/technical/TaiwanStockPrice.ts'
import { TaiwanStockPriceAdj } from '../catalogue/technical/TaiwanStockPriceAdj.ts'
import { literal } from '../lake/schema.ts'
import { fromLastKnown } from './carried.ts'
import type { Derivation } from './derivation.ts'
import { actionDatasets, type LedgerEntry, readLedger } from './ledger.ts'
import { decimalSql, halfUp, unitsSql } from './rounding.ts'
import { dayOfNumberSql, firstDayOf, inlineSql, sinceSql } from './sql.ts'

/**
 * A factor may have hundreds of digits, so SQL multiplies by it as a binary fraction: `ceiling = ceil(factor x 2^80)`.
 * The product is never too small, and too large by less than price / 2^80: a half is always rounded up, and a value
 * below a half stays below while 2 x price x d <= 2^80 (n/d being the factor), since its distance from the half is a
 * multiple of 1/2d. Up to d = 2^33 that holds for every price that fits. Beyond, each product is tested, and one too
 * near to a half (about one in 10^17) stops the run: the result is exact or there is none.
 */
const bits = 80n
const testedAbove = 2n ** 33n

type Step = {
  readonly stock_id: string
  /** Day numbers: the factor applies from `start` until the day before `until`. */
  readonly start: number
  readonly until: number
  /** The factor in millionths, rounded half-up. */
  readonly published: bigint
  readonly ceiling: bigint
  readonly tested: boolean
}

const beforeAll = -719_162 // 0001-01-01

/** The periods in which a stock's factor is not 1, from its ledger in order of stock and date. */
function stepsOf(ledger: readonly LedgerEntry[]): Step[] {
  const steps: Step[] = []
  let last: LedgerEntry | null = null
  for (const entry of ledger) {
    const { stock_id, trade_date, carried } = entry
    if (trade_date === null || carried === null) continue
    const start = last?.stock_id === stock_id ? last.trade_date! : beforeAll
    last = entry
    // The first of several actions on one day carries all of them.
    if (start < trade_date && carried.n !== carried.d)
      steps.push({
        stock_id,
        start,
        until: trade_date,
        published: halfUp(carried.n * 1_000_000n, carried.d),
        ceiling: ((carried.n << bits) + carried.d - 1n) / carried.d,
        tested: carried.d > testedAbove,
      })
  }
  return steps
}

const stepsSql = (steps: readonly Step[]): string =>
  inlineSql(
    {
      stock_id: 'VARCHAR',
      start: 'INTEGER',
      until: 'INTEGER',
      published: 'BIGINT',
      ceiling: 'HUGEINT',
      tested: 'BOOLEAN',
    },
    steps.map((step) => [step.stock_id, step.start, step.until, step.published, step.ceiling, step.tested]),
  )

const product = (price: string) => `(${unitsSql(price, 4)}::HUGEINT * ceiling + ${1n << (bits - 1n)}::HUGEINT)`

const adjusted = (price: string) => `CASE
      WHEN ceiling IS NULL OR ${price} IS NULL THEN ${price}
      WHEN tested AND ${product(price)} & ${(1n << bits) - 1n}::HUGEINT < ${unitsSql(price, 4)}
        THEN error('adjusted price too near to a half: ' || p.stock_id || ' ' || p.trade_date)
      ELSE ${decimalSql(`${product(price)} >> ${bits}`, 4)}
    END AS ${price}`

/** SQL: true for stocks whose older prices change because an action takes effect on `since` or later. */
function rewrittenSql(ledger: readonly LedgerEntry[], since: string | null): string {
  if (since === null) return 'true'
  const day = firstDayOf(since)
  const changed = ledger.filter(({ trade_date }) => trade_date !== null && trade_date >= day)
  const ids = [...new Set(changed.map(({ stock_id }) => literal(stock_id)))]
  return ids.length === 0 ? 'false' : `stock_id IN (${ids.join(', ')})`
}

export const priceAdj: Derivation = {
  dataset: TaiwanStockPriceAdj,
  from: [TaiwanStockPrice, ...actionDatasets],
  async rows(tables, since) {
    const ledger = await readLedger(tables, actionDatasets)
    const steps = stepsOf(ledger)
    const rewritten = rewrittenSql(ledger, since)
    return `
      WITH step AS (FROM ${stepsSql(steps)}), adjusted AS (
        SELECT p.stock_id, p.trade_date, ${['open', 'high', 'low', 'close'].map(adjusted).join(', ')},
          volume, turnover, trade_count, coalesce(published, 1000000) AS published
        FROM ${fromLastKnown('TaiwanStockPrice', since, 'close IS NOT NULL', rewritten)} p LEFT JOIN step ON p.stock_id = step.stock_id
          AND p.trade_date >= ${dayOfNumberSql('start')} AND p.trade_date < ${dayOfNumberSql('until')}
      )
      FROM (
        SELECT stock_id, trade_date, open, high, low, close, volume, turnover, trade_count,
          CAST(close - lag(close IGNORE NULLS) OVER (PARTITION BY stock_id ORDER BY trade_date) AS DECIMAL(18,4)) AS spread,
          ${decimalSql('published', 6)} AS adjustment_factor
        FROM adjusted
      )
      WHERE ${sinceSql('trade_date', since)}${since === null ? '' : ` OR ${rewritten}`}`
  },
}
