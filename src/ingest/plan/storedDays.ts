import { TaiwanStockTradingDate } from '../../catalogue/technical/TaiwanStockTradingDate.ts'
import { dayOf } from '../../days.ts'
import type { Lake } from '../../lake/lake.ts'
import { openReader } from '../../lake/reader.ts'
import type { TradingDay } from './tradingDays.ts'

/** The trading days of a lake's current version. */
export async function storedDays(
  lake: Lake,
  { memory, scratch }: { readonly memory: string; readonly scratch: string },
): Promise<TradingDay[]> {
  const version = await lake.current()
  if (version === null) return []
  using reader = await openReader(version, [TaiwanStockTradingDate], { memory, scratch })
  const { rows } = await reader.select(
    `SELECT CAST(trade_date AS VARCHAR), is_scheduled, note FROM ${TaiwanStockTradingDate.name} ORDER BY 1`,
  )
  return rows.map(([day, isScheduled, note]) => ({
    day: dayOf(day as string),
    isScheduled: isScheduled as boolean,
    note: note as string | null,
  }))
}
