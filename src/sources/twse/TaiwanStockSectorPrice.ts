import { TaiwanStockSectorPrice } from '../../catalogue/technical/TaiwanStockSectorPrice.ts'
import { dayOf } from '../../days.ts'
import { isSector, knownIndex, missingIndices, notASector, sectorColumns } from '../exchange/indices.ts'
import { coloured } from '../exchange/signs.ts'
import type { FeedRequest } from '../feed.ts'
import { scaled } from '../numbers.ts'
import { type Cell, changed, type ParsedRows, type Row } from '../outcome.ts'
import { textOf } from '../plan.ts'
import { combined, part, type Reading, readBy, theDay } from '../reading.ts'
import type { Table } from '../tables.ts'
import { twseDayFeed } from './response.ts'

const named = (title: string) => ({ ...sectorColumns('TWSE', title), trade_date: theDay })

const closes = part(
  TaiwanStockSectorPrice,
  { ...named('指數'), close: '收盤指數', spread: combined(['漲跌(+/-)', '漲跌點數'], coloured) },
  { ignore: ['漲跌百分比(%)', '特殊處理註記'], leave: notASector('TWSE', '指數') },
)

const isOfPrices = ({ title }: Table): boolean => title === '' || title.includes('價格指數(臺灣證券交易所)')
const pricesOnly: Reading = {
  ...closes,
  read: (tables, request) => closes.read(tables.filter(isOfPrices), request),
}

/** Where the sectors closed; it comes with the prices of the day. */
export const miIndex = twseDayFeed(pricesOnly, 'afterTrading/MI_INDEX', {
  query: { type: 'ALLBUT0999' },
  role: 'part',
  since: '2004-02-11',
  recording: 'twse/MI_INDEX_ALLBUT0999_20230130.json',
})

const traded = part(
  TaiwanStockSectorPrice,
  { ...named('分類指數名稱'), volume: '成交股數', turnover: '成交金額', trade_count: '成交筆數' },
  { ignore: ['漲跌指數'], leave: notASector('TWSE', '分類指數名稱') },
)

/** Trading of each sector. */
export const bfiamu = twseDayFeed(traded, 'afterTrading/BFIAMU', {
  role: 'part',
  since: '2004-07-09',
  recording: 'twse/BFIAMU_20230130.json',
})

/** The day's bar of one column: the first value is yesterday's close, the second opens the day. */
function barOf(values: readonly number[]): Record<string, Cell> {
  const today = values.slice(1)
  return { open: today[0]!, high: Math.max(...today), low: Math.min(...today), close: today.at(-1)! }
}

function barsIn(tables: readonly Table[], { from }: FeedRequest): ParsedRows {
  const table = tables.find(({ titles }) => titles.includes('時間'))
  if (!table) throw changed('no table with the columns 時間')
  const last = textOf(table.rows.at(-1)?.[table.titles.indexOf('時間')])
  if (last !== '13:30:00') throw changed(`the day ends at ${last}, not at 13:30:00`)
  const odd = table.rows.find((cells) => cells.length !== table.titles.length)
  if (odd) throw changed(`a row of ${odd.length} cells, where there are ${table.titles.length} titles`)
  const rows: Row[] = []
  for (const [at, title] of table.titles.entries()) {
    const index = title === '時間' ? undefined : knownIndex('TWSE', title)
    if (!index || !isSector(index)) continue
    const values = table.rows.map((cells) => scaled(textOf(cells[at]), 4))
    if (!values.every((value) => typeof value === 'number')) throw changed(`${title} has a value that cannot be read`)
    rows.push({
      stock_id: index.id,
      trade_date: dayOf(from),
      market: 'TWSE',
      index_name: index.name,
      ...barOf(values),
    })
  }
  const unread = table.titles.filter((title) => title !== '時間' && !knownIndex('TWSE', title))
  return { rows, unread, left: missingIndices(table.titles, from), rejected: [] }
}

const fills = ['stock_id', 'trade_date', 'market', 'index_name', 'open', 'high', 'low', 'close']
const bars = readBy(TaiwanStockSectorPrice, barsIn, { fills })

/** Opening, highest and lowest values, from those of every five seconds. */
export const mi5MinsIndex = twseDayFeed(bars, 'TAIEX/MI_5MINS_INDEX', {
  role: 'part',
  since: '2004-10-15',
  recording: 'twse/MI_5MINS_INDEX_20230130.json.gz',
})
