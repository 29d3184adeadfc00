import { htmlTables } from '../html.ts'
import { refusalIn } from '../json.ts'
import { blocked, changed } from '../outcome.ts'
import { sniffed } from '../sniffed.ts'
import { type Table, tableOf } from '../tables.ts'
import { plainText, titleOf } from '../text.ts'

/** Pages of the web site that hold a table. */

/** The text of a page that refuses nothing. */
export function pageText(bytes: Uint8Array): string {
  const page = sniffed(bytes).trim()
  if (page === '') throw blocked('the page is empty')
  const refusal = refusalIn(page)
  if (refusal !== null) throw blocked(refusal)
  return page
}

/** The table of the page whose titles include these; a page without it has changed. */
export function pageTable(page: string, needed: readonly string[]): Table {
  const wanted = needed.map(titleOf)
  let nearest: readonly string[] = wanted
  for (const { rows, isWhole } of htmlTables(page))
    for (const [at, { cells }] of rows.entries()) {
      const titles = cells.map(titleOf)
      const missing = wanted.filter((title) => !titles.includes(title))
      if (missing.length > 0) {
        if (missing.length < nearest.length) nearest = missing
        continue
      }
      if (!isWhole) throw blocked('the page breaks off inside the table')
      // A line of one cell is a remark; any other row must be as wide as the titles.
      const below = rows
        .slice(at + 1)
        .flatMap((row) => (row.cells.length > 1 && row.cells.some(Boolean) ? [row.cells] : []))
      const odd = below.find((row) => row.length !== cells.length)
      if (odd) throw changed(`a row of ${odd.length} cells, where there are ${cells.length} titles: ${odd.join(' | ')}`)
      return tableOf('', cells, below)
    }
  throw changed(`no table with the columns ${nearest.join(', ')}; the page: ${plainText(page).slice(0, 80)}`)
}
