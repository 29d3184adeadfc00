import { TaiwanStockPrice } from '../../catalogue/technical/TaiwanStockPrice.ts'
import { csvTable } from '../csvTable.ts'
import { compact } from '../dates.ts'
import { coloured, marked } from '../exchange/signs.ts'
import { type FeedRequest, get } from '../feed.ts'
import { changed, type Outcome, rowsOutcome } from '../outcome.ts'
import { column, combined, fromRequest, theDay, whole } from '../reading.ts'
import { dayMade, nothing } from '../servedDays.ts'
import { rwd, twse, twseDayFeed, twseMonth, twseMonthFeed } from './response.ts'

const bar = { open: '開盤價', high: '最高價', low: '最低價', close: '收盤價' }
const traded = { volume: '成交股數', turnover: '成交金額', trade_count: '成交筆數' }

const quotes = whole(
  TaiwanStockPrice,
  {
    stock_id: '證券代號',
    trade_date: theDay,
    ...bar,
    ...traded,
    spread: combined(['漲跌(+/-)', '漲跌價差'], coloured),
  },
  { ignore: ['證券名稱', '最後揭示買價', '最後揭示買量', '最後揭示賣價', '最後揭示賣量', '本益比'] },
)

/** Every listed security but warrants, one day. */
export const miIndex = twseDayFeed(quotes, 'afterTrading/MI_INDEX', {
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
    ...traded,
    spread: column('漲跌價差', { read: marked }),
  },
  { ignore: ['註記'] },
)

/** One security, one month: for looking a day up, not for the market. */
export const stockDay = twseMonthFeed(stockMonth, 'afterTrading/STOCK_DAY', {
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

/** Zero where no board lot was traded, though odd lots may have been. */
const paid = (title: string) => column(title, { none: ['0.00'] })

const file = whole(
  TaiwanStockPrice,
  {
    stock_id: '證券代號',
    trade_date: fromRequest(dayMade),
    open: paid('開盤價'),
    high: paid('最高價'),
    low: paid('最低價'),
    close: paid('收盤價'),
    ...traded,
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
export const stockDayAll = twse(file, {
  endpoint: 'STOCK_DAY_ALL',
  importFor: 'files of the day that somebody kept',
  span: 'latest',
  request: () => get('/exchangeReport/STOCK_DAY_ALL', { response: 'open_data' }),
  parse: parseFile,
  recording: 'twse/STOCK_DAY_ALL_20200513.csv',
})
