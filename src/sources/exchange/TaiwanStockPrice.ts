import { TaiwanStockPrice } from '../../catalogue/technical/TaiwanStockPrice.ts'
import type { ColumnOptions } from '../cells.ts'
import { csvTable } from '../csvTable.ts'
import { compact } from '../dates.ts'
import { type FeedRequest, get } from '../feed.ts'
import { ofTheDay, openApiRows } from '../openapi.ts'
import { changed, type Outcome, rowsOutcome } from '../outcome.ts'
import { textOf } from '../plan.ts'
import { column, combined, fromRequest, inOpenApi, type Named, onSite, part, theDay, whole } from '../reading.ts'
import { dayMade, nothing } from '../servedDays.ts'
import { titlesIn } from '../text.ts'
import { coloured, marked, signBeside, traded } from './amounts.ts'
import { tpexOpenApi, twseOpenApi } from './openApi.ts'
import { withoutWarrantsAndBonds } from './securityCodes.ts'
import { oldQuotes, tpexDayFeed, tpexDayRows } from './tpex.ts'
import { rwd, twse, twseDayFeed, twseMonth, twseMonthFeed } from './twse.ts'

const bar = { open: '開盤價', high: '最高價', low: '最低價', close: '收盤價' }
const amounts = { volume: '成交股數', turnover: '成交金額', trade_count: '成交筆數' }

const quotes = whole(
  TaiwanStockPrice,
  {
    stock_id: '證券代號',
    trade_date: theDay,
    ...bar,
    ...amounts,
    spread: combined(['漲跌(+/-)', '漲跌價差'], coloured),
  },
  { ignore: ['證券名稱', '最後揭示買價', '最後揭示買量', '最後揭示賣價', '最後揭示賣量', '本益比'] },
)

/** Every listed security but warrants, one day. */
const miIndex = twseDayFeed(quotes, 'afterTrading/MI_INDEX', {
  query: { type: 'ALLBUT0999' },
  since: '2004-02-11',
  recording: 'twse/MI_INDEX_ALLBUT0999_20230130.json',
})

const stockMonth = whole(
  TaiwanStockPrice,
  {
    stock_id: fromRequest(({ id }) => id),
    trade_date: '日期',
    ...bar,
    ...amounts,
    spread: column('漲跌價差', { read: marked }),
  },
  { ignore: ['註記'] },
)

/** One security, one month: for looking a day up, not for the market. */
const stockDay = twseMonthFeed(stockMonth, 'afterTrading/STOCK_DAY', {
  importFor: 'months of one security',
  each: 'id',
  since: '2010-01-04',
  request: ({ from, id }) => rwd('afterTrading/STOCK_DAY', { date: compact(from), stockNo: id ?? '' }),
  parse: twseMonth(stockMonth, ({ body }, { id }) => {
    const title = String(body.title).trim()
    const [, servedId = ''] = title.split(/\s+/)
    if (servedId !== id) throw changed(`asked for ${id}, answered with ${title}`, { servedId })
  }),
  recording: 'twse/STOCK_DAY_2330_202607.json',
})

/** Prices are zero where no board lot was traded, though odd lots may have been. */
const paid = (titles: typeof bar, none: readonly string[]) => ({
  open: column(titles.open, { none }),
  high: column(titles.high, { none }),
  low: column(titles.low, { none }),
  close: column(titles.close, { none }),
})

const file = whole(
  TaiwanStockPrice,
  {
    stock_id: '證券代號',
    trade_date: fromRequest(dayMade),
    ...paid(bar, ['0.00']),
    ...amounts,
    spread: column('漲跌價差', { read: marked }),
  },
  { ignore: ['證券名稱'] },
)

function parseFile(bytes: Uint8Array, request: FeedRequest): Outcome {
  const table = csvTable(bytes)
  if (table.rows.length === 0) throw nothing(request, 'titles, and no rows')
  return rowsOutcome(file.read([table], request))
}

/** The newest day as a file, which does not say which day that is. */
const stockDayFile = twse(file, {
  endpoint: 'STOCK_DAY_ALL',
  importFor: 'files of the day that somebody kept',
  span: 'latest',
  request: () => get('/exchangeReport/STOCK_DAY_ALL', { response: 'open_data' }),
  parse: parseFile,
  recording: 'twse/STOCK_DAY_ALL_20200513.csv',
})

const openBar = { open: 'OpeningPrice', high: 'HighestPrice', low: 'LowestPrice', close: 'ClosingPrice' }
const quantities = {
  volume: traded('TradeVolume', 'TradeValue'),
  turnover: traded('TradeValue', 'TradeVolume', { scale: 2 }),
  trade_count: traded('Transaction', 'TradeVolume'),
}

const quoted = (spread: ColumnOptions) =>
  whole(
    TaiwanStockPrice,
    {
      stock_id: 'Code',
      trade_date: 'Date',
      ...paid(openBar, ['0.00', '0.0000']),
      ...quantities,
      spread: column('Change', { ...spread, read: marked }),
    },
    { ignore: ['Name'] },
  )

