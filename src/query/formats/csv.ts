import { csvLine } from './csvLine.ts'
import { printCsvRows } from './csvRows.ts'
import type { PageToEncode } from './page.ts'

export function encodeCsv({ rows, columns, form }: PageToEncode): Uint8Array {
  const headings = Buffer.from(`${form.bom ? '\ufeff' : ''}${csvLine(columns.map(({ heading }) => heading))}`)
  const size = printCsvRows(rows, columns)
  const encoded = new Uint8Array(headings.length + size)
  encoded.set(headings)
  encoded.set(rows.subarray(0, size), headings.length)
  return encoded
}
