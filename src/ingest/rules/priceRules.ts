import type { Dataset } from '../../catalogue/dataset.ts'
import { literal, quote } from '../../lake/schema.ts'
import { column, has, type Rule, rowRule, sentence, shown } from './rule.ts'

const order: Rule = rowRule(
  'ohlc_order',
  'The low is the lowest and the high the highest price of the day.',
  (dataset) => {
    if (!has(dataset, 'high', 'low')) return []
    const others = ['open', 'close', 'last_price'].filter((name) => has(dataset, name))
    const beyond = (name: string, sign: '<' | '>', bound: 'low' | 'high') => ({
      bad: `${column(name)} ${sign} ${column(bound)}`,
      says: sentence(
        literal(`${name} `),
        shown(column(name)),
        literal(` is ${sign === '<' ? 'below' : 'above'} the ${bound} `),
        shown(column(bound)),
      ),
    })
    return [
      beyond('high', '<', 'low'),
      ...others.flatMap((name) => [beyond(name, '<', 'low'), beyond(name, '>', 'high')]),
    ]
  },
)

const quoted: Rule = rowRule('bid_below_ask', 'Nobody buys from a customer above the price sold at.', (dataset) =>
  [
    ['cash_buy', 'cash_sell'],
    ['spot_buy', 'spot_sell'],
  ]
    .filter(([buy, sell]) => has(dataset, buy!, sell!))
    .map(([buy, sell]) => ({
      bad: `${column(buy!)} > ${column(sell!)}`,
      says: sentence(literal(`${buy} `), shown(column(buy!)), literal(` is above ${sell} `), shown(column(sell!))),
    })),
)

const bounds: Rule = rowRule(
  'reference_within_limits',
  'The reference price lies between the limits that are reckoned from it.',
  (dataset) => {
    if (!has(dataset, 'reference_price', 'limit_up', 'limit_down')) return []
    const beyond = (bad: string) => ({
      bad,
      says: sentence(
        literal('the reference '),
        shown(column('reference_price')),
        literal(' is not between '),
        shown(column('limit_down')),
        literal(' and '),
        shown(column('limit_up')),
      ),
    })
    return [
      beyond(
        `${column('reference_price')} > ${column('limit_up')} OR ${column('reference_price')} < ${column('limit_down')}`,
      ),
    ]
  },
)

/** Only in these datasets are turnover, shares and prices in the same units. */
const isStockBar = (dataset: Dataset): boolean => has(dataset, 'stock_id', 'open', 'volume', 'turnover', 'trade_count')
const isIndex = (dataset: Dataset): boolean => dataset.columns.close?.unit === 'index points'

/** SQL: the first listing date of each security. */
const listings = `(SELECT stock_id, min(listing_date) AS listing_date FROM
  (SELECT stock_id, listing_date FROM "TaiwanStockOverview" UNION ALL
   SELECT stock_id, listing_date FROM "TaiwanStockOverviewIncludeWarrant" WHERE security_type <> 'warrant')
  WHERE listing_date IS NOT NULL GROUP BY stock_id)`

/** Names the reason for a wrong price order before the listing date. */
const unlisted: Rule = {
  name: 'before_listing',
  about:
    'Before its listing a security is on the emerging board, where the open is an average and may lie outside the range of the day.',
  find(dataset, table) {
    const broken = isStockBar(dataset) && !isIndex(dataset) ? order.find(dataset, table) : null
    if (broken === null) return null
    return `SELECT DISTINCT r.rowid AS "row", ${sentence(
      literal('the security was listed on '),
      shown('l.listing_date'),
    )} AS message
      FROM (${broken}) b JOIN ${quote(table)} r ON r.rowid = b."row"
      JOIN ${listings} l ON l.stock_id = r.stock_id WHERE r.${quote(dataset.date)} < l.listing_date`
  },
}

const trades: Rule = rowRule(
  'traded_together',
  'Shares, value and number of trades are all zero or none is.',
  (dataset) =>
    isStockBar(dataset)
      ? [
          {
            bad: `(${column('volume')} = 0) != (${column('turnover')} = 0) OR (${column('trade_count')} = 0 AND ${column('volume')} != 0)`,
            says: sentence(
              literal('volume '),
              shown(column('volume')),
              literal(', turnover '),
              shown(column('turnover')),
              literal(', trades '),
              shown(column('trade_count')),
            ),
          },
        ]
      : [],
)

