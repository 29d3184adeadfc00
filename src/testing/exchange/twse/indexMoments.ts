import { TaiwanIndex5Seconds } from '../../../catalogue/technical/TaiwanIndex5Seconds.ts'
import type { Printer } from '../sheet.ts'
import { grouped, places } from '../spell.ts'

/** Moments of a day whose own values are no longer kept: the close before, and the bar. */
const fromBars = (market: string, headline: string): string => `
  WITH bars AS (
    SELECT index_name, open, high, low, close, close - spread AS before FROM TaiwanStockSectorPrice
    WHERE market = '${market}' AND trade_date BETWEEN :from AND :to
    UNION ALL
    SELECT '${headline}', open, high, low, close, close - spread FROM TaiwanWeightedIndex
    WHERE stock_id = '${market === 'TWSE' ? 'TAIEX' : 'TPEX'}' AND trade_date BETWEEN :from AND :to)
  SELECT unnest(['09:00:00', '09:00:05', '10:00:00', '11:00:00', '13:30:00']) AS trade_time, index_name,
    unnest([before, open, high, low, close]) AS index_value FROM bars`

const fromMoments = (market: string): string => `
  SELECT trade_time, index_name, index_value FROM TaiwanIndex5Seconds
  WHERE market = '${market}' AND trade_date BETWEEN :from AND :to`

/** Every index in a column of its own, a moment a row. */
export function indexMoments(market: 'TWSE' | 'TPEX', title: string, time: string): Printer {
  const headline = market === 'TWSE' ? '發行量加權股價指數' : '櫃買指數'
  return {
    dataset: TaiwanIndex5Seconds,
    title,
    async print(database, days) {
      const kept = await database.rows(fromMoments(market), days)
      const rows = kept.length > 0 ? kept : await database.rows(fromBars(market, headline), days)
      const names = [headline, ...new Set(rows.map((row) => row.index_name!).filter((name) => name !== headline))]
      const moments = new Map<string, Map<string, string>>()
      for (const { trade_time, index_name, index_value } of rows) {
        const values = moments.get(trade_time!) ?? new Map<string, string>()
        values.set(index_name!, grouped(places(index_value!, 2)))
        moments.set(trade_time!, values)
      }
      const times = [...moments.keys()].sort()
      return {
        title,
        titles: [time, ...names],
        rows: times.map((at) => [at, ...names.map((name) => moments.get(at)!.get(name) ?? '')]),
      }
    },
  }
}
