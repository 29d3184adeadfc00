import { blocked, changed } from './outcome.ts'

/** A cell that a spreadsheet was to take for text: `="0050"`. */
const isForced = (text: string, at: number): boolean => text.charCodeAt(at) === 0x3d && text.charCodeAt(at + 1) === 0x22

/**
 * The records of a comma-separated file. Cells may be quoted, also as `="0050"`; a doubled quote is one. A line break
 * inside quotes belongs to the cell. A file that ends inside quotes or inside a line was cut.
 */
export function csv(text: string): string[][] {
  if (text !== '' && !text.endsWith('\n')) throw blocked('the file breaks off inside a line')
  const records: string[][] = []
  let record: string[] = []
  const { length } = text
  let at = 0
  let line = -1
  while (at < length) {
    if (isForced(text, at)) at++
    let cell: string
    if (text.charCodeAt(at) === 0x22) {
      let end = text.indexOf('"', at + 1)
      while (end >= 0 && text.charCodeAt(end + 1) === 0x22) end = text.indexOf('"', end + 2)
      if (end < 0) throw blocked('the file breaks off inside a cell')
      cell = text.slice(at + 1, end).replaceAll('""', '"')
      at = end + 1
      // Between the closing quote and the comma there is nothing but padding.
      for (; at < length && text[at] !== ',' && text[at] !== '\n'; at++)
        if (!/\s/.test(text[at]!)) throw changed(`a cell that goes on behind its quotes: ${cell}`)
    } else {
      if (line < at) line = text.indexOf('\n', at)
      if (line < 0) line = length
      const comma = text.indexOf(',', at)
      const end = comma < 0 || comma > line ? line : comma
      cell = text.slice(at, end)
      at = end
      if (cell.endsWith('\r')) cell = cell.slice(0, -1)
    }
    record.push(cell)
    if (text[at] === ',') {
      at++
      continue
    }
    records.push(record)
    record = []
    at++
  }
  return records
}
