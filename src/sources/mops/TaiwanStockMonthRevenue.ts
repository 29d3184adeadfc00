import { registeredName } from '../exchange/industries.ts'
import { monthRevenue } from '../exchange/TaiwanStockMonthRevenue.ts'
import { type Feed, type FeedRequest, get } from '../feed.ts'
import { htmlTables, pageText } from '../html.ts'
import { scaled } from '../numbers.ts'
import { blocked, changed, notYet, type Outcome, otherDay, rowsOutcome } from '../outcome.ts'
import type { Reading } from '../reading.ts'
import { type Table, tableOf } from '../tables.ts'
import { plainText, titleOf } from '../text.ts'
import { type Board, boards, monthIn, mops, republic } from './response.ts'

/** A table for each industry, with two rows of titles and a row of totals. */

type Industry = { readonly name: string; readonly titles: readonly string[]; readonly rows: readonly string[][] }

type HtmlRow = ReturnType<typeof htmlTables>[number]['rows'][number]

/** Titles below a wide one have it in front: `營業收入-當月營收`. A title of one column stands in the upper row alone. */
function titlesOf(upper: HtmlRow, lower: HtmlRow): string[] {
  const below = lower.cells.map(titleOf)
  return upper.cells.flatMap((cell, at) => {
    const span = upper.spans[at]!
    const above = titleOf(cell)
    return span === 1 ? [above] : below.splice(0, span).map((title) => (above === '' ? title : `${above}-${title}`))
  })
}

/** A remark may stand behind the name of an industry. */
const nameOf = (heading: string): string => registeredName(heading.normalize('NFKC').replace(/\(.*$/, ''))

function industriesIn(page: string): Industry[] {
  let name = ''
  const found: Industry[] = []
  for (const { rows, isWhole } of htmlTables(page)) {
    const [, heading] = /^產業別\s*[:：]\s*(.*)$/.exec(rows[0]?.cells[0] ?? '') ?? []
    if (heading !== undefined) {
      // A table around a whole industry begins with the same heading.
      const next = nameOf(heading.split('單位')[0]!)
      if (name !== '' && name !== next) throw changed(`no table with the columns 公司代號 below ${name}`)
      if (!/千元/.test(rows[0]!.cells.join())) throw changed(`amounts of ${heading} in another unit than thousands`)
      name = next
    }
    const second = rows[1]?.cells.map(titleOf) ?? []
    if (!second.includes('公司代號')) continue
    // The last table is that of the whole market, and has nothing but its total.
    const isGrandTotal = rows.slice(2).every(({ cells }) => cells[0]?.includes('合計'))
    if (name === '' && isGrandTotal) continue
    if (name === '') throw changed('a table of companies that stands below no industry')
    if (!isWhole) throw blocked('the page breaks off inside a table')
    found.push({ name, titles: titlesOf(rows[0]!, rows[1]!), rows: rows.slice(2).map(({ cells }) => [...cells]) })
    name = ''
  }
  if (name !== '') throw changed(`no table with the columns 公司代號 below ${name}`)
  return found
}

/** The companies of an industry, once they add up to its total. */
function companiesOf({ name, titles, rows }: Industry): string[][] {
  const companies = rows.filter((row) => row.length === titles.length)
  const isTotal = (row: readonly string[]) => row.length === titles.length - 1 && row[0]!.includes('合計')
  const total = rows.find(isTotal)
  const odd = rows.find((row) => row.length > 0 && row.length !== titles.length && !isTotal(row))
  if (odd) throw changed(`a row of ${name} with ${odd.length} cells: ${odd.join(' | ')}`)
  const at = titles.indexOf('營業收入-當月營收')
  if (at < 0) return companies
  const sum = companies.reduce((all, row) => all + (scaled(row[at] ?? '', 0) ?? 0), 0)
  const printed = total === undefined ? undefined : scaled(total[at - 1]!, 0)
  if (sum !== printed) throw changed(`the companies of ${name} add up to ${sum}, told ${printed ?? 'nothing'}`)
  return companies
}

function tableIn(page: string, request: FeedRequest): Table {
  const industries = industriesIn(page)
  if (industries.length === 0)
    throw changed(`no table with the columns 公司代號; the page: ${plainText(page).slice(0, 80)}`)
  const [{ titles }] = industries as [Industry]
  const other = industries.find((one) => one.titles.join() !== titles.join())
  if (other) throw changed(`the titles of ${other.name} are others: ${other.titles.join(', ')}`)
  const month = `${republic(request.from)}${request.from.slice(5, 7)}`
  return tableOf(
    '',
    [...titles, '資料年月', '產業別'],
    industries.flatMap((industry) => companiesOf(industry).map((row) => [...row, month, industry.name])),
  )
}

const parse =
  (reading: Reading, { word }: Board) =>
  (bytes: Uint8Array, request: FeedRequest): Outcome => {
    const page = pageText(bytes)
    const [, market, year, month] = /(上市|上櫃|興櫃|公開發行)公司(\d{2,3})年(\d{1,2})月份/.exec(plainText(page)) ?? []
    if (market === undefined) throw changed(`the page does not say its month: ${plainText(page).slice(0, 80)}`)
    if (market !== word) throw changed(`asked for ${word}, answered with ${market}`)
    if (Number(year) !== republic(request.from) || Number(month) !== monthIn(request))
      throw otherDay(request.from.slice(0, 7), `${Number(year) + 1911}-${month!.padStart(2, '0')}`)
    if (page.includes('查無資料')) throw notYet('the publisher says: 查無資料')
    return rowsOutcome(reading.read([tableIn(page, request)], request))
  }

/** Companies of Taiwan, and those from abroad, which have a page of their own. */
const groups = [0, 1] as const

export const t21sc03: readonly Feed[] = boards.flatMap((board) =>
  groups.map((group) => {
    const reading = monthRevenue(board.market)
    return mops(board.market)(reading, {
      endpoint: `t21sc03_${board.code}_${group}`,
      span: 'month',
      since: group === 0 ? '2002-02-01' : '2013-01-01',
      encoding: 'big5',
      request: (request) =>
        get(`/nas/t21/${board.code}/t21sc03_${republic(request.from)}_${monthIn(request)}_${group}.html`),
      parse: parse(reading, board),
      recording: board.code === 'sii' && group === 0 ? 'mops/t21sc03_sii_112_1.html' : null,
    })
  }),
)
