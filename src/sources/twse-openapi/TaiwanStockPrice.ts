import { TaiwanStockPrice } from '../../catalogue/technical/TaiwanStockPrice.ts'
import type { ColumnOptions } from '../cells.ts'
import { marked, signBeside } from '../exchange/signs.ts'
import { traded } from '../exchange/traded.ts'
import { ofTheDay, openApiRows } from '../openapi.ts'
import { textOf } from '../plan.ts'
import { column, combined, fromRequest, part, whole } from '../reading.ts'
import { dayMade } from '../servedDays.ts'
import { titlesIn } from '../text.ts'
import { twseOpenApi } from './response.ts'

const quantities = {
  volume: traded('TradeVolume', 'TradeValue'),
  turnover: traded('TradeValue', 'TradeVolume', { scale: 2 }),
  trade_count: traded('Transaction', 'TradeVolume'),
}
/** Zero where no board lot was traded, though odd lots may have been. */
const paid = (title: string) => column(title, { none: ['0.00', '0.0000'] })

const quoted = (spread: ColumnOptions) =>
  whole(
    TaiwanStockPrice,
    {
      stock_id: 'Code',
      trade_date: 'Date',
      open: paid('OpeningPrice'),
      high: paid('HighestPrice'),
      low: paid('LowestPrice'),
      close: paid('ClosingPrice'),
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
export const stockDayAll = twseOpenApi.list(
  withoutMarks,
  '/exchangeReport/STOCK_DAY_ALL',
  openApiRows(({ titles, rows }) => {
    const at = titles.indexOf('Change')
    return rows.some((cells) => /^\s*X/.test(textOf(cells[at]))) ? withMarks : withoutMarks
  }, ofTheDay(withoutMarks)),
  { unmarkedZeros: true, recorded: '.json' },
)

const directed = combined(['Dir', 'Change'], signBeside)

const bars = {
  stock_id: 'Code',
  open: 'OpeningPrice',
  high: 'HighestPrice',
  low: 'LowestPrice',
  close: 'ClosingPrice',
}
const top = part(
  TaiwanStockPrice,
  { ...bars, trade_date: 'Date', volume: 'TradeVolume', trade_count: 'Transaction', spread: directed },
  { ignore: ['Rank', 'Name', 'LastBestBidPrice', 'LastBestAskPrice'] },
)

/** The twenty securities traded most. */
export const miIndex20 = twseOpenApi.daily(top, '/exchangeReport/MI_INDEX20', {
  role: 'witness',
  recorded: '.json',
})

const foreign = part(
  TaiwanStockPrice,
  {
    ...bars,
    trade_date: fromRequest(dayMade),
    ...quantities,
    spread: directed,
  },
  {
    ignore: titlesIn(`
      Name LastBestBidPrice LastBestBidVolume LastBestAskPrice LastBestAskVolume PriceEarningRatio
    `),
  },
)

/** Foreign companies with their first listing here. */
export const stockFirst = twseOpenApi.rows(foreign, '/exchangeReport/STOCK_FIRST', {
  role: 'witness',
  recorded: '.json',
})

const oddLots = part(
  TaiwanStockPrice,
  {
    stock_id: 'Code',
    trade_date: fromRequest(dayMade),
    ...quantities,
  },
  {
    ignore: ['Name', 'TradePrice', 'BestBidPrice', 'BestBidVolume', 'BestAskPrice', 'BestAskVolume'],
  },
)

/** Odd lots traded after the session, which the day's figures include. */
export const twt53u = twseOpenApi.rows(oddLots, '/exchangeReport/TWT53U', {
  role: 'witness',
  atLeast: ['volume', 'turnover', 'trade_count'],
  recorded: '.json',
})
