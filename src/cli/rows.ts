import { UsageError } from '../errors.ts'
import { formatTable } from './table.ts'

const formats = ['table', 'csv', 'json'] as const
type Format = (typeof formats)[number]

export function formatOf(given: string): Format {
  const format = formats.find((known) => known === given)
  if (!format) throw new UsageError('--format must be table, csv or json.')
  return format
}

export const csvCell = (cell: unknown): string => {
  const text = cell === null || cell === undefined ? '' : String(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Rows in the chosen format. */
export function printed(format: Format, columns: readonly string[], rows: readonly (readonly unknown[])[]): string {
  if (format === 'table') return formatTable(columns, rows)
  if (format === 'csv') return `${[columns, ...rows].map((row) => row.map(csvCell).join(',')).join('\n')}\n`
  const objects = rows.map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i]])))
  return `${JSON.stringify(objects, null, 1)}\n`
}
