import { UsageError } from '../errors.ts'
import { csvLine } from '../query/formats/csvLine.ts'
import { formatTable } from './table.ts'

const formats = ['table', 'csv', 'json'] as const
type Format = (typeof formats)[number]

export function formatOf(given: string): Format {
  const format = formats.find((known) => known === given)
  if (!format) throw new UsageError('--format must be table, csv or json.')
  return format
}

/** Rows in the chosen format. */
export function printed(format: Format, columns: readonly string[], rows: readonly (readonly unknown[])[]): string {
  if (format === 'table') return formatTable(columns, rows)
  if (format === 'csv') return [columns, ...rows].map(csvLine).join('')
  const objects = rows.map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i]])))
  return `${JSON.stringify(objects, null, 1)}\n`
}
