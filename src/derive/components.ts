import type { Tables } from './derivation.ts'
import { unitsSql } from './rounding.ts'
import * as sentiment from './sentiment.ts'
import { dayNumberSql } from './sql.ts'

export type Component = 'momentum' | 'breadth' | 'put_call' | 'volatility' | 'safe_haven' | 'margin' | 'foreign_flow'

const day = `${dayNumberSql('trade_date')} AS day`
const companies = "regexp_full_match(stock_id, '[1-9][0-9]{3}')"

/** The raw values of the seven components, each on the days with its inputs. */
export async function readComponents(tables: Tables): Promise<Record<Component, sentiment.RawValues>> {
  const read = async (sql: string): Promise<sentiment.Series & { readonly more: ArrayLike<number> }> => {
    const { day: days, value, more } = (await tables.columns(sql)) as Record<string, Float64Array>
    return { days: days!, values: value!, more: more ?? [] }
  }
  const index =
    await read(`SELECT ${day}, CAST(return_index AS DOUBLE) AS value FROM TaiwanReturnIndex WHERE stock_id = 'TAIEX'
    UNION ALL SELECT ${day}, CAST(close AS DOUBLE) FROM TaiwanWeightedIndex WHERE stock_id = 'TAIEX' AND close IS NOT NULL
      AND NOT EXISTS (FROM TaiwanReturnIndex WHERE stock_id = 'TAIEX') ORDER BY day`)
  const net =
    await read(`SELECT ${day}, CAST(count(*) FILTER (WHERE spread > 0) - count(*) FILTER (WHERE spread < 0) AS DOUBLE)
      / count(*) FILTER (WHERE spread <> 0) AS value
    FROM TaiwanStockPrice WHERE ${companies} GROUP BY trade_date
    HAVING count(*) FILTER (WHERE spread <> 0) > 0 ORDER BY day`)
  const ratio = await read(`SELECT ${day}, CAST(sum(volume) FILTER (WHERE call_put = 'put') AS DOUBLE)
      / CAST(sum(volume) FILTER (WHERE call_put = 'call') AS DOUBLE) AS value
    FROM TaiwanOptionDaily WHERE option_id = 'TXO' GROUP BY trade_date
    HAVING count(*) FILTER (WHERE call_put = 'put') > 0 AND sum(volume) FILTER (WHERE call_put = 'call') > 0 ORDER BY day`)
  const yields = await read(
    `SELECT ${day}, CAST(value AS DOUBLE) AS value FROM USBondYield WHERE tenor = '10Y' ORDER BY day`,
  )
  const loans =
    await read(`SELECT ${day}, CAST(sum(${unitsSql('margin_purchase_balance_amount', 2)}) AS DOUBLE) AS value
    FROM TaiwanStockTotalMarginPurchaseShortSale GROUP BY trade_date HAVING count(*) = 2 ORDER BY day`)
  const flow = await read(`SELECT ${day}, CAST(net AS DOUBLE) AS value, CAST(turnover AS DOUBLE) AS more FROM (
      SELECT trade_date, sum(${unitsSql('foreign_investor_net_amount + coalesce(foreign_dealer_net_amount, 0)', 2)}) AS net
      FROM TaiwanStockTotalInstitutionalInvestors GROUP BY trade_date
    ) JOIN (
      SELECT trade_date, sum(${unitsSql('turnover', 2)}) AS turnover
      FROM TaiwanStockPrice WHERE ${companies} GROUP BY trade_date
    ) USING (trade_date) ORDER BY day`)
  return {
    momentum: sentiment.momentum(index),
    breadth: sentiment.breadth(net),
    put_call: sentiment.putCall(ratio),
    volatility: sentiment.volatility(index),
    safe_haven: sentiment.safeHaven(index, yields),
    margin: sentiment.marginGrowth(loans),
    foreign_flow: sentiment.foreignFlow(flow, flow.more),
  }
}
