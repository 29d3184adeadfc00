import { TaiwanStockDisposition } from '../../catalogue/chips/TaiwanStockDisposition.ts'
import { TaiwanStockMarginShortSaleSuspension } from '../../catalogue/chips/TaiwanStockMarginShortSaleSuspension.ts'
import { TaiwanStockCapitalReductionReferencePrice } from '../../catalogue/fundamentals/TaiwanStockCapitalReductionReferencePrice.ts'
import { TaiwanStockChangeFaceReference } from '../../catalogue/fundamentals/TaiwanStockChangeFaceReference.ts'
import { TaiwanStockDelisting } from '../../catalogue/fundamentals/TaiwanStockDelisting.ts'
import { TaiwanStockDividend } from '../../catalogue/fundamentals/TaiwanStockDividend.ts'
import { TaiwanStockSplitPrice } from '../../catalogue/fundamentals/TaiwanStockSplitPrice.ts'
import { TaiwanCorporateCalendar } from '../../catalogue/series/TaiwanCorporateCalendar.ts'
import { TaiwanDerivativesContracts } from '../../catalogue/series/TaiwanDerivativesContracts.ts'
import { TaiwanStockTradingDate } from '../../catalogue/technical/TaiwanStockTradingDate.ts'
import type { Derivation } from '../derivation.ts'

/** The market itself, where an event is of no one security. */
const everybody = 'MARKET'

type Parts = {
  event: string
  day: string
  from: string
  detail?: string
  amount?: string
  announced?: string
  name?: string
}

/** SQL: rows of one kind of event. */
const eventSql = ({
  event,
  day,
  from,
  detail = "''",
  amount = 'NULL',
  announced = 'NULL',
  name = 'stock_name',
}: Parts): string =>
  `SELECT stock_id, ${day} AS event_date, '${event}' AS event, ${detail} AS detail, ${name} AS stock_name,
    CAST(${amount} AS DECIMAL(18,6)) AS amount, CAST(${announced} AS DATE) AS announce_date FROM ${from} WHERE ${day} IS NOT NULL`

/** SQL: of each dividend the latest announcement that has a date. */
const latestWith = (day: string): string =>
  `(FROM TaiwanStockDividend WHERE ${day} IS NOT NULL QUALIFY row_number() OVER (
    PARTITION BY stock_id, dividend_period ORDER BY announce_date DESC, announce_time DESC) = 1)`
/** SQL: the sum of legs; null where all are. */
const sumOf = (a: string, b: string): string =>
  `CASE WHEN ${a} IS NOT NULL OR ${b} IS NOT NULL THEN coalesce(${a}, 0) + coalesce(${b}, 0) END`
const dividend = { detail: 'dividend_period', announced: 'announce_date' }
const cash = sumOf('cash_earnings_distribution', 'cash_statutory_surplus')
const stock = sumOf('stock_earnings_distribution', 'stock_statutory_surplus')
const suspended = (reason: string): string => `(FROM TaiwanStockMarginShortSaleSuspension WHERE reason = '${reason}')`
const disposed = { from: 'TaiwanStockDisposition', announced: 'announce_date', name: 'NULL' }

/** The law tells its deadlines; a year before each of them is early enough to plan. */
const aheadDays = 365

/** SQL: rows of one day of each month, or of some days of the year, of the years of the calendar. */
const deadlineSql = (event: string, days: string): string =>
  `SELECT '${everybody}' AS stock_id, day AS event_date, '${event}' AS event, detail, NULL AS stock_name,
    CAST(NULL AS DECIMAL(18,6)) AS amount, day - ${aheadDays} AS announce_date
  FROM (SELECT DISTINCT year(trade_date) AS y FROM TaiwanStockTradingDate), (${days})`

export const corporateCalendar: Derivation = {
  dataset: TaiwanCorporateCalendar,
  from: [
    ...[TaiwanStockDividend, TaiwanStockMarginShortSaleSuspension, TaiwanStockCapitalReductionReferencePrice],
    ...[TaiwanStockSplitPrice, TaiwanStockChangeFaceReference, TaiwanStockDisposition, TaiwanStockDelisting],
    ...[TaiwanDerivativesContracts, TaiwanStockTradingDate],
  ],
  // A date that is moved takes its old row with it.
  isWhole: true,
  async rows() {
    const events = [
      eventSql({
        event: 'ex_dividend',
        day: 'cash_ex_date',
        from: latestWith('cash_ex_date'),
        amount: cash,
        ...dividend,
      }),
      eventSql({
        event: 'ex_rights',
        day: 'stock_ex_date',
        from: latestWith('stock_ex_date'),
        amount: stock,
        ...dividend,
      }),
      eventSql({
        event: 'dividend_payment',
        day: 'cash_payment_date',
        from: latestWith('cash_payment_date'),
        amount: cash,
        ...dividend,
      }),
      eventSql({ event: 'shareholder_meeting', day: 'suspend_start_date', from: suspended('股東常會') }),
      eventSql({ event: 'extraordinary_meeting', day: 'suspend_start_date', from: suspended('臨時會') }),
      ...(
        [
          ['capital_reduction', 'TaiwanStockCapitalReductionReferencePrice', 'reason'],
          ['split', 'TaiwanStockSplitPrice', 'split_type'],
          ['par_change', 'TaiwanStockChangeFaceReference', "''"],
        ] as const
      ).map(([event, from, detail]) =>
        eventSql({ event, day: 'resumption_date', from, detail, amount: 'reference_price' }),
      ),
      eventSql({
        event: 'disposition_start',
        day: 'period_start_date',
        detail: "coalesce(condition, '')",
        ...disposed,
      }),
      eventSql({ event: 'disposition_end', day: 'period_end_date', detail: "coalesce(condition, '')", ...disposed }),
      eventSql({
        event: 'delisting',
        day: 'delisting_date',
        from: '(FROM TaiwanStockDelisting WHERE is_transfer IS DISTINCT FROM true)',
        detail: "coalesce(reason, '')",
      }),
      `SELECT '${everybody}', expiry_date, 'settlement', product_id || ' ' || contract_month, NULL,
        CAST(final_settlement_price AS DECIMAL(18,6)), first_trade_date
      FROM TaiwanDerivativesContracts WHERE expiry_date IS NOT NULL AND product_type = 'futures'`,
      deadlineSql(
        'revenue_deadline',
        "SELECT make_date(y, m, 10) AS day, strftime(make_date(y, m, 10) - INTERVAL 1 MONTH, '%Y-%m') AS detail FROM (SELECT unnest(range(1, 13)) AS m)",
      ),
      deadlineSql(
        'statement_deadline',
        "SELECT make_date(y, m, d) AS day, (y - late) || q AS detail FROM (VALUES (3, 31, 'Q4', 1), (5, 15, 'Q1', 0), (8, 14, 'Q2', 0), (11, 14, 'Q3', 0)) AS t(m, d, q, late)",
      ),
    ]
    return `SELECT stock_id, event_date, event, detail, any_value(stock_name) AS stock_name, any_value(amount) AS amount,
        max(announce_date) AS announce_date
      FROM (${events.join(' UNION ALL ')}) GROUP BY stock_id, event_date, event, detail`
  },
}
