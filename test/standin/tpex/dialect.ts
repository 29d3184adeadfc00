import type { Days } from '../market.ts'
import { jsonBody, type Page, type ReceivedRequest, type ResponseBody } from '../page.ts'
import type { Printer, Sheet, Spelling } from '../sheet.ts'
import { dayIn, lastOfMonth, roc } from '../spell.ts'

/** How `www.tpex.org.tw` answers. */
const hand: Spelling = { date: roc, grouped: true, none: '---' }

const tableOf = ({ title, titles, rows, summary = [] }: Sheet, date: string) => ({
  title,
  date,
  totalCount: rows.length,
  fields: titles,
  data: rows,
  summary,
  notes: [],
})
const letter = (sheets: readonly Sheet[], date: string, inTables: string): ResponseBody =>
  jsonBody({ date, tables: sheets.map((sheet) => tableOf(sheet, inTables)), stat: 'ok' })

const compact = (day: string): string => day.replaceAll('-', '')
const dayOf = ({ fields }: ReceivedRequest): Days | null => {
  const day = dayIn(fields.date)
  return day === null ? null : { from: day, to: day }
}

const page = (path: string, printers: readonly Printer[], rest: Pick<Page, 'asked' | 'write' | 'nothing'>): Page => ({
  publisher: 'tpex',
  path: `/www/zh-tw/${path}`,
  sheets: (market, days) => Promise.all(printers.map(({ print }) => print(market, days, hand))),
  ...rest,
})

/** A day without rows has its table all the same. */
const emptyDay = (question: ReceivedRequest): ResponseBody => {
  const day = dayOf(question)?.from ?? ''
  return jsonBody({
    date: compact(day),
    tables: [{ title: '', date: day && roc(day), totalCount: 0, fields: ['代號'], data: [] }],
    stat: 'ok',
  })
}

export const day = (path: string, ...printers: readonly Printer[]): Page =>
  page(path, printers, {
    asked: dayOf,
    write: (sheets, { from }) => letter(sheets, compact(from), roc(from)),
    nothing: emptyDay,
  })

/** A month; the first day of it is asked for. */
export const month = (path: string, printer: Printer): Page =>
  page(path, [printer], {
    asked: (question) => {
      const days = dayOf(question)
      return days && { from: `${days.from.slice(0, 7)}-01`, to: lastOfMonth(days.from.slice(0, 7)) }
    },
    write: (sheets, { from }) => letter(sheets, compact(from), ''),
    nothing: () => jsonBody({ stat: '查無資料' }),
  })

/** The days between two, in a form or in the address. */
export const range = (path: string, printer: Printer): Page =>
  page(path, [printer], {
    asked: ({ fields }) => {
      const [from, to] = [dayIn(fields.startDate), dayIn(fields.endDate)]
      return from === null || to === null ? null : { from, to }
    },
    write: (sheets, { from, to }) => letter(sheets, `${compact(from)}~${compact(to)}`, ''),
    nothing: () => jsonBody({ stat: '查無資料' }),
  })

export const year = (path: string, printer: Printer): Page =>
  page(path, [printer], {
    asked: ({ fields }) =>
      /^\d{4}$/.test(fields.date ?? '') ? { from: `${fields.date}-01-01`, to: `${fields.date}-12-31` } : null,
    write: (sheets, { from }) => letter(sheets, from.slice(0, 4), ''),
    nothing: () => jsonBody({ stat: '查無資料' }),
  })
