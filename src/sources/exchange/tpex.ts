import { publishers } from '../../catalogue/publishers.ts'
import { dateOf } from '../../days.ts'
import { dateFrom, daysFrom, slashed } from '../dates.ts'
import { type FeedRequest, feedsOf, get, type HttpRequest, post } from '../feed.ts'
import { htmlTables } from '../html.ts'
import type { From } from '../mapping.ts'
import { type Cell, changed, otherDay, rowsOutcome } from '../outcome.ts'
import { column, constant, type Named, onSite, type Reading, theDay } from '../reading.ts'
import { type Table, tableOf } from '../tables.ts'
import { titleOf, titlesIn } from '../text.ts'
import { type Body, bodyOf, messageOf, type SiteResponse, siteOf, text } from './site.ts'

export const tpex = feedsOf(publishers.tpex, 'TPEX')

/** The columns that identify a security on the requested day, and on the day of a list. */
export const tpexKey = (named: Named, id = '代號') => ({
  stock_id: named(id, 'SecuritiesCompanyCode'),
  trade_date: named === onSite ? theDay : column('Date'),
  market: constant('TPEX'),
})

/** An address of the present site. */
export const www = (path: string, query: Readonly<Record<string, string>>): HttpRequest =>
  get(`/www/zh-tw/${path}`, { ...query, response: 'json' })
/** The same, where the site wants a form. */
export const wwwForm = (path: string, form: Readonly<Record<string, string>>): HttpRequest =>
  post(`/www/zh-tw/${path}`, { ...form, response: 'json' })

/** `www.tpex.org.tw/www` gives the days as `date`, and `tables`, each with its own date and count. */
type RawTable = {
  readonly title?: unknown
  readonly date?: unknown
  readonly fields?: unknown
  readonly data?: unknown
  readonly summary?: unknown
  readonly totalCount?: unknown
  readonly groups?: never[]
}

/** A table with the rows of totals below it, which have its columns. */
type TpexTable = Table & { readonly summary: Table }
export type TpexResponse = SiteResponse<TpexTable>

function readTable(raw: RawTable): TpexTable[] {
  const { title, fields, data = [], summary = [], totalCount, groups } = raw
  if (!Array.isArray(fields) || fields.length === 0) return []
  const table = tableOf(text(title), fields, data, groups)
  if (typeof totalCount === 'number' && totalCount !== table.rows.length)
    throw changed(`the table counts ${totalCount} rows and holds ${table.rows.length}`)
  return [{ ...table, summary: tableOf(text(title), fields, summary) }]
}

/** The titles of rows that came without any, and the first and the last day on which they were these. */
export type OldLayout = { readonly titles: readonly string[]; readonly from?: string; readonly to?: string }

/** Until October 2024 rows stood in `aaData` without titles: the feed knows those of the day, by their number. */
function oldTables({ aaData }: Body, layouts: readonly OldLayout[], day: string): TpexTable[] {
  const rows = aaData as unknown[][]
  const width = Array.isArray(rows[0]) ? rows[0].length : null
  const known = layouts.filter(({ from = '', to = '9999' }) => from <= day && day <= to)
  const layout = width === null ? known[0] : known.find(({ titles }) => titles.length === width)
  if (!layout && width === null) return []
  if (!layout) throw changed(`rows of ${width} cells without titles, which nobody knows of ${day}`)
  const { titles } = layout
  return [{ ...tableOf('', titles, rows), summary: tableOf('', titles, []) }]
}

const openWith =
  (old: readonly OldLayout[]) =>
  (bytes: Uint8Array, { from }: FeedRequest): TpexResponse | { readonly message: string } => {
    const body = bodyOf(bytes)
    if (Array.isArray(body.aaData)) return { tables: oldTables(body, old, from), body }
    const nothing = messageOf(body, /查無資料|沒有符合|本日無|無資料/, /大於今日|尚未/)
    if (nothing) return nothing
    if (!Array.isArray(body.tables)) throw changed('the answer has no tables')
    return { tables: body.tables.flatMap((table) => readTable((table ?? {}) as RawTable)), body }
  }

