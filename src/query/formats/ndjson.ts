import { decodeRows, type PageColumn, type PageToEncode, type Row, textOf } from './page.ts'

/** Prints a row with decimals as numbers: the same digits without quotes. */
const printRow = (row: Row, columns: readonly PageColumn[]): string =>
  `{${columns
    .map(({ name, kind }) => {
      const cell = row[name] ?? null
      return `${JSON.stringify(name)}:${kind === 'decimal' && cell !== null ? cell : JSON.stringify(cell)}`
    })
    .join(',')}}`

/** The rows of a JSON page with decimals as numbers. */
export const encodeJson = ({ rows, columns }: PageToEncode): Uint8Array =>
  Buffer.from(
    decodeRows(rows)
      .map((row) => printRow(row, columns))
      .join(',\n'),
  )

/** A row a line. A line feed within a text is escaped in JSON, so each one in the page separates two rows. */
export function encodeNdjson({ rows, columns, form }: PageToEncode): Uint8Array {
  if (rows.length === 0) return rows
  const lines =
    form.decimals === 'number'
      ? decodeRows(rows)
          .map((row) => printRow(row, columns))
          .join('\n')
      : textOf(rows).replaceAll('},\n{', '}\n{')
  return Buffer.from(`${lines}\n`)
}
