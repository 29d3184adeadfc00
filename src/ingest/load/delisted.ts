import { TaiwanStockOverview } from '../../catalogue/technical/TaiwanStockOverview.ts'
import { dateSql, dayNumberSql } from '../../derive/sql.ts'
import { createBatch } from '../../lake/batch.ts'
import type { Draft } from '../../lake/draft.ts'
import { typeOfCode } from '../../sources/exchange/securityCodes.ts'
import { refusals } from '../../sources/outcome.ts'
import type { RejectedRow } from '../rules/rows.ts'

const types: readonly string[] = ['stock', 'etf', 'etn', 'tdr', 'preferred', 'reit']

/**
 * Securities delisted before the first overview was stored; only the delisting lists name them. Rejects those whose
 * code has no known type.
 */
export async function unlistedDelistings(draft: Pick<Draft, 'columns' | 'through'>) {
  const found = await draft.columns(`
    SELECT stock_id, last(stock_name ORDER BY delisting_date) AS stock_name,
      last(market ORDER BY delisting_date) AS market, ${dayNumberSql('max(delisting_date)')} AS day
    FROM TaiwanStockDelisting ANTI JOIN TaiwanStockOverview USING (stock_id)
    WHERE NOT coalesce(is_transfer, false) AND delisting_date <= ${dateSql(draft.through)}
    GROUP BY stock_id ORDER BY stock_id`)
  const [ids, names, markets] = [found.stock_id, found.stock_name, found.market] as [string[], string[], string[]]
  const batch = createBatch(TaiwanStockOverview)
  const rejected: RejectedRow[] = []
  for (const [at, stock_id] of ids.entries()) {
    const type = typeOfCode(stock_id)
    const [stock_name, market] = [names[at]!, markets[at]!]
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
      industry_code: null,
      industry_category: null,
      isin_code: null,
      cfi_code: null,
      listing_date: null,
      delisting_date: (found.day as Float64Array)[at]!,
      is_active: false,
      as_of_date: (found.day as Float64Array)[at]!,
    })
  }
  return { batch: batch.size() === 0 ? null : batch, rejected }
}
