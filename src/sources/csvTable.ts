import { csv } from './csv.ts'
import { refusalIn } from './json.ts'
import { blocked } from './outcome.ts'
import { sniffed } from './sniffed.ts'
import { type Table, tableOf } from './tables.ts'
import { plainText } from './text.ts'

/** The text of a file; a page in its place means that the file was kept back. */
function fileText(bytes: Uint8Array): string {
  const text = sniffed(bytes)
  const start = text.trimStart()
  if (start === '') throw blocked('the file is empty')
  if (!start.startsWith('<')) return text
  const [, title = ''] = /<title[^>]*>([^<]*)/i.exec(start) ?? []
  throw blocked(refusalIn(start) ?? `a page instead of the file: ${plainText(title || start).slice(0, 80)}`)
}

/** The records of a file but for its blank lines. */
export const records = (text: string): string[][] =>
  csv(text).filter(([first = '', ...others]) => others.length > 0 || first.trim() !== '')

/** The table of a file with titles in its first line. */
export function csvTable(bytes: Uint8Array): Table {
  const [titles = [], ...rows] = records(fileText(bytes))
  return tableOf('', titles, rows)
}
