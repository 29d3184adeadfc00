import { TaiwanStockDelisting } from '../../catalogue/fundamentals/TaiwanStockDelisting.ts'
import { TaiwanStockOverview } from '../../catalogue/technical/TaiwanStockOverview.ts'
import { readRows } from '../../derive/rows.ts'
import { dateSql, dayNumberSql } from '../../derive/sql.ts'
import { createBatch } from '../../lake/batch.ts'
import type { Draft } from '../../lake/draft.ts'
import { typeOfCode } from '../../sources/exchange/securityCodes.ts'
import { refusals } from '../../sources/outcome.ts'
import { lacking } from '../../sources/reading.ts'
import type { RejectedRow } from '../rules/rows.ts'

const types: readonly string[] = ['stock', 'etf', 'etn', 'tdr', 'preferred', 'reit']

/**
 * Securities delisted before the first overview was stored; only the delisting lists name them. Rejects those whose
 * code has no known type.
 */
export async function unlistedDelistings(draft: Draft) {
  const found = await readRows<{ stock_id: string; stock_name: string; market: string; day: number }>(
    draft.reading([TaiwanStockDelisting, TaiwanStockOverview]),
    `SELECT stock_id, last(stock_name ORDER BY delisting_date) AS stock_name,
      last(market ORDER BY delisting_date) AS market, ${dayNumberSql('max(delisting_date)')} AS day
    FROM TaiwanStockDelisting ANTI JOIN TaiwanStockOverview USING (stock_id)
    WHERE NOT coalesce(is_transfer, false) AND delisting_date <= ${dateSql(draft.through)}
    GROUP BY stock_id ORDER BY stock_id`,
  )
  const batch = createBatch(TaiwanStockOverview)
  const rejected: RejectedRow[] = []
  for (const { stock_id, stock_name, market, day } of found) {
    const type = typeOfCode(stock_id)
    if (type === undefined) {
      rejected.push({
        dataset: TaiwanStockOverview.name,
        rule: 'unknown_code',
        message: `stock_id ${refusals.unknown_code}`,
        key: { stock_id },
        row: { stock_id, stock_name, market },
      })
      continue
    }
    if (type === 'warrant' || type === 'bond') continue
    batch.push({
      stock_id,
      stock_name,
      market,
      security_type: types.includes(type) ? type : 'other',
      ...lacking('industry_code', 'industry_category', 'isin_code', 'cfi_code', 'listing_date'),
      delisting_date: day,
      is_active: false,
      as_of_date: day,
    })
  }
  return { batch: batch.size() === 0 ? null : batch, rejected }
}
