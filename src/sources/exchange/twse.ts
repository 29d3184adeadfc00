import { publishers } from '../../catalogue/publishers.ts'
import { compact, dateFrom, dateWithin } from '../dates.ts'
import { type FeedRequest, feedsOf, get, type HttpRequest } from '../feed.ts'
import { changed, otherDay } from '../outcome.ts'
import { constant, theDay } from '../reading.ts'
import { type Table, tableOf } from '../tables.ts'
import { type Body, bodyOf, messageOf, type SiteResponse, siteOf, text } from './site.ts'

export const twse = feedsOf(publishers.twse, 'TWSE')

/** The columns that identify a security on the requested day. */
export const twseKey = () => ({ stock_id: '證券代號', trade_date: theDay, market: constant('TWSE') })

/** An address of the present site. */
export const rwd = (path: string, query: Readonly<Record<string, string>>): HttpRequest =>
  get(`/rwd/zh/${path}`, { ...query, response: 'json' })

/** `www.twse.com.tw/rwd` gives the day as `date` or in a title, and one table or several. */
type RawTable = {
  readonly title?: unknown
  readonly fields?: unknown
  readonly data?: unknown
  readonly groups?: never[]
}

const readTable = ({ title, fields, data, groups }: RawTable): Table[] =>
  Array.isArray(fields) && fields.length > 0 ? [tableOf(text(title), fields, data ?? [], groups)] : []

/**
 * Tables stand in `tables`, or alone at the top; until 2023 they were `fields1`, `data1`, … `fields9`, `data9`, and the
 * totals of credit beside the one at the top.
 */
function tablesOf(body: Body): Table[] {
  if (Array.isArray(body.tables)) return body.tables.flatMap((table) => readTable((table ?? {}) as RawTable))
  const numbered = Object.keys(body).filter((key) => /^fields\d+$/.test(key))
  if (numbered.length > 0)
    return numbered.flatMap((key) => {
      const n = key.slice('fields'.length)
      return readTable({ title: body[`subtitle${n}`], fields: body[key], data: body[`data${n}`] } as RawTable)
    })
  const credit = { title: body.creditTitle, fields: body.creditFields, data: body.creditList }
  return [...readTable(credit), ...readTable(body as RawTable)]
}

export function openTwse(bytes: Uint8Array): SiteResponse | { readonly message: string } {
  const body = bodyOf(bytes)
  const nothing = messageOf(body, /沒有符合條件的資料|查無資料|無相關資料/, /大於今日|尚未|晚於/)
  if (nothing) return nothing
  const tables = tablesOf(body)
  const [only] = tables
  if (tables.length === 1 && typeof body.total === 'number' && body.total !== only!.rows.length)
    throw changed(`the answer counts ${body.total} rows and holds ${only!.rows.length}`)
  return { tables, body }
}

/** Every day the response names, in `date` and in its titles. */
function daysOf({ tables, body }: SiteResponse): string[] {
  const titles = [text(body.title), ...tables.map(({ title }) => title)]
  const days = [dateFrom(text(body.date)), ...titles.map(dateWithin)].filter((day) => typeof day === 'string')
  if (days.length === 0) throw changed('the answer does not say which day it is about')
  return days
}

/** The days the exchange understood, where it repeats them: a wrong parameter is answered with other days. */
function checkRange({ strDate, endDate, params }: Body, { from, to }: FeedRequest): void {
  const echoed = (params ?? {}) as Readonly<Record<string, unknown>>
  const first = dateFrom(text(strDate ?? echoed.strDate ?? echoed.startDate))
  const last = dateFrom(text(endDate ?? echoed.endDate))
  if ((first && first !== from) || (last && last !== to)) throw otherDay(`${from} to ${to}`, `${first} to ${last}`)
}

function checkMonth({ date }: Body, { from }: FeedRequest): void {
  const served = dateFrom(text(date))
  if (served && served.slice(0, 7) !== from.slice(0, 7)) throw otherDay(from.slice(0, 7), served)
}

export const {
  month: twseMonth,
  list: twseList,
  dayFeed: twseDayFeed,
  monthFeed: twseMonthFeed,
  rangeFeed: twseRangeFeed,
} = siteOf({
  feed: twse,
  open: openTwse,
  noRows: 'OK, and no rows',
  daysOf,
  checkMonth,
  checkRange,
  dayRequest: (path, day, query) => rwd(path, { date: compact(day), ...query }),
  rangeRequest: (path, from, to, query) => rwd(path, { startDate: compact(from), endDate: compact(to), ...query }),
})
