import { TaiwanStockPrice } from '../../catalogue/technical/TaiwanStockPrice.ts'
import { dateSql, inlineSql } from '../../derive/sql.ts'
import type { Draft } from '../../lake/draft.ts'
import { quote } from '../../lake/schema.ts'
import type { Calendar, Feed } from '../../sources/feed.ts'
import { unmarkedZeros } from '../plan/exceptions.ts'
import type { ExDays } from './exDays.ts'
import { answerColumn } from './staging.ts'

type Terms = {
  readonly draft: Draft
  readonly feed: Feed
  /** The rows that the feed told. */
  readonly table: string
  readonly calendar: Calendar
  readonly exOn: ExDays
}

const isUnmarked = ({ dataset, publisher, endpoint }: Feed): boolean =>
  unmarkedZeros.has(`${dataset.name} ${publisher.id} ${endpoint}`)

/**
 * Gives a change of zero to prices that did not change, in lists that write the same for a day that is not compared.
 * Proof of it is the same close on the trading day before, and a list of ex-days that does not name the security: who
 * comes back after a halt has no close on the day before. A reference price of the day tells more, and is left to do
 * so. Everything else stays unknown.
 */
export async function proveUnchanged({ draft, feed, table, calendar, exOn }: Terms): Promise<void> {
  if (!isUnmarked(feed)) return
  // A list that has marks has zeros as well; what is unknown in it is marked.
  const isOpen = `spread IS NULL AND close IS NOT NULL
    AND ${answerColumn} NOT IN (SELECT ${answerColumn} FROM ${quote(table)} WHERE spread = 0)`
  const { day } = await draft.columns(
    `SELECT DISTINCT CAST(trade_date AS VARCHAR) AS day FROM ${quote(table)} WHERE ${isOpen} ORDER BY 1`,
  )
  const proven: string[] = []
  for (const one of day as string[]) {
    const before = calendar.previous(one)
    const ex = before === null ? null : await exOn(one)
    if (ex === null) continue
    const isEx = inlineSql(
      { id: 'VARCHAR' },
      [...ex].map((id) => [id]),
    )
    proven.push(`(trade_date = ${dateSql(one)} AND (stock_id, close) IN
        (SELECT (stock_id, close) FROM ${TaiwanStockPrice.name} WHERE trade_date = ${dateSql(before!)}
         UNION ALL SELECT (stock_id, close) FROM ${quote(table)} WHERE trade_date = ${dateSql(before!)})
      AND stock_id NOT IN (SELECT stock_id FROM TaiwanStockDailyPriceLimit
        WHERE trade_date = ${dateSql(one)} AND reference_price IS NOT NULL)
      AND stock_id NOT IN (SELECT id FROM ${isEx} e))`)
  }
  if (proven.length > 0)
    await draft.run(`UPDATE ${quote(table)} SET spread = 0 WHERE ${isOpen} AND (${proven.join(' OR ')})`)
}
