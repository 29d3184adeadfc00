import { refusalIn } from './json.ts'
import { blocked, changed } from './outcome.ts'
import { sniffed } from './sniffed.ts'
import type { Table } from './tables.ts'
import { plainText, titleOf } from './text.ts'

type HtmlRow = { readonly cells: readonly string[]; readonly spans: readonly number[] }
type HtmlTable = { readonly rows: readonly HtmlRow[]; readonly isWhole: boolean }

type OpenTable = { rows: { cells: string[]; spans: number[] }[]; cellFrom: number; span: number; isWhole: boolean }

/**
 * The tables of a page, by their cells alone: everything else is skipped, end tags may be missing, and no script is
 * run. A table inside a cell is a table of its own.
 */
export function htmlTables(page: string): HtmlTable[] {
  const found: OpenTable[] = []
  const open: OpenTable[] = []
  const endCell = (table: OpenTable | undefined, at: number): void => {
    if (!table || table.cellFrom < 0) return
    const row = table.rows.at(-1)!
    row.cells.push(plainText(page.slice(table.cellFrom, at)))
    row.spans.push(table.span)
    table.cellFrom = -1
  }
  for (const match of page.matchAll(/<(\/?)(table|tr|td|th)\b([^>]*)>/gi)) {
    const [tag, end, name, attributes] = match as unknown as [string, string, string, string]
    const table = open.at(-1)
    const kind = name.toLowerCase()
    if (kind === 'table') {
      if (end === '') {
        const next = { rows: [], cellFrom: -1, span: 1, isWhole: false }
        open.push(next)
        found.push(next)
      } else {
        endCell(table, match.index)
        if (table) table.isWhole = true
        open.pop()
      }
      continue
    }
    if (!table) continue
    endCell(table, match.index)
    if (end !== '') continue
    if (kind === 'tr') table.rows.push({ cells: [], spans: [] })
    else {
      if (table.rows.length === 0) table.rows.push({ cells: [], spans: [] })
      table.cellFrom = match.index + tag.length
      table.span = Number(/colspan\s*=\s*["']?(\d+)/i.exec(attributes)?.[1] ?? 1)
    }
  }
  return found
}

/** The title of the column that holds the heading a row stands under, where a page has such headings. */
export const section = 'section'

/** The text of a page that refuses nothing. */
export function pageText(bytes: Uint8Array): string {
  const page = sniffed(bytes)
  if (page.trim() === '') throw blocked('the page is empty')
  const refusal = refusalIn(page)
  if (refusal !== null) throw blocked(refusal)
  return page
}

/** The first table with these titles in one of its rows, and the place of that row; `remark` is added where none has. */
export function tableTitled(page: string, needed: readonly string[], remark = ''): { table: HtmlTable; at: number } {
  const expected = needed.map(titleOf)
  let nearest: readonly string[] = expected
  for (const table of htmlTables(page))
    for (const [at, { cells }] of table.rows.entries()) {
      const titles = cells.map(titleOf)
      const missing = expected.filter((title) => !titles.includes(title))
      if (missing.length > 0) {
        if (missing.length < nearest.length) nearest = missing
        continue
      }
      if (!table.isWhole) throw blocked('the page breaks off inside the table')
      return { table, at }
    }
  throw changed(`no table with the columns ${nearest.join(', ')}${remark}`)
}

/**
 * The table with these titles in one of its rows. Rows of another width are headings: their text is added to the rows
 * below as one more column, `section`. Rows that repeat the titles are passed over.
 */
export function htmlTable(page: string, needed: readonly string[]): Table {
  const { table, at } = tableTitled(page, needed)
  const { cells } = table.rows[at]!
  const titles = cells.map(titleOf)
  const rows = rowsBelow(table, at, titles)
  return { title: '', titles: [...titles, section], written: [...cells, section], groups: [], rows }
}

function rowsBelow({ rows }: HtmlTable, header: number, titles: readonly string[]): string[][] {
  const parsed: string[][] = []
  let heading = ''
  for (const { cells } of rows.slice(header + 1)) {
    if (cells.length === titles.length) {
      if (titleOf(cells[0]!) !== titles[0]) parsed.push([...cells, heading])
    } else if (cells.length === 1) heading = cells[0]!
    // One cell more than titles must not pass for a row with its heading.
    else if (cells.length > 0)
      parsed.push(cells.length > titles.length ? [...cells, `${cells.length} cells`] : [...cells])
  }
  return parsed
}
