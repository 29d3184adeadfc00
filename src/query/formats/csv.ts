import { type Cell, decodeRows, type PageToEncode } from './page.ts'

const special = /[",\r\n]/
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

/** An unknown value is an empty field, an empty text a quoted one. */
function fieldOf(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return ''
  const text = String(cell)
  return text === '' || special.test(text) ? quoted(text) : text
}

/** CSV as RFC 4180 has it: commas, lines that end in CR LF, and a line of headings. */
export function encodeCsv({ rows, columns, form }: PageToEncode): Uint8Array {
  const lines = [
    columns.map(({ heading }) => fieldOf(heading)).join(','),
    ...decodeRows(rows).map((row) => columns.map(({ name }) => fieldOf(row[name])).join(',')),
  ]
  // A line of one empty field would look like no line.
  const text = columns.length === 1 ? lines.map((line) => line || '""') : lines
  return Buffer.from(`${form.bom ? '\ufeff' : ''}${text.join('\r\n')}\r\n`)
}
