import { TaiwanStockPrice } from '../catalogue/technical/TaiwanStockPrice.ts'
import { TaiwanStockPriceAdj } from '../catalogue/technical/TaiwanStockPriceAdj.ts'
import { fromLastKnown } from './carried.ts'
import type { Derivation } from './derivation.ts'
import { type Event, eventDatasets, eventsSql, factorOf, readEvents } from './factors.ts'
import { one, times } from './ratio.ts'
import { decimalSql, halfUp, unitsSql } from './rounding.ts'
import { dayOfNumberSql, inlineSql, sinceSql } from './sql.ts'

/**
 * A factor may have hundreds of digits, so SQL multiplies by it as a binary fraction: `ceiling = ceil(factor x 2^80)`.
 * The product is never too small, and too large by less than price / 2^80: a half is always rounded up, and what lies
 * below a half stays there while 2 x price x d <= 2^80 (n/d being the factor), as its distance is a multiple of 1/2d.
 * Up to d = 2^33 that holds for every price that fits. Beyond, each product is tested, and one too near to a half to
 * tell (about one in 10^17) stops the run: the result is the exact one or none.
 */
const bits = 80n
const testedAbove = 2n ** 33n

type Step = {
  readonly stock_id: string
  /** Day numbers: the factor holds from `start` until the day before `until`. */
  readonly start: number
  readonly until: number
  /** The factor in millionths, rounded half-up. */
  readonly published: bigint
  readonly ceiling: bigint
  readonly tested: boolean
}

const beforeAll = -719_162 // 0001-01-01

/**
 * The stretches of time in which a stock's factor is not 1, from its events in order of stock and date. They divide at
 * the event's own date, not at its d_e: between the two the stock has no trading day.
 */
function stepsOf(ordered: readonly Event[]): Step[] {
  const steps: Step[] = []
  let factor = one
  for (const [i, event] of [...ordered.entries()].reverse()) {
    factor = times(factor, factorOf(event) ?? one)
    const earlier = ordered[i - 1]
    const start = earlier?.stock_id === event.stock_id ? earlier.event_date : beforeAll
    if (start < event.event_date && factor.n !== factor.d)
      steps.push({
        stock_id: event.stock_id,
        start,
        until: event.event_date,
        published: halfUp(factor.n * 1_000_000n, factor.d),
        ceiling: ((factor.n << bits) + factor.d - 1n) / factor.d,
        tested: factor.d > testedAbove,
      })
    if (start === beforeAll) factor = one
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

/** Events that have come into effect, and with `since` whether they did so on that day or later. */
const effective = (since: string | null) => `
  SELECT event.stock_id, event_date, ${since === null ? 'true' : 'event_date > coalesce(before, event_date - 1)'} AS is_new
  FROM (${eventsSql(eventDatasets)}) event JOIN (
    SELECT stock_id, max(trade_date) AS last, max(trade_date) FILTER (WHERE NOT ${sinceSql('trade_date', since)}) AS before
    FROM TaiwanStockPrice GROUP BY stock_id
  ) priced ON event.stock_id = priced.stock_id AND event_date <= last`

export const priceAdj: Derivation = {
  dataset: TaiwanStockPriceAdj,
  from: [TaiwanStockPrice, ...eventDatasets],
  async rows(tables, since) {
    const isEffective = `(stock_id, event_date) IN (SELECT (stock_id, event_date) FROM (${effective(since)}))`
    const steps = stepsOf(await readEvents(tables, eventDatasets, isEffective))
    const rewritten = since === null ? 'true' : `stock_id IN (SELECT stock_id FROM (${effective(since)}) WHERE is_new)`
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
