const special = /[",\r\n]/
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

/** An unknown value is an empty field, an empty text a quoted one. */
function fieldOf(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  const text = String(cell)
  return text === '' || special.test(text) ? quoted(text) : text
}

/** A line of CSV as RFC 4180 has it, with commas and CR LF; every CSV of the service and of its command line. */
export function csvLine(cells: readonly unknown[]): string {
  const line = cells.map(fieldOf).join(',')
  // A line of one empty field would look like no line.
  return `${cells.length === 1 ? line || quoted('') : line}\r\n`
}
