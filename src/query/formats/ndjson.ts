import { decodeChunks, linesOf, type PageColumn, type PageToEncode, type Row } from './page.ts'

/** Prints a row with decimals as numbers: the same digits without quotes. */
const printRow = (row: Row, columns: readonly PageColumn[]): string =>
  `{${columns
    .map(({ name, kind }) => {
      const cell = row[name] ?? null
      return `${JSON.stringify(name)}:${kind === 'decimal' && cell !== null ? cell : JSON.stringify(cell)}`
    })
    .join(',')}}`

/** The rows with decimals as numbers, as a JSON page has them: separated by a comma and a line feed. */
export const encodeJson = ({ rows, columns }: PageToEncode): Uint8Array =>
  Buffer.from(
    Array.from(decodeChunks(rows), (some) => some.map((row) => printRow(row, columns)).join(',\n')).join(',\n'),
  )

/** A row a line. */
export function encodeNdjson(page: PageToEncode): Uint8Array {
  if (page.rows.length === 0) return page.rows
  return linesOf(page.form.decimals === 'number' ? encodeJson(page) : page.rows)
}
