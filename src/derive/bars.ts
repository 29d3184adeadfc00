import type { Dataset } from '../catalogue/dataset.ts'
import { TaiwanStockPrice } from '../catalogue/technical/TaiwanStockPrice.ts'
import { addDays, dayOf, weekdayOf } from '../days.ts'
import { fromLastKnown } from './carried.ts'
import type { Derivation } from './derivation.ts'
import { sinceSql } from './sql.ts'

/** Gathers daily prices into bars that start on the first day of a `span`; `label` is the strftime format of a bar. */
export const barsOf = (dataset: Dataset, span: 'week' | 'month', label: string): Derivation => ({
  dataset,
  from: [TaiwanStockPrice],
  async rows(_tables, since) {
    const first = since === null ? null : startOf(since, span)
    return `
      WITH bar AS (
        SELECT stock_id, CAST(date_trunc('${span}', trade_date) AS DATE) AS start, max(trade_date) AS trade_date,
          arg_min(open, trade_date) FILTER (WHERE open IS NOT NULL AND close IS NOT NULL) AS open,
          max(high) FILTER (WHERE close IS NOT NULL) AS high, min(low) FILTER (WHERE close IS NOT NULL) AS low,
          arg_max(close, trade_date) FILTER (WHERE close IS NOT NULL) AS close,
          CAST(sum(volume) AS BIGINT) AS volume, CAST(sum(turnover) AS DECIMAL(18,2)) AS turnover,
          CAST(sum(trade_count) AS BIGINT) AS trade_count, count(close) AS trading_days
        FROM ${fromLastKnown('TaiwanStockPrice', first, { known: 'close IS NOT NULL' })} GROUP BY ALL
      )
      FROM (
        SELECT stock_id, start AS ${span}_start_date, strftime(start, '${label}') AS "${span}", trade_date,
          open, high, low, close, volume, turnover, trade_count,
          CAST(close - lag(close IGNORE NULLS) OVER (PARTITION BY stock_id ORDER BY start) AS DECIMAL(18,4)) AS spread,
          trading_days
        FROM bar
      )
      WHERE ${sinceSql(`${span}_start_date`, first)}`
  },
})

/** The first day of the bar of a day. */
export const startOf = (date: string, span: 'week' | 'month'): string => {
  if (span === 'month') return `${date.slice(0, 7)}-01`
  return addDays(date, 1 - weekdayOf(dayOf(date)))
}
