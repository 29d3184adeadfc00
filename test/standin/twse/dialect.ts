import type { Days } from '../market.ts'
import { jsonBody, type Page, type ReceivedRequest, type ResponseBody } from '../page.ts'
import type { Printer, Sheet, Spelling } from '../sheet.ts'
import { dayIn, lastOfMonth, roc, rocMonth, rocSpelled } from '../spell.ts'

/** How `www.twse.com.tw` answers. */
export const hand: Spelling = { date: roc, grouped: true, none: '--' }

const tableOf = ({ title, titles, rows, groups }: Sheet, head: string) => ({
  title: `${head} ${title}`.trim(),
  fields: titles,
  data: rows,
  ...(groups && { groups: groups.map(([name, span]) => ({ title: name, span })) }),
})

const nothing = (): ResponseBody => jsonBody({ stat: '很抱歉，沒有符合條件的資料!' })
const dayOf = ({ fields }: ReceivedRequest): Days | null => {
  const day = dayIn(fields.date ?? fields.dayDate)
  return day === null ? null : { from: day, to: day }
}

type More = Pick<Page, 'when' | 'mayBeEmpty'>

const page = (path: string, printers: readonly Printer[], rest: Pick<Page, 'asked' | 'write'>, more: More): Page => ({
  publisher: 'twse',
  path,
  nothing,
  sheets: (market, days) => Promise.all(printers.map(({ print }) => print(market, days, hand))),
  ...rest,
  ...more,
})

/** One day: a table alone stands at the top, several stand in `tables`. */
export const day = (path: string, printers: readonly Printer[], more: More = {}): Page =>
  page(
    `/rwd/zh/${path}`,
    printers,
    {
      asked: dayOf,
      write(sheets, { from }) {
        const date = from.replaceAll('-', '')
        const tables = sheets.map((sheet) => tableOf(sheet, rocSpelled(from)))
        return printers.length > 1
          ? jsonBody({ tables, stat: 'OK', date })
          : jsonBody({ stat: 'OK', date, ...tables[0], total: sheets[0]!.rows.length })
      },
    },
    more,
  )

/** A month; the first day of it is asked for. */
export const month = (path: string, printer: Printer): Page =>
  page(
    `/rwd/zh/${path}`,
    [printer],
    {
      asked: (question) => {
        const days = dayOf(question)
        return days && { from: `${days.from.slice(0, 7)}-01`, to: lastOfMonth(days.from.slice(0, 7)) }
      },
      write: ([sheet], { from }) =>
        jsonBody({
          stat: 'OK',
          date: from.replaceAll('-', ''),
          ...tableOf(sheet!, rocMonth(from)),
          total: sheet!.rows.length,
        }),
    },
    {},
  )

/** The days between two; `at` where it lies elsewhere than the rest of the site. */
export const range = (path: string, printer: Printer, at = '/rwd/zh/'): Page =>
  page(
    `${at}${path}`,
    [printer],
    {
      asked: ({ fields }) => {
        const [from, to] = [dayIn(fields.startDate), dayIn(fields.endDate)]
        return from === null || to === null ? null : { from, to }
      },
      write: ([sheet], { from, to }) =>
        jsonBody({
          stat: 'OK',
          strDate: from.replaceAll('-', ''),
          endDate: to.replaceAll('-', ''),
          ...tableOf(sheet!, `${rocSpelled(from)} 至 ${rocSpelled(to)}`),
        }),
    },
    {},
  )

/** What is in force, whenever it is asked for. */
export const list = (path: string, printer: Printer): Page =>
  page(
    `/rwd/zh/${path}`,
    [printer],
    { asked: () => null, write: ([sheet]) => jsonBody({ stat: 'OK', ...tableOf(sheet!, '') }) },
    {},
  )
