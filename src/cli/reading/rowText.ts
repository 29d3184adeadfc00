import { extname } from 'node:path'
import { UsageError } from '../../errors.ts'
import { csvLine } from '../../query/formats/csvLine.ts'

type Row = Readonly<Record<string, unknown>>

/** A file format of rows that can be written page by page: the bytes do not depend on where pages end. */
export type RowFormat = {
  readonly start: (columns: readonly string[]) => string
  /** The text of further rows, `written` rows being there already. */
  readonly rows: (rows: readonly Row[], columns: readonly string[], written: number) => string
  readonly end: (written: number) => string
  /** Whether the text is turned into the file when all of it is there. */
  readonly isConverted?: boolean
}

const lines: RowFormat = {
  start: () => '',
  rows: (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
  end: () => '',
}

export const rowFormats = {
  csv: {
    start: csvLine,
    rows: (rows, columns) => rows.map((row) => csvLine(columns.map((name) => row[name]))).join(''),
    end: () => '',
  },
  json: {
    start: () => '[',
    rows: (rows, _, written) =>
      rows.map((row, i) => `${written + i === 0 ? '\n' : ',\n'}${JSON.stringify(row)}`).join(''),
    end: (written) => (written === 0 ? ']\n' : '\n]\n'),
  },
  ndjson: lines,
  parquet: { ...lines, isConverted: true },
  arrow: { ...lines, isConverted: true },
} as const satisfies Record<string, RowFormat>

/** An Arrow file may be read anywhere, a stream from its start alone; their endings are Arrow's own. */
export const isArrowStream = (out: string): boolean => extname(out).toLowerCase() === '.arrows'

export type RowFormatName = keyof typeof rowFormats

const endings: Readonly<Record<string, RowFormatName>> = {
  '.csv': 'csv',
  '.json': 'json',
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.parquet': 'parquet',
  '.arrow': 'arrow',
  '.arrows': 'arrow',
}

/** The format of `--format`, or that of the file's ending. */
export function rowFormatOf(given: string | undefined, out: string | undefined): RowFormatName {
  if (given !== undefined) {
    const known = (Object.keys(rowFormats) as RowFormatName[]).find((name) => name === given)
    if (!known) throw new UsageError(`--format must be ${Object.keys(rowFormats).join(', ')}, and is '${given}'.`)
    if (known === 'parquet' && out === undefined) throw new UsageError('A Parquet file needs a name: give --out FILE.')
    return known
  }
  if (out === undefined) return 'csv'
  const format = endings[extname(out).toLowerCase()]
  if (!format)
    throw new UsageError(
      `The ending of --out tells no format: use ${Object.keys(endings).join(', ')}, or give --format.`,
    )
  return format
}
