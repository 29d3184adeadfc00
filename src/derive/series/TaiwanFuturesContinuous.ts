import { TaiwanFuturesDaily } from '../../catalogue/derivatives/TaiwanFuturesDaily.ts'
import { TaiwanFuturesContinuous } from '../../catalogue/series/TaiwanFuturesContinuous.ts'
import type { Derivation } from '../derivation.ts'
import { decimalSql, decimalText, halfUp, halfUpSql, unitsSql } from '../rounding.ts'
import { readRows } from '../rows.ts'
import { inlineSql, sinceSql } from '../sql.ts'

const ratioPlaces = 10
const one = 10n ** BigInt(ratioPlaces)

/** SQL: the monthly contracts in the regular session. */
const bars = `SELECT * FROM TaiwanFuturesDaily
  WHERE trading_session = 'regular' AND regexp_full_match(contract_month, '[0-9]{6}')`

const priceOf = (column: string, rank: number): string =>
  `max(${unitsSql(column, 4)}) FILTER (WHERE rank = ${rank} AND ${column} > 0) AS ${column}_${rank}`

/** SQL: for each product and day its two nearest months with their prices, and the contract of each rule. */
const heldSql = `
  WITH ranked AS (
    SELECT *, row_number() OVER (PARTITION BY futures_id, trade_date ORDER BY contract_month) AS rank FROM (${bars})
  ), day AS (
    SELECT futures_id, trade_date, min(contract_month) AS near, max(contract_month) FILTER (WHERE rank = 2) AS second,
      ${['settlement_price', 'close'].flatMap((name) => [priceOf(name, 1), priceOf(name, 2)]).join(', ')},
      CASE WHEN sum(volume) FILTER (WHERE rank = 2) > sum(volume) FILTER (WHERE rank = 1) THEN second ELSE near END AS busier
    FROM ranked WHERE rank <= 2 GROUP BY futures_id, trade_date
  ), held AS (
    SELECT futures_id, trade_date, 'expiry' AS roll_rule, near AS contract_month FROM day
    UNION ALL
    SELECT futures_id, trade_date, 'volume', greatest(near, coalesce(max(busier) OVER (
      PARTITION BY futures_id ORDER BY trade_date ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
    ), near)) FROM day
  ), contract AS (
    SELECT *, lag(contract_month) OVER (PARTITION BY futures_id, roll_rule ORDER BY trade_date) AS before FROM held
  )`

/** SQL: the newest day before a roll on which both contracts have a price of a kind. */
const pairSql = (price: string, name: string): string => `ASOF LEFT JOIN (
    SELECT futures_id, trade_date, near, second, ${price}_1 AS old, ${price}_2 AS new FROM day
    WHERE ${price}_1 IS NOT NULL AND ${price}_2 IS NOT NULL
  ) ${name} ON roll.futures_id = ${name}.futures_id AND roll.before = ${name}.near
    AND roll.contract_month = ${name}.second AND roll.trade_date > ${name}.trade_date`

/** SQL: the first day of each series, and its rolls, in order. */
const rollsSql = `${heldSql}
  SELECT roll.futures_id AS id, roll.roll_rule AS rule, CAST(roll.trade_date AS VARCHAR) AS day,
    CAST(CASE WHEN settled.old IS NULL THEN closed.old ELSE settled.old END AS DOUBLE) AS old,
    CAST(CASE WHEN settled.old IS NULL THEN closed.new ELSE settled.new END AS DOUBLE) AS new
  FROM (FROM contract WHERE before IS DISTINCT FROM contract_month) roll
  ${pairSql('settlement_price', 'settled')}
  ${pairSql('close', 'closed')}
  ORDER BY ALL`

type Roll = { id: string; rule: string; day: string; old: number | null; new: number | null }

/** The sums and products that hold from each roll on, as rows of `adjustmentColumns`. */
function adjustmentsOf(rolls: readonly Roll[]): unknown[][] {
  let [series, since, gap, ratio] = ['', '', 0n, one]
  return rolls.map((roll) => {
    const name = `${roll.id} ${roll.rule}`
    const isKnown = name === series && roll.old !== null && roll.new !== null
    const own = isKnown ? BigInt(roll.new!) - BigInt(roll.old!) : null
    ;[since, gap, ratio] = isKnown
      ? [since, gap + own!, halfUp(ratio * BigInt(roll.new!), BigInt(roll.old!))]
      : [roll.day, 0n, one]
    series = name
    return [roll.id, roll.rule, roll.day, own === null ? null : decimalText(own, 4), gap, ratio, since]
  })
}
const adjustmentColumns = {
  futures_id: 'VARCHAR',
  roll_rule: 'VARCHAR',
  since: 'DATE',
  roll_gap: 'DECIMAL(18,4)',
  gap: 'BIGINT',
  ratio: 'BIGINT',
  adjusted_since: 'DATE',
}

export const continuousFutures: Derivation = {
  dataset: TaiwanFuturesContinuous,
  from: [TaiwanFuturesDaily],
  async rows(tables, since) {
    const rolls = adjustmentsOf(await readRows<Roll>(tables, rollsSql))
    return `${heldSql}
      SELECT contract.futures_id, contract.trade_date, contract.roll_rule, contract.contract_month, (before <> contract.contract_month) IS TRUE AS is_roll,
        open, high, low, close, settlement_price, volume, open_interest,
        CASE WHEN contract.trade_date = adjustment.since THEN roll_gap END AS roll_gap,
        ${decimalSql('gap', 4)} AS cumulative_gap, ${decimalSql('ratio', ratioPlaces)} AS cumulative_ratio,
        close - ${decimalSql('gap', 4)} AS difference_adjusted_close,
        ${decimalSql(halfUpSql(`${unitsSql('close', 4)}::HUGEINT * ${one}`, 'ratio::HUGEINT'), 4)} AS ratio_adjusted_close,
        adjusted_since
      FROM contract
      JOIN (${bars}) bar ON contract.futures_id = bar.futures_id AND contract.trade_date = bar.trade_date
        AND contract.contract_month = bar.contract_month
      ASOF JOIN ${inlineSql(adjustmentColumns, rolls)} adjustment
        ON contract.futures_id = adjustment.futures_id AND contract.roll_rule = adjustment.roll_rule
        AND contract.trade_date >= adjustment.since
      WHERE ${sinceSql('contract.trade_date', since)}`
  },
}
