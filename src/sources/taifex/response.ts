import { publishers } from '../../catalogue/publishers.ts'
import { csv } from '../csv.ts'
import { slashed } from '../dates.ts'
import { type Feed, type FeedRequest, feedsOf, type HttpRequest, post } from '../feed.ts'
import { refusalIn } from '../json.ts'
import { blocked, changed, notYet, type Outcome, type ParsedRows, rowsOutcome } from '../outcome.ts'
import type { Reading } from '../reading.ts'
import { nothing, within } from '../servedDays.ts'
import { sniffed } from '../sniffed.ts'
import { type Table, tableOf } from '../tables.ts'
import { plainText } from '../text.ts'
import { completeDays } from './complete.ts'
import { withOldColumns } from './oldColumns.ts'

export const taifex = feedsOf(publishers.taifex, null)

/** A download of the web site, which takes the days of a form. */
const download = (name: string, { from, to }: FeedRequest, more: Readonly<Record<string, string>> = {}): HttpRequest =>
  post(`/cht/3/${name}`, { ...more, queryStartDate: slashed(from), queryEndDate: slashed(to) })

/** The message in a page that the exchange sends instead of a file. */
function pageInstead(page: string, request: FeedRequest): Error {
  const [, message = ''] = /alert\(\s*["']([^"']*)/.exec(page) ?? []
  if (message.includes('查無資料')) return nothing(request, message)
  if (/日期時間錯誤|DateTime error/i.test(message)) return notYet(`the exchange takes no such day: ${message}`)
  const [, title = ''] = /<title[^>]*>([^<]*)/i.exec(page) ?? []
  return blocked(refusalIn(page) ?? `a page instead of the file: ${plainText(title || page).slice(0, 80)}`)
}

const isBlank = (cell: string): boolean => cell.trim() === ''

/** Rows end with a comma, so they have one blank cell more than there are titles; more than blanks is a new column. */
function fitted(titles: readonly string[], rows: string[][]): Table {
  const named = titles.length - (titles.at(-1)?.trim() === '' ? 1 : 0)
  const width = rows.reduce((most, row) => Math.max(most, row.findLastIndex((cell) => !isBlank(cell)) + 1), named)
  const extra = Array.from({ length: width - named }, (_, i) => `(${named + i + 1})`)
  const padded = extra.length === 0 ? rows : rows.map((row) => [...row, ...extra.map(() => '')])
  return tableOf('', [...titles.slice(0, named), ...extra], padded)
}

const isBlankLine = (line: string): boolean => /^[\s,]*$/.test(line)

/** Where the rows end: at a blank line, or at a remark that says it is one. */
const isEnd = (line: string): boolean => isBlankLine(line) || /^["\s]*[※*]?[備附]?註/.test(line)

/** A line of a date or of many cells is a row; remarks below the rows are sentences. */
const isRow = (line: string, titles: string): boolean => {
  const cells = line.split(',').length
  return /^["\s]*\d{4}\/\d{1,2}\/\d{1,2}/.test(line) || cells * 2 > titles.split(',').length
}

/** The table of a file: titles, a line for each row, and perhaps remarks below. */
function fileTable(bytes: Uint8Array, request: FeedRequest): Table {
  const text = sniffed(bytes)
  const start = text.trimStart()
  if (start === '') throw blocked('the file is empty')
  if (start.startsWith('<')) throw pageInstead(start, request)
  if (!text.endsWith('\n')) throw blocked('the file breaks off inside a line')
  const lines = start.split('\n')
  const end = lines.findIndex((line, at) => at > 0 && isEnd(line))
  const below = lines.slice(end).find((line) => !isEnd(line) && isRow(line, lines[0]!))
  if (below !== undefined) throw changed(`rows below the remarks: ${below}`)
  const [titles = [], ...rows] = csv(`${lines.slice(0, end).join('\n')}\n`)
  return fitted(titles, rows)
}

/** Rows of days, all of which must have been requested; `use` may correct the table first. */
const taifexDays =
  (
    reading: Reading,
    use: (parsed: ParsedRows, table: Table) => ParsedRows = (parsed) => parsed,
    old: (table: Table) => Table = (table) => table,
  ) =>
  (bytes: Uint8Array, request: FeedRequest): Outcome => {
    const table = fileTable(bytes, request)
    if (table.rows.length === 0) throw nothing(request, 'titles, and no rows')
    const today = old(table)
    return rowsOutcome(use(within(reading.read([today], request), reading.dataset.date, request), today))
  }

type FileOptions = Partial<Pick<Feed, 'role' | 'choice' | 'since' | 'recording' | 'parse'>> & {
  readonly longest: number
  /** The fields of the form beside the days. */
  readonly form?: Readonly<Record<string, string>>
}

/** The feed of a file about any days. */
export const taifexFile = (reading: Reading, endpoint: string, { form, ...more }: FileOptions): Feed =>
  taifex(reading, {
    endpoint,
    span: 'range',
    encoding: 'big5',
    request: (request) => download(endpoint, request, form),
    parse: taifexDays(reading),
    ...more,
  })

/** The feed of a file of quotes, of every product. */
export const reportFile = (reading: Reading, endpoint: string, options: FileOptions): Feed =>
  taifexFile(reading, endpoint, {
    form: { down_type: '1', commodity_id: 'all', commodity_id2: '' },
    recording: `taifex/${endpoint}_all_20230130.csv`,
    parse: taifexDays(reading, completeDays, withOldColumns),
    ...options,
  })
