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

/** SQL: the prices to read: of the days that contain a sample, and earlier ones of stocks with fewer closes in them. */
const pricesSql = (since: string | null): string => {
  if (since === null) return 'TaiwanStockPrice'
  const [day, early] = [dateSql(since), `${dateSql(since)} - ${sampleDays}`]
  const recent = `FROM TaiwanStockPrice WHERE trade_date >= ${early}`
  return `(${recent} UNION ALL FROM TaiwanStockPrice WHERE trade_date < ${early} AND stock_id IN (
    SELECT stock_id ${recent} GROUP BY stock_id
    HAVING count(close) FILTER (WHERE trade_date < ${day}) < ${sample} AND max(trade_date) >= ${day}))`
}

export const tenYear: Derivation = {
  dataset: TaiwanStock10Year,
  from: [TaiwanStockPrice, ...splits],
  async rows(tables, since) {
    const split = inlineSql(
      { stock_id: 'VARCHAR', day: 'INTEGER', units: 'BIGINT' },
      await readSplitAverages(tables, since),
    )
    const isNew = sinceSql('trade_date', since)
    const before = (rows: string) =>
      `(SELECT stock_id, count(*) AS n, sum(units) AS total FROM ${rows} GROUP BY stock_id)`
    // A sample is the closes so far less the first ones, which are few: no other rows are sorted.
    return `
      WITH priced AS (SELECT stock_id, trade_date, close, ${unitsSql('close', 4)} AS units FROM ${pricesSql(since)}), closes AS (
        FROM priced WHERE close IS NOT NULL
      ), so_far AS (
        SELECT stock_id, trade_date, close, coalesce(n, 0) + count(close) OVER days AS n,
          coalesce(total, 0) + coalesce(sum(units) OVER days, 0) AS total
        FROM (FROM priced WHERE ${isNew}) LEFT JOIN ${before(`closes WHERE NOT ${isNew}`)} USING (stock_id)
        WINDOW days AS (PARTITION BY stock_id ORDER BY trade_date)
      ), first AS (
        SELECT stock_id, row_number() OVER days AS n, sum(units) OVER days AS total
        FROM closes WHERE trade_date <= (SELECT DISTINCT trade_date FROM closes ORDER BY trade_date DESC LIMIT 1 OFFSET ${sample})
        WINDOW days AS (PARTITION BY stock_id ORDER BY trade_date)
      )
      SELECT so_far.stock_id, trade_date, close, ${decimalSql(
        `coalesce(split.units, ${halfUpSql('CAST(so_far.total - coalesce(first.total, 0) AS BIGINT)', `${sample}`)})`,
        4,
      )} AS ten_year_average,
        CAST(${sample} AS BIGINT) AS sample_days
      FROM so_far LEFT JOIN first ON so_far.stock_id = first.stock_id AND first.n = so_far.n - ${sample}
        LEFT JOIN ${split} split ON so_far.stock_id = split.stock_id AND trade_date = ${dayOfNumberSql('day')}
      WHERE so_far.n >= ${sample}`
  },
}
