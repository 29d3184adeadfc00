import { publishers } from '../../catalogue/publishers.ts'
import { TaiwanStockPrice } from '../../catalogue/technical/TaiwanStockPrice.ts'
import { compact, dayNumber } from '../dates.ts'
import { feed, get } from '../feed.ts'
import { combined, fromAsked } from '../mapping.ts'
import { scaled } from '../numbers.ts'
import { whole } from '../rows.ts'
import { inTags } from '../text.ts'
import { twseDayRows } from './answer.ts'

/** A sign in colour and the size of the change; X is no change to speak of, and the 0.00 beside it fills the cell. */
const signed = (sign: string, size: string): number | null | undefined => {
  const mark = inTags(sign)
  if (mark === 'X') return null
  return mark === '' || mark === '+' || mark === '-' ? scaled(mark + size.trim(), 4) : undefined
}

const quotes = whole(
  TaiwanStockPrice,
  {
    stock_id: '證券代號',
    trade_date: fromAsked(({ from }) => dayNumber(from)),
    open: '開盤價',
    high: '最高價',
    low: '最低價',
    close: '收盤價',
    volume: '成交股數',
    turnover: '成交金額',
    trade_count: '成交筆數',
    spread: combined(['漲跌(+/-)', '漲跌價差'], signed),
  },
  { ignore: ['證券名稱', '最後揭示買價', '最後揭示買量', '最後揭示賣價', '最後揭示賣量', '本益比'] },
)

/** Every listed security but warrants, one day. */
export const miIndex = feed({
  dataset: TaiwanStockPrice,
  publisher: publishers.twse,
  endpoint: 'MI_INDEX',
  market: 'TWSE',
  fills: quotes.fills,
  span: 'day',
  since: '2004-02-11',
  request: ({ from }) =>
    get('/rwd/zh/afterTrading/MI_INDEX', { date: compact(from), type: 'ALLBUT0999', response: 'json' }),
  parse: twseDayRows(quotes),
  verified: 'twse/MI_INDEX_ALLBUT0999_20230130.json',
})