/** Every day the response names, at its top and in its tables: a wrong date is answered with the newest day. */
function daysOf({ body }: TpexResponse): string[] {
  const inTables = Array.isArray(body.tables) ? (body.tables as RawTable[]).map((table) => table?.date) : []
  const days = [body.date, body.reportDate, ...inTables].flatMap((raw) => dateFrom(text(raw)) ?? [])
  if (days.length === 0) throw changed('the answer does not say which day it is about')
  return days
}

/** The days the exchange understood, written `20240322~20240323`. */
function checkRange({ date }: Body, { from, to }: FeedRequest): void {
  const days = daysFrom(text(date))?.map(dateOf)
  if (days && (days[0] !== from || days[1] !== to)) throw otherDay(`${from} to ${to}`, days.join(' to '))
}

const site = siteOf({
  feed: tpex,
  open: openWith([]),
  noRows: 'ok, and no rows',
  daysOf,
  checkMonth: () => {},
  checkRange,
  dayRequest: (path, day, query) => www(path, { ...query, date: slashed(day) }),
  rangeRequest: (path, from, to, query) => wwwForm(path, { startDate: slashed(from), endDate: slashed(to), ...query }),
})

export const {
  list: tpexList,
  rangeRows: tpexRangeRows,
  dayFeed: tpexDayFeed,
  monthFeed: tpexMonthFeed,
  rangeFeed: tpexRangeFeed,
} = site

/** One day of the market; `old` are the layouts of rows without titles. */
export const tpexDay = (use: Parameters<typeof site.day>[0], old: readonly OldLayout[] = []) =>
  site.day(use, openWith(old))
export const tpexDayRows = (reading: Reading, old: readonly OldLayout[]) => site.dayRows(reading, openWith(old))
/** The rows of totals below the tables of a day. */
export const tpexTotals = ({ read }: Reading) =>
  tpexDay(({ tables }, request) => {
    const totals = tables.map(({ summary }) => summary)
    return rowsOutcome(read(totals, request))
  })

/** Quotes when they came without titles, from the list with averages and from the one without. */

const first = '代號 名稱 收盤 漲跌 開盤 最高 最低'
const traded = '成交股數 成交金額(元) 成交筆數'
/** The sizes behind the last bid and ask came that day: from then on as many cells are other cells. */
const sizes = '2020-04-30'
const [before, since] = [{ to: '2020-04-29' }, { from: sizes }]
const bids = '最後買價 最後賣價'
const bidsAndSizes = '最後買價 最後買量(千股) 最後賣價 最後賣量(千股)'

/** With the average and the reference price of the next day. */
export const longQuotes: readonly OldLayout[] = [
  { ...before, titles: titlesIn(`${first} 均價 ${traded} ${bids} 發行股數 次日參考價 次日漲停價 次日跌停價`) },
  { ...since, titles: titlesIn(`${first} 均價 ${traded} ${bidsAndSizes} 發行股數 次日參考價 次日漲停價 次日跌停價`) },
]

/** Both lists. */
export const oldQuotes: readonly OldLayout[] = [
  ...longQuotes,
  { ...before, titles: titlesIn(`${first} ${traded} ${bids} 發行股數 次日漲停價 次日跌停價`) },
  { ...since, titles: titlesIn(`${first} ${traded} ${bidsAndSizes} 發行股數 次日漲停價 次日跌停價`) },
]

/** A cell that holds a small table of its own, `title: value` in each row; the value under a title. */
export const inDetail = (name: string, read: (text: string) => Cell | undefined): From =>
  column('詳細資料', {
    line: name,
    read(html) {
      const rows = htmlTables(html).flatMap((table) => table.rows)
      const found = rows.find(({ cells }) => titleOf(cells[0] ?? '').replace(/:$/, '') === titleOf(name))
      return found === undefined ? undefined : read((found.cells[1] ?? '').replace(/\s+/g, ''))
    },
  })
