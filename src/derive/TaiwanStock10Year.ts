import { TaiwanStockChangeFaceReference } from '../catalogue/fundamentals/TaiwanStockChangeFaceReference.ts'
import { TaiwanStockSplitPrice } from '../catalogue/fundamentals/TaiwanStockSplitPrice.ts'
import { TaiwanStock10Year } from '../catalogue/technical/TaiwanStock10Year.ts'
import { TaiwanStockPrice } from '../catalogue/technical/TaiwanStockPrice.ts'
import type { Derivation, Tables } from './derivation.ts'
import { type LedgerEntry, readLedger } from './ledger.ts'
import { decimalSql, halfUp, halfUpSql, unitsSql } from './rounding.ts'
import { dateSql, dayNumberSql, dayOfNumberSql, firstDayOf, inlineSql, sinceSql } from './sql.ts'

const sample = 2500
const splits = [TaiwanStockSplitPrice, TaiwanStockChangeFaceReference]

type Average = readonly [stock_id: string, day: number, units: bigint]

/**
 * The averages of one stock on days whose window contains a split. Closes between splits are summed unchanged; from the
 * oldest stretch to the newest, the sum is multiplied by the factor of each split.
 */
function splitAverages(
  days: Float64Array,
  closes: Float64Array,
  entries: readonly LedgerEntry[],
): [day: number, units: bigint][] {
  const averages: [number, bigint][] = []
  /** Sums of the first 0, 1, 2 ... closes. */
  const sums = [0]
  const factors = entries.flatMap(({ factor, event_date }) => (factor ? [{ ...factor, day: event_date }] : []))
  /** Closes before each split that was passed. */
  const closesBefore: number[] = []
  for (const [i, day] of days.entries()) {
    while (closesBefore.length < factors.length && factors[closesBefore.length]!.day <= day)
      closesBefore.push(sums.length - 1)
    const close = closes[i]!
    if (!Number.isNaN(close)) sums.push(sums.at(-1)! + close)
    const first = sums.length - 1 - sample
    if (first < 0) continue
    let at = first
    let n = 0n
    let d = 1n
    for (const [j, before] of closesBefore.entries()) {
      if (before <= first) continue
      n = (n + BigInt(sums[before]! - sums[at]!) * d) * factors[j]!.n
      d *= factors[j]!.d
      at = before
    }
    if (at > first) averages.push([day, halfUp(n + BigInt(sums.at(-1)! - sums[at]!) * d, d * BigInt(sample))])
  }
  return averages
}

async function readSplitAverages(tables: Tables, since: string | null): Promise<Average[]> {
  const entries = Map.groupBy(await readLedger(tables, splits), ({ stock_id }) => stock_id)
  if (entries.size === 0) return []
  const read = await tables.columns(`
    SELECT stock_id, ${dayNumberSql('trade_date')} AS day, CAST(${unitsSql('close', 4)} AS DOUBLE) AS close
    FROM TaiwanStockPrice WHERE stock_id IN (${splits.map(({ name }) => `SELECT stock_id FROM ${name}`).join(' UNION ')})
    ORDER BY stock_id, trade_date`)
  const ids = read.stock_id as string[]
  const start = firstDayOf(since)
  const averages: Average[] = []
  for (let from = 0, to = 0; from < ids.length; from = to) {
    const id = ids[from]!
    while (to < ids.length && ids[to] === id) to++
    const days = read.day!.slice(from, to) as Float64Array
    const closes = read.close!.slice(from, to) as Float64Array
    for (const [day, units] of splitAverages(days, closes, entries.get(id)!))
      if (day >= start) averages.push([id, day, units])
  }
  return averages
}

/** Days that contain a sample of closes, unless a stock was halted for long. */
const sampleDays = 4_000

/** SQL: for each stock, the first day to read and the first day to carry an average from. */
const startsSql = (since: string | null): string => {
  if (since === null)
    return 'SELECT stock_id, min(trade_date) AS start, min(trade_date) AS known FROM TaiwanStockPrice GROUP BY stock_id'
  const [day, early] = [dateSql(since), `${dateSql(since)} - ${sampleDays}`]
  return `SELECT stock_id,
      CASE WHEN count(close) FILTER (WHERE trade_date >= ${early} AND trade_date < ${day}) >= ${sample} THEN ${early}
        ELSE min(trade_date) END AS start,
      coalesce(max(trade_date) FILTER (WHERE close IS NOT NULL AND trade_date < ${day}), ${day}) AS known
    FROM TaiwanStockPrice GROUP BY stock_id`
}

export const tenYear: Derivation = {
  dataset: TaiwanStock10Year,
  from: [TaiwanStockPrice, ...splits],
  async rows(tables, since) {
    const split = inlineSql(
      { stock_id: 'VARCHAR', day: 'INTEGER', units: 'BIGINT' },
      await readSplitAverages(tables, since),
    )
    return `
      WITH starts AS (${startsSql(since)}), priced AS (
        SELECT stock_id, trade_date, close, known, CASE WHEN close IS NOT NULL AND row_number() OVER closes >= ${sample} THEN
          ${halfUpSql(`CAST(sum(${unitsSql('close', 4)}) OVER (closes ROWS ${sample - 1} PRECEDING) AS BIGINT)`, `${sample}`)}
        END AS units
        FROM TaiwanStockPrice JOIN starts USING (stock_id) WHERE trade_date >= start WINDOW closes AS (PARTITION BY stock_id, close IS NULL ORDER BY trade_date)
      ), carried AS (
        SELECT stock_id, trade_date, close, last_value(units IGNORE NULLS) OVER (
          PARTITION BY stock_id ORDER BY trade_date ROWS UNBOUNDED PRECEDING
        ) AS units FROM priced WHERE trade_date >= known
      )
      SELECT carried.stock_id, trade_date, close, ${decimalSql('coalesce(split.units, carried.units)', 4)} AS ten_year_average,
        CAST(${sample} AS BIGINT) AS sample_days
      FROM carried LEFT JOIN ${split} split ON carried.stock_id = split.stock_id AND trade_date = ${dayOfNumberSql('day')}
      WHERE carried.units IS NOT NULL AND ${sinceSql('trade_date', since)}`
  },
}
