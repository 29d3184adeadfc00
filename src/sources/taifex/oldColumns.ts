import { dateFrom } from '../dates.ts'
import { textOf } from '../plan.ts'
import { type Table, tableOf } from '../tables.ts'

/** Columns that were added after the start of the market, and their earlier values. */
const added = { 是否因訊息面暫停交易: '', 交易時段: '一般', 價差對單式委託成交量: '0' } as const
const firstNight = '2017-05-15'

/** The table with the columns of today; until the first night session every row is one of the day. */
export function withOldColumns(table: Table): Table {
  const missing = Object.entries(added).filter(([title]) => !table.titles.includes(title))
  const dayAt = table.titles.indexOf('交易日期')
  const isOld = table.rows.every((row) => (dateFrom(textOf(row[dayAt])) ?? firstNight) < firstNight)
  if (missing.length === 0 || !isOld) return table
  const width = table.titles.length
  return tableOf(
    '',
    [...table.written, ...missing.map(([title]) => title)],
    table.rows.map((row) =>
      row.length < width ? [...row] : [...row.slice(0, width), ...missing.map(([, cell]) => cell)],
    ),
  )
}
