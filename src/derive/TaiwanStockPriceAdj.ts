import { TaiwanStockPrice } from '../catalogue/technical/TaiwanStockPrice.ts'
import { TaiwanStockPriceAdj } from '../catalogue/technical/TaiwanStockPriceAdj.ts'
import { TaiwanStockTradingDate } from '../catalogue/technical/TaiwanStockTradingDate.ts'
import { literal } from '../lake/schema.ts'
import { fromLastKnown } from './carried.ts'
import type { Derivation, Tables } from './derivation.ts'
import { actionDatasets, type LedgerEntry, readLedger } from './ledger.ts'
import { decimalSql, halfUp, unitsSql } from './rounding.ts'
import { readRows } from './rows.ts'
import { dateSql, dayOfNumberSql, firstDayOf, inlineSql, sinceSql } from './sql.ts'

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
      WHEN p.trade_date < unknown_before THEN NULL
      WHEN ceiling IS NULL OR ${price} IS NULL THEN ${price}
      WHEN tested AND ${product(price)} & ${(1n << bits) - 1n}::HUGEINT < ${unitsSql(price, 4)}
        THEN error('adjusted price too near to a half: ' || p.stock_id || ' ' || p.trade_date)
      ELSE ${decimalSql(`${product(price)} >> ${bits}`, 4)}
    END AS ${price}`

/** SQL: the days of these prices on which actions with a known factor take effect. */
const explainedSql = (ledger: readonly LedgerEntry[]): string =>
  inlineSql(
    { stock_id: 'VARCHAR', day: 'INTEGER' },
    ledger.flatMap(({ stock_id, trade_date, factor }) =>
      trade_date !== null && factor ? [[stock_id, trade_date]] : [],
    ),
  )

/**
 * SQL: by stock, the last day whose price the exchange did not compare with the previous close although no known action
 * takes effect on it. An action must be missing, as where its publisher's terms are not accepted, so the factor of
 * earlier prices is unknown. A reference price may also move on days without a trade, which therefore prove nothing.
 */
const unexplainedSql = (prices: string, ledger: readonly LedgerEntry[]): string => `
  SELECT stock_id, max(trade_date) AS unknown_before FROM (
    SELECT stock_id, trade_date, close, spread, number, lag(close) OVER earlier AS before, lag(number) OVER earlier AS last
    FROM ${prices} JOIN (
      SELECT trade_date, row_number() OVER (ORDER BY trade_date) AS number
      FROM TaiwanStockTradingDate WHERE NOT is_scheduled
    ) USING (trade_date)
    WHERE close IS NOT NULL WINDOW earlier AS (PARTITION BY stock_id ORDER BY trade_date)
  )
  WHERE before IS NOT NULL AND CASE WHEN spread IS NULL
      -- A source without changes compares no price at all.
      THEN trade_date IN (SELECT trade_date FROM TaiwanStockPrice GROUP BY ALL HAVING count(spread) * 2 > count(close))
      ELSE close - spread <> before AND number = last + 1 END
    AND (stock_id, trade_date) NOT IN (SELECT (stock_id, ${dayOfNumberSql('day')}) FROM ${explainedSql(ledger)})
  GROUP BY stock_id`

/** SQL: the stored prices of each stock on its last day before `since`. */
const lastAdjusted = (since: string): string =>
  `(FROM ${fromLastKnown('TaiwanStockPriceAdj', since, { wanted: 'TaiwanStockPrice' })} WHERE trade_date < ${dateSql(since)})`

/** Stocks whose earlier prices become unknown with a day since `since`, or were unknown because of one. */
async function unknownStocks(tables: Tables, ledger: readonly LedgerEntry[], since: string): Promise<string[]> {
  const near = fromLastKnown('TaiwanStockPrice', since, { known: 'close IS NOT NULL' })
  const found = await readRows<{ stock_id: string }>(
    tables,
    `SELECT stock_id FROM (${unexplainedSql(near, ledger)}) WHERE ${sinceSql('unknown_before', since)}
     UNION SELECT stock_id FROM ${lastAdjusted(since)} WHERE adjustment_factor IS NULL`,
  )
  return found.map(({ stock_id }) => stock_id)
}

/** The stocks whose stored prices before the day have another factor than the ledger gives, as after a withdrawn action. */
async function outdatedStocks(tables: Tables, steps: readonly Step[], since: string): Promise<string[]> {
  const rows = await readRows<{ stock_id: string }>(
    tables,
    `SELECT last.stock_id FROM ${lastAdjusted(since)} last LEFT JOIN ${stepsSql(steps)} step ON last.stock_id = step.stock_id
       AND trade_date >= ${dayOfNumberSql('start')} AND trade_date < ${dayOfNumberSql('until')}
     WHERE adjustment_factor <> ${decimalSql('coalesce(published, 1000000)', 6)} ORDER BY 1`,
  )
  return rows.map(({ stock_id }) => stock_id)
}

/** SQL: true for stocks whose older prices change: those with an action since `since`, and those that were found stale. */
function rewrittenSql(ledger: readonly LedgerEntry[], stale: readonly string[], since: string | null): string {
  if (since === null) return 'true'
  const day = firstDayOf(since)
  const changed = ledger.filter(({ trade_date }) => trade_date !== null && trade_date >= day)
  const ids = [...new Set([...changed.map(({ stock_id }) => stock_id), ...stale])].map(literal)
  return ids.length === 0 ? 'false' : `stock_id IN (${ids.join(', ')})`
}

export const priceAdj: Derivation = {
  dataset: TaiwanStockPriceAdj,
  // Itself too: its unknown prices become known with a missing action.
  from: [TaiwanStockPrice, ...actionDatasets, TaiwanStockTradingDate, TaiwanStockPriceAdj],
  async rows(tables, since) {
    const ledger = await readLedger(tables, actionDatasets)
    const steps = stepsOf(ledger)
    const stale =
      since === null
        ? []
        : [...(await unknownStocks(tables, ledger, since)), ...(await outdatedStocks(tables, steps, since))]
    const rewritten = rewrittenSql(ledger, stale, since)
    const prices = fromLastKnown('TaiwanStockPrice', since, { known: 'close IS NOT NULL', whole: rewritten })
    return `
      WITH step AS (FROM ${stepsSql(steps)}), unexplained AS (${unexplainedSql(prices, ledger)}), adjusted AS (
        SELECT p.stock_id, p.trade_date, ${['open', 'high', 'low', 'close'].map(adjusted).join(', ')},
          volume, turnover, trade_count,
          CASE WHEN p.trade_date < unknown_before THEN NULL ELSE coalesce(published, 1000000) END AS published
        FROM ${prices} p LEFT JOIN unexplained ON p.stock_id = unexplained.stock_id
          LEFT JOIN step ON p.stock_id = step.stock_id
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
