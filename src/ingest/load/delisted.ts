import { TaiwanStockOverview } from '../../catalogue/technical/TaiwanStockOverview.ts'
import { dateSql, dayNumberSql } from '../../derive/sql.ts'
import { type Batch, createBatch } from '../../lake/batch.ts'
import type { Draft } from '../../lake/draft.ts'
import { typeOfCode } from '../../sources/exchange/securities.ts'

const types: readonly string[] = ['stock', 'etf', 'etn', 'tdr', 'preferred', 'reit']

/** Securities that had left before anybody here looked: known by the lists of those that left alone. */
export async function delistedUnknown(draft: Pick<Draft, 'columns' | 'through'>): Promise<Batch | null> {
  const { stock_id, stock_name, market, day } = await draft.columns(`
    SELECT stock_id, last(stock_name ORDER BY delisting_date) AS stock_name,
      last(market ORDER BY delisting_date) AS market, ${dayNumberSql('max(delisting_date)')} AS day
    FROM TaiwanStockDelisting ANTI JOIN TaiwanStockOverview USING (stock_id)
    WHERE NOT coalesce(is_transfer, false) AND delisting_date <= ${dateSql(draft.through)}
    GROUP BY stock_id ORDER BY stock_id`)
  const batch = createBatch(TaiwanStockOverview)
  for (const [at, id] of (stock_id as string[]).entries()) {
    const type = typeOfCode(id)
    if (type === 'warrant' || type === 'bond') continue
    batch.push({
      stock_id: id,
      stock_name: (stock_name as string[])[at]!,
      market: (market as string[])[at]!,
      security_type: type !== null && types.includes(type) ? type : 'other',
      industry_code: null,
      industry_category: null,
      isin_code: null,
      cfi_code: null,
      listing_date: null,
      delisting_date: (day as Float64Array)[at]!,
      is_active: false,
      as_of_date: (day as Float64Array)[at]!,
    })
  }
  return batch.size() === 0 ? null : batch
}
