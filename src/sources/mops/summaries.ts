import { type Feed, type FeedRequest, post } from '../feed.ts'
import { htmlTables, pageText } from '../html.ts'
import {
  allOf,
  blocked,
  changed,
  noRows,
  notYet,
  type Outcome,
  type ParsedRows,
  type Row,
  rowsOutcome,
} from '../outcome.ts'
import type { Reading } from '../reading.ts'
import { type Table, tableOf } from '../tables.ts'
import { plainText, titleOf } from '../text.ts'
import { type Board, boards, mops, quarterIn, republic } from './response.ts'

/** Condensed statements of every company of a market: a table for each kind of business, a row a company. */

const quarters = ['一', '二', '三', '四']

/** The heading has market and season; the year is missing, so it is the requested one. */
function checkHeading(page: string, { word }: Board, request: FeedRequest): void {
  const [, market, quarter] = /(上市|上櫃|興櫃|公開發行)公司(?:第([一二三四])季|年度)/.exec(plainText(page)) ?? []
  if (market === undefined) throw changed(`the page does not say its season: ${plainText(page).slice(0, 80)}`)
  if (market !== word) throw changed(`asked for ${word}, answered with ${market}`)
  const served = quarter === undefined ? 4 : quarters.indexOf(quarter) + 1
  if (served !== quarterIn(request)) throw changed(`asked for season ${quarterIn(request)}, answered with ${served}`)
}

function tablesIn(page: string, request: FeedRequest): Table[] {
  return htmlTables(page).flatMap(({ rows, isWhole }) => {
    const titles = rows[0]?.cells ?? []
    const idAt = titles.findIndex((title) => titleOf(title) === '公司代號')
    if (idAt < 0 && !titles.some((title) => titleOf(title) === '公司名稱')) return []
    if (idAt < 0) throw changed('no table with the columns 公司代號')
    if (!isWhole) throw blocked('the page breaks off inside a table')
    const period = ['', String(republic(request.from)), String(quarterIn(request))]
    // The titles come again and again.
    const companies = rows.slice(1).filter(({ cells }) => titleOf(cells[idAt] ?? '') !== '公司代號')
    return [
      tableOf(
        '',
        [...titles, '出表日期', '年度', '季別'],
        // A row of another width is left as it is, so that the next step rejects it.
        companies.map(({ cells }) => (cells.length === titles.length ? [...cells, ...period] : cells)),
      ),
    ]
  })
}

/** The year has the same rows as its last quarter where amounts run from 1 January on, or are of a day. */
export const withYears = (rows: readonly Row[]): Row[] =>
  rows.flatMap((row) => (row.fiscal_quarter === 4 ? [row, { ...row, period: 'annual', fiscal_quarter: null }] : [row]))

export const summaries = (
  code: string,
  statements: Reading,
  role: Feed['role'],
  use: (parsed: ParsedRows) => ParsedRows = (parsed) => parsed,
): readonly Feed[] =>
  boards.map((board) =>
    mops(board.market)(statements, {
      endpoint: `${code}_${board.code}`,
      role,
      span: 'quarter',
      since: '2013-01-01',
      request: (request) =>
        post(`/mops/web/ajax_${code}`, {
          ...{ encodeURIComponent: '1', step: '1', firstin: '1', off: '1', isQuery: 'Y', TYPEK: board.code },
          year: String(republic(request.from)),
          season: `0${quarterIn(request)}`,
        }),
      parse(bytes, request): Outcome {
        const page = pageText(bytes)
        const tables = tablesIn(page, request)
        if (tables.length === 0 && /查(?:詢)?無(?:所需)?資料|資料庫中查無/.test(page))
          throw notYet('the publisher says: 查詢無資料')
        checkHeading(page, board, request)
        if (tables.length === 0) throw changed('no table with the columns 公司代號')
        const each = tables.map(
          (table): ParsedRows =>
            table.rows.length === 0
              ? { ...noRows, left: [{ why: 'a kind of business without a company', rows: 0 }] }
              : statements.read([table], request),
        )
        const all = allOf(each)
        return rowsOutcome(use({ ...all, unread: [...new Set(all.unread)] }))
      },
      recording: code === 't163sb04' && board.code === 'sii' ? 'mops/t163sb04_sii_112Q1.html.gz' : null,
    }),
  )
