import { TaiwanCBOverviewHistory } from '../../catalogue/series/TaiwanCBOverviewHistory.ts'
import { TaiwanCBPremium } from '../../catalogue/series/TaiwanCBPremium.ts'
import { TaiwanStockPrice } from '../../catalogue/technical/TaiwanStockPrice.ts'
import type { Derivation } from '../derivation.ts'
import { decimalSql, halfUpSql, unitsSql } from '../rounding.ts'
import { readRows } from '../rows.ts'
import { dateSql, sinceSql } from '../sql.ts'

/** SQL: the day from which the conversion price of a row of the history holds. */
const effective = 'coalesce(conversion_price_effective_date, trade_date)'

const value = halfUpSql(`${unitsSql('stock_close', 4)}::HUGEINT * 1000000`, unitsSql('conversion_price', 4))
/** The bond price in hundredths of a percent of the value: less 100 %, the premium, which may be below 0. */
const share = halfUpSql(`${unitsSql('bond_price', 4)}::HUGEINT * 10000`, unitsSql('conversion_value', 4))

export const bondPremium: Derivation = {
  dataset: TaiwanCBPremium,
  from: [TaiwanCBOverviewHistory, TaiwanStockPrice],
  async rows(_tables, since) {
    return `
      WITH bond AS (
        SELECT cb_id, arg_max(stock_id, trade_date) AS stock_id, arg_max(bond_kind, trade_date) AS kind,
          arg_max(coalesce(delisting_date, maturity_date), trade_date) AS ends
        FROM TaiwanCBOverviewHistory GROUP BY cb_id
      ), term AS (
        SELECT cb_id, ${effective} AS since, arg_max(conversion_price, trade_date) AS conversion_price
        FROM TaiwanCBOverviewHistory WHERE conversion_price > 0 GROUP BY ALL
      ), day AS (
        SELECT cb_id, trade_date, bond.stock_id, close AS stock_close, ends
        FROM bond JOIN TaiwanStockPrice price ON bond.stock_id = price.stock_id AND kind = 'convertible'
        WHERE ${sinceSql('trade_date', since)}
        UNION ALL
        SELECT cb_id, trade_date, bond.stock_id, underlying_price, ends
        FROM bond JOIN TaiwanCBOverviewHistory USING (cb_id) WHERE kind <> 'convertible' AND ${sinceSql('trade_date', since)}
      ), valued AS (
        SELECT day.cb_id, day.trade_date, day.stock_id, conversion_price, stock_close,
          ${decimalSql(value, 4)} AS conversion_value
        FROM day ASOF JOIN term ON day.cb_id = term.cb_id AND day.trade_date >= term.since WHERE trade_date <= ends
      )
      SELECT cb_id, trade_date, valued.* EXCLUDE (cb_id, trade_date), bond_price,
        ${decimalSql(`${share} - 10000`, 2)} AS premium_percent
      FROM valued LEFT JOIN (
        SELECT cb_id, trade_date, reference_price AS bond_price FROM TaiwanCBOverviewHistory
      ) priced USING (cb_id, trade_date)`
  },
  /** A conversion price may be in force before it is read. */
  async outdatedSince(tables, since) {
    const [found] = await readRows<{ day: string | null }>(
      tables,
      `SELECT CAST(min(${effective}) AS VARCHAR) AS day FROM TaiwanCBOverviewHistory
      WHERE trade_date >= ${dateSql(since)} AND (cb_id, ${effective}, conversion_price) NOT IN (
        SELECT (cb_id, ${effective}, conversion_price) FROM TaiwanCBOverviewHistory WHERE trade_date < ${dateSql(since)} AND conversion_price IS NOT NULL
      ) AND conversion_price IS NOT NULL`,
    )
    return found!.day !== null && found!.day < since ? found!.day : null
  },
}
