import type { ResponseBody } from './page.ts'
import type { Sheet } from './sheet.ts'

/** A cell in quotes where it needs them. */
const cell = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

type CsvOptions = Pick<ResponseBody, 'encoding'> & {
  readonly bom?: true
  /** What stands behind the last cell of a row. */
  readonly end?: string
}

/** A file with the titles in its first line. */
export function csvBody({ titles, rows }: Sheet, { encoding = 'utf-8', bom, end = '' }: CsvOptions = {}): ResponseBody {
  const lines = [titles.map(cell).join(','), ...rows.map((cells) => cells.map(cell).join(',') + end)]
  return { body: `${bom ? '\ufeff' : ''}${lines.join('\r\n')}\r\n`, encoding, type: 'text/csv' }
}
