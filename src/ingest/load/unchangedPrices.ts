import { TaiwanStockDailyPriceLimit } from '../../catalogue/technical/TaiwanStockDailyPriceLimit.ts'
import { TaiwanStockPrice } from '../../catalogue/technical/TaiwanStockPrice.ts'
import { dateSql, inlineSql } from '../../derive/sql.ts'
import type { Draft } from '../../lake/draft.ts'
import { quote } from '../../lake/schema.ts'
import type { Calendar, Feed } from '../../sources/feed.ts'
import type { FindExSecurities } from './exDays.ts'
import { responseColumn } from './staging.ts'

type UnchangedPriceInputs = {
  readonly draft: Draft
  readonly feed: Feed
  /** The staged rows of the feed. */
  readonly table: string
  readonly calendar: Calendar
  readonly exOn: FindExSecurities
}

/**
 * Sets the change to zero for unchanged prices, in a list that prints 0.0000 both for them and for days that are not
 * compared. A price is unchanged if the close of the previous trading day is the same and a list of ex-days does not
 * name the security. Days with a reference price are left to it; everything else stays unknown.
 */
export async function markUnchangedPrices({ draft, feed, table, calendar, exOn }: UnchangedPriceInputs): Promise<void> {
  if (!feed.unmarkedZeros) return
  // A response that marks uncompared days also has zeros, and its nulls are real.
  const isOpen = `spread IS NULL AND close IS NOT NULL
    AND ${responseColumn} NOT IN (SELECT ${responseColumn} FROM ${quote(table)} WHERE spread = 0)`
  const tables = draft.reading([TaiwanStockPrice, TaiwanStockDailyPriceLimit])
  const { day } = await tables.columns(
    `SELECT DISTINCT CAST(trade_date AS VARCHAR) AS day FROM ${quote(table)} WHERE ${isOpen} ORDER BY 1`,
  )
  const proven: string[] = []
  for (const one of day as string[]) {
    const before = calendar.previous(one)
    const ex = before === null ? null : await exOn(one)
    if (ex === null) continue
    const ids = [...ex].map((id) => [id])
    const isEx = inlineSql({ id: 'VARCHAR' }, ids)
    proven.push(`(trade_date = ${dateSql(one)} AND (stock_id, close) IN
        (SELECT (stock_id, close) FROM ${TaiwanStockPrice.name} WHERE trade_date = ${dateSql(before!)}
         UNION ALL SELECT (stock_id, close) FROM ${quote(table)} WHERE trade_date = ${dateSql(before!)})
      AND stock_id NOT IN (SELECT stock_id FROM TaiwanStockDailyPriceLimit
        WHERE trade_date = ${dateSql(one)} AND reference_price IS NOT NULL)
      AND stock_id NOT IN (SELECT id FROM ${isEx} e))`)
  }
  if (proven.length > 0)
    await tables.run(`UPDATE ${quote(table)} SET spread = 0 WHERE ${isOpen} AND (${proven.join(' OR ')})`)
}
