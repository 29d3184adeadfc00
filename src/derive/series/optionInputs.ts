import { literal } from '../../lake/schema.ts'
import type { Tables } from '../derivation.ts'
import { unitsSql } from '../rounding.ts'
import { readRows } from '../rows.ts'
import { dayNumberSql, sinceSql } from '../sql.ts'

/** SQL: the option series of the regular session, with their expiry by the row, else by the calendar of contracts. */
export const regularOptions = `SELECT quote.*, coalesce(quote.expiry_date, contract.expiry_date) AS expiry
  FROM TaiwanOptionDaily quote LEFT JOIN TaiwanDerivativesContracts contract
    ON option_id = product_id AND quote.contract_month = contract.contract_month
  WHERE trading_session = 'regular'`

/** The rows of a query for each month since a day; `inMonth` is its condition. A year of all series is millions of rows. */
export async function* rowsByMonth<Row extends Record<string, string | number | null>>(
  tables: Tables,
  since: string | null,
  query: (inMonth: string) => string,
): AsyncGenerator<Row[]> {
  const months = await readRows<{ month: string }>(
    tables,
    `SELECT DISTINCT CAST(date_trunc('month', trade_date)::DATE AS VARCHAR) AS month
    FROM TaiwanOptionDaily WHERE ${sinceSql('trade_date', since)} ORDER BY 1`,
  )
  for (const { month } of months) {
    const first = `DATE ${literal(month)}`
    const inMonth = `trade_date >= ${first} AND trade_date < ${first} + INTERVAL 1 MONTH AND ${sinceSql('trade_date', since)}`
    yield readRows<Row>(tables, query(inMonth))
  }
}

/** The discount rate of a day in ten-thousandths of a percent, by the changes of the central bank; null before the first. */
export async function rateReader(tables: Tables): Promise<(day: number) => number | null> {
  const changes = await readRows<{ day: number; rate: number }>(
    tables,
    `SELECT ${dayNumberSql('effective_date')} AS day, CAST(${unitsSql('interest_rate', 4)} AS DOUBLE) AS rate
    FROM CentralBankRate WHERE bank_code = 'CBC' ORDER BY day`,
  )
  return (day) => changes.findLast((change) => change.day <= day)?.rate ?? null
}

/** The value today of one that is paid after some days. */
export const discountOf = (rate: number, days: number): number => 1 / (1 + (rate / 1e6) * (days / 365))
