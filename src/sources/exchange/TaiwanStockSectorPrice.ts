import { TaiwanStockSectorPrice } from '../../catalogue/technical/TaiwanStockSectorPrice.ts'
import { dayOf } from '../../days.ts'
import type { FeedRequest } from '../feed.ts'
import { scaled } from '../numbers.ts'
import { type Cell, changed, type ParsedRows, type Row } from '../outcome.ts'
import { textOf } from '../plan.ts'
import { column, combined, part, type Reading, readBy, theDay } from '../reading.ts'
import type { Table } from '../tables.ts'
import { coloured, signBefore } from './amounts.ts'
import { isSector, knownIndex, missingIndices, notASector, sectorColumns } from './indices.ts'
import { tpexOpenApi, twseOpenApi } from './openApi.ts'
import { tpexDayFeed } from './tpex.ts'
import { twseDayFeed } from './twse.ts'

const listed = (title: string) => ({ ...sectorColumns('TWSE', title), trade_date: theDay })

const closes = part(
  TaiwanStockSectorPrice,
  { ...listed('指數'), close: '收盤指數', spread: combined(['漲跌(+/-)', '漲跌點數'], coloured) },
  { ignore: ['漲跌百分比(%)', '特殊處理註記'], leave: notASector('TWSE', '指數') },
)

const isOfPrices = ({ title }: Table): boolean => title === '' || title.includes('價格指數(臺灣證券交易所)')
const pricesOnly: Reading = {
  ...closes,
  read: (tables, request) => closes.read(tables.filter(isOfPrices), request),
}

const traded = part(
  TaiwanStockSectorPrice,
  { ...listed('分類指數名稱'), volume: '成交股數', turnover: '成交金額', trade_count: '成交筆數' },
  { ignore: ['漲跌指數'], leave: notASector('TWSE', '分類指數名稱') },
)

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

/** Closes are rounded to whole points, changes are not. */
const changes = part(
  TaiwanStockSectorPrice,
  {
    ...sectorColumns('TWSE', '指數'),
    trade_date: '日期',
    close: '收盤指數',
    spread: combined(['漲跌', '漲跌點數'], signBefore),
  },
  {
    ignore: ['漲跌百分比', '特殊處理註記'],
    leave: notASector('TWSE', '指數'),
  },
)

const otc = { ...sectorColumns('TPEX', '類股名稱'), trade_date: theDay }
const isHeadline = (name: string): boolean => knownIndex('TPEX', name)?.id === 'TPEX'

/** Every name in it is an index, so one that is not known is a row that cannot be read. */
const otcBars = part(
  TaiwanStockSectorPrice,
  { ...otc, open: '開市', high: '最高', low: '最低', close: '收市', spread: '漲跌' },
  { leave: [['the headline index', '類股名稱', isHeadline]] },
)

/** Some industries are traded without an index of their own. */
const shares = part(
  TaiwanStockSectorPrice,
  {
    ...otc,
    turnover: '成交金額(元)',
    turnover_ratio: column('成交比重(%)', { nth: [0, 2] }),
    volume: '成交股數',
  },
  { ignore: ['成交比重(%)'], leave: notASector('TPEX', '類股名稱', 'industries without an index') },
)

/**
 * Trading of each sector. `TradeWeight` is ignored: the page of the same table has a share of the value and one of
 * the shares under one title, and the list has kept the second, which is no share of the turnover.
 */
const otcList = part(
  TaiwanStockSectorPrice,
  { ...sectorColumns('TPEX', 'Sector'), trade_date: 'Date', turnover: 'TradeAmount', volume: 'NumberOfSharesTraded' },
  { ignore: ['TradeWeight'], leave: notASector('TPEX', 'Sector', 'industries without an index') },
)

export const sectorPrices = [
  twseOpenApi.daily(changes, '/exchangeReport/MI_INDEX', {
    role: 'witness',
    nearest: { close: 10_000 },
    recorded: '.json',
  }),
  // Where the sectors closed; it comes with the prices of the day.
  twseDayFeed(pricesOnly, 'afterTrading/MI_INDEX', {
    query: { type: 'ALLBUT0999' },
    role: 'part',
    since: '2004-02-11',
    recording: 'twse/MI_INDEX_ALLBUT0999_20230130.json',
  }),
  // Opening, highest and lowest values, from those of every five seconds.
  twseDayFeed(bars, 'TAIEX/MI_5MINS_INDEX', {
    role: 'part',
    since: '2004-10-15',
    recording: 'twse/MI_5MINS_INDEX_20230130.json.gz',
  }),
  // Trading of each sector.
  twseDayFeed(traded, 'afterTrading/BFIAMU', {
    role: 'part',
    since: '2004-07-09',
    recording: 'twse/BFIAMU_20230130.json',
  }),
  // Without the index itself it makes no row.
  tpexOpenApi.daily(otcList, '/tpex_trading_volume_ratio', { role: 'witness' }),
  tpexDayFeed(otcBars, 'indexInfo/sectinx', {
    role: 'part',
    since: '2007-01-02',
    recording: 'tpex/sectinx_20230130.json',
  }),
  tpexDayFeed(shares, 'afterTrading/sectRatio', {
    role: 'part',
    since: '2007-01-02',
    recording: 'tpex/sectRatio_20230130.json',
  }),
]
