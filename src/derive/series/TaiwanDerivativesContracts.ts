import { TaiwanFutureOptionDailyTotalOverview } from '../../catalogue/derivatives/TaiwanFutureOptionDailyTotalOverview.ts'
import { TaiwanFuturesDaily } from '../../catalogue/derivatives/TaiwanFuturesDaily.ts'
import { TaiwanFuturesSettlement } from '../../catalogue/derivatives/TaiwanFuturesSettlement.ts'
import { TaiwanOptionDaily } from '../../catalogue/derivatives/TaiwanOptionDaily.ts'
import { TaiwanOptionsSettlement } from '../../catalogue/derivatives/TaiwanOptionsSettlement.ts'
import { TaiwanDerivativesContracts } from '../../catalogue/series/TaiwanDerivativesContracts.ts'
import { TaiwanStockTradingDate } from '../../catalogue/technical/TaiwanStockTradingDate.ts'
import { addDays } from '../../days.ts'
import { literal } from '../../lake/schema.ts'
import type { Derivation } from '../derivation.ts'
import { inlineSql, sinceSql } from '../sql.ts'
import { contractTerms, foreignIndices, securityTerms } from './contractTerms.ts'

/** More calendar days than a contract is ever listed. */
const longestLife = 800
/** More calendar days than the market is ever closed. */
const longestClosure = 20

const quotedSql = (table: string, id: string, type: string, expiry: string, start: string | null): string =>
  `SELECT ${id} AS product_id, contract_month, '${type}' AS product_type, min(trade_date) AS first_trade_date,
    max(trade_date) AS last_trade_date, arg_max(${expiry}, trade_date) AS listed_expiry
  FROM ${table} WHERE ${sinceSql('trade_date', start)} GROUP BY ALL`

const settledSql = (table: string, id: string): string =>
  `SELECT ${id} AS product_id, contract_month, max(settlement_date) AS settlement_date,
    arg_max(final_settlement_price, settlement_date) AS final_settlement_price FROM ${table} GROUP BY ALL`

const [byProduct, bySecurity] = [
  inlineSql(
    {
      id: 'VARCHAR',
      multiplier: 'DECIMAL(18,4)',
      unit: 'VARCHAR',
      currency: 'VARCHAR',
      tick: 'VARCHAR',
      underlying: 'VARCHAR',
    },
    contractTerms.map(({ id, multiplier, unit, currency, tick, underlying }) => [
      id,
      multiplier,
      unit,
      currency,
      tick,
      underlying,
    ]),
  ),
  inlineSql(
    { type: 'VARCHAR', category: 'VARCHAR', is_mini: 'BOOLEAN', shares: 'DECIMAL(18,4)', tick: 'VARCHAR' },
    securityTerms,
  ),
]

/** SQL: the n-th weekday of the month that begins on `first`. */
const nthSql = (weekday: number, n: string): string =>
  `first + CAST((${weekday} - isodow(first) + 7) % 7 + (${n} - 1) * 7 AS INTEGER)`
const week = 'CAST(contract_month[8:] AS INTEGER)'

export const derivativesContracts: Derivation = {
  dataset: TaiwanDerivativesContracts,
  from: [
    TaiwanFuturesDaily,
    TaiwanOptionDaily,
    TaiwanFuturesSettlement,
    TaiwanOptionsSettlement,
    TaiwanFutureOptionDailyTotalOverview,
    TaiwanStockTradingDate,
  ],
  async rows(_tables, since) {
    const start = since === null ? null : addDays(since, -longestLife)
    return `
      WITH quoted AS (
        ${quotedSql('TaiwanFuturesDaily', 'futures_id', 'futures', 'CAST(NULL AS DATE)', start)}
        UNION ALL ${quotedSql('TaiwanOptionDaily', 'option_id', 'option', 'expiry_date', start)}
      ), settled AS (
        ${settledSql('TaiwanFuturesSettlement', 'futures_id')} UNION ALL ${settledSql('TaiwanOptionsSettlement', 'option_id')}
      ), product AS (
        SELECT product_id, trade_date AS last_trade_date, product_name, product_category, underlying_stock_id AS stock
        FROM TaiwanFutureOptionDailyTotalOverview
      ), contract AS (
        SELECT *, strptime(contract_month[:6] || '01', '%Y%m%d')::DATE AS first,
          CASE contract_month[7] WHEN 'W' THEN 'weekly_wednesday' WHEN 'F' THEN 'weekly_friday' ELSE 'monthly' END AS cycle
        FROM quoted LEFT JOIN settled USING (product_id, contract_month) LEFT JOIN product USING (product_id, last_trade_date)
      ), due AS (
        SELECT *, CASE
          WHEN product_category IS NULL OR product_category IN ('commodity', 'interest_rate')
            OR product_id IN (${foreignIndices.map(literal).join()}) THEN NULL
          WHEN cycle = 'monthly' THEN ${nthSql(3, '3')}
          WHEN cycle = 'weekly_wednesday' THEN ${nthSql(3, week)}
          ELSE ${nthSql(5, week)} END AS day
        FROM contract
      ), reach AS (SELECT min(trade_date) AS begins FROM TaiwanStockTradingDate)
      SELECT product_id, contract_month, product_type, product_name, product_category, cycle AS expiry_cycle,
        first_trade_date,
        coalesce(settlement_date, listed_expiry, CASE WHEN day >= begins THEN trade_date END, day) AS expiry_date,
        CASE WHEN settlement_date IS NOT NULL THEN 'settlement' WHEN listed_expiry IS NOT NULL THEN 'option_daily'
          WHEN day >= begins AND trade_date IS NOT NULL THEN 'calendar' WHEN day IS NOT NULL THEN 'weekday' END AS expiry_basis,
        final_settlement_price, coalesce(terms.multiplier, shares) AS multiplier,
        coalesce(terms.unit, CASE WHEN shares IS NOT NULL THEN 'shares' END) AS multiplier_unit,
        coalesce(terms.currency, CASE WHEN shares IS NOT NULL THEN 'TWD' END) AS currency,
        try_cast(coalesce(terms.tick, standard.tick) AS DECIMAL(18,4)) AS tick_size,
        CASE WHEN coalesce(terms.tick, standard.tick) LIKE '%below%' THEN coalesce(terms.tick, standard.tick) END AS tick_bands,
        coalesce(terms.underlying, stock) AS underlying_id
      FROM (FROM due WHERE ${sinceSql(`greatest(last_trade_date, settlement_date, day + ${longestClosure})`, since)}) due CROSS JOIN reach
      ASOF LEFT JOIN TaiwanStockTradingDate ON trade_date >= day
      LEFT JOIN ${byProduct} terms ON product_id = terms.id
      LEFT JOIN ${bySecurity} standard ON terms.id IS NULL AND product_type = standard.type
        AND product_category = standard.category AND starts_with(product_name, '小型') = is_mini
        AND regexp_full_match(product_id, '[A-Z]{2}[FO]')`
  },
}
