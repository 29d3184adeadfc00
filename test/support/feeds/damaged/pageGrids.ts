import { plainText } from '../../../../src/sources/text.ts'
import type { Grid } from './grids.ts'

/** The rows of a page, as pieces of it, so that it can be put together again around them. */
type Piece = { before: string; cells: readonly string[] }

const rowStart = /<tr\b/gi
const cellStart = /<t[dh]\b/gi

const cutAt = (text: string, starts: RegExp): string[] => {
  const places = [...text.matchAll(starts)].map(({ index }) => index)
  return [text.slice(0, places[0] ?? text.length), ...places.map((from, i) => text.slice(from, places[i + 1]))]
}

/** A cell with its tags and another text in it. */
function filled(cell: string, text: string): string {
  const [open = '<td>'] = /^<t[dh]\b[^>]*>/i.exec(cell) ?? []
  return `${open}${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</td>`
}

/**
 * The longest run of rows that are as wide as the one before the first of them, which has the titles. Cells are shown
 * as texts; one that is not changed is put back as it was.
 */
export function pageGrids(page: string): { readonly grids: readonly Grid[]; readonly text: () => string } {
  const [start = '', ...pieces] = cutAt(page, rowStart)
  const rows = pieces.map((piece): Piece => {
    const [before = '', ...cells] = cutAt(piece, cellStart)
    return { before, cells }
  })
  const [from, to] = longestRun(rows.map(({ cells }) => cells.length))
  if (to - from < 2) return { grids: [], text: () => page }
  // What follows the last cell of a row, such as the end of the table, is no part of it.
  const last = rows[to - 1]!
  const lastCell = last.cells.at(-1)!
  const end = /<\/t[dh]>|<\/tr>|<\/table>/i.exec(lastCell)
  const tail = lastCell.slice(end?.index ?? lastCell.length)
  const known = new Map<string, string>()
  const shown = (cells: readonly string[]) =>
    cells.map((cell) => {
      const text = plainText(cell)
      known.set(text, cell.replace(/<\/t(d|h|r|able|body)>[\s\S]*$/i, '</td>'))
      return text
    })
  const [first = [], ...others] = rows.slice(from, to).map(({ cells }) => shown(cells))
  // Titles of several rows stand above the run, out of reach.
  const isTitled = !first.some((text) => /^[\d,.-]+$/.test(text))
  const titles = isTitled ? first : []
  const texts = isTitled ? others : [first, ...others]
  const made = (cells: readonly unknown[]) =>
    cells.map((cell) => known.get(String(cell ?? '')) ?? filled('<td>', String(cell ?? ''))).join('')
  const written = (names: readonly string[], lines: readonly (readonly unknown[])[]) =>
    [...(names.length > 0 ? [names] : []), ...lines].map((line) => `<tr>${made(line)}</tr>\n`).join('')
  let middle = written(titles, texts)
  const around = (list: readonly Piece[]) => list.map(({ before, cells }) => before + cells.join('')).join('')
  const grid: Grid = {
    titles,
    isKeyed: false,
    isShared: false,
    rows: texts,
    put(names, lines) {
      middle = written(names, lines)
    },
  }
  return {
    grids: [grid],
    text: () => start + around(rows.slice(0, from)) + middle + tail + around(rows.slice(to)),
  }
}

function longestRun(widths: readonly number[]): readonly [number, number] {
  let best: readonly [number, number] = [0, 0]
  let from = 0
  for (let at = 1; at <= widths.length; at++)
    if (widths[at] !== widths[from]) {
      if (at - from > best[1] - best[0] && widths[from]! > 1) best = [from, at]
      from = at
    }
  return best
}