const unpaid: Rule = rowRule('zero_price', 'A price that nobody paid is unknown, not zero.', (dataset) =>
  isStockBar(dataset)
    ? ['open', 'high', 'low', 'close'].map((name) => ({
        bad: `${column(name)} = 0`,
        says: literal(`${name} is zero`),
      }))
    : [],
)

/** Odd lots may trade outside the day's range; a wrong unit is off by far more. */
const farOff = 2

const average: Rule = rowRule(
  'average_price',
  'Value over shares is a price near those of the day; it is not where one of them has another unit.',
  (dataset) => {
    if (!isStockBar(dataset) || isIndex(dataset) || has(dataset, 'adjustment_factor')) return []
    const mean = `CAST(${column('turnover')} AS DOUBLE) / ${column('volume')}`
    return [
      {
        bad: `${column('volume')} >= 1000 AND (${mean} > ${farOff} * ${column('high')} OR ${mean} * ${farOff} < ${column('low')})`,
        says: sentence(
          literal('the average price is '),
          shown(`round(${mean}, 4)`),
          literal(', between '),
          shown(column('low')),
          literal(' and '),
          shown(column('high')),
          literal(' were paid'),
        ),
      },
    ]
  },
)

/** The current price limit; earlier limits were narrower. New listings have none for five trading days. */
const widest = 0.1
const newDays = 14

/** Checks prices against the published limits of the day, or, for stocks without one, against the reference price. */
const limits: Rule = {
  name: 'price_limit',
  about: 'No price is beyond the limits of the day.',
  find({ name }, table) {
    if (name !== 'TaiwanStockPrice') return null
    const reference = '(r.close - r.spread)'
    // One tick is allowed even if it exceeds the limit.
    const room = `greatest(${reference} * ${widest}, 0.01)`
    const isShare = `o.security_type = 'stock' AND o.listing_date < r.trade_date - ${newDays}`
    return `SELECT r.rowid AS "row", ${sentence(
      shown('r.low'),
      literal(' to '),
      shown('r.high'),
      literal(' is beyond the limits '),
      `CASE WHEN l.stock_id IS NULL THEN ${sentence(literal('around the reference '), shown(reference))}
        ELSE ${sentence(shown('l.limit_down'), literal(' and '), shown('l.limit_up'))} END`,
    )} AS message
      FROM ${quote(table)} r
      LEFT JOIN "TaiwanStockDailyPriceLimit" l ON l.stock_id = r.stock_id AND l.trade_date = r.trade_date
      LEFT JOIN "TaiwanStockOverview" o ON o.stock_id = r.stock_id
      WHERE r.high > l.limit_up OR r.low < l.limit_down
        OR (l.stock_id IS NULL AND ${isShare}
          AND (r.high > ${reference} + ${room} OR r.low < ${reference} - ${room}))`
  },
}

const index: Rule = {
  name: 'index_continuity',
  about: 'The change of an index is that from its close of the trading day before.',
  find({ name }, table) {
    if (name !== 'TaiwanWeightedIndex') return null
    const before = `(SELECT stock_id, trade_date, close FROM "${name}" UNION ALL SELECT stock_id, trade_date, close FROM ${quote(table)})`
    return `SELECT r.rowid AS "row", ${sentence(
      literal('close '),
      shown('r.close'),
      literal(' less change '),
      shown('r.spread'),
      literal(' is not '),
      shown('p.close'),
      literal(', the close of '),
      shown('p.trade_date'),
    )} AS message
      FROM ${quote(table)} r
      JOIN (SELECT trade_date, lag(trade_date) OVER (ORDER BY trade_date) AS before FROM "TaiwanStockTradingDate") c
        ON c.trade_date = r.trade_date
      JOIN (SELECT stock_id, trade_date, any_value(close) AS close FROM ${before} GROUP BY ALL HAVING count(DISTINCT close) = 1) p
        ON p.stock_id = r.stock_id AND p.trade_date = c.before
      WHERE abs(r.close - r.spread - p.close) > 0.02`
  },
}

export const priceRules: readonly Rule[] = [unlisted, order, unpaid, quoted, bounds, trades, average, limits, index]