/**
 * Some lists mark a change that is not comparable, `X0.00`, and some lose the mark: there 0.0000 may be an unchanged
 * price or no comparison, so it is unknown.
 */
const [withMarks, withoutMarks] = [quoted({}), quoted({ none: ['0.0000'] })]

/** Every listed security but warrants, the newest day. */
const stockDayAll = twseOpenApi.list(
  withoutMarks,
  '/exchangeReport/STOCK_DAY_ALL',
  openApiRows(({ titles, rows }) => {
    const at = titles.indexOf('Change')
    return rows.some((cells) => /^\s*X/.test(textOf(cells[at]))) ? withMarks : withoutMarks
  }, ofTheDay(withoutMarks)),
  { unmarkedZeros: true, recorded: '.json' },
)

const directed = combined(['Dir', 'Change'], signBeside)

const top = part(
  TaiwanStockPrice,
  {
    ...{ stock_id: 'Code', trade_date: 'Date', ...openBar },
    ...{ volume: 'TradeVolume', trade_count: 'Transaction', spread: directed },
  },
  { ignore: ['Rank', 'Name', 'LastBestBidPrice', 'LastBestAskPrice'] },
)

const foreign = part(
  TaiwanStockPrice,
  { stock_id: 'Code', trade_date: fromRequest(dayMade), ...openBar, ...quantities, spread: directed },
  {
    ignore: titlesIn('Name LastBestBidPrice LastBestBidVolume LastBestAskPrice LastBestAskVolume PriceEarningRatio'),
  },
)

const oddLots = part(
  TaiwanStockPrice,
  { stock_id: 'Code', trade_date: fromRequest(dayMade), ...quantities },
  { ignore: ['Name', 'TradePrice', 'BestBidPrice', 'BestBidVolume', 'BestAskPrice', 'BestAskVolume'] },
)

/** On these days there is no previous price to compare with. */
const notCompared = ['除息', '除權', '除權息']

const otc = (named: Named) =>
  whole(
    TaiwanStockPrice,
    {
      stock_id: named('代號', 'SecuritiesCompanyCode'),
      trade_date: named === onSite ? theDay : 'Date',
      open: named('開盤', 'Open'),
      high: named('最高', 'High'),
      low: named('最低', 'Low'),
      close: named('收盤', 'Close'),
      volume: named('成交股數', 'TradingShares'),
      turnover: named('成交金額(元)', 'TransactionAmount'),
      trade_count: named('成交筆數', 'TransactionNumber'),
      spread: named('漲跌', 'Change', { none: notCompared }),
    },
    {
      ignore: titlesIn(
        named === onSite
          ? `名稱 均價 最後買價 最後買量(千股) 最後買量(張數) 最後賣價 最後賣量(千股) 最後賣量(張數) 發行股數 次日參考價
             次日漲停價 次日跌停價`
          : `CompanyName Average LatestBidPrice LatesAskPrice LatestAskPrice LatestBidVolume LatestAskVolume Capitals
             NextReferencePrice NextLimitUp NextLimitDown`,
      ),
      ...withoutWarrantsAndBonds(named === onSite ? '代號' : 'SecuritiesCompanyCode'),
    },
  )
const [otcQuotes, otcList] = [otc(onSite), otc(inOpenApi)]

/** What was traded in a part of the day cannot be more than in all of it. */
const atLeast = ['volume', 'turnover', 'trade_count']

export const stockPrices = [
  stockDayAll,
  // The twenty securities traded most.
  twseOpenApi.daily(top, '/exchangeReport/MI_INDEX20', { role: 'witness', recorded: '.json' }),
  // Foreign companies with their first listing here.
  twseOpenApi.rows(foreign, '/exchangeReport/STOCK_FIRST', { role: 'witness', recorded: '.json' }),
  // Odd lots traded after the session, which the day's figures include.
  twseOpenApi.rows(oddLots, '/exchangeReport/TWT53U', { role: 'witness', atLeast, recorded: '.json' }),
  miIndex,
  stockDay,
  stockDayFile,
  // Every OTC security, the newest day.
  tpexOpenApi.daily(otcList, '/tpex_mainboard_daily_close_quotes'),
  // The same without odd lots, fixed-price and block trades: the prices hold, the rest is less than the whole.
  tpexOpenApi.daily(otcList, '/tpex_mainboard_quotes', { role: 'witness', atLeast, recorded: '.json' }),
  // Every OTC security, one day; managed stocks stand in a second table.
  tpexDayFeed(otcQuotes, 'afterTrading/dailyQuotes', {
    query: { id: '' },
    since: '2007-04-23',
    recording: 'tpex/dailyQuotes_20230130.json.gz',
    parse: tpexDayRows(otcQuotes, oldQuotes),
  }),
]
