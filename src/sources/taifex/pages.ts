import { tableTitled } from '../html.ts'
import { changed } from '../outcome.ts'
import { type Table, tableOf } from '../tables.ts'
import { plainText } from '../text.ts'

/** The table of a page of the web site whose titles include these; a page without it has changed. */
export function pageTable(page: string, needed: readonly string[]): Table {
  const { table, at } = tableTitled(page, needed, `; the page: ${plainText(page).slice(0, 80)}`)
  const { cells } = table.rows[at]!
  // A line of one cell is a remark; any other row must be as wide as the titles.
  const below = table.rows
    .slice(at + 1)
    .flatMap((row) => (row.cells.length > 1 && row.cells.some(Boolean) ? [row.cells] : []))
  const odd = below.find((row) => row.length !== cells.length)
  if (odd) throw changed(`a row of ${odd.length} cells, where there are ${cells.length} titles: ${odd.join(' | ')}`)
  return tableOf('', cells, below)
}
