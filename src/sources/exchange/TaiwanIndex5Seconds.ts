import { TaiwanIndex5Seconds } from '../../catalogue/technical/TaiwanIndex5Seconds.ts'
import { dayOf } from '../../days.ts'
import { timeFrom } from '../dates.ts'
import type { FeedRequest } from '../feed.ts'
import { scaled } from '../numbers.ts'
import { changed, type ParsedRows, type Rejected, type Row } from '../outcome.ts'
import { textOf } from '../plan.ts'
import { type Reading, readBy } from '../reading.ts'
import type { Table } from '../tables.ts'
import { indexNamed, knownIndex, missingIndices } from './indices.ts'
import { tpexDayFeed } from './tpex.ts'
import { twseDayFeed } from './twse.ts'

/** The last row of the OTC market, which holds the official close. */
const closing = '99:99:99'

function valuesIn(tables: readonly Table[], market: 'TWSE' | 'TPEX', { from }: FeedRequest): ParsedRows {
  const table = tables.find(({ titles }) => titles.includes('時間'))
  if (!table) throw changed('no table with the columns 時間')
  const timeAt = table.titles.indexOf('時間')
  const columns = table.titles.flatMap((title, at) => {
    const index = at === timeAt ? undefined : knownIndex(market, title)
    return index ? [{ at, ...index }] : []
  })
  const headline = market === 'TWSE' ? '發行量加權股價指數' : '櫃買指數'
  if (!columns.some(({ name }) => name === headline)) throw changed(`no table with the columns ${headline}`)
  const trade_date = dayOf(from)
  const rows: Row[] = []
  const rejected: Rejected[] = []
  const left = market === 'TWSE' ? [...missingIndices(table.titles, from)] : []
  for (const cells of table.rows) {
    const written = textOf(cells[timeAt]).trim()
    if (written === closing) {
      left.push({ why: 'the close, which the last moment has too', rows: columns.length })
      continue
    }
    const trade_time = timeFrom(written)
    if (cells.length !== table.titles.length || typeof trade_time !== 'string') {
      rejected.push({ column: 'trade_time', why: 'cannot be read', cells: cells.map(textOf) })
      continue
    }
    for (let column = 0; column < columns.length; column++) {
      const { at, id, name } = columns[column]!
      const cell = cells[at]
      const index_value = scaled(typeof cell === 'string' ? cell : textOf(cell), 4)
      if (typeof index_value !== 'number')
        rejected.push({ column: name, why: 'cannot be read', cells: [written, textOf(cells[at])] })
      else rows.push({ stock_id: id, trade_date, trade_time, market, index_name: name, index_value })
    }
  }
  const unread = table.titles.filter((title, at) => at !== timeAt && !indexNamed(market, title))
  return { rows, rejected, unread, left }
}

/** A table of index values with a column an index, as rows an index and moment. */
const everyIndex = (market: 'TWSE' | 'TPEX'): Reading =>
  readBy(TaiwanIndex5Seconds, (tables, request) => valuesIn(tables, market, request))

export const indexMoments = [
  twseDayFeed(everyIndex('TWSE'), 'TAIEX/MI_5MINS_INDEX', {
    since: '2004-10-15',
    recording: 'twse/MI_5MINS_INDEX_20230130.json.gz',
  }),
  tpexDayFeed(everyIndex('TPEX'), 'indexInfo/miIndex', { since: '2009-01-05' }),
]
