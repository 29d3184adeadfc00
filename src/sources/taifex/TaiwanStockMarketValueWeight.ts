import { TaiwanStockMarketValueWeight } from '../../catalogue/fundamentals/TaiwanStockMarketValueWeight.ts'
import { dayOf } from '../../days.ts'
import { dateFrom } from '../dates.ts'
import { type Feed, type FeedRequest, get } from '../feed.ts'
import { pageText } from '../html.ts'
import { changed, type Outcome, otherDay, type Row, rowsOutcome } from '../outcome.ts'
import { textOf } from '../plan.ts'
import { column, constant, part } from '../reading.ts'
import { type Table, tableOf } from '../tables.ts'
import { plainText } from '../text.ts'
import { pageTable } from './pages.ts'
import { taifex } from './response.ts'

/** The pages are made anew around the end of a month; weights of one market add up to a hundred. */
const [least, most] = [995_000, 1_005_000]

/** Two constituents stand side by side; the titles repeat. */
function oneBelowTheOther(table: Table): Table {
  const half = table.titles.length / 2
  const titles = table.written.slice(0, half)
  if (!Number.isInteger(half) || table.titles.slice(half).some((title, at) => title !== table.titles[at]))
    throw changed(`titles that do not repeat: ${table.titles.join(', ')}`)
  // The last row has no second half where their number is odd.
  const rows = table.rows
    .flatMap((row) => [row.slice(0, half), row.slice(half)])
    .filter((row) => row.some((cell) => textOf(cell).trim() !== ''))
  return tableOf('', titles, rows)
}

const reading = (market: 'TWSE' | 'TPEX') =>
  part(TaiwanStockMarketValueWeight, {
    stock_id: column('證券代號'),
    market: constant(market),
    rank: column('排行'),
    stock_name: column('證券名稱'),
    weight_percent: column('市值佔大盤比重', { also: ['市值占大盤比重', '市值佔指數比重', '比重'], suffix: '%' }),
    is_estimated: constant(false),
  })

const weights = (market: 'TWSE' | 'TPEX', endpoint: string, path: string): Feed => {
  const constituents = reading(market)
  function parse(bytes: Uint8Array, request: FeedRequest): Outcome {
    const page = pageText(bytes)
    const [, printed = ''] = /資料日期\s*[:：]?\s*(\d{4}\/\d{1,2}\/\d{1,2})/.exec(plainText(page)) ?? []
    const day = dateFrom(printed)
    if (!day) throw changed('the page does not say which day it is about')
    if (day > request.to) throw otherDay(request.to, day)
    const parsed = constituents.read([oneBelowTheOther(pageTable(page, ['排行', '證券代號', '證券名稱']))], request)
    const rows = parsed.rows.map((row): Row => ({ ...row, trade_date: dayOf(day) }))
    const sum = rows.reduce((all, row) => all + (row.weight_percent as number), 0)
    if (sum < least || sum > most) throw changed(`the weights add up to ${sum / 10_000}, not to 100`)
    return rowsOutcome({ ...parsed, rows })
  }
  return taifex(
    { ...constituents, fills: [...constituents.fills, 'trade_date'] },
    { endpoint, market, span: 'latest', request: () => get(path), parse },
  )
}

export const marketWeights = [
  weights('TWSE', 'weightedPropertion', '/cht/2/weightedPropertion'),
  weights('TPEX', 'tPEXPropertion', '/cht/2/tPEXPropertion'),
]
