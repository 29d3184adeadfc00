import type { Dataset } from '../../catalogue/dataset.ts'
import { TaiwanStockDailyPriceLimit } from '../../catalogue/technical/TaiwanStockDailyPriceLimit.ts'
import { TaiwanStockOverview } from '../../catalogue/technical/TaiwanStockOverview.ts'
import { TaiwanStockOverviewIncludeWarrant } from '../../catalogue/technical/TaiwanStockOverviewIncludeWarrant.ts'
import { TaiwanStockTradingDate } from '../../catalogue/technical/TaiwanStockTradingDate.ts'
import { quote } from '../../lake/schema.ts'
import { column, has, messageSql, type Rule, rowRule } from './rule.ts'

const order = rowRule(
  'ohlc_order',
  {
    en: 'The low is the lowest and the high the highest price of the day.',
    zh: '最低價為當日最低，最高價為當日最高。',
  },
  (dataset) => {
    if (!has(dataset, 'high', 'low')) return []
    const beyond = (name: string, sign: '<' | '>', bound: 'low' | 'high') => ({
      on: [name],
      bad: `${column(name)} ${sign} ${column(bound)}`,
      says: `${name} {${name}} is ${sign === '<' ? 'below' : 'above'} the ${bound} {${bound}}`,
    })
    const others = ['open', 'close', 'last_price']
    return [
      beyond('high', '<', 'low'),
      ...others.flatMap((name) => [beyond(name, '<', 'low'), beyond(name, '>', 'high')]),
    ]
  },
)

const quoted = rowRule(
  'bid_below_ask',
  { en: 'Nobody buys from a customer above the price sold at.', zh: '買進價不高於賣出價。' },
  ['cash', 'spot'].map((kind) => ({
    on: [`${kind}_buy`, `${kind}_sell`],
    bad: `r.${kind}_buy > r.${kind}_sell`,
    says: `${kind}_buy {${kind}_buy} is above ${kind}_sell {${kind}_sell}`,
  })),
)

const bounds = rowRule(
  'reference_within_limits',
  {
    en: 'The reference price lies between the limits that are reckoned from it.',
    zh: '參考價介於由它算出的漲跌停價之間。',
  },
  [
    {
      on: ['reference_price', 'limit_up', 'limit_down'],
      bad: 'r.reference_price > r.limit_up OR r.reference_price < r.limit_down',
      says: 'the reference {reference_price} is not between {limit_down} and {limit_up}',
    },
  ],
)

/** Only in these datasets are turnover, shares and prices in the same units. */
const stockBar = ['stock_id', 'open', 'volume', 'turnover', 'trade_count']
const isIndex = (dataset: Dataset): boolean => dataset.columns.close?.unit === 'index points'

/** SQL: the first listing date of each security. */
const listings = `(SELECT stock_id, min(listing_date) AS listing_date FROM
  (SELECT stock_id, listing_date FROM "TaiwanStockOverview" UNION ALL
   SELECT stock_id, listing_date FROM "TaiwanStockOverviewIncludeWarrant" WHERE security_type <> 'warrant')
  WHERE listing_date IS NOT NULL GROUP BY stock_id)`

/** Names the reason for a wrong price order before the listing date. */
const unlisted: Rule = {
  name: 'before_listing',
  about: {
    en: 'Before its listing a security is on the emerging board, where the open is an average and may lie outside the range of the day.',
    zh: '掛牌前在興櫃交易，其開盤為均價，可能落在當日高低價之外。',
  },
  reads: [TaiwanStockOverview, TaiwanStockOverviewIncludeWarrant],
  find(dataset, table) {
    const broken = has(dataset, ...stockBar) && !isIndex(dataset) ? order.find(dataset, table) : null
    if (broken === null) return null
    return `SELECT DISTINCT r.rowid AS "row", ${messageSql('the security was listed on {l.listing_date}')} AS message
      FROM (${broken}) b JOIN ${quote(table)} r ON r.rowid = b."row"
      JOIN ${listings} l ON l.stock_id = r.stock_id WHERE r.${quote(dataset.date)} < l.listing_date`
  },
}

