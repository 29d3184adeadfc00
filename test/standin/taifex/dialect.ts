import { csvBody } from '../csv.ts'
import { htmlPage, htmlTable } from '../html.ts'
import * as openApi from '../openApi.ts'
import type { Page, ReceivedRequest } from '../page.ts'
import type { Printer, Spelling } from '../sheet.ts'
import { dayIn, lastOfMonth } from '../spell.ts'

/** How the futures exchange answers: files and pages of its web site, and the lists of its OpenAPI. */

const hand: Spelling = { date: (day) => day.replaceAll('-', '/'), grouped: false, none: '-' }
const listHand: Spelling = { date: (day) => day.replaceAll('-', ''), grouped: false, none: '-' }

/** Columns with two titles, `日期|Date`: those of the web site, and those of the OpenAPI. */
export const chinese = (lines: string): string => lines.replace(/^(\s*)([^|\n]*)\|(\S+)/gm, '$1$2')
export const english = (lines: string): string => lines.replace(/^(\s*)([^|\n]*)\|(\S+)/gm, '$1$3')

/** A download; every line of it ends with a comma. */
export const file = (name: string, printer: Printer): Page => ({
  publisher: 'taifex',
  path: `/cht/3/${name}`,
  asked: ({ fields }) => {
    const [from, to] = [dayIn(fields.queryStartDate), dayIn(fields.queryEndDate)]
    return from === null || to === null ? null : { from, to }
  },
  sheets: async (market, days) => [await printer.print(market, days, hand)],
  write: (sheets) => csvBody(sheets.at(-1)!, { encoding: 'big5', end: ',' }),
  nothing: () => ({
    body: '<script>alert("查無資料");history.back();</script>',
    encoding: 'big5',
    type: 'text/html',
  }),
})

const monthOf = ({ fields }: ReceivedRequest): string => {
  const [year, month] = [fields.start_year ?? fields.queryYear, fields.start_month ?? fields.queryMonth]
  return `${year}-${month!.padStart(2, '0')}`
}

/** A page about a month. */
export const monthPage = (path: string, printer: Printer): Page => ({
  publisher: 'taifex',
  path,
  asked: (question) => ({ from: `${monthOf(question)}-01`, to: lastOfMonth(monthOf(question)) }),
  sheets: async (market, days) => [await printer.print(market, days, { ...hand, grouped: true })],
  write: (sheets) => ({ body: htmlPage(sheets.map(htmlTable).join('\n'), '最後結算價'), type: 'text/html' }),
  nothing: () => ({ body: htmlPage('查無資料'), type: 'text/html' }),
  mayBeEmpty: true,
})

export const list = (path: string, printer: Printer): Page =>
  openApi.list('taifexOpenApi', `/${path}`, printer, listHand)