const trades = rowRule(
  'traded_together',
  {
    en: 'Shares, value and number of trades are all zero or none is.',
    zh: '成交股數、金額與筆數同時為零或同時不為零。',
  },
  [
    {
      on: stockBar,
      bad: '(r.volume = 0) != (r.turnover = 0) OR (r.trade_count = 0 AND r.volume != 0)',
      says: 'volume {volume}, turnover {turnover}, trades {trade_count}',
    },
  ],
)

const unpaid = rowRule(
  'zero_price',
  { en: 'A price that nobody paid is unknown, not zero.', zh: '沒有成交的價格為未知，不是零。' },
  ['open', 'high', 'low', 'close'].map((name) => ({ on: stockBar, bad: `r.${name} = 0`, says: `${name} is zero` })),
)

/** Odd lots may trade outside the day's range; a wrong unit is off by far more. */
const farOff = 2
const mean = 'CAST(r.turnover AS DOUBLE) / r.volume'

const average = rowRule(
  'average_price',
  {
    en: 'Value over shares is a price near those of the day; it is not where one of them has another unit.',
    zh: '金額除以股數接近當日價格；若不接近，其中一欄的單位有誤。',
  },
  (dataset) =>
    isIndex(dataset) || has(dataset, 'adjustment_factor')
      ? []
      : [
          {
            on: stockBar,
            bad: `r.volume >= 1000 AND (${mean} > ${farOff} * r.high OR ${mean} * ${farOff} < r.low)`,
            says: `the average price is {round(${mean}, 4)}, between {low} and {high} were paid`,
          },
        ],
)

/** The current price limit; earlier limits were narrower. New listings have none for five trading days. */
const widest = 0.1
const newDays = 14

/** Checks prices against the published limits of the day, or, for stocks without one, against the reference price. */
const limits: Rule = {
  name: 'price_limit',
  about: { en: 'No price is beyond the limits of the day.', zh: '價格不超過當日漲跌停。' },
  reads: [TaiwanStockDailyPriceLimit, TaiwanStockOverview],
  find({ name }, table) {
    if (name !== 'TaiwanStockPrice') return null
    const reference = '(r.close - r.spread)'
    // One tick is allowed even if it exceeds the limit.
    const room = `greatest(${reference} * ${widest}, 0.01)`
    const isShare = `o.security_type = 'stock' AND o.listing_date < r.trade_date - ${newDays}`
    const limitsOf = `CASE WHEN l.stock_id IS NULL THEN ${messageSql(`around the reference {${reference}}`)}
      ELSE ${messageSql('{l.limit_down} and {l.limit_up}')} END`
    return `SELECT r.rowid AS "row", ${messageSql('{low} to {high} is beyond the limits ')} || ${limitsOf} AS message
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
  about: {
    en: 'The change of an index is that from its close of the trading day before.',
    zh: '指數的漲跌由前一交易日收盤算起。',
  },
  reads: [TaiwanStockTradingDate],
  find({ name }, table) {
    if (name !== 'TaiwanWeightedIndex') return null
    const before = `(SELECT stock_id, trade_date, close FROM "${name}" UNION ALL SELECT stock_id, trade_date, close FROM ${quote(table)})`
    const says = messageSql('close {close} less change {spread} is not {p.close}, the close of {p.trade_date}')
    return `SELECT r.rowid AS "row", ${says} AS message FROM ${quote(table)} r
      JOIN (SELECT trade_date, lag(trade_date) OVER (ORDER BY trade_date) AS before FROM "TaiwanStockTradingDate") c
        ON c.trade_date = r.trade_date
      JOIN (SELECT stock_id, trade_date, any_value(close) AS close FROM ${before} GROUP BY ALL HAVING count(DISTINCT close) = 1) p
        ON p.stock_id = r.stock_id AND p.trade_date = c.before
      WHERE abs(r.close - r.spread - p.close) > 0.02`
  },
}

export const priceRules: readonly Rule[] = [unlisted, order, unpaid, quoted, bounds, trades, average, limits, index]
